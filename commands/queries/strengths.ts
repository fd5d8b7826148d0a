import type { Services } from '../../src/discord/command.ts';
import type { Match } from '../../src/domain/match/match.ts';
import type { StrengthOf } from '../../src/domain/tournament/odds.ts';
import { strengthsFromRatings } from '../../src/domain/tournament/strengths.ts';

/** The strengths of who plays these matches, by the ratings that are held. */
export const strengthsOf = (matches: readonly Match[], { directory, now }: Services): StrengthOf =>
  strengthsFromRatings(matches, (id) => directory.get('player', id)?.rating, now());
