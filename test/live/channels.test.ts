import { describe, expect, it } from 'vitest';
import type { LivePoints } from '#src/domain/match/live-points.ts';
import { MINUTE, SECOND } from '#src/lib/time.ts';
import { createChannels } from '#src/live/subscriptions.ts';
import { NotFound, NotInPlan, ServiceDown } from '#src/padel-api/errors.ts';
import { aMatch } from '../domain/feed.ts';
import { answer, anUpdate, pageOf } from './sources.ts';
import { aClockedStage, aStage, playing, POLLING } from './stage.ts';

const named = (matchId: number, channel: string, status: string | null = null): LivePoints => ({
  ...anUpdate(matchId, status),
  channel,
});

const aFrame = (id: number, channel: string) => ({ id, status: 'live', channel, sets: [] });

describe('the channel of a match', () => {
  it('is the one that the live list names, and not built from the id', async () => {
    const stage = await aStage({ live: (paging) => pageOf([[named(1, 'live-9f2c')]], paging) });
    await expect.poll(() => stage.realtime.listeners('live-9f2c'), POLLING).toBe(1);
    expect(stage.realtime.listeners('matches.1')).toBe(0);
    const before = stage.observed.filter((line) => line === 'points 1').length;
    await stage.publishOn('live-9f2c', aFrame(1, 'live-9f2c'));
    await expect
      .poll(() => stage.observed.filter((line) => line === 'points 1').length, POLLING)
      .toBeGreaterThan(before);
  });

  it('is replaced when a frame names another one, and when the live list does', async () => {
    let channel = 'live-a';
    const stage = await aStage({ live: (paging) => pageOf([[named(1, channel)]], paging) });
    const listeners = () =>
      ['live-a', 'live-b', 'live-c'].map((name) => stage.realtime.listeners(name));
    await expect.poll(listeners, POLLING).toEqual([1, 0, 0]);
    await stage.publishOn('live-a', aFrame(1, 'live-b'));
    await expect.poll(listeners, POLLING).toEqual([0, 1, 0]);
    channel = 'live-c';
    stage.wait(2 * MINUTE);
    // Another match is subscribed to: the list is read again.
    await stage.live.refreshMatch(8).catch(() => undefined);
    stage.realtime.unplug();
    stage.realtime.plug();
    await expect.poll(listeners, POLLING).toEqual([0, 0, 1]);
  });

  it('is subscribed to at the start of the process as it was stored, although no request succeeds', async () => {
    const down = () => Promise.reject(new ServiceDown('x'));
    const stage = await aStage({ live: down, tournaments: down }, () => ({
      inPlay: () => Promise.resolve([{ ...playing(1), channel: 'live-stored' }, playing(2)]),
    }));
    await expect.poll(() => stage.realtime.listeners('live-stored'), POLLING).toBe(1);
    await expect.poll(() => stage.realtime.listeners('matches.2'), POLLING).toBe(1);
    expect(stage.realtime.listeners('matches.1')).toBe(0);
  });

  it('serves two matches when the service names it for both', async () => {
    const rows = [named(1, 'live-shared'), named(2, 'live-shared')];
    const stage = await aStage({ live: (paging) => pageOf([rows], paging) });
    await expect.poll(() => stage.realtime.listeners('live-shared'), POLLING).toBe(1);
    await expect.poll(() => stage.observed, POLLING).toContain('points 2');
    stage.observed.length = 0;
    for (const id of [1, 2, 3]) await stage.publishOn('live-shared', aFrame(id, 'live-shared'));
    await expect
      .poll(() => stage.observed, POLLING)
      .toEqual(expect.arrayContaining(['points 1', 'points 2']));
    const skipped = 'warn frame is of another match than its channel, skipped';
    await expect.poll(() => stage.log.lines, POLLING).toContain(skipped);
    expect(stage.observed).not.toContain('points 3');
  });

  it('is asked for by itself, once, when the match is in play and not on the live list', async () => {
    const stage = await aStage({
      live: (paging) => pageOf([[named(2, 'live-two')]], paging),
      match: (id) => answer(aMatch({ id, status: 'live' })),
      matchLive: (id) => answer(named(id, 'live-one', 'live')),
    });
    await expect.poll(() => stage.realtime.listeners('live-one'), POLLING).toBe(1);
    expect(stage.realtime.listeners('matches.1')).toBe(0);
    expect(stage.asked('matchLive')).toEqual([1]);
  });

  it('is asked for its end when its row has left the list and no frame has come for a minute', async () => {
    let rows = [named(1, 'live-one'), named(2, 'live-two')];
    const stage = await aClockedStage({
      live: (paging) => pageOf([rows], paging),
      match: (id) => answer(aMatch({ id, status: 'live' })),
      matchLive: (id) => answer(named(id, 'live-one', 'ended')),
    });
    await expect.poll(() => stage.realtime.listeners('live-two'), POLLING).toBe(1);
    await stage.advance(1_000);
    rows = [];
    stage.wait(100_000);
    stage.observed.length = 0;
    await stage.publishOn('live-two', aFrame(2, 'live-two'));
    await expect.poll(() => stage.observed, POLLING).toContain('points 2');
    await stage.pass(30 * SECOND, 10 * SECOND);
    expect(stage.asked('matchLive')).toEqual([1]);
    expect(stage.observed).toContain('points 1');
  });

  it.each([new NotInPlan(), new NotFound()])(
    'is not asked for again after a refusal: %s',
    async (refusal) => {
      const stage = await aClockedStage({
        live: (paging) => pageOf([[named(2, 'live-two')]], paging),
        match: (id) => answer(aMatch({ id, status: 'live' })),
        matchLive: () => Promise.reject(refusal),
      });
      await expect.poll(stage.listeners, POLLING).toEqual([1, 0, 1]);
      await stage.pass(150 * MINUTE, 5 * MINUTE);
      expect(stage.asked('matchLive')).toEqual([1]);
    },
  );
});

it('the whole live list is read, all draws of it, while a match outside the main draw may be in play', async () => {
  const queries: object[] = [];
  const qualifying = { ...playing(1), match: { ...playing(1).match, draw: 'qualy' as const } };
  const stage = await aStage(
    {
      live: (query) => {
        queries.push(query ?? {});
        return pageOf([[anUpdate(1)]], query);
      },
    },
    () => ({ inPlay: () => Promise.resolve([qualifying]) }),
  );
  await expect.poll(() => stage.observed, POLLING).toContain('points 1');
  expect(queries[0]).toEqual({ page: 1, perPage: 50, draw: 'all' });
});

describe('the names of channels', () => {
  it('are the specification’s until a source says another one', () => {
    const channels = createChannels();
    expect([channels.of(5), channels.isNamed(5)]).toEqual(['matches.5', false]);
    expect(channels.named(5, 'matches.5', 'read')).toBe(false);
    expect(channels.isNamed(5)).toBe(true);
    expect(channels.named(5, 'live-a', 'frame')).toBe(true);
    expect(channels.of(5)).toBe('live-a');
  });

  it('do not change for ever when list and frames differ; a silent one gives way to the list’s', () => {
    const channels = createChannels();
    channels.named(5, 'live-a', 'read');
    channels.named(5, 'live-b', 'frame');
    expect(channels.named(5, 'live-a', 'read')).toBe(false);
    expect(channels.of(5)).toBe('live-b');
    expect(channels.silent(5)).toBe(true);
    expect(channels.of(5)).toBe('live-a');
    expect(channels.named(5, 'live-b', 'frame')).toBe(false);
    expect([channels.silent(5), channels.silent(6)]).toEqual([false, false]);
  });
});
