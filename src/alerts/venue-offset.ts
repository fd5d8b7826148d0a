import type { HeldMatch } from '../domain/held-match.ts';
import { offsetFromStarts, offsetInCountry } from '../domain/venue-clock.ts';
import type { Db } from '../store/database.ts';
import { startedMatchesOf } from '../store/match-lists.ts';

/** The venue's minutes ahead of UTC: as its matches have told, else as its country has one clock. */
export const offsetOf = async (
  db: Db,
  { match, tournament }: Pick<HeldMatch, 'match' | 'tournament'>,
): Promise<number | null> => {
  const { tournamentId, playedOn } = match;
  if (playedOn === null) return null;
  const country = offsetInCountry(tournament?.country ?? null, playedOn);
  if (country !== null || tournamentId === null) return country;
  return offsetFromStarts(await startedMatchesOf(db, tournamentId));
};
