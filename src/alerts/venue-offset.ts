import type { HeldMatch } from '../domain/held-match.ts';
import { offsetFromMatches, offsetInCountry } from '../domain/venue-clock.ts';
import type { Db } from '../store/database.ts';
import { matchesOfTournament } from '../store/match-lists.ts';

/** The venue's minutes ahead of UTC: as the match tells, as its country has one clock, or as others tell. */
export const offsetOf = async (
  db: Db,
  { match, tournament }: Pick<HeldMatch, 'match' | 'tournament'>,
): Promise<number | null> => {
  const { tournamentId, playedOn, venueOffset } = match;
  if (venueOffset !== undefined) return venueOffset;
  if (playedOn === null) return null;
  const country = offsetInCountry(tournament?.country ?? null, playedOn);
  if (country !== null || tournamentId === null) return country;
  return offsetFromMatches(await matchesOfTournament(db, tournamentId));
};
