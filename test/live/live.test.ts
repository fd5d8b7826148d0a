import { describe, expect, it } from 'vitest';
import { NotInPlan, ServiceDown } from '#src/padel-api/errors.ts';
import { aMatch } from '../domain/feed.ts';
import { aHeld } from '../render/held.ts';
import { answer, anUpdate, pageOf } from './sources.ts';
import { aStage, PATIENCE, playing } from './stage.ts';

describe('the sources together', () => {
  it('listen to what is in play and what is to come, and poll again when they do', async () => {
    const { told, polled, listeners } = await aStage();
    await expect.poll(listeners, PATIENCE).toEqual([1, 1, 1]);
    await expect.poll(() => polled, PATIENCE).toEqual([1, 2, 1, 2]);
    expect(told).toEqual(expect.arrayContaining(['points 1', 'points 2', 'tournament 7']));
  });

  it('leave a match that is over, though it stands on the list for some minutes more', async () => {
    const { listeners } = await aStage({
      live: (paging) => pageOf([[anUpdate(1, null), anUpdate(2, 'finished')]], paging),
      match: (id) => answer(aMatch({ id, status: 'finished' })),
    });
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
    await expect.poll(() => log.lines, PATIENCE).toContain('warn a frame could not be read');
    expect(told).not.toContain('points 3');
  });

  it('poll once for all matches after the feed was lost', async () => {
    const { realtime, polled, listeners } = await aStage();
    await expect.poll(() => polled, PATIENCE).toEqual([1, 2, 1, 2]);
    realtime.unplug();
    realtime.plug();
    await expect.poll(listeners, PATIENCE).toEqual([1, 1, 1]);
    await expect.poll(() => polled, PATIENCE).toEqual([1, 2, 1, 2, 1, 2]);
  });

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
      match: (id, ask) => {
        reading.push(id);
        return new Promise((_resolve, reject) => {
          ask?.signal?.addEventListener('abort', () => {
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

  it('listen to the schedule though the plan has no live points, and say nothing of it', async () => {
    const { listeners, log } = await aStage({
      live: () => Promise.reject(new NotInPlan()),
      match: (id) => answer(aMatch({ id, status: 'live' })),
    });
    await expect.poll(listeners, PATIENCE).toEqual([0, 0, 1]);
    expect(log.lines.filter((line) => line.startsWith('warn'))).toEqual([]);
  });

  it('go on when the service is down, and log it', async () => {
    const { listeners, log } = await aStage({ live: () => Promise.reject(new ServiceDown('x')) });
    await expect.poll(listeners, PATIENCE).toEqual([0, 0, 1]);
    expect(log.lines).toContain('warn the live poll failed');
  });
});
