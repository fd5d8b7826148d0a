import { describe, expect, it } from 'vitest';
import { matchEventKey } from '#src/domain/match/events.ts';
import type { MatchEvent } from '#src/domain/match/match-event.ts';
import { HOUR } from '#src/lib/time.ts';
import { markBroken } from '#src/store/channels/channel-failures.ts';
import type { Db } from '#src/store/connection/database.ts';
import { recordDelivery } from '#src/store/outbox/deliveries.ts';
import { addEvents, finishEvent, openEvents } from '#src/store/outbox/events.ts';
import { markDelayed, matchesInPlay } from '#src/store/matches/matches.ts';
import {
  brokenSince,
  inPlaySummary,
  openEventCount,
  undeliveredPostCount,
} from '#src/store/outbox/backlog.ts';
import { DIALECTS, useDialect } from './dialects.ts';
import { aChannel, hold, NOON } from './rows.ts';

/** A start event that expires after an hour, in fan-out; returns its id. */
const aStart = async (db: Db, matchId: number): Promise<number> => {
  const event: MatchEvent = { kind: 'start', matchId };
  await addEvents(db, [{ event, priority: 0, expiresAt: NOON + HOUR }], NOON);
  const { events } = await openEvents(db, 100);
  return events.find(({ key }) => key === matchEventKey(event))?.id ?? 0;
};

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
    const pending = {
      outcome: 'pending',
      reason: 'limited',
      dueAt: NOON + 1,
      attempts: 1,
    } as const;
    const sent = { outcome: 'sent', messageId: '1', targetId: null, shownRev: 0 } as const;
    const [first, second] = [await aStart(db, 1), await aStart(db, 2)];
    await recordDelivery(db, { eventId: first, channelKey: here.key }, pending, NOON);
    await recordDelivery(db, { eventId: first, channelKey: there.key }, pending, NOON);
    await recordDelivery(db, { eventId: second, channelKey: there.key }, pending, NOON);
    await recordDelivery(db, { eventId: second, channelKey: here.key }, sent, NOON);
    expect(await undeliveredPostCount(db, NOON)).toBe(3);
    expect(await undeliveredPostCount(db, NOON, here.key)).toBe(1);
    expect(await undeliveredPostCount(db, NOON + 2 * HOUR)).toBe(0);
  });

  it('counts open events until they expire', async () => {
    const db = await aStore();
    const done = await aStart(db, 1);
    await aStart(db, 2);
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
});
