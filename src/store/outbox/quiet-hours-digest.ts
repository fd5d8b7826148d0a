import type { AlertEvent } from '../../domain/alerts/events.ts';
import type { QuietHoursNews } from '../../domain/alerts/subject.ts';
import type { Instant } from '../../domain/terms.ts';
import { HOUR } from '../../lib/time.ts';
import { readableRows, readEvent } from '../connection/documents.ts';
import { findTournament } from '../matches/match-lists.ts';
import { findMatches } from '../matches/matches.ts';
import type { Db, Tx } from '../connection/schema.ts';

/**
 * No digest contains older news. Quiet hours and pauses last at most a day, and an hour more when the clocks
 * change; they may be prolonged by as much.
 */
const KEPT_FOR_MS = 50 * HOUR;

/** The deliveries that quiet hours ending at an instant held back, in the order of the channel's posts. */
export const quietHoursDigest = async (
  db: Db,
  channelKey: number,
  until: Instant,
): Promise<readonly QuietHoursNews[]> => {
  const rows = await db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.id', 'deliveries.eventId')
    .select('events.payload')
    .where('deliveries.channelKey', '=', channelKey)
    // Uses the index; `digest_at` decides which night.
    .where('deliveries.at', '>', until - KEPT_FOR_MS)
    .where('deliveries.at', '<', until)
    .where('deliveries.outcome', '=', 'suppressed')
    .where('deliveries.reason', '=', 'quiet-hours')
    .where('deliveries.digestAt', '=', until)
    .where('events.kind', '!=', 'quiet-hours-digest')
    .orderBy('events.id')
    .execute();
  const events = readableRows(rows, ({ payload }) => readEvent(payload));
  const ids = events.flatMap(matchesOf);
  const held = new Map((await findMatches(db, ids)).map((each) => [each.match.id, each]));
  const missed: QuietHoursNews[] = [];
  for (const event of events) {
    const tournament =
      'tournamentId' in event ? ((await findTournament(db, event.tournamentId)) ?? null) : null;
    const matches = matchesOf(event).flatMap((id) => held.get(id) ?? []);
    const match = 'matchId' in event ? (matches[0] ?? null) : null;
    missed.push({ event, held: match, tournament, matches });
  }
  return missed;
};

/** The matches of an event: one, or those of a draw. */
const matchesOf = (event: AlertEvent): readonly number[] => {
  if ('matchId' in event) return [event.matchId];
  return 'matchIds' in event ? event.matchIds : [];
};

/** Moves the deliveries of a digest to that of another end: the quiet hours were changed meanwhile. */
export const moveToDigest = async (
  tx: Tx,
  { channelKey, until }: { readonly channelKey: number; readonly until: Instant },
  end: Instant,
): Promise<void> => {
  await assignedTo(tx, channelKey, until).set({ digestAt: end }).execute();
};

/**
 * Marks the digest as posted: its deliveries were delivered now (`wasResultDelivered`), and a second one of the
 * same night does not repeat them.
 */
export const recordDigestPosted = async (
  tx: Tx,
  { channelKey, until }: { readonly channelKey: number; readonly until: Instant },
  now: Instant,
): Promise<void> => {
  await assignedTo(tx, channelKey, until).set({ digestAt: null, at: now }).execute();
};

/** An update of the deliveries that are assigned to a digest. */
const assignedTo = (tx: Tx, channelKey: number, until: Instant) =>
  tx
    .updateTable('deliveries')
    .where('channelKey', '=', channelKey)
    .where('at', '>', until - KEPT_FOR_MS)
    .where('digestAt', '=', until);
