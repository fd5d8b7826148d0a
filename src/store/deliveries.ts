import { sql, type Updateable } from 'kysely';
import type { Instant } from '../domain/terms.ts';
import type { Db, Tables } from './schema.ts';

/**
 * What became of an event in a channel. `parked` waits for its due time (a retry); the others are
 * final, with the reason that `/alerts why` will read back.
 */
export type Outcome =
  | {
      readonly outcome: 'sent';
      readonly messageId: string;
      /** The thread that it stands in; null for the channel itself. */
      readonly targetId: string | null;
      readonly shownRev: number;
    }
  | { readonly outcome: 'suppressed' | 'failed'; readonly reason: string }
  | {
      readonly outcome: 'parked';
      readonly reason: string;
      readonly dueAt: Instant;
      readonly attempts: number;
    };

export interface DeliveryKey {
  readonly eventId: number;
  readonly channelKey: number;
}

/** A delivery that waits, or a post that trails its corrected event. */
export interface PendingDelivery extends DeliveryKey {
  readonly attempts: number;
  readonly messageId: string | null;
  readonly targetId: string | null;
}

const columnsOf = (outcome: Outcome) => ({
  outcome: outcome.outcome,
  reason: 'reason' in outcome ? outcome.reason : null,
  due_at: 'dueAt' in outcome ? outcome.dueAt : null,
  attempts: 'attempts' in outcome ? outcome.attempts : 0,
  message_id: 'messageId' in outcome ? outcome.messageId : null,
  target_id: 'targetId' in outcome ? outcome.targetId : null,
  shown_rev: 'shownRev' in outcome ? outcome.shownRev : 0,
  // What it waited for last stays to be read when it waits no more.
  ...(outcome.outcome === 'parked' ? { waited_for: outcome.reason } : {}),
});

/** Writes what became of an event in a channel, over what was written before. */
export const recordDelivery = async (
  db: Db,
  { eventId, channelKey }: DeliveryKey,
  outcome: Outcome,
  now: Instant,
): Promise<void> => {
  const values = { ...columnsOf(outcome), at: now };
  await db
    .insertInto('deliveries')
    .values((eb) => ({
      event_id: eventId,
      channel_id: channelKey,
      ...values,
      lane:
        outcome.outcome === 'parked'
          ? eb.selectFrom('events').select('lane').where('id', '=', eventId)
          : null,
    }))
    .onConflict((conflict) =>
      conflict
        .columns(['event_id', 'channel_id'])
        .doUpdateSet((eb) => ({ ...values, lane: eb.ref('excluded.lane') })),
    )
    .execute();
};

/** What a delivery waits for that is kept for the end of a night's quiet hours. */
export const keptFor = (until: Instant): string => `quiet-hours ${until}`;

/** What was not told in quiet hours is told when they end: with which of them, is noted. */
export const keepUntil = (db: Db, key: DeliveryKey, until: Instant): Promise<void> =>
  changePost(db, key, { waited_for: keptFor(until) });

/** Posts that were sent to a channel since an instant. */
export const postsSince = async (db: Db, channelKey: number, since: Instant): Promise<number> => {
  const { posts } = await db
    .selectFrom('deliveries')
    .select((eb) => eb.fn.countAll<number>().as('posts'))
    .where('channel_id', '=', channelKey)
    .where('at', '>', since)
    .where('outcome', '=', 'sent')
    .executeTakeFirstOrThrow();
  return posts;
};

/**
 * Messages that a channel was sent since an instant: posts, and live cards that are none of the posts.
 * Of a card that was posted several times the last one is known.
 */
export const messagesSince = async (
  db: Db,
  channelKey: number,
  since: Instant,
): Promise<number> => {
  const { cards } = await db
    .selectFrom('cards')
    .select((eb) => eb.fn.countAll<number>().as('cards'))
    .where('channel_id', '=', channelKey)
    .where('posted_at', '>', since)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('deliveries')
            .select('deliveries.event_id')
            .where('deliveries.channel_id', '=', channelKey)
            .where('deliveries.at', '>', since)
            .whereRef('deliveries.message_id', '=', 'cards.message_id'),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return cards + (await postsSince(db, channelKey, since));
};

/** Which of these channels have an outcome of the event already. */
export const channelsReached = async (
  db: Db,
  eventId: number,
  channelKeys: readonly number[],
): Promise<ReadonlySet<number>> => {
  if (channelKeys.length === 0) return new Set();
  const rows = await db
    .selectFrom('deliveries')
    .select('channel_id')
    .where('event_id', '=', eventId)
    .where('channel_id', 'in', channelKeys)
    .execute();
  return new Set(rows.map((row) => row.channel_id));
};

/**
 * Parked deliveries whose time has come, of one lane or of all; those of a server that was left wait
 * for the return.
 */
export const dueDeliveries = async (
  db: Db,
  now: Instant,
  limit: number,
  lane?: number,
): Promise<readonly PendingDelivery[]> => {
  const rows = await db
    .selectFrom('deliveries')
    .innerJoin('channels', 'channels.id', 'deliveries.channel_id')
    .select([
      'deliveries.event_id',
      'deliveries.channel_id',
      'deliveries.attempts',
      'deliveries.message_id',
      'deliveries.target_id',
    ])
    .where('deliveries.due_at', '<=', now)
    // A literal: by the index of what waits.
    .where(sql<boolean>`deliveries.outcome = 'parked'`)
    .where('channels.left_at', 'is', null)
    .$if(lane !== undefined, (query) => query.where('deliveries.lane', '=', lane ?? 0))
    .orderBy('deliveries.due_at')
    .orderBy('deliveries.event_id')
    .limit(limit)
    .execute();
  return rows.map(pendingOf);
};

/** Whether any channel still waits for news of a match from before an event. */
export const hasEarlierUntold = async (
  db: Db,
  matchId: number,
  eventId: number,
): Promise<boolean> => {
  const row = await db
    .selectFrom('events')
    .select('id')
    .where('match_id', '=', matchId)
    .where('id', '<', eventId)
    .where((eb) =>
      eb.or([
        eb('done_at', 'is', null),
        eb.exists(
          eb
            .selectFrom('deliveries')
            .select('deliveries.event_id')
            .whereRef('deliveries.event_id', '=', 'events.id')
            // A literal: by the index of what is parked.
            .where(sql<boolean>`deliveries.outcome = 'parked'`),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

/** What of the same match is still to be told in a channel before an event. */
export interface Earlier {
  /** When the last of it is due; null when it is on its way already. */
  readonly dueAt: Instant | null;
}

/**
 * Earlier news of the same match that the channel has not got yet; null when it has got all.
 * @param kinds of news that the channel is told
 */
export const earlierUntold = async (
  db: Db,
  { eventId, channelKey }: DeliveryKey,
  matchId: number,
  kinds: readonly string[],
): Promise<Earlier | null> => {
  const rows = await db
    .selectFrom('events')
    .leftJoin('deliveries', (join) =>
      join
        .onRef('deliveries.event_id', '=', 'events.id')
        .on('deliveries.channel_id', '=', channelKey),
    )
    .select('deliveries.due_at')
    .where('events.match_id', '=', matchId)
    .where('events.id', '<', eventId)
    .where((eb) =>
      eb.or([
        eb('deliveries.outcome', '=', 'parked'),
        // Not on its way to this channel is what it does not want, and what has passed it.
        eb.and([
          eb('deliveries.outcome', 'is', null),
          eb('events.done_at', 'is', null),
          eb('events.cursor', '<', channelKey),
          eb('events.kind', 'in', kinds.length === 0 ? [''] : kinds),
        ]),
      ]),
    )
    .execute();
  if (rows.length === 0) return null;
  const due = rows.flatMap(({ due_at }) => due_at ?? []);
  return { dueAt: due.length === 0 ? null : Math.max(...due) };
};

/** Whether a channel was told the result of a match before an instant. */
export const wasTold = async (
  db: Db,
  matchId: number,
  channelKey: number,
  before: Instant,
): Promise<boolean> => {
  const row = await db
    .selectFrom('events')
    .innerJoin('deliveries', 'deliveries.event_id', 'events.id')
    .select('deliveries.at')
    .where('events.match_id', '=', matchId)
    .where('events.kind', '=', 'result')
    .where('deliveries.channel_id', '=', channelKey)
    .where('deliveries.outcome', '=', 'sent')
    .where('deliveries.at', '<', before)
    .executeTakeFirst();
  return row !== undefined;
};

/** What a channel chose to wait for. Everything else that is parked waits for trouble to end. */
export const CHOSEN_WAITS = ['delay', 'quiet-hours', 'paused', 'in-order'] as const;

export type ChosenWait = (typeof CHOSEN_WAITS)[number];

/**
 * Until when, at least, the start of a match is on its way to a channel, where it becomes the card;
 * null when it was told, or is not going to be.
 */
export const startPendingUntil = async (
  db: Db,
  { matchId, channelKey }: { readonly matchId: number; readonly channelKey: number },
  now: Instant,
): Promise<Instant | null> => {
  const row = await db
    .selectFrom('events')
    .leftJoin('deliveries', (join) =>
      join
        .onRef('deliveries.event_id', '=', 'events.id')
        .on('deliveries.channel_id', '=', channelKey),
    )
    .select(['deliveries.outcome', 'deliveries.due_at', 'events.done_at'])
    .where('events.match_id', '=', matchId)
    .where('events.kind', '=', 'start')
    .executeTakeFirst();
  if (row === undefined) return null;
  const isPending = row.outcome === null ? row.done_at === null : row.outcome === 'parked';
  return isPending ? Math.max(now, row.due_at ?? 0) : null;
};

/** What waits for a channel to work may be tried now: it can be written to again. */
export const releaseParked = async (db: Db, channelKey: number, now: Instant): Promise<void> => {
  await db
    .updateTable('deliveries')
    .set({ due_at: now })
    .where('channel_id', '=', channelKey)
    .where('outcome', '=', 'parked')
    .where('reason', 'not in', CHOSEN_WAITS)
    .execute();
};

/** What a channel chose to wait for is looked at anew: it may have chosen otherwise. */
export const reviewWaits = async (db: Db, channelKey: number, now: Instant): Promise<void> => {
  await db
    .updateTable('deliveries')
    .set({ due_at: now })
    .where('channel_id', '=', channelKey)
    .where('outcome', '=', 'parked')
    .where('reason', 'in', ['delay', 'quiet-hours', 'paused'] satisfies ChosenWait[])
    .execute();
};

/** When the next postponed delivery or correction is due after `now`; null when none waits. */
export const nextDeliveryDue = async (db: Db, now: Instant): Promise<Instant | null> => {
  const row = await db
    .selectFrom('deliveries')
    .select((eb) => eb.fn.min('due_at').as('due'))
    .where('due_at', '>', now)
    .executeTakeFirst();
  return row?.due ?? null;
};

/** A revision is worth an edit for so long. */
const REVISED_WITHIN = 24 * 60 * 60_000;

/** Posts that show less than the newest revision of their event, and may be tried now. */
export const stalePosts = async (
  db: Db,
  now: Instant,
  limit: number,
): Promise<readonly PendingDelivery[]> => {
  // Few events are ever revised: they are found first, by an index of their own, and only their
  // deliveries are looked at. In one query the planner may walk through all that was ever sent.
  const revised = await db
    .selectFrom('events')
    .select('id')
    .where('revised_at', '>', now - REVISED_WITHIN)
    .execute();
  if (revised.length === 0) return [];
  const rows = await db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.id', 'deliveries.event_id')
    .innerJoin('channels', 'channels.id', 'deliveries.channel_id')
    .select([
      'deliveries.event_id',
      'deliveries.channel_id',
      'deliveries.attempts',
      'deliveries.message_id',
      'deliveries.target_id',
    ])
    .where(
      'deliveries.event_id',
      'in',
      revised.map(({ id }) => id),
    )
    .where('channels.broken_at', 'is', null)
    .where('channels.paused_at', 'is', null)
    .where('channels.left_at', 'is', null)
    .where('deliveries.outcome', '=', 'sent')
    .whereRef('deliveries.shown_rev', '<', 'events.rev')
    .where((eb) => eb.or([eb('due_at', 'is', null), eb('due_at', '<=', now)]))
    .limit(limit)
    .execute();
  return rows.map(pendingOf);
};

const changePost = async (
  db: Db,
  { eventId, channelKey }: DeliveryKey,
  change: Updateable<Tables['deliveries']>,
): Promise<void> => {
  await db
    .updateTable('deliveries')
    .set(change)
    .where('event_id', '=', eventId)
    .where('channel_id', '=', channelKey)
    .execute();
};

/** A post now shows revision `rev` of its event; or never will, which is no reason to try again. */
export const postShown = (db: Db, key: DeliveryKey, rev: number): Promise<void> =>
  changePost(db, key, { shown_rev: rev, due_at: null });

/** It failed for now, sent or corrected: not before `dueAt` again. */
export const postponePost = (
  db: Db,
  key: DeliveryKey,
  dueAt: Instant,
  attempts: number,
): Promise<void> => changePost(db, key, { due_at: dueAt, attempts });

const pendingOf = (row: {
  event_id: number;
  channel_id: number;
  attempts: number;
  message_id: string | null;
  target_id: string | null;
}): PendingDelivery => ({
  eventId: row.event_id,
  channelKey: row.channel_id,
  attempts: row.attempts,
  messageId: row.message_id,
  targetId: row.target_id,
});
