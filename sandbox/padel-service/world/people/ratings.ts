import type { Instant } from '../../../../src/domain/terms.ts';
import { afterMatch, expectation, meanElo, NEWCOMER, type Rating } from './elo.ts';
import { playersOf, type Contest, type Player } from '../model.ts';

/** Elo ratings over time. */
export interface Ratings {
  /** How much higher the first side is rated, after everything that was entered so far. */
  readonly lead: (own: readonly Player[], other: readonly Player[]) => number;
  /** Walks through one more result; walkovers and byes change nothing. */
  readonly enter: (contest: Contest) => void;
  /** Records when an entered result became known, in the order of time for each player. */
  readonly date: (contestId: number, at: Instant) => void;
  /** The rating that was known at an instant. */
  readonly at: (player: Player, instant: Instant) => Rating;
}

/** Creates ratings in which everybody is a newcomer. */
export const createRatings = (): Ratings => {
  const latest = new Map<number, Rating>();
  const undated = new Map<number, ReadonlyMap<number, Rating>>();
  const dated = new Map<number, { at: Instant; rating: Rating }[]>();
  const latestOf = (player: Player): Rating => latest.get(player.id) ?? NEWCOMER;
  const lead: Ratings['lead'] = (own, other) =>
    meanElo(own.map(latestOf)) - meanElo(other.map(latestOf));

  return {
    lead,
    enter(contest) {
      if (contest.outcome === 'bye' || contest.outcome === 'walkover') return;
      const [one, two] = [playersOf(contest, 'team_1'), playersOf(contest, 'team_2')];
      const surprise = (contest.winner === 'team_1' ? 1 : 0) - expectation(lead(one, two));
      const changes = new Map([
        ...one.map((player) => [player.id, afterMatch(latestOf(player), surprise)] as const),
        ...two.map((player) => [player.id, afterMatch(latestOf(player), -surprise)] as const),
      ]);
      for (const [id, rating] of changes) latest.set(id, rating);
      undated.set(contest.id, changes);
    },
    date(contestId, at) {
      for (const [id, rating] of undated.get(contestId) ?? []) {
        const known = dated.get(id);
        if (known) known.push({ at, rating });
        else dated.set(id, [{ at, rating }]);
      }
      undated.delete(contestId);
    },
    at: (player, instant) =>
      dated.get(player.id)?.findLast(({ at }) => at <= instant)?.rating ?? NEWCOMER,
  };
};
