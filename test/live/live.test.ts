import { describe, expect, it } from 'vitest';
import type { Match } from '#src/domain/match/match.ts';
import { HOUR } from '#src/lib/time.ts';
import { NotInPlan, ServiceBusy, ServiceDown, TokenRefused } from '#src/padel-api/errors.ts';
import { aMatch } from '../domain/feed.ts';
import { aHeld } from '../render/held.ts';
import { aFastClock } from '../lib/fast-clock.ts';
import { NOON } from '../store/rows.ts';
import { answer, anUpdate, pageOf } from './sources.ts';
import { aClock } from './clock.ts';
import { aStage, PATIENCE, playing } from './stage.ts';

/** Where it stands that match 2 is put off. */
interface PutOff {
  readonly live?: string;
  readonly scheduled?: Partial<Match>;
  readonly held?: Partial<Match>;
}

describe('the sources together', () => {
  it('listen to what is in play and what is to come, and poll again when they do', async () => {
    const { told, polled, listeners } = await aStage();
    await expect.poll(listeners, PATIENCE).toEqual([1, 1, 1]);
    await expect.poll(() => polled, PATIENCE).toEqual([1, 2, 1, 2]);
    expect(told).toEqual(expect.arrayContaining(['points 1', 'points 2', 'tournament 7']));
  });

  it('leave a match that is over, though it stands on the list for some minutes more', async () => {
    const { listeners } = await aStage(
      {
        live: (paging) => pageOf([[anUpdate(1, null), anUpdate(2, 'finished')]], paging),
        match: (id) => answer(aMatch({ id, status: 'finished' })),
      },
      () => ({ inPlay: () => Promise.resolve([playing(1)]) }),
    );
    await expect.poll(listeners, PATIENCE).toEqual([1, 0, 1]);
  });

  const NEXT_WEEK = '2026-06-14';

  it.each([
    ['on the live list', { live: 'postponed' }],
    ['in the schedule', { scheduled: { status: 'postponed' } }],
    ['by a word for good', { scheduled: { status: 'cancelled' } }],
    ['after it had begun, to another day', { held: { playedOn: NEXT_WEEK } }],
  ])('leave a match that is put off %s', async (_where, { live, scheduled, held }: PutOff) => {
    const rows = [anUpdate(1), ...(live === undefined ? [] : [anUpdate(2, live)])];
    const listed = scheduled === undefined ? [] : [aMatch({ id: 2, ...scheduled })];
    // That it has begun is not forgotten.
    const begun = held === undefined ? [] : [{ ...playing(2), match: aMatch({ id: 2, ...held }) }];
    const { listeners } = await aStage(
      {
        live: (paging) => pageOf([rows], paging),
        match: (id) => answer(aMatch({ id, status: 'live' })),
        tournamentMatches: () => pageOf([listed]),
      },
      // Match 3 comes after it in whatever is read: once it is listened to, so would be the other.
      () => ({ inPlay: () => Promise.resolve([playing(1), ...begun, playing(3)]) }),
    );
    await expect.poll(listeners, PATIENCE).toEqual([1, 0, 1]);
  });

  it('go on listening while a match has ended and its score is not confirmed', async () => {
    const { listeners } = await aStage(
      {
        live: (paging) => pageOf([[anUpdate(1, 'ended')]], paging),
        match: (id) => answer(aMatch({ id, status: 'ended' })),
      },
      () => ({ inPlay: () => Promise.resolve([]) }),
    );
    await expect.poll(listeners, PATIENCE).toEqual([1, 0, 1]);
  });

  it('bring a pushed point to the observer', async () => {
    const { told, listeners, publish } = await aStage();
    await expect.poll(listeners, PATIENCE).toEqual([1, 1, 1]);
    await publish(3, { id: 3, status: 'live', sets: [], channel: 'matches.3' });
    await expect.poll(() => told, PATIENCE).toContain('points 3');
  });

  it('pass over a frame that nobody can read, and log it', async () => {
    const { log, listeners, publish, told } = await aStage();
    await expect.poll(listeners, PATIENCE).toEqual([1, 1, 1]);
    await publish(3, { id: 'three' });
    await expect.poll(() => log.lines, PATIENCE).toContain('warn frame unreadable, skipped');
    expect(told).not.toContain('points 3');
  });

  it('poll once for all matches after the feed was lost', async () => {
    aFastClock();
    const { realtime, polled, listeners } = await aStage();
    await expect.poll(() => polled, PATIENCE).toEqual([1, 2, 1, 2]);
    realtime.unplug();
    realtime.plug();
    await expect.poll(listeners, PATIENCE).toEqual([1, 1, 1]);
    await expect.poll(() => polled, PATIENCE).toEqual([1, 2, 1, 2, 1, 2]);
  });

  it('pass over a frame of another match than its channel', async () => {
    const { log, listeners, publish, told } = await aStage();
    await expect.poll(listeners, PATIENCE).toEqual([1, 1, 1]);
    await publish(3, { id: 4, status: 'live', sets: [] });
    const passedOver = 'warn frame is of another match than its channel, skipped';
    await expect.poll(() => log.lines, PATIENCE).toContain(passedOver);
    expect(told).not.toContain('points 4');
  });

  it('read the live list each 80 seconds beside pushes, and each 20 when none come', async () => {
    const passing = aClock();
    let polls = 0;
    const { realtime, live, publish, listeners, wait } = await aStage({
      live: (paging) => {
        polls += 1;
        return pageOf([[anUpdate(1)]], paging);
      },
    });
    /** From one poll to the next at first, until the rest is the one of now. */
    const inFourMinutes = async (meanwhile: () => Promise<unknown>): Promise<number> => {
      for (let second = 0; second < 320; second += 5) {
        if (second === 80) polls = 0;
        await meanwhile();
        wait(5_000);
        await passing(5_000);
      }
      return polls;
    };
    const aPoint = () => publish(1, { id: 1, status: 'live', sets: [] });
    const nothing = () => Promise.resolve();
    await expect.poll(listeners, PATIENCE).toEqual([1, 1, 1]);
    expect(await inFourMinutes(aPoint)).toBe(3);
    // A socket that answers pings is alive, and nothing may have happened.
    expect(await inFourMinutes(nothing)).toBe(3);
    realtime.unplug();
    expect(await inFourMinutes(nothing)).toBe(12);
    expect(live.state().connected).toBe(false);
  });

  it('do not poll without end though the connection comes and goes', async () => {
    const passing = aClock();
    let polls = 0;
    const { realtime, listeners } = await aStage({
      live: (paging) => {
        polls += 1;
        return pageOf([[anUpdate(1)]], paging);
      },
    });
    await expect.poll(listeners, PATIENCE).toEqual([1, 1, 1]);
    // The delay before a connection grows with each that is lost.
    for (let delay = 500; delay <= 4_000; delay *= 2) {
      realtime.unplug();
      realtime.plug();
      await passing(delay + 1_100);
      await expect.poll(listeners, PATIENCE).toEqual([1, 1, 1]);
    }
    await passing(1_000);
    // The first one, one or two in their time, and four because of the connection.
    expect(polls).toBeLessThanOrEqual(7);
  });

  it('leave to the schedule what a storm of webhooks says of a whole draw', async () => {
    const passing = aClock();
    const draw = Array.from({ length: 40 }, (_, index) => aMatch({ id: 101 + index }));
    const read: number[] = [];
    let syncs = 0;
    const stage = await aStage({
      tournamentMatches: () => {
        syncs += 1;
        return pageOf([draw]);
      },
      match: (id) => {
        read.push(id);
        return answer(aMatch({ id }));
      },
    });
    const isListenedTo = () => stage.realtime.listeners('matches.140');
    // Nobody waits for them: the end comes before some are read.
    const lookAtAll = (): void => {
      for (const { id } of draw) stage.live.refreshMatch(id).catch(() => undefined);
    };
    await expect.poll(isListenedTo, PATIENCE).toBe(1);
    lookAtAll();
    expect(syncs).toBe(1);
    for (let second = 0; second < 35; second += 1) {
      stage.wait(1_000);
      await passing(1_000);
    }
    // Six at once, and one in five seconds until the schedule is read, which is sooner than else.
    expect(syncs).toBe(2);
    expect(read.length).toBeGreaterThanOrEqual(6);
    expect(read.length).toBeLessThanOrEqual(13);
    lookAtAll();
    for (let second = 0; second < 20; second += 1) {
      stage.wait(1_000);
      await passing(1_000);
    }
    expect(syncs).toBe(2);
  });

  it('learn of a match by a webhook alone: it is read, and listened to when it is near', async () => {
    const read: number[] = [];
    const stage = await aStage({
      match: (id) => {
        read.push(id);
        return answer(aMatch({ id, status: id === 8 ? 'live' : 'finished' }));
      },
    });
    await expect.poll(stage.listeners, PATIENCE).toEqual([1, 1, 1]);
    await Promise.all([8, 9].map(stage.live.refreshMatch));
    expect(stage.told).toContain('match 9 finished');
    await expect.poll(() => stage.realtime.listeners('matches.8'), PATIENCE).toBe(1);
    expect(stage.realtime.listeners('matches.9')).toBe(0);
    expect(read).toEqual([8, 9]);
  });

  it.each([
    ['forward', 5 * HOUR],
    ['backward', -5 * HOUR],
  ])(
    'poll, read and say what they did before when the clock of the machine jumps %s',
    async (_case, jumped) => {
      const passing = aClock();
      let polls = 0;
      const read: number[] = [];
      const stage = await aStage({
        live: (paging) => {
          polls += 1;
          return pageOf([[anUpdate(1)]], paging);
        },
        match: (id) => {
          read.push(id);
          return answer(aMatch({ id, status: 'live' }));
        },
      });
      const minute = async () => {
        const before = { polls, reads: read.length };
        for (let second = 0; second < 160; second += 2) {
          stage.wait(2_000);
          await passing(2_000);
        }
        return [polls - before.polls, read.length - before.reads];
      };
      await minute();
      const [pollsBefore = 0, readsBefore = 0] = await minute();
      stage.jump(jumped);
      const [pollsAfter = 0, readsAfter = 0] = await minute();
      expect(pollsBefore).toBe(pollsAfter);
      // Match 2 is in play, and not on the list.
      expect(readsBefore).toBeGreaterThan(0);
      expect(Math.abs(readsAfter - readsBefore)).toBeLessThanOrEqual(1);
      expect(stage.told.filter((line) => line.startsWith('delayed 1'))).toEqual([]);
      expect(stage.live.state().lastUpdateAt).toBeGreaterThanOrEqual(NOON + jumped + 390_000);
    },
  );

  it('go on with the others when one match cannot be completed', async () => {
    const { told, log, hold } = await aStage({ match: () => Promise.reject(new ServiceDown('x')) });
    hold(aHeld({ id: 1, status: 'live' }));
    await expect.poll(() => told, PATIENCE).toContain('points 2');
    expect(log.lines.every((line) => !line.startsWith('error'))).toBe(true);
  });

  it('poll in their time though reads of the matches hang', async () => {
    let polls = 0;
    const reading: number[] = [];
    const { told } = await aStage({
      // The list lacks both matches in play: each is to be read by itself, and no read ends.
      live: (paging) => {
        polls += 1;
        return pageOf([[anUpdate(4)]], paging);
      },
      match: (id, options) => {
        reading.push(id);
        return new Promise((_resolve, reject) => {
          options?.signal?.addEventListener('abort', () => {
            reject(new Error('given up'));
          });
        });
      },
    });
    await expect.poll(() => polls, PATIENCE).toBe(2);
    expect(reading).toHaveLength(1);
    expect(told.filter((line) => line === 'points 4')).toHaveLength(2);
  });

  it('leave nothing under way when they stop', async () => {
    const taken = Promise.withResolvers<undefined>();
    const ended: string[] = [];
    const { live, publish, listeners, told } = await aStage({}, (told) => ({
      points: async () => {
        told.push('points');
        await taken.promise;
        ended.push('taken');
        return playing(3);
      },
    }));
    await expect.poll(listeners, PATIENCE).toEqual([1, 1, 1]);
    await publish(3, { id: 3, status: 'live', sets: [] });
    await expect.poll(() => told, PATIENCE).toContain('points');
    const stopping = live.stop().then(() => ended.push('stopped'));
    await new Promise(setImmediate);
    taken.resolve(undefined);
    await stopping;
    expect(ended.at(-1)).toBe('stopped');
  });

  it('listen to the schedule and to what is in play though the plan has no live points, and say nothing of it', async () => {
    const { listeners, log } = await aStage({
      live: () => Promise.reject(new NotInPlan()),
      match: (id) => answer(aMatch({ id, status: 'live' })),
    });
    await expect.poll(listeners, PATIENCE).toEqual([1, 1, 1]);
    expect(log.lines.filter((line) => line.startsWith('warn'))).toEqual([]);
  });

  it('go on when the service is down; the client logs that, once for all', async () => {
    const { listeners, log } = await aStage({ live: () => Promise.reject(new ServiceDown('x')) });
    await expect.poll(listeners, PATIENCE).toEqual([1, 1, 1]);
    expect(log.lines.filter((line) => line.startsWith('warn'))).toEqual([]);
  });

  it('go on when a poll fails for another reason, and log it', async () => {
    const { listeners, log } = await aStage({ live: () => Promise.reject(new ServiceBusy()) });
    await expect.poll(listeners, PATIENCE).toEqual([1, 1, 1]);
    expect(log.lines).toContain('warn live poll failed, retrying');
  });

  it('poll ever more rarely while the service refuses the token', async () => {
    const passing = aClock();
    let polls = 0;
    const { listeners } = await aStage({
      live: () => {
        polls += 1;
        return Promise.reject(new TokenRefused());
      },
    });
    await expect.poll(listeners, PATIENCE).toEqual([1, 1, 1]);
    await passing(300_000);
    // In their time they would be thirty.
    expect(polls).toBeGreaterThanOrEqual(7);
    expect(polls).toBeLessThanOrEqual(13);
  });
});
