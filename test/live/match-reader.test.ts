import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE, SECOND } from '#src/lib/time.ts';
import { createTokenBucket } from '#src/lib/token-bucket.ts';
import { createReadOrder } from '#src/live/read-order.ts';
import { createMatchReader } from '#src/live/match-reader.ts';
import type { TrackedMatch } from '#src/domain/match/state.ts';
import type { Match } from '#src/domain/match/match.ts';
import type { PadelApi } from '#src/padel-api/client.ts';
import {
  NotFound,
  NotInPlan,
  QuotaSpent,
  RequestRefused,
  ServiceBusy,
  ServiceDown,
  UnreadableAnswer,
} from '#src/padel-api/errors.ts';
import { randomFrom } from '#sandbox/padel-service/world/random.ts';
import { aMatch } from '../domain/feed.ts';
import { sets } from '../domain/written.ts';
import { aLog } from '../lib/log.ts';
import { aHeld, aTournament } from '../render/held.ts';
import { NOON } from '../store/rows.ts';
import { anApi, anObserverOf, answer, anUpdate } from './sources.ts';

const CHANCES = { team_1: 0.61, team_2: 0.39 };
/** A match that lacks nothing. */
const known = (id: number, status = 'live') =>
  aHeld({ id, status, startedAt: NOON }, { chances: CHANCES });

const SIMULATED = { chances: CHANCES, players: { team_1: [], team_2: [] }, withheld: [] };

type Read = (id: number) => Promise<Match>;

const playedOn: Read = (id) => Promise.resolve(aMatch({ id, status: 'live' }));

const aStage = (
  held: readonly TrackedMatch[],
  { read = playedOn, ...answers }: Partial<PadelApi> & { readonly read?: Read } = {},
) => {
  let now = NOON;
  let wakes = 0;
  const requests: string[] = [];
  const listening = anObserverOf(...held);
  const log = aLog();
  const reader = createMatchReader({
    order: createReadOrder(),
    requestOptions: { priority: 'live' },
    observer: listening.observer,
    monotonic: () => now,
    log,
    bucket: createTokenBucket({ monotonic: () => now, capacity: 4, refillMs: () => 5 * SECOND }),
    wake: () => {
      wakes += 1;
    },
    isFollowed: () => true,
    api: anApi(
      {
        serviceNow: () => now,
        match: async (id) => await answer(await read(id)),
        simulate: () => answer(SIMULATED),
        ...answers,
      },
      requests,
    ),
  });
  return {
    reader,
    ...listening,
    log,
    requests: () => requests.splice(0),
    wakes: () => wakes,
    now: () => now,
    /** The requests of a catch-up when the live list has these matches. */
    caughtUp: async (...listed: number[]): Promise<string[]> => {
      await reader.catchUp(new Set(listed));
      return requests.splice(0);
    },
    wait: (milliseconds: number): void => {
      now += milliseconds;
    },
  };
};

const finished = (id: number) =>
  Promise.resolve(aMatch({ id, status: 'finished', winner: 'team_1' }));

describe('an update of the live feed', () => {
  it('causes no request when nothing is missing', async () => {
    const { reader, observed, requests, wakes } = aStage([known(1)]);
    await reader.take(anUpdate(1));
    expect(observed).toEqual(['points 1']);
    expect(requests()).toEqual([]);
    expect(wakes()).toBe(0);
  });

  it('of an unknown match causes a read, after which the last update is processed', async () => {
    const { reader, observed, caughtUp, hold, wakes } = aStage([], {
      read: (id) => {
        hold(known(id));
        return playedOn(id);
      },
    });
    await reader.take(anUpdate(1));
    await reader.take(anUpdate(1));
    expect(wakes()).toBe(2);
    expect(await caughtUp(1)).toEqual(['match 1']);
    expect(observed).toEqual(['points 1', 'points 1', 'match 1 live', 'points 1']);
    expect(await caughtUp(1)).toEqual([]);
  });

  it('of a deleted match does not cause a second read', async () => {
    const { reader, caughtUp, wait } = aStage([], { read: () => Promise.reject(new NotFound()) });
    await reader.take(anUpdate(1));
    expect(await caughtUp()).toEqual(['match 1']);
    wait(20 * SECOND);
    await reader.take(anUpdate(1));
    expect(await caughtUp()).toEqual([]);
  });

  it('of a match without a start time causes a read, but not with every point', async () => {
    const { reader, caughtUp, wait } = aStage([
      aHeld({ id: 1, status: 'live' }, { chances: CHANCES }),
    ]);
    const requests: string[] = [];
    for (let point = 0; point < 60; point += 1) {
      await reader.take(anUpdate(1));
      requests.push(...(await caughtUp(1)));
      wait(2 * SECOND);
    }
    expect(requests).toEqual(['match 1']);
    wait(50 * MINUTE);
    expect(await caughtUp(1)).toEqual([]);
    wait(HOUR);
    expect(await caughtUp(1)).toEqual(['match 1']);
  });

  it('of a match that is over without a score causes only one read', async () => {
    const { reader, requests, caughtUp, hold, wait } = aStage([known(1)], {
      read: (id) => Promise.resolve(aMatch({ id, status: 'walkover' })),
    });
    hold(known(1, 'walkover'));
    for (let poll = 0; poll < 60; poll += 1) {
      await reader.take(anUpdate(1, 'walkover'));
      await reader.catchUp(new Set([1]));
      wait(10 * SECOND);
    }
    expect(requests()).toEqual(['match 1']);
    expect(await caughtUp(1)).toEqual([]);
  });
});

describe('the chances', () => {
  const withoutChances = (id = 1) => aHeld({ id, status: 'live', startedAt: NOON });

  it('are requested once', async () => {
    const { reader, caughtUp, observed, hold, wakes } = aStage([withoutChances()]);
    await reader.take(anUpdate(1));
    expect(wakes()).toBe(1);
    expect(await caughtUp(1)).toEqual(['simulate 1']);
    expect(observed).toContain('chances 1 0.61');
    hold(known(1));
    expect(await caughtUp(1)).toEqual([]);
  });

  it.each<[string, Error, number]>([
    ['are not requested again when the plan lacks them', new NotInPlan(), 1],
    [
      'are not requested again when the request was refused',
      new RequestRefused('The players must differ.'),
      1,
    ],
    ['are not requested again when a player does not exist', new NotFound(), 1],
    [
      'are requested again after two minutes when the service was down',
      new ServiceDown('timeout'),
      2,
    ],
    ['are requested again after two minutes when the service was busy', new ServiceBusy(), 2],
  ])('%s', async (_case, error, times) => {
    const { caughtUp, wait } = aStage([withoutChances()], {
      simulate: () => Promise.reject(error),
    });
    expect([await caughtUp(1), await caughtUp(1)]).toEqual([['simulate 1'], []]);
    wait(120 * SECOND);
    expect(await caughtUp(1)).toHaveLength(times - 1);
  });

  it('are not requested again when the plan masks them', async () => {
    const { caughtUp, wait, observed } = aStage([withoutChances()], {
      simulate: () => answer({ ...SIMULATED, chances: null }),
    });
    expect(await caughtUp(1)).toEqual(['simulate 1']);
    wait(HOUR);
    expect(await caughtUp(1)).toEqual([]);
    expect(observed).toEqual([]);
  });
});

describe('the final record', () => {
  /** An ended match whose record is final at a moment; the reads of it, in seconds after the end. */
  const readsOfAnEnd = async (finalAt: (endedAt: number) => number, startedAt = 0) => {
    let isFinal = (): boolean => false;
    const { reader, caughtUp, hold, wait, now } = aStage([known(1)], {
      read: (id) =>
        Promise.resolve(
          isFinal()
            ? aMatch({ id, status: 'finished', score: sets('6-4 6-3'), winner: 'team_1' })
            : aMatch({ id, status: 'live', score: sets('6-4 5-3') }),
        ),
    });
    wait(startedAt);
    const endedAt = now();
    isFinal = () => now() >= finalAt(endedAt);
    hold(known(1, 'ended'));
    await reader.take(anUpdate(1, 'ended'));
    const secondsAfter: number[] = [];
    const pass = async (milliseconds: number): Promise<void> => {
      for (const end = now() + milliseconds; now() < end;) {
        secondsAfter.push(...(await caughtUp(1)).map(() => (now() - endedAt) / SECOND));
        wait(10 * SECOND);
      }
    };
    return { reader, hold, pass, secondsAfter };
  };
  const never = () => Infinity;

  it('is read first after two and a half minutes, then once after each batch, hourly after an hour', async () => {
    const { pass, secondsAfter } = await readsOfAnEnd(never);
    await pass(30 * MINUTE);
    // The end was at noon: batches are written in the minutes 1, 6, 11, 16 and so on.
    expect(secondsAfter).toEqual([150, 380, 680, 980, 1280, 1580]);
    await pass(30 * MINUTE);
    expect(secondsAfter).toHaveLength(12);
    await pass(11 * HOUR);
    expect(secondsAfter.length).toBeLessThanOrEqual(12 + 12);
    const before = secondsAfter.length;
    await pass(11 * HOUR);
    expect(secondsAfter).toHaveLength(before);
  });

  it('is read with its own priority, and at once when the quota allows it again', async () => {
    const priorities: unknown[] = [];
    let isSpent = true;
    const { reader, hold, wait } = aStage([known(1)], {
      match: (id, options) => {
        priorities.push(options?.priority);
        if (isSpent) return Promise.reject(new QuotaSpent(NOON + HOUR));
        return answer(aMatch({ id, status: 'finished', score: sets('6-4 6-3'), winner: 'team_1' }));
      },
    });
    hold(known(1, 'ended'));
    await reader.take(anUpdate(1, 'ended'));
    wait(20 * MINUTE);
    await reader.catchUp(new Set([1]));
    isSpent = false;
    wait(10 * SECOND);
    await reader.catchUp(new Set([1]));
    expect(priorities).toEqual(['result', 'result']);
  });

  it('takes three reads in the median, when it comes in a batch 4 to 15 minutes after the end', async () => {
    const counts: number[] = [];
    const random = randomFrom('ends');
    for (let nth = 0; nth < 200; nth += 1) {
      const batchAfter = (at: number): number =>
        Math.ceil((at - MINUTE) / (5 * MINUTE)) * 5 * MINUTE + MINUTE;
      const finalAt = (endedAt: number): number =>
        batchAfter(endedAt + (4 + 11 * random()) * MINUTE) + 10 * SECOND * random();
      const { pass, secondsAfter } = await readsOfAnEnd(finalAt, Math.floor(random() * HOUR));
      await pass(30 * MINUTE);
      counts.push(secondsAfter.length);
    }
    counts.sort((a, b) => a - b);
    expect(counts[100]).toBeLessThanOrEqual(3);
    expect(counts.at(-1)).toBeLessThanOrEqual(5);
  });

  it('is read at once when the feed calls the match over later than that', async () => {
    const { reader, hold, pass, secondsAfter } = await readsOfAnEnd(never);
    await pass(3 * MINUTE);
    hold(known(1, 'finished'));
    await reader.take(anUpdate(1, 'finished'));
    await reader.take(anUpdate(1, 'finished'));
    await pass(MINUTE);
    expect(secondsAfter).toEqual([150, 180]);
  });

  it('is read by the service’s clock, when that runs faster than ours', async () => {
    let ahead = 0;
    const { reader, caughtUp, hold, now } = aStage([known(1)], {
      serviceNow: () => now() + ahead,
    });
    hold(known(1, 'ended'));
    await reader.take(anUpdate(1, 'ended'));
    expect(await caughtUp(1)).toEqual([]);
    ahead = 3 * MINUTE;
    expect(await caughtUp(1)).toEqual(['match 1']);
    expect(await caughtUp(1)).toEqual([]);
    ahead = 7 * MINUTE;
    expect(await caughtUp(1)).toEqual(['match 1']);
  });

  it('is read at once when a webhook reports a change', async () => {
    const { reader, pass, secondsAfter } = await readsOfAnEnd(never);
    await pass(MINUTE);
    void reader.refresh(1);
    await pass(2 * MINUTE);
    expect(secondsAfter).toEqual([60, 150]);
  });

  it('is not read when the schedule has brought it', async () => {
    const { reader, hold, pass, secondsAfter } = await readsOfAnEnd(never);
    hold(known(1, 'finished'));
    const score = sets('6-4 6-3');
    reader.readBySync(aMatch({ id: 1, status: 'finished', score, winner: 'team_1' }), 0);
    await pass(10 * MINUTE);
    expect(secondsAfter).toEqual([]);
  });

  it('is read soon after a start of the process, which did not see the end', async () => {
    const { caughtUp, wait } = aStage([known(1, 'ended')]);
    // The live list no longer has it.
    expect(await caughtUp()).toEqual(['match 1']);
    wait(30 * SECOND);
    expect(await caughtUp()).toEqual([]);
  });
});

describe('catching up', () => {
  it('reads a match that left the live list, until its result is read', async () => {
    const { caughtUp, hold, wait } = aStage([known(1), known(2)], { read: finished });
    expect(await caughtUp(1)).toEqual(['match 2']);
    hold(known(2, 'finished'));
    wait(20 * SECOND);
    expect(await caughtUp(1)).toEqual([]);
  });

  it('reads no match in play before the live list was read', async () => {
    const { reader, requests } = aStage([known(1)]);
    await reader.catchUp(undefined);
    expect(requests()).toEqual([]);
  });

  it('reads a changed match, at the earliest fifteen seconds after its last read', async () => {
    const { reader, caughtUp, wait, wakes } = aStage([known(1)]);
    void reader.refresh(1);
    expect(wakes()).toBe(1);
    expect(await caughtUp(1)).toEqual(['match 1']);
    wait(SECOND);
    void reader.refresh(1);
    expect(await caughtUp(1)).toEqual([]);
    wait(14 * SECOND);
    expect(await caughtUp(1)).toEqual(['match 1']);
    wait(15 * SECOND);
    expect(await caughtUp(1)).toEqual([]);
  });

  it('reads an unlisted match less and less often, until its score changes', async () => {
    let score = '2-1';
    const { caughtUp, wait } = aStage([known(1)], {
      read: (id) => Promise.resolve(aMatch({ id, status: 'live', score: sets(score) })),
    });
    const readsIn = async (minutes: number): Promise<number> => {
      let count = 0;
      for (let passed = 0; passed < minutes * 60; passed += 5) {
        wait(5 * SECOND);
        count += (await caughtUp()).length;
      }
      return count;
    };
    expect(await readsIn(1)).toBe(4);
    await readsIn(29);
    expect(await readsIn(15)).toBeLessThanOrEqual(3);
    score = '3-1';
    expect(await readsIn(6)).toBeGreaterThanOrEqual(4);
  });

  it('does not read a changed match that a sync has read since', async () => {
    const { reader, caughtUp, now, wait } = aStage([known(1), known(2)]);
    void reader.refresh(1);
    wait(SECOND);
    const began = now();
    wait(SECOND);
    void reader.refresh(2);
    for (const id of [1, 2]) reader.readBySync(aMatch({ id }), began);
    expect(await caughtUp(1, 2)).toEqual(['match 2']);
  });

  it('resolves a refresh only by a read that started later, even after an outage', async () => {
    let isDown = true;
    const { reader, caughtUp, now, wait } = aStage([known(1)], {
      read: (id) => (isDown ? Promise.reject(new ServiceDown('gone')) : playedOn(id)),
    });
    let isRead = false;
    const refreshed = reader.refresh(1).then(() => {
      isRead = true;
    });
    reader.readBySync(aMatch({ id: 1 }), now());
    await caughtUp(1);
    expect(isRead).toBe(false);
    isDown = false;
    wait(60 * SECOND);
    await caughtUp(1);
    await refreshed;
  });

  it('resolves a refresh by a sync that started later', async () => {
    const { reader, now } = aStage([known(1)]);
    const refreshed = reader.refresh(1);
    reader.readBySync(aMatch({ id: 1 }), now() + SECOND);
    await refreshed;
  });

  it.each([new UnreadableAnswer('{'), new RequestRefused('no such match'), new NotInPlan()])(
    'resolves a refresh when the service responds with %s',
    async (error) => {
      const { reader, caughtUp } = aStage([known(1)], { read: () => Promise.reject(error) });
      const refreshed = reader.refresh(1);
      await caughtUp(1);
      await refreshed;
    },
  );

  it('rejects pending refreshes when it stops', async () => {
    const { reader } = aStage([known(1)]);
    const rejected = expect(reader.refresh(1)).rejects.toThrow('reader stopped');
    reader.stop();
    await rejected;
  });

  it('leaves matches of levels that no list has to the schedule', async () => {
    const fip = aHeld(
      { id: 1, status: 'live', startedAt: NOON },
      { chances: CHANCES, tournament: { ...aTournament(), level: 'fip_silver' } },
    );
    const { caughtUp } = aStage([fip, known(2)]);
    expect(await caughtUp()).toEqual(['match 2']);
  });

  it('spends only its tokens, and starts with the match that was read longest ago', async () => {
    const { caughtUp, wait } = aStage([1, 2, 3, 4, 5, 6].map((id) => known(id)));
    expect(await caughtUp()).toEqual(['match 1', 'match 2', 'match 3', 'match 4']);
    expect(await caughtUp()).toEqual([]);
    wait(10 * SECOND);
    expect(await caughtUp()).toEqual(['match 5', 'match 6']);
    wait(10 * SECOND);
    expect(await caughtUp()).toEqual(['match 1', 'match 2']);
  });

  it('reads final records and changed matches before anything else', async () => {
    const { reader, caughtUp, hold, wait } = aStage(
      [1, 2, 3, 4, 5, 6, 7].map((id) => known(id)),
      { read: (id) => Promise.resolve(aMatch({ id, status: 'ended' })) },
    );
    hold(known(6, 'ended'));
    await reader.take(anUpdate(6, 'ended'));
    wait(150 * SECOND);
    void reader.refresh(7);
    expect(await caughtUp()).toEqual(['match 6', 'match 7', 'match 1', 'match 2']);
  });

  it('reads changed matches in play before other changed matches', async () => {
    const { reader, caughtUp } = aStage([known(1), known(2)]);
    for (const id of [9, 2, 8, 1]) void reader.refresh(id);
    expect(await caughtUp(1, 2)).toEqual(['match 2', 'match 1', 'match 9', 'match 8']);
  });

  it('alternates between chances and matches that the live list lacks', async () => {
    const { caughtUp } = aStage(
      [1, 2, 3, 4, 5].map((id) => aHeld({ id, status: 'live', startedAt: NOON })),
    );
    expect(await caughtUp(4, 5)).toEqual(['match 1', 'simulate 1', 'match 2', 'simulate 1']);
  });

  it.each<[string, Error, { readonly most: number; readonly least: number }]>([
    ['is down', new ServiceDown('gone'), { least: 100, most: 310 }],
    ['sends an unreadable response', new UnreadableAnswer('{'), { least: 100, most: 310 }],
    ['refuses the request', new RequestRefused('no such match'), { least: 1, most: 1 }],
    ['requires a larger plan', new NotInPlan(), { least: 1, most: 1 }],
  ])(
    'retries less and less often, and not forever, when the service %s',
    async (_why, error, bounds) => {
      const { reader, caughtUp, wait } = aStage([known(1, 'finished')], {
        read: () => Promise.reject(error),
      });
      void reader.refresh(1);
      await reader.take(anUpdate(2));
      const requests: string[] = [];
      for (let minute = 0; minute < 48 * 60; minute += 1) {
        requests.push(...(await caughtUp()));
        wait(60 * SECOND);
      }
      for (const id of [1, 2]) {
        const times = requests.filter((each) => each === `match ${id}`).length;
        expect(times).toBeGreaterThanOrEqual(bounds.least);
        expect(times).toBeLessThanOrEqual(bounds.most);
      }
      expect(await caughtUp()).toEqual([]);
    },
  );

  it('continues with the others when one match cannot be read, and retries it', async () => {
    const { caughtUp, observed, wait, log } = aStage([known(1), known(2)], {
      read: (id) => (id === 1 ? Promise.reject(new ServiceDown('timeout')) : finished(id)),
    });
    await caughtUp();
    expect(observed).toEqual(['match 2 finished']);
    // The client logs the outage, once.
    expect(log.lines).toEqual([]);
    wait(20 * SECOND);
    expect(await caughtUp(2)).toEqual(['match 1']);
  });

  it.each<[string, (id: number) => Promise<Match>, readonly string[]]>([
    ['deleted', () => Promise.reject(new NotFound()), ['removed 1']],
    [
      'merged into another',
      () => Promise.resolve(aMatch({ id: 9, status: 'live' })),
      ['merged 1 into 9', 'match 9 live'],
    ],
  ])('reports a match that was %s', async (_case, read, expected) => {
    const { caughtUp, observed } = aStage([known(1)], { read });
    await caughtUp();
    expect(observed).toEqual(expected);
  });
});
