import { describe, expect, it } from 'vitest';
import { MINUTE, HOUR } from '#src/lib/time.ts';
import { markBroken } from '#src/store/channels/channel-failures.ts';
import { setPaused } from '#src/store/channels/channel-settings.ts';
import type { Channel } from '#src/store/channels/channels.ts';
import { leaveGuild } from '#src/store/channels/guild-channels.ts';
import type { DeliveryReason } from '#src/domain/alerts/delivery-reasons.ts';
import type { Db } from '#src/store/connection/database.ts';
import { recordDelivery, type DeliveryResult } from '#src/store/outbox/deliveries.ts';
import { addEvents, finishEvent, openEvents } from '#src/store/outbox/events.ts';
import { markDelayed, matchesInPlay } from '#src/store/matches/matches.ts';
import {
  brokenSince,
  inPlaySummary,
  oldestUndeliveredAt,
  openEventCount,
  undeliveredPostCount,
} from '#src/store/outbox/backlog.ts';
import { DIALECTS, useDialect } from './dialects.ts';
import { aChannel, hold, NOON } from './rows.ts';

/** An event that became known some minutes ago; returns its id. */
const news = async (db: Db, matchId: number, minutesAgo = 0): Promise<number> => {
  const event = { kind: 'start', matchId } as const;
  const at = NOON - minutesAgo * MINUTE;
  await addEvents(db, [{ event, priority: 0, expiresAt: NOON + HOUR }], at);
  const { events } = await openEvents(db, 10);
  return events.find(({ key }) => key === `match:${matchId}:start`)?.id ?? 0;
};

const pending = (reason: DeliveryReason): DeliveryResult => ({
  outcome: 'pending',
  reason,
  dueAt: NOON + MINUTE,
  attempts: 1,
});

const SENT = { outcome: 'sent', messageId: '1', targetId: null, shownRev: 0 } as const;

describe.each(DIALECTS)('the backlog on $name', (dialect) => {
  const { aStore } = useDialect(dialect);

  it('says how many matches are in play and how fresh they are', async () => {
    const db = await aStore();
    expect(await inPlaySummary(db, NOON)).toEqual({
      matches: 0,
      changedAt: null,
      delayed: 0,
      delayedSince: null,
    });
    await hold(db, { id: 1, status: 'live' }, NOON);
    await hold(db, { id: 2, status: 'live' }, NOON + 5);
    await hold(db, { id: 3, status: 'finished' }, NOON + 9);
    await markDelayed(db, [1], NOON + 7);
    await hold(db, { id: 4, status: 'live' }, NOON + 5);
    await markDelayed(db, [4], NOON + 8);
    expect(await inPlaySummary(db, NOON)).toEqual({
      matches: 3,
      changedAt: NOON + 5,
      delayed: 2,
      delayedSince: NOON + 7,
    });
    // What the service never ends is no longer in play.
    expect(await inPlaySummary(db, NOON + 13 * HOUR)).toMatchObject({ matches: 0, delayed: 0 });
    expect(await matchesInPlay(db, NOON + 13 * HOUR)).toEqual([]);
    expect(await matchesInPlay(db, NOON)).toHaveLength(3);
  });

  it('counts undelivered posts, in total and per channel, until they expire', async () => {
    const db = await aStore();
    const [here, there] = [await aChannel(db, 1), await aChannel(db, 2)];
    const [first, second] = [await news(db, 1), await news(db, 2)];
    await recordDelivery(db, { eventId: first, channelKey: here.key }, pending('limited'), NOON);
    await recordDelivery(db, { eventId: first, channelKey: there.key }, pending('limited'), NOON);
    await recordDelivery(db, { eventId: second, channelKey: there.key }, pending('limited'), NOON);
    await recordDelivery(db, { eventId: second, channelKey: here.key }, SENT, NOON);
    expect(await undeliveredPostCount(db, NOON)).toBe(3);
    expect(await undeliveredPostCount(db, NOON, here.key)).toBe(1);
    expect(await undeliveredPostCount(db, NOON + 2 * HOUR)).toBe(0);
  });

  it('counts open events until they expire', async () => {
    const db = await aStore();
    const done = await news(db, 1);
    await news(db, 2);
    await finishEvent(db, done, NOON);
    expect(await openEventCount(db, NOON)).toBe(1);
    expect(await openEventCount(db, NOON + 2 * HOUR)).toBe(0);
  });

  it('says since when a channel is broken', async () => {
    const db = await aStore();
    const { key } = await aChannel(db, 1);
    expect(await brokenSince(db, key)).toBeNull();
    await markBroken(db, key, 'missing-access', NOON);
    expect(await brokenSince(db, key)).toBe(NOON);
  });

  describe('the oldest undelivered alert', () => {
    /** An event of twenty minutes ago after its fan-out, with one delivery. */
    const withDelivery = async (outcome: DeliveryResult): Promise<{ db: Db; channel: Channel }> => {
      const db = await aStore();
      const channel = await aChannel(db, 1);
      const id = await news(db, 1, 20);
      await recordDelivery(db, { eventId: id, channelKey: channel.key }, outcome, NOON);
      await finishEvent(db, id, NOON);
      return { db, channel };
    };

    it('is null when nothing is to be sent', async () => {
      expect(await oldestUndeliveredAt(await aStore(), NOON)).toBeNull();
    });

    it('is the oldest open event', async () => {
      const db = await aStore();
      await news(db, 1, 3);
      const id = await news(db, 2, 5);
      await news(db, 3, 4);
      expect(await oldestUndeliveredAt(db, NOON)).toBe(NOON - 5 * MINUTE);
      await finishEvent(db, id, NOON);
      expect(await oldestUndeliveredAt(db, NOON)).toBe(NOON - 4 * MINUTE);
    });

    it('is one that is pending after a failure, until it expires', async () => {
      const { db } = await withDelivery(pending('request-failed'));
      expect(await oldestUndeliveredAt(db, NOON)).toBe(NOON - 20 * MINUTE);
      await news(db, 2, 5);
      expect(await oldestUndeliveredAt(db, NOON)).toBe(NOON - 20 * MINUTE);
      expect(await oldestUndeliveredAt(db, NOON + 2 * HOUR)).toBeNull();
    });

    it('is the oldest of several pending ones', async () => {
      const { db, channel } = await withDelivery(pending('request-failed'));
      const id = await news(db, 2, 30);
      await recordDelivery(db, { eventId: id, channelKey: channel.key }, pending('error'), NOON);
      await finishEvent(db, id, NOON);
      expect(await oldestUndeliveredAt(db, NOON)).toBe(NOON - 30 * MINUTE);
    });

    it.each<[string, DeliveryResult]>([
      ['was sent', SENT],
      ['was suppressed', { outcome: 'suppressed', reason: 'limit' }],
      ['failed', { outcome: 'failed', reason: 'expired' }],
      ['is pending for its spoiler delay', pending('delay')],
      ['is pending until quiet hours end', pending('quiet-hours')],
    ])('is never one that %s', async (_what, outcome) => {
      const { db } = await withDelivery(outcome);
      expect(await oldestUndeliveredAt(db, NOON)).toBeNull();
    });

    it.each<[string, (db: Db, channel: Channel) => Promise<unknown>]>([
      ['Discord refuses', (db, { key }) => markBroken(db, key, 'unknown-channel', NOON)],
      ['is paused', (db, { key }) => setPaused(db, key, NOON)],
      ['the bot has left', (db, { guildId }) => leaveGuild(db, guildId, NOON)],
    ])('is never one of a channel that %s', async (_what, spoil) => {
      const { db, channel } = await withDelivery(pending('request-failed'));
      await spoil(db, channel);
      expect(await oldestUndeliveredAt(db, NOON)).toBeNull();
    });
  });
});
