import { describe, expect, it } from 'vitest';
import { SECOND } from '#src/lib/time.ts';
import { createTokenBucket } from '#src/lib/token-bucket.ts';
import { createReadOrder } from '#src/live/read-order.ts';
import { createMatchReader } from '#src/live/match-reader.ts';
import type { HeldMatch } from '#src/domain/match/state.ts';
import type { Match } from '#src/domain/match/match.ts';
import type { PadelApi } from '#src/padel-api/client.ts';
import {
  NotFound,
  NotInPlan,
  RequestRefused,
  ServiceBusy,
  ServiceDown,
  UnreadableAnswer,
} from '#src/padel-api/errors.ts';
import { aMatch } from '../domain/feed.ts';
import { sets } from '../domain/written.ts';
import { aLog } from '../lib/log.ts';
import { aHeld } from '../render/held.ts';
import { NOON } from '../store/rows.ts';
import { anApi, anObserverOf, answer, anUpdate } from './sources.ts';

const CHANCES = { team_1: 0.61, team_2: 0.39 };
/** A match about which nothing is missing. */
const known = (id: number, status = 'live') =>
  aHeld({ id, status, startedAt: NOON }, { chances: CHANCES });

const SIMULATED = { chances: CHANCES, players: { team_1: [], team_2: [] }, withheld: [] };

const aStage = (
  held: readonly HeldMatch[],
  answers: Partial<PadelApi> & { readonly read?: (id: number) => Promise<Match> } = {},
) => {
  let now = NOON;
  let wakes = 0;
  const asked: string[] = [];
  const { read = (id: number) => Promise.resolve(aMatch({ id, status: 'live' })), ...others } =
    answers;
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
    runInBackground: (_matchId, work) => void work(),
    api: anApi({
      match: async (id) => {
        asked.push(`match ${id}`);
        return await answer(await read(id));
      },
      simulate: () => {
        asked.push('simulate');
        return answer(SIMULATED);
      },
      ...others,
    }),
  });
  return {
    reader,
    ...listening,
    log,
    asked: () => asked.splice(0),
    wakes: () => wakes,
    now: () => now,
    /** What is asked when the live list has these matches. */
    caughtUp: async (...listed: number[]): Promise<string[]> => {
      await reader.catchUp(new Set(listed));
      return asked.splice(0);
    },
    wait: (milliseconds: number): void => {
      now += milliseconds;
    },
  };
};

const finished = (id: number) =>
  Promise.resolve(aMatch({ id, status: 'finished', winner: 'team_1' }));

describe('an update of the live feed', () => {
  it('asks for nothing when nothing is missing', async () => {
    const { reader, told, asked, wakes } = aStage([known(1)]);
    await reader.take(anUpdate(1));
    expect(told).toEqual(['points 1']);
    expect(asked()).toEqual([]);
    expect(wakes()).toBe(0);
  });

  it('of a match that nobody knows lets it be read, and the last one is taken then', async () => {
    const { reader, told, caughtUp, hold, wakes } = aStage([], {
      read: (id) => {
        hold(known(id));
        return Promise.resolve(aMatch({ id, status: 'live' }));
      },
    });
    await reader.take(anUpdate(1));
    await reader.take(anUpdate(1));
    expect(wakes()).toBe(2);
    expect(await caughtUp(1)).toEqual(['match 1']);
    expect(told).toEqual(['points 1', 'points 1', 'match 1 live', 'points 1']);
    expect(await caughtUp(1)).toEqual([]);
  });

  it('of a match that is gone is not followed up again and again', async () => {
    const { reader, caughtUp, wait } = aStage([], { read: () => Promise.reject(new NotFound()) });
    await reader.take(anUpdate(1));
    expect(await caughtUp()).toEqual(['match 1']);
    wait(20 * SECOND);
    await reader.take(anUpdate(1));
    expect(await caughtUp()).toEqual([]);
  });

  it('of a match without its start lets it be read, but not with every point', async () => {
    const { reader, caughtUp, wait } = aStage([
      aHeld({ id: 1, status: 'live' }, { chances: CHANCES }),
    ]);
    const asked: string[] = [];
    for (let point = 0; point < 60; point += 1) {
      await reader.take(anUpdate(1));
      asked.push(...(await caughtUp(1)));
      wait(2 * SECOND);
    }
    expect(asked).toEqual(['match 1']);
    expect(await caughtUp(1)).toEqual(['match 1']);
  });

  it('that ends a match reads it at once, whenever that was read last, and whatever waits', async () => {
    const { reader, asked, caughtUp, hold, wait } = aStage([
      aHeld({ id: 1, status: 'live' }, { chances: CHANCES }),
      ...[2, 3, 4, 5].map((id) => known(id)),
    ]);
    await caughtUp();
    wait(SECOND);
    hold(known(1, 'finished'));
    await reader.take(anUpdate(1, 'finished'));
    expect(asked()).toEqual(['match 1']);
  });

  it('of a match that is over without a score is no reason to read it for ever', async () => {
    const { reader, asked, caughtUp, hold, wait } = aStage([known(1)], {
      read: (id) => Promise.resolve(aMatch({ id, status: 'walkover' })),
    });
    hold(known(1, 'walkover'));
    for (let poll = 0; poll < 6; poll += 1) {
      await reader.take(anUpdate(1, 'walkover'));
      await reader.catchUp(new Set([1]));
      wait(10 * SECOND);
    }
    expect(asked()).toEqual(['match 1']);
    expect(await caughtUp(1)).toEqual([]);
  });
});

describe('the chances', () => {
  const withoutChances = (id = 1) => aHeld({ id, status: 'live', startedAt: NOON });

  it('are asked for once', async () => {
    const { reader, caughtUp, told, hold, wakes } = aStage([withoutChances()]);
    await reader.take(anUpdate(1));
    expect(wakes()).toBe(1);
    expect(await caughtUp(1)).toEqual(['simulate']);
    expect(told).toContain('chances 1 0.61');
    hold(known(1));
    expect(await caughtUp(1)).toEqual([]);
  });

  it.each<[string, Error, number]>([
    ['are not in the plan are not asked for again', new NotInPlan(), 1],
    ['are refused are not asked for again', new RequestRefused('The players must differ.'), 1],
    ['are of players who are gone are not asked for again', new NotFound(), 1],
    ['could not be had are asked for again in two minutes', new ServiceDown('timeout'), 2],
    ['had to wait for too long are asked for again in two minutes', new ServiceBusy(), 2],
  ])('that %s', async (_case, error, times) => {
    let tries = 0;
    const { reader, wait } = aStage([withoutChances()], {
      simulate: () => {
        tries += 1;
        return Promise.reject(error);
      },
    });
    await reader.catchUp(new Set([1]));
    await reader.catchUp(new Set([1]));
    expect(tries).toBe(1);
    wait(120 * SECOND);
    await reader.catchUp(new Set([1]));
    expect(tries).toBe(times);
  });

  it('that the plan withholds are not asked for again', async () => {
    let tries = 0;
    const { reader, wait, told } = aStage([withoutChances()], {
      simulate: () => {
        tries += 1;
        return answer({ ...SIMULATED, chances: null });
      },
    });
    await reader.catchUp(new Set([1]));
    wait(3_600 * SECOND);
    await reader.catchUp(new Set([1]));
    expect(tries).toBe(1);
    expect(told).toEqual([]);
  });
});

describe('catching up', () => {
  it('reads what the live list no longer has, and what ended, until its result is read', async () => {
    const { caughtUp, hold, wait } = aStage([known(1), known(2)], { read: finished });
    expect(await caughtUp(1)).toEqual(['match 2']);
    hold(known(2, 'finished'));
    wait(20 * SECOND);
    expect(await caughtUp(1)).toEqual([]);
  });

  it('reads nothing that may be on the list, while the list is not known', async () => {
    const { reader, asked } = aStage([known(1)]);
    await reader.catchUp(undefined);
    expect(asked()).toEqual([]);
  });

  it('waits for the end of a match that its feed ended first', async () => {
    let status = 'live';
    const { reader, asked, caughtUp, hold, wait } = aStage([known(1)], {
      read: (id) => Promise.resolve(aMatch({ id, status, score: sets('6-4 6-3') })),
    });
    hold(known(1, 'finished'));
    await reader.take(anUpdate(1, 'finished'));
    expect(asked()).toEqual(['match 1']);
    expect(await caughtUp(1)).toEqual([]);
    wait(15 * SECOND);
    status = 'finished';
    expect(await caughtUp(1)).toEqual(['match 1']);
    wait(15 * SECOND);
    expect(await caughtUp(1)).toEqual([]);
  });

  it('reads what is said to have changed, also when it was read a moment ago', async () => {
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

  it('waits for the score of a match whose status was ahead of it', async () => {
    let score = '6-4 5-3';
    const { reader, asked, caughtUp, hold, wait } = aStage([known(1)], {
      read: (id) => Promise.resolve(aMatch({ id, status: 'finished', score: sets(score) })),
    });
    hold(known(1, 'finished'));
    await reader.take(anUpdate(1, 'finished'));
    expect(asked()).toEqual(['match 1']);
    score = '6-4 6-3';
    wait(15 * SECOND);
    expect(await caughtUp(1)).toEqual(['match 1']);
    wait(15 * SECOND);
    expect(await caughtUp(1)).toEqual([]);
  });

  it('asks ever more rarely for an end that does not come, and after an hour no more', async () => {
    const { reader, asked, caughtUp, hold, wait } = aStage([known(1)]);
    hold(known(1, 'ended'));
    await reader.take(anUpdate(1, 'ended'));
    const perQuarter: number[] = [];
    asked();
    for (let quarter = 0; quarter < 5; quarter += 1) {
      let count = 0;
      for (let second = 0; second < 900; second += 5) {
        wait(5 * SECOND);
        count += (await caughtUp(1)).length;
      }
      perQuarter.push(count);
    }
    expect(perQuarter[0]).toBeGreaterThanOrEqual(10);
    expect(perQuarter.slice(1).every((count) => count <= 4)).toBe(true);
    expect(perQuarter.at(-1)).toBe(0);
  });

  it('asks ever more rarely for a match that is on no list and stands still, until it moves', async () => {
    let score = '2-1';
    const { caughtUp, wait } = aStage([known(1)], {
      read: (id) => Promise.resolve(aMatch({ id, status: 'live', score: sets(score) })),
    });
    const askedIn = async (minutes: number): Promise<number> => {
      let count = 0;
      for (let passed = 0; passed < minutes * 60; passed += 5) {
        wait(5 * SECOND);
        count += (await caughtUp()).length;
      }
      return count;
    };
    expect(await askedIn(1)).toBe(4);
    await askedIn(29);
    expect(await askedIn(15)).toBeLessThanOrEqual(3);
    score = '3-1';
    expect(await askedIn(6)).toBeGreaterThanOrEqual(4);
  });

  it('does not read what others have read since it was said to have changed', async () => {
    const { reader, caughtUp, now, wait } = aStage([known(1), known(2)]);
    void reader.refresh(1);
    wait(SECOND);
    const began = now();
    wait(SECOND);
    void reader.refresh(2);
    for (const id of [1, 2]) reader.readBySync(id, began);
    expect(await caughtUp(1, 2)).toEqual(['match 2']);
  });

  it('resolves a refresh with a read that began since, however long the service is down', async () => {
    let isDown = true;
    const { reader, caughtUp, now, wait } = aStage([known(1)], {
      read: (id) =>
        isDown
          ? Promise.reject(new ServiceDown('gone'))
          : Promise.resolve(aMatch({ id, status: 'live' })),
    });
    let isRead = false;
    const refreshed = reader.refresh(1).then(() => {
      isRead = true;
    });
    reader.readBySync(1, now());
    await caughtUp(1);
    expect(isRead).toBe(false);
    isDown = false;
    wait(60 * SECOND);
    await caughtUp(1);
    await refreshed;
  });

  it('resolves a refresh with a sync that began since', async () => {
    const { reader, now } = aStage([known(1)]);
    const refreshed = reader.refresh(1);
    reader.readBySync(1, now() + SECOND);
    await refreshed;
  });

  it.each([new UnreadableAnswer('{'), new RequestRefused('no such match'), new NotInPlan()])(
    'resolves a refresh when the service has answered with %s',
    async (error) => {
      const { reader, caughtUp } = aStage([known(1)], { read: () => Promise.reject(error) });
      const refreshed = reader.refresh(1);
      await caughtUp(1);
      await refreshed;
    },
  );

  it('rejects the refreshes that wait when it stops', async () => {
    const { reader } = aStage([known(1)]);
    const rejected = expect(reader.refresh(1)).rejects.toThrow('match reader stopped');
    reader.stop();
    await rejected;
  });

  it('does not ask more often than every fifteen seconds while nothing changes', async () => {
    const { reader, asked, wait } = aStage([known(1)]);
    for (let poll = 0; poll < 6; poll += 1) {
      await reader.catchUp(new Set());
      wait(5 * SECOND);
    }
    expect(asked()).toEqual(['match 1', 'match 1']);
  });

  it('keeps to its tokens, and reads in turn what was not read longest', async () => {
    const { caughtUp, wait } = aStage([1, 2, 3, 4, 5, 6].map((id) => known(id)));
    expect(await caughtUp()).toEqual(['match 1', 'match 2', 'match 3', 'match 4']);
    expect(await caughtUp()).toEqual([]);
    wait(10 * SECOND);
    expect(await caughtUp()).toEqual(['match 5', 'match 6']);
    wait(10 * SECOND);
    expect(await caughtUp()).toEqual(['match 1', 'match 2']);
  });

  it('reads an end that is not confirmed, and what has changed, before anything else', async () => {
    const { reader, asked, caughtUp, hold, wait } = aStage(
      [1, 2, 3, 4, 5, 6, 7].map((id) => known(id)),
      { read: (id) => Promise.resolve(aMatch({ id, status: 'ended' })) },
    );
    hold(known(6, 'ended'));
    await reader.take(anUpdate(6, 'ended'));
    expect(asked()).toEqual(['match 6']);
    wait(15 * SECOND);
    void reader.refresh(7);
    expect(await caughtUp()).toEqual(['match 6', 'match 7', 'match 1', 'match 2']);
  });

  it('reads what has changed of matches in play before what has of others', async () => {
    const { reader, caughtUp } = aStage([known(1), known(2)]);
    for (const id of [9, 2, 8, 1]) void reader.refresh(id);
    expect(await caughtUp(1, 2)).toEqual(['match 2', 'match 1', 'match 9', 'match 8']);
  });

  it('asks for chances and for what the list lacks in turn', async () => {
    const { caughtUp } = aStage(
      [1, 2, 3, 4, 5].map((id) => aHeld({ id, status: 'live', startedAt: NOON })),
    );
    expect(await caughtUp(4, 5)).toEqual(['match 1', 'simulate', 'match 2', 'simulate']);
  });

  it.each<[string, Error, { readonly most: number; readonly least: number }]>([
    ['is down', new ServiceDown('gone'), { least: 100, most: 310 }],
    ['says what nobody can read', new UnreadableAnswer('{'), { least: 100, most: 310 }],
    ['refuses it', new RequestRefused('no such match'), { least: 1, most: 1 }],
    ['has it in a larger plan', new NotInPlan(), { least: 1, most: 1 }],
  ])('asks ever more rarely, and not for ever, when the service %s', async (_why, error, asks) => {
    const { reader, caughtUp, wait } = aStage([known(1, 'finished')], {
      read: () => Promise.reject(error),
    });
    void reader.refresh(1);
    await reader.take(anUpdate(2));
    const asked: string[] = [];
    for (let minute = 0; minute < 48 * 60; minute += 1) {
      asked.push(...(await caughtUp()));
      wait(60 * SECOND);
    }
    for (const id of [1, 2]) {
      const times = asked.filter((each) => each === `match ${id}`).length;
      expect(times).toBeGreaterThanOrEqual(asks.least);
      expect(times).toBeLessThanOrEqual(asks.most);
    }
    expect(await caughtUp()).toEqual([]);
  });

  it('goes on to the others when one match cannot be read, and tries it again', async () => {
    const { caughtUp, told, wait, log } = aStage([known(1), known(2)], {
      read: (id) => (id === 1 ? Promise.reject(new ServiceDown('timeout')) : finished(id)),
    });
    await caughtUp();
    expect(told).toEqual(['match 2 finished']);
    // The client logs it, once for all.
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
  ])('tells of a match that was %s', async (_case, read, expected) => {
    const { caughtUp, told } = aStage([known(1)], { read });
    await caughtUp();
    expect(told).toEqual(expected);
  });
});
