import type { Services } from '../src/discord/command.ts';
import type { TournamentMatchesQuery } from '../src/padel-api/queries.ts';
import { findTournament } from '../src/store/match-lists.ts';

/** Asks for every phase of a tournament: without it lists give the main draw. */
export const EVERY_PHASE = { draw: 'all' } as const satisfies TournamentMatchesQuery;

/** How to ask for all matches of a tournament: where teams meet, groups and placement count, too. */
export const everyPhaseOf = async (
  id: number,
  { db }: Pick<Services, 'db'>,
): Promise<Pick<TournamentMatchesQuery, 'draw'>> =>
  (await findTournament(db, id))?.format === 'teams' ? EVERY_PHASE : {};
