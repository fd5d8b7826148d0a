import { describe, expect, it } from 'vitest';
import { createMatchReader } from '#src/live/match-reader.ts';
import type { HeldMatch } from '#src/domain/held-match.ts';
import type { Match } from '#src/domain/match.ts';
import type { PadelApi } from '#src/padel-api/client.ts';
import {
  NotFound,
  NotInPlan,
  RequestRefused,
  ServiceBusy,
  ServiceDown,
} from '#src/padel-api/errors.ts';
import { aMatch } from '../domain/feed.ts';
import { aLog } from '../lib/log.ts';
import { aHeld } from '../render/held.ts';
import { NOON } from '../store/rows.ts';
import { anApi, anObserverOf, answer, anUpdate } from './sources.ts';

const SECOND = 1_000;
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
  const asked: string[] = [];
  const { read = (id: number) => Promise.resolve(aMatch({ id, status: 'live' })), ...others } =
    answers;
  const listening = anObserverOf(...held);
  const log = aLog();
  const reader = createMatchReader({
    ask: { lane: 'live' },
    observer: listening.observer,
    now: () => now,
    log,
    api: anApi({
      match: async (id) => {
        asked.push(`match ${id}`);
        return await answer(await read(id));
      },
      simulate: () => {
        asked.push('simulate');
        return answer(SIMULATED);
      },
      matchLive: (id) => {
        asked.push(`live ${id}`);
        return answer(anUpdate(id));
      },
      ...others,
    }),
  });
  return {
    reader,
    ...listening,
    log,
    asked: () => asked.splice(0),
    wait: (milliseconds: number): void => {
      now += milliseconds;
    },
  };
};

describe('an update of the live feed', () => {
  it('asks for nothing when nothing is missing', async () => {
    const { reader, told, asked } = aStage([known(1)]);
    await reader.take(anUpdate(1));
    expect(told).toEqual(['points 1']);
    expect(asked()).toEqual([]);
  });

  it('of a match that nobody knows lets it be read first, and is taken then', async () => {
    const { reader, told, asked, hold } = aStage([], {
      read: (id) => {
        hold(known(id));
        return Promise.resolve(aMatch({ id, status: 'live' }));
      },
    });
    await reader.take(anUpdate(1));
    expect(told).toEqual(['points 1', 'match 1 live', 'points 1']);
    expect(asked()).toEqual(['match 1']);
  });

  it('of a match without its start reads the match, but not with every point', async () => {
    const { reader, asked, wait } = aStage([
      aHeld({ id: 1, status: 'live' }, { chances: CHANCES }),
    ]);
    for (let point = 0; point < 5; point += 1) {
      await reader.take(anUpdate(1));
      wait(2 * SECOND);
    }
    expect(asked()).toEqual(['match 1']);
    wait(5 * SECOND);
    await reader.take(anUpdate(1));
    expect(asked()).toEqual(['match 1']);
  });

  it('that ends a match reads it at once, whenever that was read last', async () => {
    const { reader, asked, hold, wait } = aStage([
      aHeld({ id: 1, status: 'live' }, { chances: CHANCES }),
    ]);
    await reader.take(anUpdate(1));
    wait(SECOND);
    hold(known(1, 'finished'));
    await reader.take(anUpdate(1, 'finished'));
    expect(asked()).toEqual(['match 1', 'match 1']);
  });

  it('asks for the chances once', async () => {
    const { reader, asked, told } = aStage([aHeld({ id: 1, status: 'live', startedAt: NOON })]);
    await reader.take(anUpdate(1));
    await reader.take(anUpdate(1));
    expect(asked()).toEqual(['simulate']);
    expect(told).toContain('chances 1 0.61');
  });

  it.each<[string, Error, number]>([
    ['are not in the plan are not asked for again', new NotInPlan(), 1],
    ['are refused are not asked for again', new RequestRefused('The players must differ.'), 1],
    ['are of players who are gone are not asked for again', new NotFound(), 1],
    ['could not be had are asked for with the next point', new ServiceDown('timeout'), 2],
    ['had to wait for too long are asked for with the next point', new ServiceBusy(), 2],
  ])('whose chances %s', async (_case, error, times) => {
    let tries = 0;
    const { reader } = aStage([aHeld({ id: 1, status: 'live', startedAt: NOON })], {
      simulate: () => {
        tries += 1;
        return Promise.reject(error);
      },
    });
    await expect(reader.take(anUpdate(1))).rejects.toBe(error);
    await reader.take(anUpdate(1)).catch(() => undefined);
    expect(tries).toBe(times);
  });
});

describe('confirming', () => {
  const finished = (id: number) =>
    Promise.resolve(aMatch({ id, status: 'finished', winner: 'team_1' }));

  it('reads what the live list no longer has, and what ended, until its result is read', async () => {
    const { reader, asked, hold, wait } = aStage([known(1), known(2)], { read: finished });
    await reader.confirm(new Set([1]));
    expect(asked()).toEqual(['match 2']);
    hold(known(2, 'finished'));
    wait(20 * SECOND);
    await reader.confirm(new Set([1]));
    expect(asked()).toEqual([]);
  });

  it('does not ask more often than every fifteen seconds while nothing changes', async () => {
    const { reader, asked, wait } = aStage([known(1)]);
    for (let poll = 0; poll < 6; poll += 1) {
      await reader.confirm(new Set());
      wait(5 * SECOND);
    }
    expect(asked()).toEqual(['match 1', 'match 1']);
  });

  it('goes on to the others when one match cannot be read, and tries it again', async () => {
    const { reader, asked, told, wait, log } = aStage([known(1), known(2)], {
      read: (id) => (id === 1 ? Promise.reject(new ServiceDown('timeout')) : finished(id)),
    });
    await reader.confirm(new Set());
    expect(told).toEqual(['match 2 finished']);
    expect(log.lines).toEqual(['warn a match could not be confirmed; I try again']);
    asked();
    wait(20 * SECOND);
    await reader.confirm(new Set([2]));
    expect(asked()).toEqual(['match 1']);
  });

  it.each<[string, (id: number) => Promise<Match>, readonly string[]]>([
    ['deleted', () => Promise.reject(new NotFound()), ['removed 1']],
    [
      'merged into another',
      () => Promise.resolve(aMatch({ id: 9, status: 'live' })),
      ['match 9 live', 'removed 1'],
    ],
  ])('tells of a match that was %s', async (_case, read, expected) => {
    const { reader, told } = aStage([known(1)], { read });
    await reader.confirm(new Set());
    expect(told).toEqual(expected);
  });
});
