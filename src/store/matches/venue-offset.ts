import type { TrackedMatch } from '../../domain/match/state.ts';
import type { Match } from '../../domain/match/match.ts';
import type { Tournament } from '../../domain/people/people.ts';
import { matchOffset, venueOffset } from '../../domain/match/venue-clock.ts';
import type { Db } from '../connection/database.ts';
import { findTournament, matchesOfTournament } from './match-lists.ts';

/**
 * The venue's UTC offset in minutes for a match; null when unknown. The rule is in
 * domain/match/venue-clock.ts; the tournament's other matches are only read if needed.
 */
export const readMatchOffset = async (
  db: Db,
  held: Pick<TrackedMatch, 'match' | 'tournament'>,
): Promise<number | null> => {
  const { tournamentId, playedOn } = held.match;
  const offset = matchOffset(held);
  if (offset !== null || playedOn === null || tournamentId === null) return offset;
  return matchOffset(held, await matchesOfTournament(db, tournamentId));
};

/**
 * The venue's minutes ahead of UTC on a day of a tournament; null where nothing tells.
 * @param listed matches of the tournament that are known besides the stored ones
 */
export const readTournamentOffset = async (
  db: Db,
  tournament: Pick<Tournament, 'id' | 'country'>,
  date: string,
  listed: readonly Match[] = [],
): Promise<number | null> => {
  const { id } = tournament;
  const venue = (await findTournament(db, id)) ?? tournament;
  const offset = venueOffset(venue, date);
  if (offset !== null) return offset;
  const known = await matchesOfTournament(db, id);
  const byId = new Map([...known, ...listed].map((match) => [match.id, match]));
  return venueOffset(venue, date, [...byId.values()]);
};
