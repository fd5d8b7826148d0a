import type { ByTeam, Category } from '../../../../src/domain/terms.ts';
import type { Fixture } from './contest.ts';
import { mondayOf, type Day } from '../schedule/days.ts';
import { entriesOf } from '../people/entries.ts';
import { playDraw } from './main-draw.ts';
import { matchId } from '../records/match-ids.ts';
import type { Contest, Pair, Player, Tournament } from '../model.ts';
import { afterWeek, type Partnerships } from '../people/partners.ts';
import { firstPairs } from '../people/people.ts';
import { randomFrom } from '../random.ts';
import type { Ranking } from '../people/ranking.ts';
import type { Ratings } from '../people/ratings.ts';

/** Decides a match between two pairs. */
export type Decide = (fixture: Fixture, teams: ByTeam<Pair>) => Contest;

/** Plays tournament after tournament, in the order of time. */
export interface Tour {
  /** Plays a tournament with both its draws; ranking and ratings learn the results. */
  readonly play: (tournament: Tournament, decide: Decide) => Contest[];
}

/** What a tour needs: who takes part, and where its results go. */
export interface TourInput {
  readonly seed: number;
  readonly people: readonly Player[];
  readonly ranking: Ranking;
  readonly ratings: Ratings;
}

const CATEGORIES = ['men', 'women'] as const satisfies readonly Category[];

/** Creates the tour before its first tournament. */
export const createTour = ({ seed, people, ranking, ratings }: TourInput): Tour => {
  const firstOf = (category: Category): Partnerships => ({
    pairs: firstPairs(people.filter((player) => player.category === category)),
    partings: [],
  });
  const partnerships = { men: firstOf('men'), women: firstOf('women') };
  let week: Day = -Infinity;
  let today = { day: week, points: new Map<Player, number>() };
  let busy: { until: Day; players: readonly Player[] }[] = [];

  // Results count from the day after a final, so nothing that is played changes today's points.
  const pointsToday = (day: Day): ((player: Player) => number) => {
    if (today.day !== day) today = { day, points: new Map() };
    const { points } = today;
    return (player) => {
      const known = points.get(player) ?? ranking.pointsOf(player, day);
      points.set(player, known);
      return known;
    };
  };

  const rank = (pairs: readonly Pair[], day: Day): Pair[] => {
    const pointsOf = pointsToday(day);
    return pairs
      .map((pair) => ({ pair, points: pointsOf(pair[0]) + pointsOf(pair[1]) }))
      .sort((a, b) => b.points - a.points || a.pair[0].id - b.pair[0].id)
      .map(({ pair }) => pair);
  };

  const beginWeek = (monday: Day): void => {
    week = monday;
    for (const category of CATEGORIES) {
      const before = partnerships[category];
      const ranked = { ...before, pairs: rank(before.pairs, monday) };
      partnerships[category] = afterWeek(randomFrom(seed, 'partners', category, monday), ranked);
    }
  };

  const entriesTo = ({ id, start, level, draws }: Tournament, category: Category): Pair[] => {
    const away = new Set(busy.flatMap(({ players }) => players));
    const free = partnerships[category].pairs.filter(
      ([one, two]) => !away.has(one) && !away.has(two),
    );
    const random = randomFrom(seed, 'entries', id, category);
    return entriesOf(random, level, draws[category], rank(free, start));
  };

  return {
    play(tournament, decide) {
      const { id, start, end } = tournament;
      if (mondayOf(start) > week) beginWeek(mondayOf(start));
      busy = busy.filter(({ until }) => until >= start);

      const contests: Contest[] = [];
      for (const category of CATEGORIES) {
        const entries = entriesTo(tournament, category);
        busy.push({ until: end, players: entries.flat() });
        const firstId = matchId(id, contests.length);
        const onContest = ratings.enter;
        contests.push(
          ...playDraw({ seed, tournament, category, entries, firstId, decide, onContest }),
        );
      }
      ranking.enter(tournament, contests);
      return contests;
    },
  };
};
