import { describe, expect, it } from 'vitest';
import { createScheduleSync } from '#src/live/schedule-sync.ts';
import { createReadOrder } from '#src/live/read-order.ts';
import { readOrRemove } from '#src/live/read-match.ts';
import type { Match } from '#src/domain/match/match.ts';
import type { Tournament } from '#src/domain/people/people.ts';
import type { PadelApi } from '#src/padel-api/client.ts';
import { NotFound, NotInPlan, ServiceBusy, ServiceDown } from '#src/padel-api/errors.ts';
import { aMatch } from '../domain/feed.ts';
import { sets } from '../domain/written.ts';
import { aLog } from '../lib/log.ts';
import { aTournament } from '../render/held.ts';
import { NOON } from '../store/rows.ts';
import { anApi, anObserver, answer, pageOf } from './sources.ts';

/** Tests happen on 2026-06-07 at noon, on the service's clock. */
const on = (id: number, overrides: Partial<Tournament> = {}): Tournament => ({
  ...aTournament(),
  id,
  ...overrides,
});

const match = (id: number, overrides: Partial<Match> = {}): Match => aMatch({ id, ...overrides });

type Sources = Parameters<typeof createScheduleSync>[0];

/** A sync that may run again and again. */
const aSync = (sources: Pick<Sources, 'api'> & Partial<Sources>) => {
  const { observer } = anObserver();
  const { sync } = createScheduleSync({
    observer,
    order: createReadOrder(),
    log: aLog(),
    ...sources,
  });
  return async (signal = new AbortController().signal) => [...(await sync(signal))];
};

const sync = async (answers: Partial<PadelApi>) => {
  const { observer, observed } = anObserver();
  const log = aLog();
  const near = await aSync({ api: anApi(answers), observer, log })();
  return { near, observed, log };
};

/** One page of tournaments, and the same matches in each. */
const calendar = (
  tournaments: readonly Tournament[],
  matches: readonly Match[] = [],
): Partial<PadelApi> => ({
  tournaments: () => pageOf([tournaments]),
  tournamentMatches: () => pageOf([matches]),
});

describe('the sync of the schedule', () => {
  it('reads every page of tournaments and of their matches, once each', async () => {
    const requests: string[] = [];
    const { near, observed } = await sync({
      tournaments: ({ page = 1, afterDate, beforeDate }, options) => {
        requests.push(`tournaments ${page} ${afterDate} ${beforeDate} ${options?.priority}`);
        return pageOf([[on(1)], [on(2)]], { page });
      },
      tournamentMatches: (id, query, options) => {
        const page = query?.page ?? 1;
        requests.push(`matches of ${id} ${page} ${options?.priority}`);
        return pageOf([[match(10 * id)], [match(10 * id + 1)]], { page });
      },
    });
    expect(requests).toEqual([
      'tournaments 1 2026-05-17 2026-12-06 background',
      'tournaments 2 2026-05-17 2026-12-06 background',
      'matches of 1 1 background',
      'matches of 1 2 background',
      'matches of 2 1 background',
      'matches of 2 2 background',
    ]);
    expect(near).toEqual([10, 11, 20, 21]);
    expect(observed.slice(0, 3)).toEqual([
      'tournament 1',
      'match 10 scheduled',
      'match 11 scheduled',
    ]);
  });

  it.each<[string, number, number]>([
    ['but not after an hour', 60 * 60_000, 1],
    ['after three hours while one is on', 180 * 60_000, 2],
    ['when the service’s clock jumps forward', 86_400_000, 2],
    ['when the service’s clock is set back', -86_400_000, 2],
  ])('reads the tournaments again %s, and the matches each time', async (...row) => {
    const [, later, times] = row;
    const requests: string[] = [];
    let serviceNow = NOON;
    const again = aSync({
      api: anApi({ serviceNow: () => serviceNow, ...calendar([on(1)]) }, requests),
    });
    await again();
    serviceNow += later;
    await again();
    expect(requests).toHaveLength(times + 2);
    expect(requests.filter((each) => each === 'tournamentMatches 1')).toHaveLength(2);
  });

  it.each<[string, Partial<Tournament>, 'is read' | 'is reported alone' | 'is left out']>([
    ['is live, whatever its dates', { status: 'live', startDate: null }, 'is read'],
    ['is live after its last day', { status: 'live', endDate: '2026-06-01' }, 'is read'],
    ['has today inside its dates', { status: 'pending' }, 'is read'],
    [
      'ended yesterday: it may still be yesterday there',
      { status: 'pending', endDate: '2026-06-06' },
      'is read',
    ],
    ['ended two days ago', { status: 'pending', endDate: '2026-06-05' }, 'is left out'],
    [
      'starts tomorrow: it may be tomorrow there',
      { status: 'pending', startDate: '2026-06-08', endDate: '2026-06-14' },
      'is read',
    ],
    [
      'starts the day after',
      { status: 'pending', startDate: '2026-06-09', endDate: '2026-06-14' },
      'is reported alone',
    ],
    ['was cancelled', { status: 'cancelled' }, 'is reported alone'],
    [
      'was cancelled, and would be over',
      { status: 'cancelled', endDate: '2026-06-05' },
      'is left out',
    ],
    ['has no dates', { status: 'pending', startDate: null, endDate: null }, 'is reported alone'],
  ])(
    'reads, only reports or leaves out a tournament that %s',
    async (_case, tournament, outcome) => {
      const { observed } = await sync(calendar([on(1, tournament)], [match(10)]));
      expect(observed).toEqual(
        {
          'is read': ['tournament 1', 'match 10 scheduled'],
          'is reported alone': ['tournament 1'],
          'is left out': [],
        }[outcome],
      );
    },
  );

  it('requests only changes, and the whole list every three hours', async () => {
    const requests: (string | undefined)[] = [];
    let minutes = 0;
    const changed = [match(1, { status: 'finished' }), match(3)];
    const syncAgain = aSync({
      api: anApi({
        serviceNow: () => NOON + minutes * 60_000,
        tournaments: () => pageOf([[on(1)]]),
        tournamentMatches: (_id, query) => {
          requests.push(query?.updatedAfter);
          return pageOf([query?.updatedAfter === undefined ? [match(1), match(2)] : changed]);
        },
      }),
    });
    expect(await syncAgain()).toEqual([1, 2]);
    minutes = 8;
    expect(await syncAgain()).toEqual([2, 3]);
    minutes = 180;
    expect(await syncAgain()).toEqual([1, 2]);
    // Reads overlap by two minutes, so that no change falls between them.
    expect(requests).toEqual([undefined, new Date(NOON - 120_000).toISOString(), undefined]);
  });

  it.each([
    [
      'has ended, with its matches final, is read each three hours',
      ['01', '06'],
      'finished',
      [1, 2],
    ],
    ['has ended, with a record to come, is read each time', ['01', '06'], 'scheduled', [3, 12]],
    ['has not begun has its whole list read each six hours', ['08', '14'], 'scheduled', [2, 13]],
  ] as const)('a tournament that %s', async (_case, [first, last], status, [whole, changes]) => {
    const startDate = `2026-06-${first}`;
    const endDate = `2026-06-${last}`;
    const requests: (string | undefined)[] = [];
    let minutes = 0;
    const syncAgain = aSync({
      api: anApi({
        serviceNow: () => NOON + minutes * 60_000,
        tournaments: () => pageOf([[on(1, { startDate, endDate, status: 'pending' })]]),
        tournamentMatches: (_id, query) => {
          requests.push(query?.updatedAfter);
          return pageOf([[match(1, { status, score: sets('6-4 6-3') })]]);
        },
      }),
    });
    for (; minutes < 450; minutes += 30) await syncAgain();
    expect(requests.filter((since) => since === undefined)).toHaveLength(whole);
    expect(requests.filter((since) => since !== undefined)).toHaveLength(changes);
  });

  it('reports the changes of a tournament that was to start tomorrow', async () => {
    const pending = { status: 'pending', startDate: '2026-06-08', endDate: '2026-06-14' };
    const becomes = [
      pending,
      { ...pending, startDate: '2026-06-22', endDate: '2026-06-28' },
      { ...pending, status: 'cancelled' },
    ];
    const read: string[] = [];
    let minutes = 0;
    const syncAgain = aSync({
      observer: anObserver({
        tournament: ({ status, startDate }) => {
          read.push(`${status} ${startDate}`);
          return Promise.resolve();
        },
      }).observer,
      api: anApi({
        ...calendar([]),
        serviceNow: () => NOON + minutes * 60_000,
        tournaments: () => pageOf([[on(1, becomes[minutes < 180 ? 0 : minutes < 540 ? 1 : 2])]]),
      }),
    });
    for (; minutes <= 540; minutes += 30) await syncAgain();
    // Once per read of the calendar, although a read stays valid for hours.
    expect(read).toEqual(['pending 2026-06-08', 'pending 2026-06-22', 'cancelled 2026-06-08']);
  });

  it('reports a tournament again when the observer failed', async () => {
    let isBroken = true;
    const { observer, observed } = anObserver();
    const syncAgain = aSync({
      api: anApi(calendar([on(1), on(2)])),
      observer: {
        ...observer,
        tournament: (tournament) =>
          isBroken && tournament.id === 1
            ? Promise.reject(new Error('the disk is full'))
            : observer.tournament(tournament),
      },
    });
    await syncAgain();
    isBroken = false;
    await syncAgain();
    expect(observed).toEqual(['tournament 2', 'tournament 1']);
  });

  it.each<[string, Partial<Match>, boolean]>([
    ['is to be played today', {}, true],
    ['is being played', { status: 'live' }, true],
    ['has ended but is not confirmed', { status: 'ended' }, true],
    ['is over', { status: 'finished' }, false],
    ['is a bye', { status: 'bye' }, false],
    ['is to be played in two days', { playedOn: '2026-06-09' }, false],
    ['was to be played two days ago', { playedOn: '2026-06-05' }, false],
    ['has no date', { playedOn: null }, true],
  ])('reports a match that %s, and whether it is near', async (_case, overrides, isNear) => {
    const { near, observed } = await sync(calendar([on(1)], [match(5, overrides)]));
    expect(near).toEqual(isNear ? [5] : []);
    expect(observed).toHaveLength(2);
  });

  it('continues with the next tournament when one cannot be read', async () => {
    const { near, log } = await sync({
      tournaments: () => pageOf([[on(1), on(2)]]),
      tournamentMatches: (id) =>
        id === 1 ? Promise.reject(new NotFound()) : pageOf([[match(20)]]),
    });
    expect(near).toEqual([20]);
    expect(log.lines).toEqual(['warn tournament could not be read']);
  });

  it.each<[string, Error]>([
    ['down', new ServiceDown('timeout')],
    ['busy', new ServiceBusy()],
  ])('ends when the service is %s, which concerns every tournament', async (_case, error) => {
    const requests: number[] = [];
    const syncing = sync({
      tournaments: () => pageOf([[on(1), on(2)]]),
      tournamentMatches: (id) => {
        requests.push(id);
        return Promise.reject(error);
      },
    });
    await expect(syncing).rejects.toBe(error);
    expect(requests).toEqual([1]);
  });

  it.each<[string, Error, readonly number[]]>([
    ['keeps the matches of a tournament that cannot be read now', new NotInPlan(), [10, 20]],
    ['drops the matches of a tournament that no longer exists', new NotFound(), [20]],
  ])('%s', async (_case, error, near) => {
    let isBroken = false;
    const { observer } = anObserver();
    const api = anApi({
      tournaments: () => pageOf([[on(1), on(2)]]),
      tournamentMatches: (id) =>
        isBroken && id === 1 ? Promise.reject(error) : pageOf([[match(10 * id)]]),
    });
    const syncAgain = aSync({
      api,
      observer,
    });
    expect(await syncAgain()).toEqual([10, 20]);
    isBroken = true;
    expect(await syncAgain()).toEqual(near);
    expect(await syncAgain()).toEqual(near);
  });

  it('ends when it is aborted, and does not report an incomplete list', async () => {
    const stopping = new AbortController();
    const { observer, observed } = anObserver();
    const api = anApi({
      tournaments: () => pageOf([[on(1), on(2)]]),
      tournamentMatches: () => {
        stopping.abort();
        return pageOf([[match(10)]]);
      },
    });
    const syncing = aSync({ api, observer })(stopping.signal);
    await expect(syncing).rejects.toThrow('aborted');
    expect(observed).toEqual(['tournament 1']);
  });
});

it('a page does not overwrite a match that was read after the page was requested', async () => {
  const { observer, observed } = anObserver({
    match: ({ id, court }) => {
      observed.push(`${id} on ${court}`);
      return Promise.resolve();
    },
  });
  const order = createReadOrder();
  const late = Promise.withResolvers<undefined>();
  const api = anApi({
    ...calendar([on(1)]),
    tournamentMatches: async () => {
      await late.promise;
      return await pageOf([[match(1, { court: 'Old' }), match(2, { court: 'Old' })]]);
    },
    match: (id) => answer(match(id, { court: 'New' })),
  });
  const syncing = aSync({ api, observer, order })();
  await new Promise(setImmediate);
  await readOrRemove({ api, observer, order, requestOptions: {} }, 1);
  late.resolve(undefined);
  await syncing;
  expect(observed).toEqual(['tournament 1', '1 on New', '2 on Old']);
});

describe('a tournament that the lists no longer have', () => {
  const other = on(9, { status: 'pending', startDate: '2026-07-20', endDate: '2026-07-26' });
  const known = on(1, { status: 'pending', startDate: '2026-06-20', endDate: '2026-06-26' });
  const unlisted = async (stored: readonly Tournament[], read: Partial<PadelApi>) => {
    const { observer, observed } = anObserver({ tournaments: () => Promise.resolve(stored) });
    const log = aLog();
    const again = aSync({
      api: anApi({
        ...calendar([other]),
        ...read,
        // A listed one shows that the service has tournaments by id.
        tournament: (id, options) =>
          id === other.id ? answer(other) : (read.tournament?.(id, options) ?? answer(other)),
      }),
      observer,
      log,
    });
    await again();
    return { observed: observed.filter((line) => line !== 'tournament 9'), log };
  };

  it.each<[string, () => ReturnType<PadelApi['tournament']>, readonly string[]]>([
    ['cancelled', () => answer({ ...known, status: 'cancelled' }), ['tournament 1']],
    ['postponed', () => answer({ ...known, status: 'postponed' }), ['tournament 1']],
    ['merged', () => answer({ ...known, id: 2 }), ['tournament 1 merged into 2']],
    ['gone', () => Promise.reject(new NotFound()), ['tournament 1 gone']],
    // Still to be played: it is observed with the others, too.
    ['unlisted', () => answer(known), ['tournament 1', 'tournament 1']],
  ])('is read by id: it may be %s', async (_word, read, expected) => {
    const { observed } = await unlisted([known], { tournament: read });
    expect(observed).toEqual(expected);
  });

  it.each<[string, Partial<Tournament>]>([
    ['is known to be cancelled', { status: 'cancelled' }],
    ['is known to be postponed', { status: 'postponed' }],
    ['is known to be gone', { status: 'deleted' }],
    ['started before the period that was read', { startDate: '2026-05-01' }],
    ['starts after it', { startDate: '2027-01-01' }],
    ['has no dates', { startDate: null }],
    ['is over', { startDate: '2026-05-25', endDate: '2026-05-31' }],
  ])('is not read when it %s', async (_word, change) => {
    const { observed } = await unlisted([{ ...known, ...change }], {});
    expect(observed).toEqual([]);
  });

  it('stays as it is where the service shows no tournament by id', async () => {
    const { observer, observed } = anObserver({ tournaments: () => Promise.resolve([known]) });
    const tournament = () => Promise.reject(new NotFound());
    const api = anApi({ ...calendar([other]), tournament });
    const again = aSync({
      api,
      observer,
    });
    await again();
    expect(observed).toEqual(['tournament 9', 'tournament 1']);
  });

  it('stays known when it cannot be read, and is read once a day, five at a time', async () => {
    const stored = Array.from({ length: 7 }, (_, index) => ({ ...known, id: index + 1 }));
    const read: number[] = [];
    const { log } = await unlisted(stored, {
      tournament: (id) => {
        read.push(id);
        return id === 1 ? Promise.reject(new Error('odd')) : answer({ ...known, id });
      },
    });
    expect(read).toEqual([1, 2, 3, 4, 5]);
    expect(log.lines).toEqual(['warn unlisted tournament could not be read']);
  });
});
