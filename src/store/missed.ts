import type { AlertEvent } from '../domain/alert-events.ts';
import type { MissedNews } from '../domain/alert-subject.ts';
import type { Instant } from '../domain/terms.ts';
import { HOUR } from '../lib/time.ts';
import { readableRows, readEvent } from './documents.ts';
import { findTournament } from './match-lists.ts';
import { findMatches } from './matches.ts';
import { keptFor } from './deliveries.ts';
import type { Db, Tx } from './schema.ts';

/** No quiet hours are longer than a day and the hour that a change of the clock adds. */
const LONGEST = 25 * HOUR;

/** What a channel was not told because of the quiet hours that end at an instant, in its order. */
export const missedIn = async (
  db: Db,
  channelKey: number,
  until: Instant,
): Promise<readonly MissedNews[]> => {
  const rows = await db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.id', 'deliveries.event_id')
    .select('events.payload')
    .where('deliveries.channel_id', '=', channelKey)
    // By the index; which night it was is noted.
    .where('deliveries.at', '>', until - LONGEST)
    .where('deliveries.at', '<', until)
    .where('deliveries.outcome', '=', 'suppressed')
    .where('deliveries.reason', '=', 'quiet-hours')
    .where('deliveries.waited_for', '=', keptFor(until))
    .orderBy('events.id')
    .execute();
  const events = readableRows(rows, ({ payload }) => readEvent(payload));
  const ids = events.flatMap(matchesOf);
  const held = new Map((await findMatches(db, ids)).map((each) => [each.match.id, each]));
  const missed: MissedNews[] = [];
  for (const event of events) {
    const tournament =
      'tournamentId' in event ? ((await findTournament(db, event.tournamentId)) ?? null) : null;
    const matches = matchesOf(event).flatMap((id) => held.get(id) ?? []);
    const match = 'matchId' in event ? (matches[0] ?? null) : null;
    missed.push({ event, held: match, tournament, matches });
  }
  return missed;
};

/** The matches that news is about: one, or those of a draw. */
const matchesOf = (event: AlertEvent): readonly number[] => {
  if ('matchId' in event) return [event.matchId];
  return 'matchIds' in event ? event.matchIds : [];
};

/**
 * What is kept for another end of the same quiet hours, which somebody has changed meanwhile, is told
 * with the rest: in one post.
 */
export const keepTogether = async (
  tx: Tx,
  { channelKey, until }: { readonly channelKey: number; readonly until: Instant },
): Promise<void> => {
  await tx
    .updateTable('deliveries')
    .set({ waited_for: keptFor(until) })
    .where('channel_id', '=', channelKey)
    .where('at', '>', until - LONGEST)
    .where('waited_for', 'like', 'quiet-hours %')
    .execute();
};

/** What was kept for a morning was told: a second summary of the same night does not repeat it. */
export const missedTold = async (
  tx: Tx,
  { channelKey, until }: { readonly channelKey: number; readonly until: Instant },
): Promise<void> => {
  await tx
    .updateTable('deliveries')
    .set({ waited_for: 'quiet-hours' })
    .where('channel_id', '=', channelKey)
    .where('at', '>', until - LONGEST)
    .where('waited_for', '=', keptFor(until))
    .execute();
};
