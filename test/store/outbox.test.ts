import { describe, expect, it } from 'vitest';
import type { AlertType } from '#src/domain/alerts/alert-types.ts';
import { matchEventKey } from '#src/domain/match/events.ts';
import type { MatchEvent } from '#src/domain/match/match-event.ts';
import { MINUTE, HOUR } from '#src/lib/time.ts';
import { recordCardPosted } from '#src/store/cards/card-changes.ts';
import { findCard, createCard } from '#src/store/cards/cards.ts';
import { markBroken } from '#src/store/channels/channel-failures.ts';
import { setPaused } from '#src/store/channels/channel-settings.ts';
import { channelsOfGuild } from '#src/store/channels/channels.ts';
import { leaveGuild, returnToGuild } from '#src/store/channels/guild-channels.ts';
import type { DeliveryReason } from '#src/domain/alerts/delivery-reasons.ts';
import type { Db } from '#src/store/connection/database.ts';
import {
  channelsReached,
  postponePost,
  recordDelivery,
  recordRevisionShown,
  type DeliveryResult,
} from '#src/store/outbox/deliveries.ts';
import { earlierUndelivered } from '#src/store/outbox/match-order.ts';
import { recordPingsUpTo } from '#src/store/outbox/pings.ts';
import { messageCountSince, postCountSince } from '#src/store/outbox/delivered.ts';
import { retryPendingNow } from '#src/store/outbox/recheck-pending.ts';
import {
  addEvents,
  advanceCursor,
  findOutboxEvent,
  completeEvent,
  finishEvent,
  raiseEventPriority,
  openEvents,
  reviseEvent,
} from '#src/store/outbox/events.ts';
import { followsOf } from '#src/store/follows/follows.ts';
import { findMatch } from '#src/store/matches/matches.ts';
import { deleteBefore } from '#src/store/outbox/retention.ts';
import { openEventCount, undeliveredPostCount } from '#src/store/outbox/backlog.ts';
import { saveThread, threadOf } from '#src/store/cards/threads.ts';
import { DIALECTS, useDialect } from './dialects.ts';
import { aChannel, aPlayer, discordId, follow, hold, NOON } from './rows.ts';
import { dueDeliveries, nextDeliveryDue, stalePosts, unfinishedPings } from './due.ts';

const start = (matchId = 123): MatchEvent => ({ kind: 'start', matchId });

const set = (number: number, team_1 = 6): MatchEvent => ({
  kind: 'set',
  matchId: 123,
  set: number,
  score: { team_1, team_2: team_1 === 7 ? 6 : 4, tieBreak: team_1 === 7 ? 5 : null },
  minutes: 38,
});

const result = (): MatchEvent => ({
  kind: 'result',
  matchId: 123,
  status: 'finished',
  winner: 'team_1',
  score: [],
  minutes: null,
});

const add = (db: Db, priority: number, ...events: MatchEvent[]) =>
  addEvents(
    db,
    events.map((event) => ({ event, priority, expiresAt: NOON + HOUR })),
    NOON,
  );

const open = async (db: Db, limit = 10) => (await openEvents(db, limit)).events;

/** The id of the only open event. */
const onlyId = async (db: Db): Promise<number> => {
  const [event, ...others] = await open(db);
  if (event === undefined || others.length > 0) throw new Error('not one event is open');
  return event.id;
};

const correct = (db: Db, event: MatchEvent, now: number): Promise<void> =>
  reviseEvent(db, event, true, now);

const sent = (messageId: string, shownRev = 0) =>
  ({ outcome: 'sent', messageId, targetId: null, shownRev }) as const;

describe.each(DIALECTS)('the outbox on $name', (dialect) => {
  const { aStore } = useDialect(dialect);

  describe('an event', () => {
    it('is read back as it was written', async () => {
      const db = await aStore();
      await add(db, 1, set(1, 7));
      const id = await onlyId(db);
      const event = {
        id,
        key: matchEventKey(set(1)),
        event: set(1, 7),
        priority: 1,
        createdAt: NOON,
        revisedAt: null,
        cursor: 0,
        expiresAt: NOON + HOUR,
        rev: 0,
        correctedAt: null,
      };
      expect(await open(db)).toEqual([event]);
      expect(await findOutboxEvent(db, id)).toEqual(event);
      expect(await findOutboxEvent(db, id + 1)).toBeUndefined();
    });

    it('of a kind that only a newer version knows is left alone', async () => {
      const db = await aStore();
      await add(db, 1, start(), set(1));
      await db.updateTable('events').set({ kind: 'newer' }).where('kind', '=', 'start').execute();
      expect((await open(db)).map(({ event }) => event)).toEqual([set(1)]);
      expect(await openEventCount(db, NOON)).toBe(2);
    });

    it('is added once, even when a later report differs', async () => {
      const db = await aStore();
      await add(db, 1, set(1), set(2));
      const added = await add(db, 1, set(2, 7), start());
      expect(added.map(({ event }) => event)).toEqual([start()]);
      const events = (await open(db)).map(({ event }) => event);
      expect(events).toEqual([set(1), set(2), start()]);
      await add(db, 1);
      expect(await open(db)).toHaveLength(3);
    });

    it('is listed by priority, then in the order of insertion', async () => {
      const db = await aStore();
      await add(db, 1, set(1), set(2));
      await add(db, 0, start(), result());
      const order = (await open(db)).map(({ key }) => key);
      expect(order).toEqual([start(), result(), set(1), set(2)].map(matchEventKey));
      expect((await open(db, 1)).map(({ key }) => key)).toEqual([matchEventKey(start())]);
    });

    it('keeps the cursor of its fan-out until it is finished', async () => {
      const db = await aStore();
      await add(db, 0, start());
      const id = await onlyId(db);
      await advanceCursor(db, id, 70);
      expect((await open(db, 1))[0]?.cursor).toBe(70);
      await finishEvent(db, id, NOON);
      expect(await findOutboxEvent(db, id)).toBeDefined();
      await add(db, 0, start());
      expect(await open(db)).toEqual([]);
    });

    it.each([
      ['is marked as corrected by a correction', true, NOON + MINUTE],
      ['is not marked as corrected by a revision that only completes it', false, null],
    ])('%s, and not opened again', async (_what, isCorrection, correctedAt) => {
      const db = await aStore();
      await add(db, 1, set(1));
      const id = await onlyId(db);
      await finishEvent(db, id, NOON);
      await reviseEvent(db, set(1, 7), isCorrection, NOON + MINUTE);
      expect(await open(db)).toEqual([]);
      expect(await findOutboxEvent(db, id)).toMatchObject({
        event: set(1, 7),
        rev: 1,
        correctedAt,
      });
    });

    it('is completed without a delay of its own, and without an end of one that runs', async () => {
      const db = await aStore();
      await add(db, 1, set(1));
      const id = await onlyId(db);
      await completeEvent(db, set(1, 7));
      expect(await findOutboxEvent(db, id)).toMatchObject({ rev: 1, revisedAt: NOON });
      await reviseEvent(db, set(1), true, NOON + MINUTE);
      await completeEvent(db, set(1, 7));
      expect(await findOutboxEvent(db, id)).toMatchObject({
        ...{ event: set(1, 7), rev: 3 },
        ...{ revisedAt: NOON + MINUTE, correctedAt: NOON + MINUTE },
      });
    });

    it('gets the priority of a later event of its match while it is open', async () => {
      const db = await aStore();
      await add(db, 1, set(1));
      await finishEvent(db, await onlyId(db), NOON);
      await add(db, 1, set(2), { ...set(1), matchId: 7 });
      await add(db, 0, result());
      await raiseEventPriority(db, 123, 0);
      expect((await open(db)).map(({ key, priority }) => [key, priority])).toEqual([
        ['match:123:set:2', 0],
        ['match:123:result', 0],
        ['match:7:set:1', 1],
      ]);
      // A higher priority is not lowered.
      await raiseEventPriority(db, 123, 1);
      expect((await open(db)).map(({ priority }) => priority)).toEqual([0, 0, 1]);
    });

    it('is reported as unreadable when its payload is invalid, and the others are read', async () => {
      const db = await aStore();
      await add(db, 1, set(1), set(2));
      const [broken] = await open(db);
      const id = broken?.id ?? 0;
      await db
        .updateTable('events')
        .set({ payload: '{"kind":"streak"}' })
        .where('id', '=', id)
        .execute();
      const { events, unreadable } = await openEvents(db, 10);
      expect(events.map(({ event }) => event)).toEqual([set(2)]);
      expect(unreadable).toEqual([id]);
      expect(await findOutboxEvent(db, id)).toBeUndefined();
    });
  });

  describe('a delivery', () => {
    /** One event with one recipient. */
    const aDelivery = async () => {
      const db = await aStore();
      await add(db, 1, set(1));
      const { key: channelKey } = await aChannel(db, 1);
      return { db, key: { eventId: await onlyId(db), channelKey } };
    };
    const pending = {
      outcome: 'pending',
      reason: 'limited',
      dueAt: NOON + 5_000,
      attempts: 1,
    } as const;

    it.each([
      ['sent', sent('900')],
      ['failed', { outcome: 'failed', reason: 'missing-access' }],
      ['suppressed', { outcome: 'suppressed', reason: 'expired' }],
      ['pending', pending],
    ] as const)('with the outcome %s marks its channel as reached', async (_word, outcome) => {
      const { db, key } = await aDelivery();
      const keys = [key.channelKey, key.channelKey + 1];
      expect(await channelsReached(db, key.eventId, keys)).toEqual(new Set());
      await recordDelivery(db, key, outcome, NOON);
      expect(await channelsReached(db, key.eventId, keys)).toEqual(new Set([key.channelKey]));
      expect(await channelsReached(db, key.eventId + 1, keys)).toEqual(new Set());
      expect(await channelsReached(db, key.eventId, [])).toEqual(new Set());
    });

    it('is due at its time while it is pending, and not after it was sent', async () => {
      const { db, key } = await aDelivery();
      expect(await nextDeliveryDue(db, NOON)).toBeNull();
      await recordDelivery(db, key, pending, NOON);
      expect(await nextDeliveryDue(db, NOON)).toBe(NOON + 5_000);
      expect(await dueDeliveries(db, NOON + 4_999, 10)).toEqual([]);
      expect(await dueDeliveries(db, NOON + 5_000, 10)).toEqual([
        { ...key, attempts: 1, messageId: null, targetId: null, triedDigests: [] },
      ]);
      await recordDelivery(db, key, sent('900'), NOON + 5_000);
      expect(await dueDeliveries(db, NOON + HOUR, 10)).toEqual([]);
      expect(await nextDeliveryDue(db, NOON)).toBeNull();
    });

    it('is retried in the order of due times, up to a limit', async () => {
      const { db, key } = await aDelivery();
      for (const [n, wait] of [
        [2, 3],
        [3, 1],
        [4, 2],
      ] as const) {
        const { key: channelKey } = await aChannel(db, n);
        const waiting = { ...pending, dueAt: NOON + wait, attempts: n };
        await recordDelivery(db, { ...key, channelKey }, waiting, NOON);
      }
      const tries = (await dueDeliveries(db, NOON + HOUR, 2)).map(({ attempts }) => attempts);
      expect(tries).toEqual([3, 4]);
    });

    it('is stale after a correction until its message is edited', async () => {
      const { db, key } = await aDelivery();
      await recordDelivery(db, key, sent('900'), NOON);
      expect(await stalePosts(db, NOON, 10)).toEqual([]);
      await correct(db, set(1, 7), NOON);
      expect(await stalePosts(db, NOON, 10)).toEqual([
        { ...key, attempts: 0, messageId: '900', targetId: null, triedDigests: [] },
      ]);
      await recordRevisionShown(db, key, 1);
      expect(await stalePosts(db, NOON, 10)).toEqual([]);
      await correct(db, set(1), NOON);
      expect(await stalePosts(db, NOON, 10)).toHaveLength(1);
    });

    it('is listed when due for its unfinished pings, until they are finished', async () => {
      const { db, key } = await aDelivery();
      await recordDelivery(db, key, sent('900'), NOON);
      expect(await unfinishedPings(db, NOON, 10)).toEqual([]);
      await recordPingsUpTo(db, key, discordId(1));
      const unfinished = { ...key, messageId: '900', pingedTo: discordId(1) };
      expect(await unfinishedPings(db, NOON, 10)).toMatchObject([unfinished]);
      await postponePost(db, key, NOON + 5_000, 1);
      expect(await unfinishedPings(db, NOON + 4_999, 10)).toEqual([]);
      expect(await unfinishedPings(db, NOON + 5_000, 10)).toMatchObject([{ attempts: 1 }]);
      await recordPingsUpTo(db, key, null);
      expect(await unfinishedPings(db, NOON + HOUR, 10)).toEqual([]);
      expect(await nextDeliveryDue(db, NOON)).toBeNull();
    });

    const nothing = () => Promise.resolve();
    it.each<[string, DeliveryResult, (db: Db, key: number) => Promise<unknown>]>([
      ['it was sent after the correction', sent('900', 1), nothing],
      ['it was never sent', { outcome: 'failed', reason: 'rejected' }, nothing],
      [
        'its channel is broken',
        sent('900'),
        (db, key) => markBroken(db, key, 'missing-access', NOON),
      ],
      ['its channel is paused', sent('900'), (db, key) => setPaused(db, key, NOON)],
      ['the bot has left its server', sent('900'), (db) => leaveGuild(db, discordId(50_001), NOON)],
    ])('is not edited when %s', async (_reason, outcome, happens) => {
      const { db, key } = await aDelivery();
      await recordDelivery(db, key, outcome, NOON);
      await correct(db, set(1, 7), NOON);
      await happens(db, key.channelKey);
      expect(await stalePosts(db, NOON, 10)).toEqual([]);
    });

    it('is postponed when its edit failed, and then is stale again', async () => {
      const { db, key } = await aDelivery();
      await recordDelivery(db, key, sent('900'), NOON);
      await correct(db, set(1, 7), NOON);
      await postponePost(db, key, NOON + 5_000, 1);
      expect(await stalePosts(db, NOON, 10)).toEqual([]);
      expect(await nextDeliveryDue(db, NOON)).toBe(NOON + 5_000);
      expect(await stalePosts(db, NOON + 5_000, 10)).toHaveLength(1);
      // It was sent: an edit is due, not the post again.
      expect(await dueDeliveries(db, NOON + 5_000, 10)).toEqual([]);
      await recordRevisionShown(db, key, 1);
      expect(await nextDeliveryDue(db, NOON)).toBeNull();
    });

    it('waits for earlier events of the same match that its channel has not received', async () => {
      const { db, key } = await aDelivery();
      await add(db, 0, result(), { ...start(7) });
      const [onResult, elsewhere] = (await open(db)).map(({ id }) => ({ ...key, eventId: id }));
      if (onResult === undefined || elsewhere === undefined) throw new Error('no events');
      const earlier = (
        of = onResult,
        matchId = 123,
        types: readonly AlertType[] = ['set', 'result'],
      ) => earlierUndelivered(db, of, matchId, types);
      // The fan-out of the set is running, and its end is unknown.
      expect(await earlier()).toEqual({ dueAt: null });
      // It does not wait for kinds that the channel does not get, or after the fan-out has passed it.
      expect(await earlier(onResult, 123, ['result'])).toBeNull();
      expect(await earlier(onResult, 123, [])).toBeNull();
      await advanceCursor(db, key.eventId, key.channelKey - 1);
      expect(await earlier()).toEqual({ dueAt: null });
      await advanceCursor(db, key.eventId, key.channelKey);
      expect(await earlier()).toBeNull();
      await recordDelivery(db, key, pending, NOON);
      expect(await earlier()).toEqual({ dueAt: NOON + 5_000 });
      await recordDelivery(db, key, sent('900'), NOON);
      expect(await earlier()).toBeNull();
      expect(await earlier(elsewhere, 7)).toBeNull();
    });

    it('does not wait for an event that finished without reaching its channel', async () => {
      const { db, key } = await aDelivery();
      await finishEvent(db, key.eventId, NOON);
      await add(db, 0, result());
      const { id } = (await open(db))[0] ?? { id: 0 };
      expect(await earlierUndelivered(db, { ...key, eventId: id }, 123, ['set'])).toBeNull();
    });

    it('is due at once when its channel works again', async () => {
      const { db, key } = await aDelivery();
      const { key: other } = await aChannel(db, 2);
      await recordDelivery(db, key, pending, NOON);
      await recordDelivery(db, { ...key, channelKey: other }, pending, NOON);
      await retryPendingNow(db, key.channelKey, NOON);
      expect(await dueDeliveries(db, NOON, 10)).toMatchObject([key]);
    });

    it.each<[DeliveryReason, boolean, string]>([
      ['delay', false, 'a setting delays it'],
      ['quiet-hours', false, 'a setting delays it'],
      ['in-order', true, 'it goes with the post it waits for'],
      ['missing-access', true, 'that was the failure'],
      ['limited', true, 'the limit may be over'],
      ['error', true, 'the error may be over'],
    ])(
      'pending for %s: due when its channel works again is %s, since %s',
      async (reason, isDue) => {
        const { db, key } = await aDelivery();
        await recordDelivery(db, key, { ...pending, reason, dueAt: NOON + HOUR }, NOON);
        await retryPendingNow(db, key.channelKey, NOON);
        expect(await dueDeliveries(db, NOON, 10)).toHaveLength(isDue ? 1 : 0);
        const isFailure = isDue && reason !== 'in-order';
        expect(await undeliveredPostCount(db, NOON, key.channelKey)).toBe(isFailure ? 1 : 0);
      },
    );

    it('keeps the reason of its last delay, and the target of its message', async () => {
      const { db, key } = await aDelivery();
      await recordDelivery(db, key, { ...pending, reason: 'delay' }, NOON);
      await recordDelivery(db, key, { ...sent('900'), targetId: '800' }, NOON + MINUTE);
      const [row] = await db.selectFrom('deliveries').selectAll().execute();
      const kept = { lastDelayReason: 'delay', reason: null, targetId: '800', dueAt: null };
      expect(row).toMatchObject(kept);
      await correct(db, set(1, 7), NOON + MINUTE);
      expect(await stalePosts(db, NOON + MINUTE, 10)).toMatchObject([
        { messageId: '900', targetId: '800' },
      ]);
    });

    it('is not due while the bot has left its server', async () => {
      const { db, key } = await aDelivery();
      await recordDelivery(db, key, { ...pending, dueAt: NOON }, NOON);
      await leaveGuild(db, discordId(50_001), NOON);
      expect(await dueDeliveries(db, NOON, 10)).toEqual([]);
      await returnToGuild(db, discordId(50_001));
      expect(await dueDeliveries(db, NOON, 10)).toMatchObject([key]);
    });

    it('counts as one message together with a card that has the same message id', async () => {
      const { db, key } = await aDelivery();
      await recordDelivery(db, key, sent('900'), NOON);
      const card = { rev: 1, at: NOON };
      await recordCardPosted(
        db,
        { matchId: 123, channelKey: key.channelKey },
        { ...card, messageId: '900' },
      );
      const messages = () => messageCountSince(db, key.channelKey, NOON - 1);
      expect(await messages()).toBe(1);
      await recordCardPosted(
        db,
        { matchId: 124, channelKey: key.channelKey },
        { ...card, messageId: '901' },
      );
      expect(await messages()).toBe(2);
      expect(await messageCountSince(db, key.channelKey, NOON)).toBe(0);
    });

    it('counts as a post only when it was sent', async () => {
      const { db, key } = await aDelivery();
      await recordDelivery(db, key, pending, NOON);
      expect(await postCountSince(db, key.channelKey, NOON - HOUR)).toBe(0);
      await recordDelivery(db, key, sent('900'), NOON);
      expect(await postCountSince(db, key.channelKey, NOON - 1)).toBe(1);
      expect(await postCountSince(db, key.channelKey, NOON)).toBe(0);
      expect(await postCountSince(db, key.channelKey + 1, NOON - 1)).toBe(0);
    });

    it('is no longer edited a day after the correction', async () => {
      const { db, key } = await aDelivery();
      await recordDelivery(db, key, sent('900'), NOON);
      await correct(db, set(1, 7), NOON);
      expect(await stalePosts(db, NOON + 24 * HOUR - 1, 10)).toHaveLength(1);
      expect(await stalePosts(db, NOON + 24 * HOUR, 10)).toEqual([]);
    });
  });

  it('deletes old rows, and the follows of deleted matches; newer rows and other follows stay', async () => {
    const db = await aStore();
    const channel = await aChannel(db, 1);
    await follow(db, channel, aPlayer(1));
    for (const id of [1, 2, 3]) await follow(db, channel, { kind: 'match', id });
    await hold(db, { id: 1 }, NOON - HOUR);
    await hold(db, { id: 2 }, NOON);
    const keys = [1, 2].map((matchId) => ({ matchId, channelKey: channel.key }));
    for (const key of keys) {
      await createCard(db, key, NOON);
      await saveThread(db, key, '700');
    }
    await addEvents(db, [{ event: start(1), priority: 0, expiresAt: NOON }], NOON - HOUR);
    await addEvents(db, [{ event: start(2), priority: 0, expiresAt: NOON }], NOON);
    const ids = (await open(db)).map(({ id }) => id);
    for (const eventId of ids) {
      await recordDelivery(db, { eventId, channelKey: channel.key }, sent('900'), NOON);
    }

    await deleteBefore(db, NOON);

    expect(await Promise.all([1, 2].map(async (id) => (await findMatch(db, id))?.rev))).toEqual([
      undefined,
      1,
    ]);
    expect((await open(db)).map(({ key }) => key)).toEqual([matchEventKey(start(2))]);
    const cards = await Promise.all(keys.map((key) => findCard(db, key)));
    expect(cards.map((card) => card?.matchId)).toEqual([undefined, 2]);
    const reached = await Promise.all(
      ids.map(async (id) => (await channelsReached(db, id, [channel.key])).size),
    );
    expect(reached).toEqual([0, 1]);
    const threads = await Promise.all(keys.map((key) => threadOf(db, key)));
    expect(threads).toEqual([undefined, { threadId: '700' }]);
    // A deleted match cannot come back, so its follow goes. A match that is unknown so far may come.
    const follows = await followsOf(db, { channelKey: channel.key, memberId: null });
    expect(follows.map(({ kind, id }) => `${kind} ${id}`).toSorted()).toEqual([
      'match 2',
      'match 3',
      'player 1',
    ]);
    expect(await channelsOfGuild(db, channel.guildId)).toEqual([channel]);
  });

  it('deletes old rows of all channels, on the next run when a run was aborted', async () => {
    const db = await aStore();
    await addEvents(db, [{ event: start(1), priority: 0, expiresAt: NOON }], NOON - HOUR);
    const [eventId = 0] = (await open(db)).map(({ id }) => id);
    const deliveries = Array.from({ length: 1_201 }, (_, n) => ({
      eventId,
      channelKey: n + 1,
      outcome: 'sent' as const,
      attempts: 0,
      shownRev: 1,
      at: NOON - HOUR,
    }));
    for (let n = 0; n < deliveries.length; n += 400) {
      await db
        .insertInto('deliveries')
        .values(deliveries.slice(n, n + 400))
        .execute();
    }
    await hold(db, { id: 1 }, NOON - HOUR);
    await db.insertInto('ties').values({ key: 'old', serviceResult: null }).execute();
    const ratings = [2, 1].map((hours) => NOON - hours * HOUR);
    await db
      .insertInto('ratingChanges')
      .values(ratings.map((since) => ({ playerId: 1, eloHundredths: 140_000, since })))
      .execute();
    const TABLES = ['deliveries', 'events', 'matches', 'ratingChanges', 'ties'] as const;
    const left = (): Promise<readonly number[]> =>
      Promise.all(
        TABLES.map(async (table) => (await db.selectFrom(table).selectAll().execute()).length),
      );

    await deleteBefore(db, NOON, AbortSignal.abort());
    expect(await left()).toEqual([1_201, 1, 1, 2, 1]);
    await deleteBefore(db, NOON);
    expect(await left()).toEqual([0, 0, 0, 1, 0]);
  });
});
