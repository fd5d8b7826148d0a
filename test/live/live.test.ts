import { describe, expect, it } from 'vitest';
import type { Match } from '#src/domain/match/match.ts';
import { HOUR, MINUTE, SECOND } from '#src/lib/time.ts';
import type { PadelApi } from '#src/padel-api/client.ts';
import { NotInPlan, ServiceBusy, ServiceDown, TokenRefused } from '#src/padel-api/errors.ts';
import { aMatch } from '../domain/feed.ts';
import { aFastClock } from '../lib/fast-clock.ts';
import { NOON } from '../store/rows.ts';
import { answer, anUpdate, pageOf } from './sources.ts';
import { aClockedStage, aStage, never, POLLING, playing } from './stage.ts';

/** Where match 2 is said to be postponed. */
interface Postponement {
  readonly live?: string;
  readonly scheduled?: Partial<Match>;
  readonly held?: Partial<Match>;
}

const ONE_ROW: Partial<PadelApi> = { live: (paging) => pageOf([[anUpdate(1)]], paging) };

describe('the live sources', () => {
  it('subscribe to matches in play and upcoming ones, and poll again once subscribed', async () => {
    const { observed, asked, listeners } = await aStage();
    await expect.poll(listeners, POLLING).toEqual([1, 1, 1]);
    await expect.poll(() => asked('live'), POLLING).toEqual([1, 2, 1, 2]);
    expect(observed).toEqual(expect.arrayContaining(['points 1', 'points 2', 'tournament 7']));
  });

  it('unsubscribe from a finished match although it is still on the live list', async () => {
    const { listeners } = await aStage(
      {
        live: (paging) => pageOf([[anUpdate(1, null), anUpdate(2, 'finished')]], paging),
        match: (id) => answer(aMatch({ id, status: 'finished' })),
      },
      () => ({ inPlay: () => Promise.resolve([playing(1)]) }),
    );
    await expect.poll(listeners, POLLING).toEqual([1, 0, 1]);
  });

  const NEXT_WEEK = '2026-06-14';

  it.each([
    ['on the live list', { live: 'postponed' }],
    ['in the schedule', { scheduled: { status: 'postponed' } }],
    ['for good, as cancelled in the schedule', { scheduled: { status: 'cancelled' } }],
    ['to another day after it had started', { held: { playedOn: NEXT_WEEK } }],
  ])(
    'do not subscribe to a match that is postponed %s',
    async (_where, { live, scheduled, held }: Postponement) => {
      const rows = [anUpdate(1), ...(live === undefined ? [] : [anUpdate(2, live)])];
      const listed = scheduled === undefined ? [] : [aMatch({ id: 2, ...scheduled })];
      // Its stored state still says that it has started.
      const begun =
        held === undefined ? [] : [{ ...playing(2), match: aMatch({ id: 2, ...held }) }];
      const { listeners } = await aStage(
        {
          live: (paging) => pageOf([rows], paging),
          match: (id) => answer(aMatch({ id, status: 'live' })),
          tournamentMatches: () => pageOf([listed]),
        },
        // Match 3 follows it in every read: once match 3 is subscribed to, match 2 would be, too.
        () => ({ inPlay: () => Promise.resolve([playing(1), ...begun, playing(3)]) }),
      );
      await expect.poll(listeners, POLLING).toEqual([1, 0, 1]);
    },
  );

  it('stay subscribed to an ended match whose score is not confirmed', async () => {
    const { listeners } = await aStage(
      {
        live: (paging) => pageOf([[anUpdate(1, 'ended')]], paging),
        match: (id) => answer(aMatch({ id, status: 'ended' })),
      },
      () => ({ inPlay: () => Promise.resolve([]) }),
    );
    await expect.poll(listeners, POLLING).toEqual([1, 0, 1]);
  });

  it('pass a pushed point to the observer', async () => {
    const { observed, listeners, publish } = await aStage();
    await expect.poll(listeners, POLLING).toEqual([1, 1, 1]);
    await publish(3, { id: 3, status: 'live', sets: [], channel: 'matches.3' });
    await expect.poll(() => observed, POLLING).toContain('points 3');
  });

  it('poll once for all matches after the connection was lost', async () => {
    aFastClock();
    const { realtime, asked, listeners } = await aStage();
    await expect.poll(() => asked('live'), POLLING).toEqual([1, 2, 1, 2]);
    realtime.unplug();
    realtime.plug();
    await expect.poll(listeners, POLLING).toEqual([1, 1, 1]);
    await expect.poll(() => asked('live'), POLLING).toEqual([1, 2, 1, 2, 1, 2]);
  });

  it('poll the live list every 90 seconds while connected, and every 20 otherwise', async () => {
    const { realtime, live, publish, listeners, asked, pass } = await aClockedStage(ONE_ROW);
    /** Ignores the first 90 seconds, in which the previous interval still runs. */
    const inFourMinutes = async (meanwhile?: () => unknown): Promise<number> => {
      await pass(90 * SECOND, 5 * SECOND, meanwhile);
      const before = asked('live').length;
      await pass(4 * MINUTE, 5 * SECOND, meanwhile);
      return asked('live').length - before;
    };
    const aPoint = () => publish(1, { id: 1, status: 'live', sets: [] });
    await expect.poll(listeners, POLLING).toEqual([1, 1, 1]);
    expect(await inFourMinutes(aPoint)).toBe(3);
    // A socket that answers pings is alive: silence may mean that nothing has happened.
    expect(await inFourMinutes()).toBe(3);
    realtime.unplug();
    expect(await inFourMinutes()).toBe(12);
    expect(live.state().connected).toBe(false);
  });

  it('limit their polls when the connection comes and goes', async () => {
    const { realtime, listeners, asked, advance } = await aClockedStage(ONE_ROW);
    await expect.poll(listeners, POLLING).toEqual([1, 1, 1]);
    // The delay before a reconnect grows with each lost connection.
    for (let delay = 500; delay <= 4_000; delay *= 2) {
      realtime.unplug();
      realtime.plug();
      await advance(delay + 1_100);
      await expect.poll(listeners, POLLING).toEqual([1, 1, 1]);
    }
    await advance(1_000);
    // The first poll, one or two scheduled ones, and four after reconnects.
    expect(asked('live').length).toBeLessThanOrEqual(7);
  });

  it('read the schedule early instead of every match when webhooks report a whole draw', async () => {
    const draw = Array.from({ length: 40 }, (_, index) => aMatch({ id: 101 + index }));
    const stage = await aClockedStage({
      tournamentMatches: () => pageOf([draw]),
      match: (id) => answer(aMatch({ id })),
    });
    const syncs = () => stage.asked('tournamentMatches').length;
    const isListenedTo = () => stage.realtime.listeners('matches.140');
    // Not awaited: the test ends before some of them are read.
    const refreshAll = (): void => {
      for (const { id } of draw) stage.live.refreshMatch(id).catch(() => undefined);
    };
    await expect.poll(isListenedTo, POLLING).toBe(1);
    refreshAll();
    expect(syncs()).toBe(1);
    await stage.pass(35 * SECOND, SECOND);
    // Six reads at once, and one every five seconds until the schedule is read, earlier than usual.
    expect(syncs()).toBe(2);
    expect(stage.asked('match').length).toBeGreaterThanOrEqual(6);
    expect(stage.asked('match').length).toBeLessThanOrEqual(13);
    refreshAll();
    await stage.pass(20 * SECOND, SECOND);
    expect(syncs()).toBe(2);
  });

  it('read a match that only a webhook reports, and subscribe to it when it is near', async () => {
    const stage = await aStage({
      match: (id) => answer(aMatch({ id, status: id === 8 ? 'live' : 'finished' })),
    });
    await expect.poll(stage.listeners, POLLING).toEqual([1, 1, 1]);
    await Promise.all([8, 9].map(stage.live.refreshMatch));
    expect(stage.observed).toContain('match 9 finished');
    await expect.poll(() => stage.realtime.listeners('matches.8'), POLLING).toBe(1);
    expect(stage.realtime.listeners('matches.9')).toBe(0);
    expect(stage.asked('match')).toEqual([8, 9]);
  });

  it.each([
    ['forward', 5 * HOUR],
    ['backward', -5 * HOUR],
  ])('poll, read and report as before when the wall clock jumps %s', async (_case, jumped) => {
    const stage = await aClockedStage({
      ...ONE_ROW,
      match: (id) => answer(aMatch({ id, status: 'live' })),
    });
    const minute = async () => {
      stage.requests.length = 0;
      await stage.pass(160 * SECOND, 2 * SECOND);
      return [stage.asked('live').length, stage.asked('match').length];
    };
    await minute();
    const [pollsBefore = 0, readsBefore = 0] = await minute();
    stage.jump(jumped);
    const [pollsAfter = 0, readsAfter = 0] = await minute();
    expect(pollsBefore).toBe(pollsAfter);
    // Match 2 is in play, and not on the list.
    expect(readsBefore).toBeGreaterThan(0);
    expect(Math.abs(readsAfter - readsBefore)).toBeLessThanOrEqual(1);
    expect(stage.observed.filter((line) => line.startsWith('delayed 1'))).toEqual([]);
    expect(stage.live.state().lastUpdateAt).toBeGreaterThanOrEqual(NOON + jumped + 390_000);
  });

  it('poll on time although reads of matches hang', async () => {
    const { asked, observed } = await aStage({
      // The list lacks both matches in play: each needs its own read, and no read ends.
      live: (paging) => pageOf([[anUpdate(4)]], paging),
      match: never,
    });
    await expect.poll(() => asked('live'), POLLING).toHaveLength(2);
    expect(asked('match')).toHaveLength(1);
    expect(observed.filter((line) => line === 'points 4')).toHaveLength(2);
  });

  it('finish updates in progress before they stop', async () => {
    const taken = Promise.withResolvers<undefined>();
    const ended: string[] = [];
    const { live, publish, listeners, observed } = await aStage({}, (observed) => ({
      points: async () => {
        observed.push('points');
        await taken.promise;
        ended.push('taken');
        return playing(3);
      },
    }));
    await expect.poll(listeners, POLLING).toEqual([1, 1, 1]);
    await publish(3, { id: 3, status: 'live', sets: [] });
    await expect.poll(() => observed, POLLING).toContain('points');
    const stopping = live.stop().then(() => ended.push('stopped'));
    await new Promise(setImmediate);
    taken.resolve(undefined);
    await stopping;
    expect(ended.at(-1)).toBe('stopped');
  });

  it('subscribe to current and upcoming matches without a warning when the plan has no list', async () => {
    const { listeners, log } = await aStage({
      live: () => Promise.reject(new NotInPlan()),
      matchLive: () => Promise.reject(new NotInPlan()),
      match: (id) => answer(aMatch({ id, status: 'live' })),
    });
    await expect.poll(listeners, POLLING).toEqual([1, 1, 1]);
    expect(log.lines.filter((line) => line.startsWith('warn'))).toEqual([]);
  });

  it('continue when the service is down, and leave the log line to the client', async () => {
    const { listeners, log } = await aStage({ live: () => Promise.reject(new ServiceDown('x')) });
    await expect.poll(listeners, POLLING).toEqual([1, 1, 1]);
    expect(log.lines.filter((line) => line.startsWith('warn'))).toEqual([]);
  });

  it('continue when a poll fails for another reason, and log it', async () => {
    const { listeners, log } = await aStage({ live: () => Promise.reject(new ServiceBusy()) });
    await expect.poll(listeners, POLLING).toEqual([1, 1, 1]);
    expect(log.lines).toContain('warn live poll failed, retrying');
  });

  it('poll less and less often while the service rejects the token', async () => {
    const { listeners, asked, advance } = await aClockedStage({
      live: () => Promise.reject(new TokenRefused()),
    });
    await expect.poll(listeners, POLLING).toEqual([1, 1, 1]);
    await advance(300_000);
    // One every ten seconds would be thirty.
    expect(asked('live').length).toBeGreaterThanOrEqual(7);
    expect(asked('live').length).toBeLessThanOrEqual(13);
  });
});
