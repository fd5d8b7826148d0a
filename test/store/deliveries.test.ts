import { describe, expect, it } from 'vitest';
import type { AlertEvent } from '#src/domain/alerts/events.ts';
import type { MatchEvent } from '#src/domain/match/match-event.ts';
import { HOUR, MINUTE } from '#src/lib/time.ts';
import {
  isDeliveryPending,
  recordDelivery,
  type DeliveryResult,
} from '#src/store/outbox/deliveries.ts';
import { hasDecidedTie, wasResultDelivered } from '#src/store/outbox/delivered.ts';
import { deliveryHistory } from '#src/store/outbox/delivery-history.ts';
import {
  addEvents,
  findEvent,
  finishEvent,
  openEvents,
  renameEvent,
} from '#src/store/outbox/events.ts';
import {
  earlierUndelivered,
  hasEarlierUndelivered,
  startPostDueAt,
} from '#src/store/outbox/match-order.ts';
import {
  moveToDigest,
  quietHoursDigest,
  recordDigestPosted,
} from '#src/store/outbox/quiet-hours-digest.ts';
import { recheckDelayed } from '#src/store/outbox/recheck-pending.ts';
import { DIALECTS, useDialect } from './dialects.ts';
import { dueDeliveries, nextDeliveryDue } from './due.ts';
import { aChannel, hold, NOON } from './rows.ts';

const START = { kind: 'start', matchId: 123 } as const;
const SET: MatchEvent = {
  kind: 'set',
  matchId: 123,
  set: 1,
  score: { team_1: 6, team_2: 4, tieBreak: null },
  minutes: null,
};
const TIE = { kind: 'tie', tie: 'old', matchId: 123, winner: 'team_1', score: null } as const;

const pending = (dueAt: number, detail?: string) =>
  ({ outcome: 'pending', reason: 'limited', dueAt, attempts: 1, detail: detail ?? null }) as const;
const SENT = { outcome: 'sent', messageId: '900', targetId: null, shownRev: 0 } as const;
const QUIET = { outcome: 'suppressed', reason: 'quiet-hours' } as const;

describe.each(DIALECTS)('deliveries on $name', (dialect) => {
  const { aStore } = useDialect(dialect);

  /** A channel, and the ids of these events in the outbox. */
  const withEvents = async (...events: readonly AlertEvent[]) => {
    const db = await aStore();
    const { key: channelKey } = await aChannel(db, 1);
    const news = events.map((event) => ({ event, priority: 1, expiresAt: NOON + HOUR }));
    const ids = (await addEvents(db, news, NOON)).map(({ id }) => id);
    const record = (nth: number, outcome: DeliveryResult, at = NOON) =>
      recordDelivery(db, { eventId: ids[nth] ?? 0, channelKey }, outcome, at);
    return { db, channelKey, ids, record };
  };

  describe('a delivery', () => {
    it('keeps the detail of its last delay until it fails for another reason', async () => {
      const { db, record } = await withEvents(START);
      const kept = async () => {
        const row = await db.selectFrom('deliveries').selectAll().executeTakeFirstOrThrow();
        return [row.outcome, row.reason, row.detail, row.lastDelayReason, row.attempts];
      };
      await record(0, pending(NOON, 'HTTP 500'));
      expect(await kept()).toEqual(['pending', 'limited', 'HTTP 500', 'limited', 1]);
      await record(0, SENT);
      expect(await kept()).toEqual(['sent', null, 'HTTP 500', 'limited', 0]);
      await record(0, { outcome: 'failed', reason: 'rejected', detail: '50035' });
      expect(await kept()).toEqual(['failed', 'rejected', '50035', 'limited', 0]);
      await record(0, { outcome: 'failed', reason: 'rejected' });
      expect(await kept()).toEqual(['failed', 'rejected', null, 'limited', 0]);
    });

    it('is pending once it is postponed, until it is sent', async () => {
      const { db, channelKey, ids, record } = await withEvents(START);
      const key = { eventId: ids[0] ?? 0, channelKey };
      const isPending = () => isDeliveryPending(db, key);
      expect(await isPending()).toBe(false);
      await record(0, pending(NOON));
      expect(await isPending()).toBe(true);
      expect(await isDeliveryPending(db, { ...key, channelKey: channelKey + 1 })).toBe(false);
      await record(0, SENT);
      expect(await isPending()).toBe(false);
    });

    it('waits for the latest of the earlier deliveries; the earliest is the next due', async () => {
      const { db, channelKey, ids, record } = await withEvents(START, SET, TIE);
      await record(0, pending(NOON + 5));
      await record(1, pending(NOON + 9));
      const key = { eventId: ids[2] ?? 0, channelKey };
      expect(await earlierUndelivered(db, key, 123, ['set'])).toEqual({ dueAt: NOON + 9 });
      expect(await nextDeliveryDue(db, NOON)).toBe(NOON + 5);
      expect(await nextDeliveryDue(db, NOON + 5)).toBe(NOON + 9);
    });

    it('that a setting delays is due when settings change, and no other is', async () => {
      const { db, channelKey, record } = await withEvents(START, SET, TIE);
      await record(0, { ...pending(NOON + 5), reason: 'delay' });
      await record(1, { ...pending(NOON + 5), reason: 'in-order' });
      await record(2, pending(NOON + 5));
      await recheckDelayed(db, channelKey + 1, NOON);
      expect(await dueDeliveries(db, NOON, 10)).toEqual([]);
      await recheckDelayed(db, channelKey, NOON);
      expect(await dueDeliveries(db, NOON, 10)).toHaveLength(2);
    });

    it('in any channel holds back later events of its match until it is sent', async () => {
      const { db, ids, record } = await withEvents(START, SET);
      const [first = 0, second = 0] = ids;
      const isHeldBack = (matchId = 123, id = second) => hasEarlierUndelivered(db, matchId, id);
      expect(await isHeldBack()).toBe(true);
      expect(await isHeldBack(124)).toBe(false);
      expect(await isHeldBack(123, first)).toBe(false);
      await finishEvent(db, first, NOON);
      expect(await isHeldBack()).toBe(false);
      await record(0, pending(NOON));
      expect(await isHeldBack()).toBe(true);
      await record(0, SENT);
      expect(await isHeldBack()).toBe(false);
    });
  });

  it('the start post of a match has a due time until it is delivered or ruled out', async () => {
    const { db, channelKey, ids, record } = await withEvents(SET, START);
    const dueAt = (matchId = 123) => startPostDueAt(db, { matchId, channelKey }, NOON);
    expect(await dueAt(124)).toBeNull();
    expect(await dueAt()).toBe(NOON);
    await record(1, pending(NOON + 7));
    expect(await dueAt()).toBe(NOON + 7);
    await record(1, pending(NOON - 7));
    expect(await dueAt()).toBe(NOON);
    await record(1, SENT);
    expect(await dueAt()).toBeNull();
    await db.deleteFrom('deliveries').execute();
    await finishEvent(db, ids[1] ?? 0, NOON);
    expect(await dueAt()).toBeNull();
  });

  it('the history of a match lists every event with its delivery in the channel', async () => {
    const { db, channelKey, ids, record } = await withEvents(START, SET);
    await finishEvent(db, ids[0] ?? 0, NOON);
    await record(0, pending(NOON + 5, 'HTTP 500'));
    await record(0, { ...SENT, targetId: '800' }, NOON + MINUTE);
    const event = { createdAt: NOON, expiresAt: NOON + HOUR };
    const delivery = {
      ...{ outcome: 'sent', reason: null, detail: 'HTTP 500', waitedFor: 'limited', dueAt: null },
      ...{ at: NOON + MINUTE, messageId: '900', targetId: '800' },
    };
    expect(await deliveryHistory(db, 123, channelKey)).toEqual([
      { ...event, event: START, isDone: true, delivery },
      { ...event, event: SET, isDone: false, delivery: null },
    ]);
    expect(await deliveryHistory(db, 124, channelKey)).toEqual([]);
    expect((await deliveryHistory(db, 123, channelKey + 1)).map((each) => each.delivery)).toEqual([
      null,
      null,
    ]);
  });

  describe('a tie', () => {
    it('is found by the match that decided it', async () => {
      const { db } = await withEvents(START, TIE);
      expect(await hasDecidedTie(db, 123)).toBe(true);
      expect(await hasDecidedTie(db, 124)).toBe(false);
      await db.deleteFrom('events').where('kind', '=', 'tie').execute();
      expect(await hasDecidedTie(db, 123)).toBe(false);
    });

    it('counts as the delivered result of the rubber that decided it', async () => {
      const { db, channelKey, record } = await withEvents(START, TIE);
      const wasDelivered = (before = NOON + 1, matchId = 123, key = channelKey) =>
        wasResultDelivered(db, matchId, key, before);
      await record(0, SENT);
      await record(1, pending(NOON));
      expect(await wasDelivered()).toBe(false);
      await record(1, SENT);
      expect(await wasDelivered()).toBe(true);
      expect(await wasDelivered(NOON)).toBe(false);
      expect(await wasDelivered(NOON + 1, 124)).toBe(false);
      expect(await wasDelivered(NOON + 1, 123, channelKey + 1)).toBe(false);
    });

    it('counts as delivered once the digest that kept it is posted', async () => {
      const { db, channelKey, record } = await withEvents(TIE);
      const until = NOON + HOUR;
      const wasDelivered = (before: number) => wasResultDelivered(db, 123, channelKey, before);
      await record(0, { ...QUIET, digestAt: until });
      expect(await wasDelivered(until + 1)).toBe(false);
      const end = { channelKey, until };
      await db.transaction().execute((tx) => recordDigestPosted(tx, end, until));
      expect(await wasDelivered(until)).toBe(false);
      expect(await wasDelivered(until + 1)).toBe(true);
      await record(0, { ...QUIET, reason: 'limit' });
      expect(await wasDelivered(until + 1)).toBe(false);
    });

    it('keeps its event when its key changes', async () => {
      const { db } = await withEvents(START, TIE);
      const rename = (from: string, to: string) =>
        db
          .transaction()
          .execute((tx) => renameEvent(tx, `tie:${from}`, () => ({ ...TIE, tie: to })));
      await rename('another', 'new');
      expect(await findEvent(db, 'tie:old')).toEqual(TIE);
      await rename('old', 'new');
      expect(await findEvent(db, 'tie:old')).toBeUndefined();
      expect(await findEvent(db, 'tie:new')).toEqual({ ...TIE, tie: 'new' });
    });
  });

  describe('the quiet-hours digest', () => {
    const draw: AlertEvent = {
      kind: 'draw',
      tournamentId: 7,
      category: 'women',
      round: 4,
      matchIds: [124, 123, 999],
    };

    it('lists what was held back until its end, with the matches, and only once', async () => {
      const { db, channelKey, record } = await withEvents(draw, SET, START);
      await hold(db, { id: 123 });
      await hold(db, { id: 124 });
      for (const [nth, digestAt] of [NOON, NOON, NOON + HOUR].entries())
        await record(nth, { ...QUIET, digestAt }, NOON - HOUR);
      const digest = async (until = NOON, key = channelKey) =>
        (await quietHoursDigest(db, key, until)).map(({ event, held, matches, tournament }) => [
          event.kind,
          held?.match.id ?? null,
          matches.map(({ match }) => match.id),
          tournament,
        ]);
      expect(await digest()).toEqual([
        ['draw', null, [124, 123], null],
        ['set', 123, [123], null],
      ]);
      expect(await digest(NOON, channelKey + 1)).toEqual([]);
      const later = { channelKey, until: NOON + HOUR };
      await db.transaction().execute((tx) => moveToDigest(tx, later, NOON));
      expect(await digest()).toHaveLength(3);
      const end = (key: number) =>
        db
          .transaction()
          .execute((tx) => recordDigestPosted(tx, { channelKey: key, until: NOON }, NOON));
      await end(channelKey + 1);
      expect(await digest()).toHaveLength(3);
      await end(channelKey);
      expect(await digest()).toEqual([]);
    });

    const KEPT = { ...QUIET, digestAt: NOON };
    it.each<[string, DeliveryResult, number]>([
      ['was sent', SENT, NOON - HOUR],
      ['was suppressed for another reason', { ...KEPT, reason: 'limit' }, NOON - HOUR],
      ['is more than two days old', KEPT, NOON - 50 * HOUR],
      ['came at the end of quiet hours', KEPT, NOON],
    ])('contains nothing that %s', async (_what, outcome, at) => {
      const { db, channelKey, record } = await withEvents(SET);
      await record(0, outcome, at);
      expect(await quietHoursDigest(db, channelKey, NOON)).toEqual([]);
    });

    it('moves the deliveries of one digest to another, and no others', async () => {
      const { db, channelKey, record } = await withEvents(SET, START, draw, TIE);
      const [another, today] = [NOON - HOUR, NOON];
      const keep = (nth: number, at: number, digestAt: number): Promise<void> =>
        record(nth, { ...QUIET, digestAt }, at);
      await keep(0, NOON - 30 * HOUR, today);
      await keep(1, NOON - 2 * HOUR, another);
      await keep(2, NOON - HOUR, today);
      await record(3, QUIET, NOON - HOUR);
      const move = (key: number) =>
        db
          .transaction()
          .execute((tx) => moveToDigest(tx, { channelKey: key, until: today }, NOON + HOUR));
      const digests = async () =>
        (await db.selectFrom('deliveries').select('digestAt').orderBy('eventId').execute()).map(
          (row) => row.digestAt,
        );
      await move(channelKey + 1);
      expect(await digests()).toEqual([today, another, today, null]);
      await move(channelKey);
      expect(await digests()).toEqual([NOON + HOUR, another, NOON + HOUR, null]);
    });
  });

  it('only an event about a channel stores the key of that channel', async () => {
    const { db } = await withEvents(START, { kind: 'digest', channelKey: 5, date: '2026-06-07' });
    const rows = await db
      .selectFrom('events')
      .select(['matchId', 'channelKey'])
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { matchId: 123, channelKey: null },
      { matchId: null, channelKey: 5 },
    ]);
    expect((await openEvents(db, 10)).events).toHaveLength(2);
  });
});
