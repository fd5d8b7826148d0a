import type { Category } from '#src/domain/terms.ts';
import { firstSeasonOf, seasonOf, tournamentsOf } from './calendar.ts';
import { firstMondayOf, mondayOf, type Day } from './days.ts';
import { edgeOf } from './elo.ts';
import { entriesOf } from './entries.ts';
import { playDraw } from './main-draw.ts';
import type { Contest, Match, Pair, Player, Tournament } from './model.ts';
import { afterWeek, type Partnerships } from './partners.ts';
import { firstPairs, inventPeople } from './people.ts';
import { randomFrom } from './random.ts';
import { createRanking, type Ranking } from './ranking.ts';
import { createRatings, type Ratings } from './ratings.ts';
import { schedule } from './schedule.ts';

/** Everything that happened and will happen, as far as it has been worked out. */
export interface History {
  readonly people: readonly Player[];
  readonly ranking: Ranking;
  readonly ratings: Ratings;
  /** All tournaments of the seasons up to this day's; their matches may not be worked out yet. */
  tournamentsUntil: (day: Day) => readonly Tournament[];
  /** Matches of all tournaments that start up to this day, in the order of their ids. */
  matchesUntil: (day: Day) => readonly Match[];
}

/** Match ids: those of a tournament follow its own id times this. */
const IDS_PER_TOURNAMENT = 200;

const CATEGORIES = ['men', 'women'] as const satisfies readonly Category[];

const talentOf = (pair: Pair): number => (pair[0].talent + pair[1].talent) / 2;

/**
 * Opens the history of a world. It is worked out tournament by tournament when it is asked for,
 * always in the same order, so it depends on nothing but the seed and the anchor.
 * @param anchor the day on which the world is first seen
 */
export const openHistory = (seed: number, anchor: Day): History => {
  const firstSeason = firstSeasonOf(anchor);
  const people = inventPeople(seed, firstSeason);
  const ranking = createRanking(people, firstMondayOf(firstSeason));
  const ratings = createRatings();
  const tournaments: Tournament[] = [];
  const matches: Match[] = [];
  const partnerships: Record<Category, Partnerships> = {
    men: { pairs: firstPairs(people.filter(({ category }) => category === 'men')), partings: [] },
    women: {
      pairs: firstPairs(people.filter(({ category }) => category === 'women')),
      partings: [],
    },
  };
  let season = firstSeason - 1;
  let played = 0;
  let week: Day = 0;
  let busy: { until: Day; players: ReadonlySet<number> }[] = [];

  const rank = (pairs: readonly Pair[], day: Day): Pair[] =>
    pairs
      .map((pair) => ({
        pair,
        points: ranking.pointsOf(pair[0], day) + ranking.pointsOf(pair[1], day),
      }))
      .sort((a, b) => b.points - a.points || a.pair[0].id - b.pair[0].id)
      .map(({ pair }) => pair);

  const beginWeek = (monday: Day): void => {
    week = monday;
    for (const category of CATEGORIES) {
      const before = partnerships[category];
      const ranked = { ...before, pairs: rank(before.pairs, monday) };
      partnerships[category] = afterWeek(randomFrom(seed, 'partners', category, monday), ranked);
    }
  };

  // What lies before the anchor came from talent, which the ratings only learn. From the anchor's
  // tournament on the ratings decide: what is seen live agrees with `/matches/simulate`.
  const edgeByTalent = (one: Pair, two: Pair): number => edgeOf(talentOf(one) - talentOf(two));
  const edgeByRating = (one: Pair, two: Pair): number => edgeOf(ratings.lead(one, two));

  const play = (tournament: Tournament): void => {
    const { id, start, end, level, draws } = tournament;
    if (mondayOf(start) > week) beginWeek(mondayOf(start));
    busy = busy.filter(({ until }) => until >= start);

    const contests: Contest[] = [];
    for (const category of CATEGORIES) {
      const isFree = (pair: Pair): boolean =>
        busy.every(({ players }) => pair.every((player) => !players.has(player.id)));
      const ranked = rank(partnerships[category].pairs.filter(isFree), start);
      const random = randomFrom(seed, 'entries', id, category);
      const entries = entriesOf(random, level, draws[category], ranked);
      busy.push({ until: end, players: new Set(entries.flat().map((player) => player.id)) });
      const firstId = id * IDS_PER_TOURNAMENT + contests.length;
      const edgeBetween = end < anchor ? edgeByTalent : edgeByRating;
      const onContest = ratings.enter;
      contests.push(
        ...playDraw({ seed, tournament, category, entries, firstId, edgeBetween, onContest }),
      );
    }

    const scheduled = schedule(tournament, contests).sort((a, b) => a.id - b.id);
    for (const match of scheduled) ratings.date(match.id, match.closed);
    ranking.enter(scheduled);
    matches.push(...scheduled);
  };

  const tournamentsUntil = (day: Day): readonly Tournament[] => {
    while (season < seasonOf(day)) {
      season += 1;
      tournaments.push(...tournamentsOf(seed, season, anchor));
    }
    return tournaments;
  };

  return {
    people,
    ranking,
    ratings,
    tournamentsUntil,
    matchesUntil(day) {
      tournamentsUntil(day);
      for (let next = tournaments[played]; next && next.start <= day; next = tournaments[played]) {
        played += 1;
        play(next);
      }
      return matches;
    },
  };
};
