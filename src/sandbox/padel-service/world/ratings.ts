import type { Instant } from '#src/domain/terms.ts';
import { afterMatch, expectation, meanElo, NEWCOMER, type Rating } from './elo.ts';
import { playersOf, type Contest, type Player } from './model.ts';

/** Everybody's rating after one contest. */
export type RatingChanges = ReadonlyMap<number, Rating>;

/** Elo ratings over time. */
export interface Ratings {
  /** The rating after everything that was entered so far. */
  latest(player: Player): Rating;
  /** How much higher the first side is rated, after everything that was entered so far. */
  lead(own: readonly Player[], other: readonly Player[]): number;
  /** Walks through one more result; walkovers and byes change nothing. */
  enter(contest: Contest): RatingChanges;
  /** Says when the changes became known. Must be called in the order of time for each player. */
  date(changes: RatingChanges, at: Instant): void;
  /** The rating that was known at an instant. */
  at(player: Player, instant: Instant): Rating;
}

/** Creates ratings in which everybody is a newcomer. */
export const createRatings = (): Ratings => {
  const now = new Map<number, Rating>();
  const dated = new Map<number, { at: Instant; rating: Rating }[]>();
  const latest = (player: Player): Rating => now.get(player.id) ?? NEWCOMER;

  return {
    latest,
    lead: (own, other) => meanElo(own.map(latest)) - meanElo(other.map(latest)),
    enter(contest) {
      const changes = new Map<number, Rating>();
      if (contest.outcome === 'bye' || contest.outcome === 'walkover') return changes;
      const [one, two] = [playersOf(contest, 'team_1'), playersOf(contest, 'team_2')];
      const expected = expectation(meanElo(one.map(latest)) - meanElo(two.map(latest)));
      const surprise = (contest.winner === 'team_1' ? 1 : 0) - expected;
      for (const player of one) changes.set(player.id, afterMatch(latest(player), surprise));
      for (const player of two) changes.set(player.id, afterMatch(latest(player), -surprise));
      for (const [id, rating] of changes) now.set(id, rating);
      return changes;
    },
    date(changes, at) {
      for (const [id, rating] of changes) {
        const known = dated.get(id);
        if (known) known.push({ at, rating });
        else dated.set(id, [{ at, rating }]);
      }
    },
    at: (player, instant) =>
      dated.get(player.id)?.findLast(({ at }) => at <= instant)?.rating ?? NEWCOMER,
  };
};
