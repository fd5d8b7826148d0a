import type { Services } from '../../src/discord/command.ts';
import type { Match } from '../../src/domain/match/match.ts';
import type { Category } from '../../src/domain/terms.ts';
import type { StrengthOf } from '../../src/domain/tournament/odds.ts';
import { strengthsFromRatings } from '../../src/domain/tournament/strengths.ts';

/** The strengths of who plays these matches of a category, by the ratings that are held. */
export const strengthsOf = (
  matches: readonly Match[],
  category: Category,
  { directory, now }: Services,
): StrengthOf =>
  strengthsFromRatings(
    // Men and women of a nation are two teams of one name.
    matches.filter((match) => match.category === category),
    (id) => directory.get('player', id)?.rating,
    now(),
  );
