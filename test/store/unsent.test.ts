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
import { oldestUndeliveredAt } from '#src/store/outbox/backlog.ts';
import { DIALECTS, useDialect } from './dialects.ts';
import { aChannel, NOON } from './rows.ts';

/** An event that became known some minutes ago; returns its id. */
const news = async (db: Db, matchId: number, minutesAgo: number): Promise<number> => {
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

describe.each(DIALECTS)('on $name, the oldest alert that is unsent', (dialect) => {
  const { aStore } = useDialect(dialect);

  /** An event of twenty minutes ago after its fan-out, with one result. */
  const delivered = async (outcome: DeliveryResult): Promise<{ db: Db; channel: Channel }> => {
    const db = await aStore();
    const channel = await aChannel(db, 1);
    const id = await news(db, 1, 20);
    await recordDelivery(db, { eventId: id, channelKey: channel.key }, outcome, NOON);
    await finishEvent(db, id, NOON);
    return { db, channel };
  };

  it('is none where nothing is to be sent', async () => {
    expect(await oldestUndeliveredAt(await aStore(), NOON)).toBeNull();
  });

  it('is that which is on its way for longest', async () => {
    const db = await aStore();
    await news(db, 1, 3);
    const id = await news(db, 2, 5);
    await news(db, 3, 4);
    expect(await oldestUndeliveredAt(db, NOON)).toBe(NOON - 5 * MINUTE);
    await finishEvent(db, id, NOON);
    expect(await oldestUndeliveredAt(db, NOON)).toBe(NOON - 4 * MINUTE);
  });

  it('is that which waits for another try', async () => {
    const { db } = await delivered(pending('request-failed'));
    expect(await oldestUndeliveredAt(db, NOON)).toBe(NOON - 20 * MINUTE);
    await news(db, 2, 5);
    expect(await oldestUndeliveredAt(db, NOON)).toBe(NOON - 20 * MINUTE);
    expect(await oldestUndeliveredAt(db, NOON + 2 * HOUR)).toBeNull();
  });

  it('is the oldest of several that wait', async () => {
    const { db, channel } = await delivered(pending('request-failed'));
    const id = await news(db, 2, 30);
    await recordDelivery(db, { eventId: id, channelKey: channel.key }, pending('error'), NOON);
    await finishEvent(db, id, NOON);
    expect(await oldestUndeliveredAt(db, NOON)).toBe(NOON - 30 * MINUTE);
  });

  it.each<[string, DeliveryResult]>([
    ['was sent', { outcome: 'sent', messageId: '1', targetId: null, shownRev: 0 }],
    ['was kept back', { outcome: 'suppressed', reason: 'limit' }],
    ['was given up', { outcome: 'failed', reason: 'expired' }],
    ['waits for its spoiler delay', pending('delay')],
    ['waits for the end of quiet hours', pending('quiet-hours')],
  ])('is none that %s', async (_what, outcome) => {
    const { db } = await delivered(outcome);
    expect(await oldestUndeliveredAt(db, NOON)).toBeNull();
  });

  it.each<[string, (db: Db, channel: Channel) => Promise<unknown>]>([
    ['Discord refuses', (db, { key }) => markBroken(db, key, 'unknown-channel', NOON)],
    ['is paused', (db, { key }) => setPaused(db, key, NOON)],
    ['was left', (db, { guildId }) => leaveGuild(db, guildId, NOON)],
  ])('is none for a channel that %s', async (_what, spoil) => {
    const { db, channel } = await delivered(pending('request-failed'));
    await spoil(db, channel);
    expect(await oldestUndeliveredAt(db, NOON)).toBeNull();
  });
});
