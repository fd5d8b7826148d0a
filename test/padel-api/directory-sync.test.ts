import { describe, expect, it, onTestFinished } from 'vitest';
import type { DirectoryEntry } from '#src/domain/directory.ts';
import { createPadelApi } from '#src/padel-api/client.ts';
import { createDirectory } from '#src/padel-api/directory.ts';
import { syncDirectory } from '#src/padel-api/directory-sync.ts';
import { NotInPlan } from '#src/padel-api/errors.ts';
import { createNames } from '#src/padel-api/names.ts';
import { aLog } from '../lib/log.ts';
import { aPlayer, aTournament } from './names.ts';
import { aService, pageOnWire, says, type Answering } from './service.ts';

const NOON = Date.UTC(2026, 5, 7, 12);

const player = (id: number) => ({ id, name: `Player ${id}`, category: 'men', ranking: String(id) });
const tournament = (id: number) => ({ id, name: `Open ${id}`, start_date: '2026-05-01' });
const match = (id: number, ...players: readonly number[]) => {
  const team = players.map((each) => ({ id: each, name: `Player ${each}` }));
  return {
    id,
    played_at: `2026-06-0${id}`,
    players: { team_1: team.slice(0, 2), team_2: team.slice(2) },
  };
};

const PAGES: readonly [under: string, pages: readonly (readonly object[])[]][] = [
  ['/api/players?', [[player(1)], [player(2)], [player(3)]]],
  ['/api/tournaments?', [[tournament(1)], [tournament(2)]]],
  ['/api/matches?', [[match(6, 1, 2, 3, 4)], [match(5, 2, 1, 3), match(4, 4, 3, 1, 1)]]],
];

/** The pages above, except where `otherwise` answers. */
const theService =
  (otherwise: (path: string) => number | undefined = () => undefined): Answering =>
  (response, request) => {
    const path = request.url ?? '';
    // The year is counted on the service's clock.
    response.setHeader('date', new Date(NOON).toUTCString());
    const refused = otherwise(path);
    const number = Number(/[?&]page=(\d+)/.exec(path)?.[1]);
    const [, pages] = PAGES.find(([under]) => path.startsWith(under)) ?? [];
    if (refused !== undefined) says(response, refused, { message: 'no' });
    else if (pages === undefined) says(response, 404, { message: 'Not found.' });
    else says(response, 200, pageOnWire(pages[number - 1] ?? [], number, pages.length));
  };

const aSync = async (answer: Answering, known: readonly DirectoryEntry[] = []) => {
  const service = await aService(answer);
  const api = createPadelApi({
    baseUrl: `${service.origin}/api`,
    token: 'token',
    now: Date.now,
    requestsPerMinute: 1_000,
    random: () => 0,
    log: aLog(),
  });
  onTestFinished(api.close);
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
    sync: { api, names },
    directory: names.directory,
    kept: () => [...kept.values()],
  };
};

const GOES_ON = new AbortController().signal;

describe('the sync of names', () => {
  it('reads every page of players, best first, of tournaments, and of the year’s matches', async () => {
    const { service, sync, kept, directory } = await aSync(theService());
    await syncDirectory(sync, GOES_ON);
    const newest = 'after_date=2025-06-07&sort_by=played_at&order_by=desc';
    expect(service.received.map(({ path }) => path)).toEqual([
      '/api/players?sort_by=ranking&page=1&per_page=50',
      '/api/players?sort_by=ranking&page=2&per_page=50',
      '/api/players?sort_by=ranking&page=3&per_page=50',
      '/api/tournaments?page=1&per_page=50',
      '/api/tournaments?page=2&per_page=50',
      `/api/matches?${newest}&page=1&per_page=50`,
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

  it('reads but the matches of two weeks when pairs are known', async () => {
    const { service, sync } = await aSync(theService());
    await syncDirectory(sync, GOES_ON);
    await syncDirectory(sync, GOES_ON);
    expect(service.received.at(-1)?.path).toContain('after_date=2026-05-24&');
  });

  it('keeps what was read before a failure, and tells it', async () => {
    const { sync, kept, directory } = await aSync(
      theService((path) => (path.includes('page=2') ? 402 : undefined)),
    );
    await expect(syncDirectory(sync, GOES_ON)).rejects.toBeInstanceOf(NotInPlan);
    expect(kept()).toEqual(['Player 1']);
    expect(directory.find('player', 'player 1')).toHaveLength(1);
  });

  it('ends at once when it is told to, and asks for nothing more', async () => {
    const stopping = new AbortController();
    const { sync, kept, service } = await aSync(theService());
    const learn: typeof sync.names.learn = async (entries) => {
      stopping.abort();
      await sync.names.learn(entries);
    };
    const syncing = syncDirectory({ ...sync, names: { ...sync.names, learn } }, stopping.signal);
    await expect(syncing).rejects.toMatchObject({ name: 'AbortError' });
    expect(kept()).toEqual(['Player 1']);
    expect(service.received).toHaveLength(1);
  });
});

describe('a name that the lists no longer have', () => {
  const gone = [aPlayer(9, 'Gone Away'), aTournament(8, 'Gone Open'), aPlayer(1, 'Player 1')];

  it('is forgotten when its record is no more', async () => {
    const { sync, kept, service, directory } = await aSync(theService(), gone);
    await syncDirectory(sync, GOES_ON);
    expect(service.received.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/api/players/9', '/api/tournaments/8/matches?per_page=1']),
    );
    expect(kept().filter((name) => name.startsWith('Gone'))).toEqual([]);
    expect(directory.get('player', 9)).toBeUndefined();
  });

  it('stays when its record is still there', async () => {
    const { sync, kept } = await aSync((response, request, index) => {
      if (request.url === '/api/players/9') says(response, 200, { id: 9, name: 'Back Again' });
      else theService()(response, request, index);
    }, gone);
    await syncDirectory(sync, GOES_ON);
    expect(kept()).toContain('Back Again');
  });

  it('is one of many: twenty are asked for, the others next time', async () => {
    const many = Array.from({ length: 30 }, (_, index) => aPlayer(100 + index, `Old ${index}`));
    const { sync, service, kept } = await aSync(theService(), many);
    await syncDirectory(sync, GOES_ON);
    const asked = service.received.filter(({ path }) => /\/players\/\d+$/.test(path));
    expect(asked).toHaveLength(20);
    expect(kept().filter((name) => name.startsWith('Old'))).toHaveLength(10);
  });
});
