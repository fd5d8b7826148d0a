import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { DirectoryEntry } from '#src/domain/people/directory.ts';
import { HOUR, DAY } from '#src/lib/time.ts';
import { createDirectory } from '#src/padel-api/names/directory.ts';
import { startDirectorySync } from '#src/padel-api/names/directory-sync.ts';
import { NotInPlan } from '#src/padel-api/errors.ts';
import { createNames } from '#src/padel-api/names/names.ts';
import { useFakeTimers } from '../lib/fake-timers.ts';
import { aClient } from './clients.ts';
import { syncDirectory } from './sync-directory.ts';
import { aPair, aPlayer, aTournament } from './names.ts';
import { pageOnWire, says, saysHtml, type Answering } from './service.ts';

const NOON = Date.UTC(2026, 5, 7, 12);

const player = (id: number) => ({ id, name: `Player ${id}`, category: 'men', ranking: String(id) });
const tournament = (id: number) => ({ id, name: `Open ${id}`, start_date: '2026-05-01' });
const match = (id: number, ...players: readonly number[]) => {
  const team = players.map((each) => ({ id: each, name: `Player ${each}` }));
  return {
    id,
    played_at: `2026-06-0${id}`,
    status: 'finished',
    players: { team_1: team.slice(0, 2), team_2: team.slice(2) },
  };
};

const PAGES: readonly [under: string, pages: readonly (readonly object[])[]][] = [
  ['/api/players?', [[player(1)], [player(2)], [player(3)]]],
  ['/api/tournaments?', [[tournament(1)], [tournament(2)]]],
  ['/api/matches?', [[match(6, 1, 2, 3, 4)], [match(5, 2, 1, 3), match(4, 4, 3, 1, 1)]]],
];

/** The pages above, except where `otherwise` responds. */
const theService =
  (otherwise: (path: string) => number | undefined = () => undefined): Answering =>
  (response, request) => {
    const path = request.url ?? '';
    // The year is counted on the service's clock.
    response.setHeader('date', new Date(NOON).toUTCString());
    const refused = otherwise(path);
    const number = Number(/[?&]page=(\d+)/.exec(path)?.[1] ?? 1);
    const [, pages] = PAGES.find(([under]) => path.startsWith(under)) ?? [];
    if (refused !== undefined) says(response, refused, { message: 'no' });
    else if (pages === undefined) says(response, 404, { message: 'Not found.' });
    else says(response, 200, pageOnWire(pages[number - 1] ?? [], number, pages.length));
  };

/** A list with this many pages at that path, one item on each; the others as above. */
const theList =
  (under: string, pages: number, itemOf: (page: number) => object): Answering =>
  (response, request, index) => {
    const path = request.url ?? '';
    const page = Number(/[?&]page=(\d+)/.exec(path)?.[1] ?? 1);
    if (path.startsWith(under)) says(response, 200, pageOnWire([itemOf(page)], page, pages));
    else theService()(response, request, index);
  };

const aSync = async (answer: Answering, known: readonly DirectoryEntry[] = []) => {
  const { api, service, paths, log } = await aClient(answer);
  const kept = new Map(known.map((entry) => [`${entry.kind} ${entry.id}`, entry.name]));
  const names = createNames(createDirectory(known), {
    save: (entries) => {
      for (const { kind, id, name } of entries) kept.set(`${kind} ${id}`, name);
      return Promise.resolve();
    },
    remove: (keys) => {
      for (const { kind, id } of keys) kept.delete(`${kind} ${id}`);
      return Promise.resolve();
    },
  });
  return {
    service,
    paths,
    sync: { api, names, log, random: () => 0.5 },
    log,
    directory: names.directory,
    kept: () => [...kept.values()],
  };
};

const GOES_ON = new AbortController().signal;

describe('the sync of names', () => {
  it('reads the best players first, then all players, tournaments and the year’s matches', async () => {
    const { service, sync, kept, directory } = await aSync(theService());
    await syncDirectory(sync, GOES_ON);
    const newest = 'after_date=2025-06-07&sort_by=played_at&order_by=desc';
    expect(service.received.map(({ path }) => path)).toEqual([
      '/api/players?sort_by=ranking&per_page=50',
      '/api/players?sort_by=ranking&page=2&per_page=50',
      '/api/players?sort_by=ranking&page=3&per_page=50',
      '/api/players?per_page=50',
      '/api/players?page=2&per_page=50',
      '/api/players?page=3&per_page=50',
      '/api/tournaments?per_page=50',
      '/api/tournaments?page=2&per_page=50',
      `/api/matches?${newest}&per_page=50`,
      `/api/matches?${newest}&page=2&per_page=50`,
    ]);
    expect(kept()).toEqual([
      ...['Player 1', 'Player 2', 'Player 3', 'Open 1', 'Open 2'],
      ...['Player 1 / Player 2', 'Player 3 / Player 4'],
    ]);
    expect(directory.all('pair').map(({ lastMatchOn }) => lastMatchOn)).toEqual(
      Array(2).fill('2026-06-06'),
    );
  });

  it('starts with the best 200 players, unless some players are already known', async () => {
    const many = theList('/api/players?', 9, player);
    const first = await aSync(many);
    await syncDirectory(first.sync, GOES_ON);
    const later = await aSync(many, [aPlayer(1, 'Player 1')]);
    await syncDirectory(later.sync, GOES_ON);
    const best = [first, later].map(
      ({ paths }) => paths().filter((path) => path.includes('sort_by=ranking')).length,
    );
    expect(best).toEqual([4, 0]);
  });

  it.each<[string, readonly DirectoryEntry[], string]>([
    ['of a year when no pair is known', [], '2025-06-07'],
    [
      'of a year when only recent pairs are known, from the schedule',
      [aPair([1, 2], 'Player 1 / Player 2', '2026-06-06'), aPair([3, 4], 'Player 3 / Player 4')],
      '2025-06-07',
    ],
    [
      'of two weeks when an old pair is known',
      [aPair([1, 9], 'Player 1 / Player 9', '2025-07-01')],
      '2026-05-24',
    ],
  ])('reads the matches %s', async (_reach, known, day) => {
    const { paths, sync } = await aSync(theService(), known);
    await syncDirectory(sync, GOES_ON);
    expect(paths().at(-1)).toContain(`after_date=${day}&`);
  });

  it('keeps what was read before a failure, and throws it', async () => {
    const { sync, kept, directory } = await aSync(
      theService((path) => (path.includes('page=2') ? 402 : undefined)),
    );
    await expect(syncDirectory(sync, GOES_ON)).rejects.toBeInstanceOf(NotInPlan);
    expect(kept()).toEqual(['Player 1']);
    expect(directory.find('player', 'player 1')).toHaveLength(1);
  });

  const KINDS = ['player', 'tournament', 'pair'] as const;

  it.each<[string, Answering, readonly DirectoryEntry[], readonly string[]]>([
    ['all after a complete read', theService(), [], ['all', 'all', 'all']],
    [
      'some after a failure',
      theService((path) => (path.includes('page=2') ? 402 : undefined)),
      [],
      ['some', 'some', 'some'],
    ],
    [
      'some where fewer are stored than the service has',
      theService((path) => (path.includes('page=2') ? 402 : undefined)),
      [aPlayer(1, 'Player 1'), aTournament(1, 'Open 1'), aPair([1, 2], 'A / B', '2025-07-01')],
      ['some', 'all', 'all'],
    ],
    [
      'unreachable while the service is down, except for stored kinds',
      theService(() => 500),
      [aTournament(1, 'Open 1')],
      ['unreachable', 'all', 'unreachable'],
    ],
  ])('reports the fill level of each kind: %s', async (_reason, answer, known, expected) => {
    const { sync, directory } = await aSync(answer, known);
    await syncDirectory(sync, GOES_ON).catch(() => undefined);
    expect(KINDS.map(directory.fillLevel)).toEqual(expected);
  });

  it('ends at once when aborted, and sends no more requests', async () => {
    const stopping = new AbortController();
    const { sync, kept, service } = await aSync(theService());
    const learn: typeof sync.names.save = async (entries) => {
      stopping.abort();
      await sync.names.save(entries);
    };
    const syncing = syncDirectory(
      { ...sync, names: { ...sync.names, save: learn } },
      stopping.signal,
    );
    await expect(syncing).rejects.toMatchObject({ name: 'AbortError' });
    expect(kept()).toEqual(['Player 1']);
    expect(service.received).toHaveLength(1);
  });
});

describe('a page', () => {
  const unreadable =
    (which: string): Answering =>
    (response, request, index) => {
      if (request.url?.startsWith(which) === true) saysHtml(response, 200);
      else theService()(response, request, index);
    };

  it('that is unreadable does not block other pages, tournaments or pairs', async () => {
    const known = [aPlayer(9, 'Gone Away'), aPlayer(1, 'Player 1')];
    const { sync, kept, paths, log } = await aSync(unreadable('/api/players?page=2'), known);
    await syncDirectory(sync, GOES_ON);
    expect(kept()).toEqual(expect.arrayContaining(['Player 3', 'Open 2', 'Player 3 / Player 4']));
    expect(log.lines).toEqual([
      'warn unreadable answer of the padel data service: is PADEL_API_URL its root with /api? Retrying',
    ]);
    // A missing player may be on the unreadable page.
    expect(kept()).toContain('Gone Away');
    expect(paths()).not.toContain('/api/players/9');
  });

  it('with an unreadable item removes no name as missing', async () => {
    const broken: Answering = (response, request, index) => {
      if (request.url?.startsWith('/api/players?page=2') === true) {
        says(response, 200, pageOnWire([{ name: 'Nobody' }], 2, 3));
      } else theService()(response, request, index);
    };
    const { sync, kept } = await aSync(broken, [aPlayer(9, 'Gone Away')]);
    await syncDirectory(sync, GOES_ON);
    expect(kept()).toEqual(expect.arrayContaining(['Player 1', 'Player 3', 'Gone Away']));
  });

  it('without items is the last one, whatever the page count says', async () => {
    const endless: Answering = (response, request, index) => {
      const path = request.url ?? '';
      const page = Number(/[?&]page=(\d+)/.exec(path)?.[1] ?? 1);
      const items = page > 2 ? [] : [player(page)];
      if (page > 10) says(response, 422, { message: 'This would go on for ever.' });
      else if (path.startsWith('/api/players?'))
        says(response, 200, pageOnWire(items, page, page + 1));
      else theService()(response, request, index);
    };
    const { sync, paths } = await aSync(endless, [aPlayer(1, 'Player 1')]);
    await syncDirectory(sync, GOES_ON);
    expect(paths().filter((path) => path.startsWith('/api/players?'))).toHaveLength(3);
  });
});

describe('a name that is missing from the lists', () => {
  const gone = [aPlayer(9, 'Gone Away'), aTournament(8, 'Gone Open'), aPlayer(1, 'Player 1')];

  it('is removed when its record no longer exists', async () => {
    const { sync, kept, service, directory } = await aSync(theService(), gone);
    await syncDirectory(sync, GOES_ON);
    expect(service.received.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/api/players/9', '/api/tournaments/8/matches?per_page=1']),
    );
    expect(kept().filter((name) => name.startsWith('Gone'))).toEqual([]);
    expect(directory.get('player', 9)).toBeUndefined();
  });

  it('stays when its record still exists', async () => {
    const { sync, kept } = await aSync((response, request, index) => {
      if (request.url === '/api/players/9') says(response, 200, { id: 9, name: 'Back Again' });
      else theService()(response, request, index);
    }, gone);
    await syncDirectory(sync, GOES_ON);
    expect(kept()).toContain('Back Again');
  });

  it('is one of at most fifty that a sync checks', async () => {
    const many = Array.from({ length: 60 }, (_, index) => aPlayer(100 + index, `Old ${index}`));
    const { sync, service, kept } = await aSync(theService(), many);
    await syncDirectory(sync, GOES_ON);
    const asked = service.received.filter(({ path }) => /\/players\/\d+$/.test(path));
    expect(asked).toHaveLength(50);
    expect(kept().filter((name) => name.startsWith('Old'))).toHaveLength(10);
  });
});

describe('the scheduled sync', () => {
  useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

  /** Refuses requests for a path this many times. */
  const refusing = (path: string, times: number) => {
    let left = times;
    return theService((asked) => {
      if (!asked.startsWith(path) || left === 0) return undefined;
      left -= 1;
      return 422;
    });
  };

  it('reads tournaments again after a day, and players after a week', async () => {
    const { sync, paths } = await aSync(theService(), [aPlayer(1, 'Player 1')]);
    const reads = { player: 0, tournament: 0, pair: 0 };
    const readings = {
      ageMs: () => Promise.resolve(Infinity),
      recordRead: (kind: keyof typeof reads) => {
        reads[kind] += 1;
        return Promise.resolve();
      },
    };
    onTestFinished(startDirectorySync({ ...sync, readings }).stop);
    // The time goes on only when nothing is on its way: a day would be longer than any answer takes.
    await expect.poll(() => reads).toEqual({ player: 1, tournament: 1, pair: 1 });
    expect(paths()).toHaveLength(7);
    await vi.advanceTimersByTimeAsync(DAY - 1_000);
    expect(paths()).toHaveLength(7);
    await vi.advanceTimersByTimeAsync(1_000);
    for (let day = 2; day <= 7; day += 1) {
      await expect.poll(() => reads).toEqual({ player: 1, tournament: day, pair: 1 });
      await vi.advanceTimersByTimeAsync(DAY);
    }
    await expect.poll(() => reads).toEqual({ player: 2, tournament: 8, pair: 2 });
    expect(paths().filter((path) => path.includes('/tournaments'))).toHaveLength(16);
    expect(paths().filter((path) => path.includes('/players?'))).toHaveLength(6);
  });

  it('continues the first read of pairs at the page that failed', async () => {
    const newest = 'after_date=2025-06-07&sort_by=played_at&order_by=desc';
    const { sync, paths, log, kept } = await aSync(refusing(`/api/matches?${newest}&page=2`, 2));
    // The first response sets the service's clock.
    await sync.api.player(1).catch(() => undefined);
    onTestFinished(startDirectorySync(sync).stop);
    const matches = () => paths().filter((path) => path.startsWith('/api/matches?'));
    const failed = 'warn name sync incomplete, retrying';
    for (const times of [1, 2]) {
      await expect.poll(() => log.lines).toEqual(Array(times).fill(failed));
      // The backoff is a minute, then two.
      await vi.advanceTimersByTimeAsync(times * 60_000);
    }
    await expect.poll(kept).toContain('Player 3 / Player 4');
    await expect
      .poll(matches)
      .toEqual(
        ['', '&page=2', '&page=2', '&page=2'].map(
          (page) => `/api/matches?${newest}${page}&per_page=50`,
        ),
      );
  });

  it('reads tournaments and pairs although the list of players fails', async () => {
    const { sync, kept, log } = await aSync(refusing('/api/players?', Infinity));
    onTestFinished(startDirectorySync(sync).stop);
    await expect.poll(kept).toEqual(expect.arrayContaining(['Open 2', 'Player 3 / Player 4']));
    await expect.poll(() => log.lines).toEqual(['warn name sync incomplete, retrying']);
  });

  describe('after a restart', () => {
    const known = [aPlayer(1, 'Player 1'), aTournament(1, 'Open 1'), aPair([1, 2], 'A / B')];

    /** The sync was stored this many hours ago. */
    const aRestart = async (hours: number, entries: readonly DirectoryEntry[] = known) => {
      const stage = await aSync(theService(), entries);
      // The first response sets the service's clock.
      await stage.sync.api.player(1).catch(() => undefined);
      const noted: string[] = [];
      const sync = startDirectorySync({
        ...stage.sync,
        readings: {
          ageMs: () => Promise.resolve(hours * HOUR),
          recordRead: (kind) => {
            noted.push(kind);
            return Promise.resolve();
          },
        },
      });
      onTestFinished(sync.stop);
      return { ...stage, noted };
    };

    it('reads a list when it is due, counted from the stored read', async () => {
      const { paths, noted, directory } = await aRestart(23);
      await vi.advanceTimersByTimeAsync(HOUR - 1_000);
      expect(paths()).toHaveLength(1);
      expect(directory.fillLevel('tournament')).toBe('all');
      await vi.advanceTimersByTimeAsync(1_000);
      await expect.poll(() => noted.toSorted()).toEqual(['tournament']);
    });

    it.each<[string, number, readonly DirectoryEntry[]]>([
      ['after a week', 7 * 24, known],
      ['when the stored time is in the future', -1, known],
      ['when no names are stored', 1, []],
    ])('reads all lists at once %s', async (_when, hours, entries) => {
      const { noted } = await aRestart(hours, entries);
      await expect.poll(() => noted.toSorted()).toEqual(['pair', 'player', 'tournament']);
    });

    it('reads tournaments at once on a change notice about one', async () => {
      const stage = await aSync(theService(), known);
      const sync = startDirectorySync({
        ...stage.sync,
        readings: {
          ageMs: () => Promise.resolve(0),
          recordRead: () => Promise.resolve(),
        },
      });
      onTestFinished(sync.stop);
      void sync.refresh({
        event: 'tournament.updated',
        kind: 'tournament',
        change: 'updated',
        id: 1,
      });
      await expect.poll(stage.kept).toContain('Open 2');
      expect(stage.paths().filter((path) => path.startsWith('/api/matches?'))).toEqual([]);
    });
  });
});
