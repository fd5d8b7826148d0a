import { describe, expect, it } from 'vitest';
import { matchEventKey, type MatchEvent } from '#src/domain/match/events.ts';
import { MINUTE, HOUR } from '#src/lib/time.ts';
import { recordCardPosted } from '#src/store/cards/card-changes.ts';
import { findCard, createCard } from '#src/store/cards/cards.ts';
import { markBroken, markRepaired } from '#src/store/channels/channel-failures.ts';
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
} from '#src/store/outbox/deliveries.ts';
import { earlierUndelivered } from '#src/store/outbox/match-order.ts';
import { recordPingsUpTo } from '#src/store/outbox/pings.ts';
import { messageCountSince, postCountSince } from '#src/store/outbox/delivered.ts';
import { retryPendingNow } from '#src/store/outbox/recheck-pending.ts';
import {
  addEvents,
  advanceCursor,
  findEvents,
  finishEvent,
  raiseEventPriority,
  openEvents,
  reviseEvent,
} from '#src/store/outbox/events.ts';
import { followsOf } from '#src/store/follows/follows.ts';
import { findMatch } from '#src/store/matches/matches.ts';
import { deleteBefore } from '#src/store/outbox/retention.ts';
import { undeliveredPostCount } from '#src/store/outbox/backlog.ts';
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

describe.each(DIALECTS)('on $name', (dialect) => {
  const { aStore } = useDialect(dialect);

  describe('an event', () => {
    it('comes back as it was written', async () => {
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
      expect(await findEvents(db, [id, id + 1])).toEqual(new Map([[id, event]]));
      expect(await findEvents(db, [])).toEqual(new Map());
    });

    it('happens once, whoever reports it and whatever they say of it', async () => {
      const db = await aStore();
      await add(db, 1, set(1), set(2));
      const added = await add(db, 1, set(2, 7), start());
      expect(added.map(({ event }) => event)).toEqual([start()]);
      const events = (await open(db)).map(({ event }) => event);
      expect(events).toEqual([set(1), set(2), start()]);
      await add(db, 1);
      expect(await open(db)).toHaveLength(3);
    });

    it('happens once though it is done already', async () => {
      const db = await aStore();
      await add(db, 0, start());
      await finishEvent(db, await onlyId(db), NOON);
      await add(db, 0, start());
      expect(await open(db)).toEqual([]);
    });

    it('goes by priority, then in the order it happened', async () => {
      const db = await aStore();
      await add(db, 1, set(1), set(2));
      await add(db, 0, start(), result());
      const order = (await open(db)).map(({ key }) => key);
      expect(order).toEqual([start(), result(), set(1), set(2)].map(matchEventKey));
      expect((await open(db, 1)).map(({ key }) => key)).toEqual([matchEventKey(start())]);
    });

    it('remembers how far its fan-out has come, until it is done', async () => {
      const db = await aStore();
      await add(db, 0, start());
      const id = await onlyId(db);
      await advanceCursor(db, id, 70);
      expect((await open(db, 1))[0]?.cursor).toBe(70);
      await finishEvent(db, id, NOON);
      expect(await open(db)).toEqual([]);
      expect((await findEvents(db, [id])).has(id)).toBe(true);
    });

    it('says something else after a correction, and is not news again', async () => {
      const db = await aStore();
      await add(db, 1, set(1));
      const id = await onlyId(db);
      await finishEvent(db, id, NOON);
      await correct(db, set(1, 7), NOON + MINUTE);
      expect(await open(db)).toEqual([]);
      const corrected = (await findEvents(db, [id])).get(id);
      expect(corrected).toMatchObject({ event: set(1, 7), rev: 1, correctedAt: NOON + MINUTE });
    });

    it('that is completed says more, and does not say that it was corrected', async () => {
      const db = await aStore();
      await add(db, 1, set(1));
      const id = await onlyId(db);
      await reviseEvent(db, set(1, 7), false, NOON);
      const revised = (await findEvents(db, [id])).get(id);
      expect(revised).toMatchObject({ event: set(1, 7), rev: 1, correctedAt: null });
    });

    it('is hurried by later news of its match, when it is still on its way', async () => {
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

    it('that cannot be read is told apart, and the others can be', async () => {
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
      expect(await findEvents(db, [id])).toEqual(new Map());
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
    ] as const)(
      'that was %s is an outcome: the channel is not reached again',
      async (_word, outcome) => {
        const { db, key } = await aDelivery();
        const keys = [key.channelKey, key.channelKey + 1];
        expect(await channelsReached(db, key.eventId, keys)).toEqual(new Set());
        await recordDelivery(db, key, outcome, NOON);
        expect(await channelsReached(db, key.eventId, keys)).toEqual(new Set([key.channelKey]));
        expect(await channelsReached(db, key.eventId + 1, keys)).toEqual(new Set());
        expect(await channelsReached(db, key.eventId, [])).toEqual(new Set());
      },
    );

    it('that is pending is due at its time, and no longer once it was sent', async () => {
      const { db, key } = await aDelivery();
      expect(await nextDeliveryDue(db, NOON)).toBeNull();
      await recordDelivery(db, key, pending, NOON);
      expect(await nextDeliveryDue(db, NOON)).toBe(NOON + 5_000);
      expect(await dueDeliveries(db, NOON + 4_999, 10)).toEqual([]);
      expect(await dueDeliveries(db, NOON + 5_000, 10)).toEqual([
        { ...key, attempts: 1, messageId: null, targetId: null },
      ]);
      await recordDelivery(db, key, sent('900'), NOON + 5_000);
      expect(await dueDeliveries(db, NOON + HOUR, 10)).toEqual([]);
      expect(await nextDeliveryDue(db, NOON)).toBeNull();
    });

    it('that waits longest is tried first, so many at a time', async () => {
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

    it('shows an old score after a correction, until it was edited', async () => {
      const { db, key } = await aDelivery();
      await recordDelivery(db, key, sent('900'), NOON);
      expect(await stalePosts(db, NOON, 10)).toEqual([]);
      await correct(db, set(1, 7), NOON);
      expect(await stalePosts(db, NOON, 10)).toEqual([
        { ...key, attempts: 0, messageId: '900', targetId: null },
      ]);
      await recordRevisionShown(db, key, 1);
      expect(await stalePosts(db, NOON, 10)).toEqual([]);
      await correct(db, set(1), NOON);
      expect(await stalePosts(db, NOON, 10)).toHaveLength(1);
    });

    it('is found as long as members are to be pinged after it, and it is due', async () => {
      const { db, key } = await aDelivery();
      await recordDelivery(db, key, sent('900'), NOON);
      expect(await unfinishedPings(db, NOON, 10)).toEqual([]);
      await recordPingsUpTo(db, key, discordId(1));
      const unfinished = { ...key, attempts: 0, messageId: '900', targetId: null };
      expect(await unfinishedPings(db, NOON, 10)).toEqual([
        { ...unfinished, pingedTo: discordId(1) },
      ]);
      await postponePost(db, key, NOON + 5_000, 1);
      expect(await unfinishedPings(db, NOON + 4_999, 10)).toEqual([]);
      expect(await unfinishedPings(db, NOON + 5_000, 10)).toMatchObject([{ attempts: 1 }]);
      await recordPingsUpTo(db, key, null);
      expect(await unfinishedPings(db, NOON + HOUR, 10)).toEqual([]);
      expect(await nextDeliveryDue(db, NOON)).toBeNull();
    });

    it('that was sent after the correction is not edited', async () => {
      const { db, key } = await aDelivery();
      await correct(db, set(1, 7), NOON);
      await recordDelivery(db, key, sent('900', 1), NOON);
      expect(await stalePosts(db, NOON, 10)).toEqual([]);
    });

    it('that was never sent has nothing to correct', async () => {
      const { db, key } = await aDelivery();
      await recordDelivery(db, key, { outcome: 'failed', reason: 'rejected' }, NOON);
      await correct(db, set(1, 7), NOON);
      expect(await stalePosts(db, NOON, 10)).toEqual([]);
    });

    it('whose edit failed waits, and then is stale again', async () => {
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

    it('is not edited while its channel is broken', async () => {
      const { db, key } = await aDelivery();
      await recordDelivery(db, key, sent('900'), NOON);
      await correct(db, set(1, 7), NOON);
      await markBroken(db, key.channelKey, 'missing-access', NOON);
      expect(await stalePosts(db, NOON, 10)).toEqual([]);
      await markRepaired(db, key.channelKey);
      expect(await stalePosts(db, NOON, 10)).toHaveLength(1);
    });

    it('waits for what the channel has not been told of the same match, however far that is', async () => {
      const { db, key } = await aDelivery();
      await add(db, 0, result(), { ...start(7) });
      const [onResult, elsewhere] = (await open(db)).map(({ id }) => ({ ...key, eventId: id }));
      if (onResult === undefined || elsewhere === undefined) throw new Error('no events');
      const untold = (of = onResult, matchId = 123, kinds = ['set', 'result']) =>
        earlierUndelivered(db, of, matchId, kinds);
      // The fan-out of the set is running, without a known end.
      expect(await untold()).toEqual({ dueAt: null });
      // Not for a channel that does not want it, or that the fan-out has passed.
      expect(await untold(onResult, 123, ['result'])).toBeNull();
      expect(await untold(onResult, 123, [])).toBeNull();
      await advanceCursor(db, key.eventId, key.channelKey - 1);
      expect(await untold()).toEqual({ dueAt: null });
      await advanceCursor(db, key.eventId, key.channelKey);
      expect(await untold()).toBeNull();
      await recordDelivery(db, key, pending, NOON);
      expect(await untold()).toEqual({ dueAt: NOON + 5_000 });
      await recordDelivery(db, key, sent('900'), NOON);
      expect(await untold()).toBeNull();
      expect(await untold(elsewhere, 7)).toBeNull();
    });

    it('does not wait for what is done without it', async () => {
      const { db, key } = await aDelivery();
      await finishEvent(db, key.eventId, NOON);
      await add(db, 0, result());
      const { id } = (await open(db))[0] ?? { id: 0 };
      expect(await earlierUndelivered(db, { ...key, eventId: id }, 123, ['set'])).toBeNull();
    });

    it('that is pending is due at once when its channel is ready again', async () => {
      const { db, key } = await aDelivery();
      const { key: other } = await aChannel(db, 2);
      await recordDelivery(db, key, pending, NOON);
      await recordDelivery(db, { ...key, channelKey: other }, pending, NOON);
      await retryPendingNow(db, key.channelKey, NOON);
      expect(await dueDeliveries(db, NOON, 10)).toMatchObject([key]);
    });

    it.each<[DeliveryReason, boolean, string]>([
      ['delay', false, 'it was chosen'],
      ['quiet-hours', false, 'it was chosen'],
      ['in-order', true, 'it goes with what it waits for'],
      ['missing-access', true, 'that was the trouble'],
      ['limited', true, 'it may be over'],
      ['error', true, 'it may be over'],
    ])('that is pending for %s: goes when its channel is ready is %s: %s', async (reason, goes) => {
      const { db, key } = await aDelivery();
      await recordDelivery(db, key, { ...pending, reason, dueAt: NOON + HOUR }, NOON);
      await retryPendingNow(db, key.channelKey, NOON);
      expect(await dueDeliveries(db, NOON, 10)).toHaveLength(goes ? 1 : 0);
      const isTrouble = goes && reason !== 'in-order';
      expect(await undeliveredPostCount(db, NOON, key.channelKey)).toBe(isTrouble ? 1 : 0);
    });

    it('remembers what it waited for, and where its message stands', async () => {
      const { db, key } = await aDelivery();
      await recordDelivery(db, key, { ...pending, reason: 'delay' }, NOON);
      await recordDelivery(db, key, { ...sent('900'), targetId: '800' }, NOON + MINUTE);
      const [row] = await db.selectFrom('deliveries').selectAll().execute();
      expect(row).toMatchObject({
        last_delay_reason: 'delay',
        reason: null,
        target_id: '800',
        due_at: null,
      });
      await correct(db, set(1, 7), NOON + MINUTE);
      expect(await stalePosts(db, NOON + MINUTE, 10)).toMatchObject([
        { messageId: '900', targetId: '800' },
      ]);
    });

    it('is not edited while its channel is paused, or its server left', async () => {
      const { db, key } = await aDelivery();
      await recordDelivery(db, key, sent('900'), NOON);
      await correct(db, set(1, 7), NOON);
      await setPaused(db, key.channelKey, NOON);
      expect(await stalePosts(db, NOON, 10)).toEqual([]);
      await setPaused(db, key.channelKey, null);
      await leaveGuild(db, discordId(50_001), NOON);
      expect(await stalePosts(db, NOON, 10)).toEqual([]);
      await returnToGuild(db, discordId(50_001));
      expect(await stalePosts(db, NOON, 10)).toHaveLength(1);
    });

    it('waits while its server was left', async () => {
      const { db, key } = await aDelivery();
      await recordDelivery(db, key, { ...pending, dueAt: NOON }, NOON);
      await leaveGuild(db, discordId(50_001), NOON);
      expect(await dueDeliveries(db, NOON, 10)).toEqual([]);
      await returnToGuild(db, discordId(50_001));
      expect(await dueDeliveries(db, NOON, 10)).toMatchObject([key]);
    });

    it('counts as one message of the hour with the card that it became', async () => {
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

    it('counts as a post of the hour when it was sent, and only then', async () => {
      const { db, key } = await aDelivery();
      await recordDelivery(db, key, pending, NOON);
      expect(await postCountSince(db, key.channelKey, NOON - HOUR)).toBe(0);
      await recordDelivery(db, key, sent('900'), NOON);
      expect(await postCountSince(db, key.channelKey, NOON - 1)).toBe(1);
      expect(await postCountSince(db, key.channelKey, NOON)).toBe(0);
      expect(await postCountSince(db, key.channelKey + 1, NOON - 1)).toBe(0);
    });

    it('is not edited a day after the correction', async () => {
      const { db, key } = await aDelivery();
      await recordDelivery(db, key, sent('900'), NOON);
      await correct(db, set(1, 7), NOON);
      expect(await stalePosts(db, NOON + 24 * HOUR - 1, 10)).toHaveLength(1);
      expect(await stalePosts(db, NOON + 24 * HOUR, 10)).toEqual([]);
    });
  });

  it('what is old is forgotten; what is younger, and every follow, stays', async () => {
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
    const cards = await Promise.all(keys.map(async (key) => (await findCard(db, key))?.matchId));
    expect(cards).toEqual([undefined, 2]);
    const reached = await Promise.all(
      ids.map(async (id) => (await channelsReached(db, id, [channel.key])).size),
    );
    expect(reached).toEqual([0, 1]);
    const threads = await Promise.all(keys.map((key) => threadOf(db, key)));
    expect(threads).toEqual([undefined, { threadId: '700' }]);
    // A deleted match cannot come back; an unknown one may come.
    const follows = await followsOf(db, { channelKey: channel.key, memberId: null });
    expect(follows.map(({ kind, id }) => `${kind} ${id}`).toSorted()).toEqual([
      'match 2',
      'match 3',
      'player 1',
    ]);
    expect(await channelsOfGuild(db, channel.guildId)).toEqual([channel]);
  });

  it('what is old is forgotten in all channels, and when that was ended, by the next time', async () => {
    const db = await aStore();
    await addEvents(db, [{ event: start(1), priority: 0, expiresAt: NOON }], NOON - HOUR);
    const [eventId = 0] = (await open(db)).map(({ id }) => id);
    const told = Array.from({ length: 1_201 }, (_, n) => ({
      event_id: eventId,
      channel_id: n + 1,
      outcome: 'sent' as const,
      attempts: 0,
      shown_rev: 1,
      at: NOON - HOUR,
    }));
    for (let n = 0; n < told.length; n += 400) {
      await db
        .insertInto('deliveries')
        .values(told.slice(n, n + 400))
        .execute();
    }
    await hold(db, { id: 1 }, NOON - HOUR);
    await db.insertInto('ties').values({ key: 'old', service_result: null }).execute();
    const ratings = [2, 1].map((hours) => NOON - hours * HOUR);
    await db
      .insertInto('rating_changes')
      .values(ratings.map((since) => ({ player_id: 1, elo_hundredths: 140_000, since })))
      .execute();
    const TABLES = ['deliveries', 'events', 'matches', 'rating_changes', 'ties'] as const;
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
