import type { HeldMatch } from '../domain/held-match.ts';
import { offsetInCountry } from '../domain/venue-clock.ts';

/** The venue's minutes ahead of UTC on a day, where its country has one clock; null elsewhere. */
export const venueOffset = (
  { tournament }: Pick<HeldMatch, 'tournament'>,
  date: string | null,
): number | null => (date === null ? null : offsetInCountry(tournament?.country ?? null, date));
