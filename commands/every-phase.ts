import type { Services } from '../src/discord/command.ts';
import type { TournamentMatchesQuery } from '../src/padel-api/queries.ts';
import { findTournament } from '../src/store/match-lists.ts';

/** Requests every phase of a tournament: the default is the main draw. */
export const EVERY_PHASE = { draw: 'all' } as const satisfies TournamentMatchesQuery;

/** The query for all matches of a tournament: team events also have groups and placement. */
export const everyPhaseOf = async (
  id: number,
  { db }: Pick<Services, 'db'>,
): Promise<Pick<TournamentMatchesQuery, 'draw'>> =>
  (await findTournament(db, id))?.format === 'teams' ? EVERY_PHASE : {};
