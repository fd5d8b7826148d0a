import { sql, type UpdateObject } from 'kysely';
import { bitOf } from '../domain/alert-kinds.ts';
import type { FollowTarget } from '../domain/follows.ts';
import type { Instant } from '../domain/terms.ts';
import { channelOf, type Channel } from './channels.ts';
import { followsTelling } from './follows.ts';
import type { Db, Tables } from './schema.ts';

/** The one message per match and channel that is edited while the match is on. */
export interface Card {
  readonly matchId: number;
  readonly channel: Channel;
  /** When it was opened: another one of the same match and channel was at another time. */
  readonly openedAt: Instant;
  /** Null until it is posted. */
  readonly messageId: string | null;
  readonly postedAt: Instant | null;
  readonly replacedMessageId: string | null;
  /** The revision that the message shows; below 1 when it is to be shown anew, whatever it shows. */
  readonly shownRev: number;
  /** Messages of others below it. */
  readonly buried: number;
  readonly attempts: number;
}

/** Cards older than this are left alone: their match has not changed for that long. */
const ACTIVE_FOR = 12 * 60 * 60_000;

const selectCards = (db: Db) =>
  db
    .selectFrom('cards')
    .innerJoin('channels', 'channels.id', 'cards.channel_id')
    .where('cards.closed_at', 'is', null)
    .selectAll('channels')
    .select([
      'cards.match_id',
      'cards.opened_at',
      'cards.message_id',
      'cards.posted_at',
      'cards.replaced_message_id',
      'cards.shown_rev',
      'cards.buried',
      'cards.attempts',
    ]);

type CardRow = Awaited<ReturnType<ReturnType<typeof selectCards>['executeTakeFirstOrThrow']>>;

const cardOf = (row: CardRow): Card => ({
  matchId: row.match_id,
  channel: channelOf(row),
  openedAt: row.opened_at,
  messageId: row.message_id,
  postedAt: row.posted_at,
  replacedMessageId: row.replaced_message_id,
  shownRev: row.shown_rev,
  buried: row.buried,
  attempts: row.attempts,
});

/** Cards that trail their match and may be tried now, the least recently shown first. */
export const staleCards = async (db: Db, now: Instant, limit: number): Promise<readonly Card[]> => {
  const rows = await selectCards(db)
    .innerJoin('matches', 'matches.id', 'cards.match_id')
    // While a start is on its way to its channels, it becomes their card: none is posted beside it.
    .where((eb) =>
      eb.or([
        eb('cards.message_id', 'is not', null),
        eb.not(
          eb.exists(
            eb
              .selectFrom('events')
              .select('events.id')
              .whereRef('events.match_id', '=', 'cards.match_id')
              .where('events.kind', '=', 'start')
              .where('events.done_at', 'is', null),
          ),
        ),
      ]),
    )
    .where('matches.changed_at', '>', now - ACTIVE_FOR)
    .whereRef('cards.shown_rev', '<', 'matches.rev')
    .where('cards.due_at', '<=', now)
    .where('channels.broken_at', 'is', null)
    .where('channels.paused_at', 'is', null)
    .where('channels.left_at', 'is', null)
    .orderBy('cards.shown_at')
    .limit(limit)
    .execute();
  return rows.map(cardOf);
};

/** When the next postponed card may be tried; null when none waits. */
export const nextCardDue = async (db: Db, now: Instant): Promise<Instant | null> => {
  const row = await db
    .selectFrom('cards')
    .select((eb) => eb.fn.min('due_at').as('due'))
    .where('due_at', '>', now)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return row?.due ?? null;
};

/**
 * Opens a card in every channel that follows one of the targets, wants live cards and has none yet,
 * or in one of them alone: the delivery loop will post it quietly, with the state of that moment.
 */
export const openCards = async (
  db: Db,
  matchId: number,
  targets: readonly FollowTarget[],
  now: Instant,
  channelKey?: number,
): Promise<void> => {
  await db
    .insertInto('cards')
    .columns(['match_id', 'channel_id', 'opened_at'])
    .expression((eb) =>
      eb
        .selectFrom('follows')
        .innerJoin('channels', 'channels.id', 'follows.channel_id')
        // PostgreSQL takes an untyped parameter in a select for text.
        .select([
          eb.cast<number>(eb.val(matchId), 'bigint').as('match_id'),
          'follows.channel_id',
          eb.cast<number>(eb.val(now), 'bigint').as('opened_at'),
        ])
        .distinct()
        .where(followsTelling(targets))
        .where(sql<number>`channels.kinds & ${sql.lit(bitOf('card'))}`, '!=', 0)
        .where('channels.left_at', 'is', null)
        .$if(channelKey !== undefined, (query) =>
          query.where('follows.channel_id', '=', channelKey ?? 0),
        ),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Opens the card of a match in one channel, unless it has one. */
export const openCard = async (
  db: Db,
  { matchId, channelKey }: CardKey,
  now: Instant,
): Promise<void> => {
  await db
    .insertInto('cards')
    .values({ match_id: matchId, channel_id: channelKey, opened_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/**
 * Has a card shown anew. Each time by another number: what is being shown at this moment does not
 * count as that (`cardShown`).
 */
const SHOWN_ANEW = {
  shown_rev: sql<number>`case when shown_rev > 0 then 0 else shown_rev - 1 end`,
};

/** From so many messages on a card is buried (alerts/deliver-cards.ts). */
export const BURIED_BY = 10;

/** It is posted anew then, but not again and again in the rush of a conversation. */
export const ANCHORED_FOR = 3 * 60_000;

/**
 * Counts messages below the live cards of a channel.
 * @returns whether one of them is buried now, and may be posted anew.
 */
export const buryCards = async (
  db: Db,
  discordId: string,
  count: number,
  now: Instant,
): Promise<boolean> => {
  const own = () =>
    db
      .updateTable('cards')
      .where('message_id', 'is not', null)
      .where('closed_at', 'is', null)
      .where('channel_id', 'in', (eb) =>
        eb
          .selectFrom('channels')
          .select('id')
          .where('discord_id', '=', discordId)
          .where('kind', '!=', 'forum')
          .where('settings', 'not like', '%"reanchor":false%'),
      )
      .where('match_id', 'in', (eb) =>
        eb.selectFrom('matches').select('id').where('phase', '=', 'playing'),
      );
  await own()
    .set((eb) => ({ buried: eb('buried', '+', count) }))
    .execute();
  const { numUpdatedRows } = await own()
    .set(SHOWN_ANEW)
    .where('buried', '>=', BURIED_BY)
    .where('posted_at', '<', now - ANCHORED_FOR)
    // At once when it is buried; where it is not posted anew then (quiet hours, a limit) it would be
    // edited with every message.
    .where((eb) =>
      eb.or([eb('buried', '<', BURIED_BY + count), eb('shown_at', '<', now - ANCHORED_FOR)]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Looks anew at the cards of a channel: what it wants of them has changed. */
export const reviewCards = async (db: Db, channelKey: number, now: Instant): Promise<void> => {
  await db
    .updateTable('cards')
    .set({ ...SHOWN_ANEW, due_at: 0 })
    .where('channel_id', '=', channelKey)
    .where('match_id', 'in', (eb) =>
      eb
        .selectFrom('matches')
        .select('id')
        .where('changed_at', '>', now - ACTIVE_FOR),
    )
    .where('match_id', 'in', (eb) =>
      eb.selectFrom('matches').select('id').where('phase', '=', 'playing'),
    )
    .execute();
};

export interface CardKey {
  readonly matchId: number;
  readonly channelKey: number;
}

export const cardKey = ({ matchId, channel }: Pick<Card, 'matchId' | 'channel'>): CardKey => ({
  matchId,
  channelKey: channel.key,
});

/** The shown revision becomes `to`, unless the card was to be shown anew since it was `from`. */
const shownFrom = (from: number, to: number) =>
  sql<number>`case when cards.shown_rev = ${from} then ${to} else cards.shown_rev end`;

/** A message that has become the card of a match. */
export interface PostedCard {
  readonly messageId: string;
  /** The revision that it shows. */
  readonly rev: number;
  readonly at: Instant;
  readonly replacedMessageId: string | null;
  /** The shown revision of the card when the message was written; undefined when there was none. */
  readonly from?: number | undefined;
}

/** Notes a posted card; it is stale when it was to be shown anew meanwhile. */
export const cardPosted = async (
  db: Db,
  { matchId, channelKey }: CardKey,
  posted: PostedCard,
): Promise<void> => {
  const values = {
    message_id: posted.messageId,
    posted_at: posted.at,
    shown_rev: posted.rev,
    shown_at: posted.at,
    replaced_message_id: posted.replacedMessageId,
    buried: 0,
    closed_at: null,
    due_at: 0,
    attempts: 0,
  };
  await db
    .insertInto('cards')
    .values({ match_id: matchId, channel_id: channelKey, opened_at: posted.at, ...values })
    .onConflict((conflict) =>
      conflict.columns(['match_id', 'channel_id']).doUpdateSet({
        ...values,
        ...(posted.from === undefined ? {} : { shown_rev: shownFrom(posted.from, posted.rev) }),
      }),
    )
    .execute();
};

const changeCard = async (
  db: Db,
  { matchId, channelKey }: CardKey,
  change: UpdateObject<Tables, 'cards'>,
): Promise<void> => {
  await db
    .updateTable('cards')
    .set(change)
    .where('match_id', '=', matchId)
    .where('channel_id', '=', channelKey)
    .execute();
};

/**
 * The message now shows revision `to`; the card stays stale when it was to be shown anew meanwhile.
 * @param shown `from`: the shown revision of the card as it was read before
 */
export const cardShown = (
  db: Db,
  key: CardKey,
  { from, to, at }: { readonly from: number; readonly to: number; readonly at: Instant },
): Promise<void> =>
  changeCard(db, key, {
    shown_rev: shownFrom(from, to),
    shown_at: at,
    due_at: 0,
    attempts: 0,
  });

/** Somebody deleted the message: the card is not forced back upon the channel. */
export const closeCard = (db: Db, key: CardKey, now: Instant): Promise<void> =>
  changeCard(db, key, { closed_at: now });

/** The card is not wanted, or not any more; it may be opened again. */
export const dropCard = async (db: Db, { matchId, channelKey }: CardKey): Promise<void> => {
  await db
    .deleteFrom('cards')
    .where('match_id', '=', matchId)
    .where('channel_id', '=', channelKey)
    .execute();
};

/** A temporary failure: not before `dueAt` again. */
export const postponeCard = (
  db: Db,
  key: CardKey,
  dueAt: Instant,
  attempts: number,
): Promise<void> => changeCard(db, key, { due_at: dueAt, attempts });

/** There is more to show at an instant; a longer rest after a failure is kept. */
export const lookAgainAt = async (
  db: Db,
  { matchId, channelKey }: CardKey,
  at: Instant,
): Promise<void> => {
  await db
    .updateTable('cards')
    .set({ due_at: at })
    .where('match_id', '=', matchId)
    .where('channel_id', '=', channelKey)
    .where('due_at', '<', at)
    .execute();
};

/** The message that the card replaced is gone. */
export const replacedCardDeleted = (db: Db, key: CardKey): Promise<void> =>
  changeCard(db, key, { replaced_message_id: null });

/** A card as it is now; undefined when the channel has none of the match, or it was deleted. */
export const findCard = async (
  db: Db,
  { matchId, channelKey }: CardKey,
): Promise<Card | undefined> => {
  const row = await selectCards(db)
    .where('cards.match_id', '=', matchId)
    .where('cards.channel_id', '=', channelKey)
    .executeTakeFirst();
  return row === undefined ? undefined : cardOf(row);
};
