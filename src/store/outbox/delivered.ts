import { isDeepStrictEqual } from 'node:util';
import type { DeliveryReason } from '../../domain/alerts/delivery-reasons.ts';
import type { Instant } from '../../domain/terms.ts';
import { HOUR } from '../../lib/time.ts';
import { readEvent } from '../connection/documents.ts';
import { countOf, hasRow } from '../connection/queries.ts';
import type { Db } from '../connection/schema.ts';
import { eventsWithDelivery } from './delivery-history.ts';
import type { OutboxEvent } from './events.ts';

export const postCountSince = (db: Db, channelKey: number, since: Instant): Promise<number> =>
  countOf(
    db
      .selectFrom('deliveries')
      .where('channelKey', '=', channelKey)
      .where('at', '>', since)
      .where('outcome', '=', 'sent'),
  );

/**
 * The number of messages that were sent to a channel since an instant: posts, and live cards that did
 * not start as posts. Of a reposted card only the last message counts.
 */
export const messageCountSince = async (
  db: Db,
  channelKey: number,
  since: Instant,
): Promise<number> => {
  const cards = db
    .selectFrom('cards')
    .where('channelKey', '=', channelKey)
    .where('postedAt', '>', since)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('deliveries')
            .select('deliveries.eventId')
            .where('deliveries.channelKey', '=', channelKey)
            .where('deliveries.at', '>', since)
            .whereRef('deliveries.messageId', '=', 'cards.messageId'),
        ),
      ),
    );
  return (await countOf(cards)) + (await postCountSince(db, channelKey, since));
};

/** Whether a tournament has the same kind of news again since an event: it changes to and fro. */
export const hasNewerNews = async (db: Db, { id, event }: OutboxEvent): Promise<boolean> => {
  if (event.kind !== 'tournament') return false;
  return await hasRow(
    db
      .selectFrom('events')
      .select('id')
      .where('id', '>', id)
      .where('key', 'like', `tournament:${event.tournamentId}:${event.change}:%`),
  );
};

/** How long nobody is told again that a match is next on its court, or when it starts. */
const AHEAD_MS = HOUR;

/** Whether the last news of its tournament, or of a match to come, that a channel got, or may have got, says the same. */
export const wasToldLast = async (
  db: Db,
  { id, event, createdAt }: OutboxEvent,
  channelKey: number,
): Promise<boolean> => {
  if (event.kind === 'reminder' || event.kind === 'next') {
    const earlier = eventsWithDelivery(db, channelKey)
      .select('id')
      .where('matchId', '=', event.matchId)
      .where('kind', '=', event.kind === 'next' ? 'reminder' : 'next')
      .where('deliveries.outcome', '=', 'sent')
      .where('deliveries.at', '>', createdAt - AHEAD_MS);
    return await hasRow(earlier);
  }
  if (event.kind !== 'tournament') return false;
  const last = await db
    .selectFrom('events')
    .innerJoin('deliveries', 'deliveries.eventId', 'events.id')
    .select('events.payload')
    .where('events.key', 'like', `tournament:${event.tournamentId}:%`)
    .where('deliveries.channelKey', '=', channelKey)
    .where('events.id', '<', id)
    .where((eb) =>
      eb.or([eb('deliveries.outcome', '=', 'sent'), eb('deliveries.triedDigests', 'is not', null)]),
    )
    .orderBy('events.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last === undefined) return false;
  return isDeepStrictEqual({ ...readEvent(last.payload), at: event.at }, event);
};

/** Whether a match decided its tie, and that is an event (domain/alerts/events.ts). */
export const hasDecidedTie = (db: Db, matchId: number): Promise<boolean> =>
  hasRow(
    db.selectFrom('events').select('id').where('matchId', '=', matchId).where('kind', '=', 'tie'),
  );

/**
 * Whether the result of a match was delivered to a channel before an instant: by itself, with its tie, or in
 * the digest of the quiet hours that held it back.
 */
export const wasResultDelivered = (
  db: Db,
  matchId: number,
  channelKey: number,
  before: Instant,
): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('events')
      .innerJoin('deliveries', 'deliveries.eventId', 'events.id')
      .select('deliveries.at')
      .where('events.matchId', '=', matchId)
      .where('events.kind', 'in', ['result', 'tie'])
      .where('deliveries.channelKey', '=', channelKey)
      .where((eb) =>
        eb.or([
          eb('deliveries.outcome', '=', 'sent'),
          // Not assigned to a digest any more: that was posted (quiet-hours-digest.ts).
          eb.and([
            eb('deliveries.outcome', '=', 'suppressed'),
            eb('deliveries.reason', '=', 'quiet-hours' satisfies DeliveryReason),
            eb('deliveries.digestAt', 'is', null),
          ]),
        ]),
      )
      .where('deliveries.at', '<', before),
  );
