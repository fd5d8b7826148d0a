import type { HeldMatch } from '../domain/held-match.ts';
import type { Match, Phase } from '../domain/match.ts';
import type { Tournament } from '../domain/people.ts';
import { readMatch, readTournament, readableRows } from './documents.ts';
import type { Db } from './schema.ts';

/** A match as it is listed: without its points, which are long to read. */
export type ListedMatch = Pick<HeldMatch, 'match' | 'tournament'>;

/** Matches that are over, those that ended last first. */
export const matchesOver = async (db: Db, limit: number): Promise<readonly ListedMatch[]> => {
  const rows = await db
    .selectFrom('matches')
    .leftJoin('tournaments', 'tournaments.id', 'matches.tournament_id')
    .select(['matches.match', 'tournaments.tournament'])
    .where('matches.phase', '=', 'over' satisfies Phase)
    .orderBy('matches.changed_at', 'desc')
    .orderBy('matches.id', 'desc')
    .limit(limit)
    .execute();
  return readableRows(rows, ({ match, tournament }) => ({
    match: readMatch(match),
    tournament: tournament === null ? null : readTournament(tournament),
  }));
};

/** Matches of a tournament that are on or over: they tell when they started. */
export const startedMatchesOf = async (db: Db, tournamentId: number): Promise<readonly Match[]> => {
  const rows = await db
    .selectFrom('matches')
    .select('match')
    .where('tournament_id', '=', tournamentId)
    .where('phase', 'in', ['playing', 'over'] satisfies Phase[])
    .execute();
  return readableRows(rows, ({ match }) => readMatch(match));
};

export const findTournament = async (db: Db, id: number): Promise<Tournament | undefined> => {
  const row = await db
    .selectFrom('tournaments')
    .select('tournament')
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? undefined : readTournament(row.tournament);
};
