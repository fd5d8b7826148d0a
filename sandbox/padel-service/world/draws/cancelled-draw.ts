import type { Category } from '../../../../src/domain/terms.ts';
import { contest } from './contest.ts';
import { matchId } from '../records/match-ids.ts';
import type { Match, Pair, Player, Tournament } from '../model.ts';
import { firstPairs } from '../people/people.ts';
import { randomFrom, shuffled } from '../random.ts';
import { drawnAt } from '../schedule/schedule.ts';

/** It is among pairs who hardly ever get into a draw, so that they are free. */
const PAIRS_IN_REACH = 20;

const UNPLAYED = { slot: null, formerSlot: null, started: null, ended: null } as const;

/**
 * The first round of a tournament that was called off after its draw: there until then, and never
 * played.
 */
export const cancelledDraw = (
  seed: number,
  tournament: Tournament,
  people: readonly Player[],
): readonly Match[] => {
  const { id, cancelled, draws, rule } = tournament;
  if (cancelled === null) return [];
  const drawn = drawnAt(tournament);
  const times = { created: drawn, published: drawn, closed: cancelled, deleted: cancelled };

  const firstRound = (category: Category, before: number): Match[] => {
    const pairs = firstPairs(people.filter((player) => player.category === category));
    const random = randomFrom(seed, 'cancelled', id, category);
    const entries = shuffled(random, pairs.slice(-PAIRS_IN_REACH)).slice(0, draws[category]);
    return Array.from({ length: 4 }, (_, index) => index).flatMap((index) => {
      const [one, two]: readonly Pair[] = entries.slice(index * 2);
      if (!one || !two) return [];
      const own = matchId(id, before + index);
      const fixture = {
        id: own,
        category,
        round: 4,
        index,
        rule,
        seed: `${seed}/match/${own}`,
      } as const;
      return [
        { ...contest(fixture, { team_1: one, team_2: two }, 0), ...times, ...UNPLAYED, tournament },
      ];
    });
  };
  return [...firstRound('men', 0), ...firstRound('women', 4)];
};

/** The same match, kept and marked as cancelled. */
export const asCancelled = (match: Match): Match => ({
  ...match,
  ...{ outcome: 'cancelled', sets: [], points: 0, deleted: null },
});
