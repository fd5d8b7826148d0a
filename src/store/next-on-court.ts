import { phaseOf, type Match, type Phase } from '../domain/match.ts';
import { readableRows, readMatch } from './documents.ts';
import type { Db } from './schema.ts';

/**
 * The next match on the same court by the day's order of play; undefined when none is known, or another
 * one is being played there.
 */
export const nextOnCourt = async (db: Db, match: Match): Promise<number | undefined> => {
  const { tournamentId, court, playedOn, courtOrder } = match;
  if (tournamentId === null || court === null || playedOn === null || courtOrder === null) {
    return undefined;
  }
  const rows = await db
    .selectFrom('matches')
    .select('match')
    .where('tournament_id', '=', tournamentId)
    .where('phase', 'in', ['playing', 'upcoming'] satisfies Phase[])
    .execute();
  const [next] = readableRows(rows, (row) => readMatch(row.match))
    .filter((each) => each.court === court && each.playedOn === playedOn && each.id !== match.id)
    .toSorted((a, b) => (a.courtOrder ?? 0) - (b.courtOrder ?? 0));
  // An earlier match on the court is unfinished: that one is next.
  if (next === undefined || (next.courtOrder ?? 0) < courtOrder) return undefined;
  return phaseOf(next.status) === 'upcoming' ? next.id : undefined;
};
