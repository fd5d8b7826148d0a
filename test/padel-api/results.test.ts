import { describe, expect, it } from 'vitest';
import { MINUTE, HOUR } from '#src/lib/time.ts';
import type { PadelApi } from '#src/padel-api/client.ts';
import { aMatchOnWire, aCareerOnWire, aSimulationOnWire } from './bodies.ts';
import { aClient } from './clients.ts';
import { pageOnWire, says } from './service.ts';

const RIVALS = { team_1: [11], team_2: [13] };
const OTHERS = { team_1: [11], team_2: [99] };
const STRANGERS = { team_1: [98], team_2: [99] };

const dayAgo = (days: number): string =>
  new Date(Date.now() - days * 24 * HOUR).toISOString().slice(0, 10);

/** Match 5, of the players 11 to 14, is in play until the test changes it. */
const aStage = async () => {
  let match: Readonly<Record<string, unknown>> = { status: 'live', played_at: dayAgo(0) };
  const client = await aClient((response, { url = '' }) => {
    if (url.includes('/simulate')) says(response, 200, aSimulationOnWire());
    else if (url.includes('/stats')) says(response, 200, aCareerOnWire());
    else if (url.includes('/head2head')) says(response, 200, pageOnWire([]));
    else says(response, 200, pageOnWire([aMatchOnWire(match)]));
  });
  const { api, paths, wait } = client;
  const sync = () => api.tournamentMatches(9, { perPage: 50 }, { priority: 'background' });
  return {
    api,
    wait,
    /** Reads the schedule, as each minute. */
    sync,
    says: async (more: Readonly<Record<string, unknown>>): Promise<void> => {
      match = { ...match, ...more };
      await sync();
    },
    /** The number of requests of a call. */
    costOf: async (call: (api: PadelApi) => Promise<unknown>): Promise<number> => {
      const before = paths().length;
      await call(api);
      return paths().length - before;
    },
  };
};

const CALLS: readonly [string, boolean, (api: PadelApi) => Promise<unknown>][] = [
  ['the meetings of two players', true, (api) => api.head2Head(RIVALS)],
  ['the meetings of one of them with another', true, (api) => api.head2Head(OTHERS)],
  ['the matches of a pair', true, (api) => api.pairMatches([11, 12])],
  ['their simulation', false, (api) => api.simulate(RIVALS)],
  ['the career of a player', false, (api) => api.playerStats(14)],
  ['the career of a pair', false, (api) => api.pairStats([11, 12])],
];

describe('a response that depends on results', () => {
  it.each(CALLS)('is cached until there is a new result: %s', async (_case, isAtOnce, call) => {
    const { sync, says, costOf, wait } = await aStage();
    await sync();
    expect(await costOf(call)).toBe(1);
    wait(MINUTE);
    await says({ status: 'finished' });
    wait(1);
    expect(await costOf(call)).toBe(isAtOnce ? 1 : 0);
    // The service updates its figures some minutes later.
    wait(10 * MINUTE);
    await says({});
    if (!isAtOnce) expect(await costOf(call)).toBe(1);
    expect(await costOf(call)).toBe(0);
  });

  it.each(CALLS.filter(([name]) => name !== 'the matches of a pair'))(
    'is cached for more than a day: %s',
    async (_case, _isAtOnce, call) => {
      const { costOf, wait } = await aStage();
      await costOf(call);
      wait(30 * HOUR);
      expect(await costOf(call)).toBe(0);
    },
  );

  it('is read again when a result is corrected', async () => {
    const { says, costOf, wait } = await aStage();
    const meetings = (api: PadelApi) => api.head2Head(RIVALS);
    await says({ status: 'finished' });
    await costOf(meetings);
    wait(1);
    await says({ winner: 'team_2' });
    wait(1);
    expect(await costOf(meetings)).toBe(1);
  });

  it('is not read again for results of other players or of long ago', async () => {
    const { says, costOf, wait } = await aStage();
    await costOf((api) => api.head2Head(STRANGERS));
    await costOf((api) => api.playerStats(11));
    wait(1);
    await says({ status: 'finished', played_at: dayAgo(30) });
    wait(1);
    expect(await costOf((api) => api.playerStats(11))).toBe(0);
    await says({ status: 'finished', played_at: dayAgo(0), winner: 'team_2' });
    wait(1);
    expect(await costOf((api) => api.head2Head(STRANGERS))).toBe(0);
  });
});
