import { DAY } from '../../../../src/lib/time.ts';
import { firstSeasonOf, seasonOf, tournamentsOf } from '../schedule/calendar.ts';
import { contest, unrecorded } from '../draws/contest.ts';
import { firstMondayOf, type Day } from '../schedule/days.ts';
import { expectation } from '../people/elo.ts';
import type { Match, Pair, Player, Tournament } from '../model.ts';
import { inventPeople } from '../people/people.ts';
import { createRanking, type Ranking } from '../people/ranking.ts';
import { createRatings, type Ratings } from '../people/ratings.ts';
import { schedule } from '../schedule/schedule.ts';
import { createStrengths } from '../people/strength.ts';
import { createTour, type Decide } from '../draws/tour.ts';

/** Past and future events, as far as they are computed. */
export interface History {
  readonly people: readonly Player[];
  readonly ranking: Ranking;
  readonly ratings: Ratings;
  /** All tournaments of the seasons up to this day's; their matches may not be worked out yet. */
  tournamentsUntil: (day: Day) => readonly Tournament[];
  /** Matches of all tournaments that start up to this day, in the order of their ids. */
  matchesUntil: (day: Day) => readonly Match[];
}

/**
 * Seasons that were played before the records start: the API does not show them, but ranking and
 * ratings come from them, as those of a real service come from more than it shows.
 */
const UNRECORDED = 8;

/**
 * Opens the history of a world. It is worked out tournament by tournament when it is asked for,
 * always in the same order, so it depends on nothing but the seed and the anchor.
 * @param anchor the first day of the world
 */
export const openHistory = (seed: number, anchor: Day): History => {
  const firstSeason = firstSeasonOf(anchor);
  const people = inventPeople(seed, firstSeason);
  const ranking = createRanking(people, firstMondayOf(firstSeason - UNRECORDED));
  const ratings = createRatings();
  const strengthOf = createStrengths(seed, people);
  const tour = createTour({ seed, people, ranking, ratings });
  const tournaments: Tournament[] = [];
  const matches: Match[] = [];
  let season = firstSeason - 1;
  let played = 0;

  const leadOn = (day: Day, one: Pair, two: Pair): number =>
    strengthOf(one, day) - strengthOf(two, day);

  /** Before the records only winners count. */
  const byOdds =
    (day: Day): Decide =>
    (fixture, teams) =>
      unrecorded(fixture, teams, expectation(leadOn(day, teams.team_1, teams.team_2)));

  /** Before the anchor strength decides, which the ratings only learn. */
  const byStrength =
    (day: Day): Decide =>
    (fixture, teams) =>
      contest(fixture, teams, leadOn(day, teams.team_1, teams.team_2));

  /** From the anchor's tournament on, live results agree with `/matches/simulate`. */
  const byRating: Decide = (fixture, teams) =>
    contest(fixture, teams, ratings.lead(teams.team_1, teams.team_2));

  for (let year = firstSeason - UNRECORDED; year < firstSeason; year += 1) {
    for (const tournament of tournamentsOf(seed, year, anchor)) {
      for (const { id } of tour.play(tournament, byOdds(tournament.start))) {
        ratings.date(id, tournament.end * DAY);
      }
    }
  }

  const play = (tournament: Tournament): Match[] => {
    const { start, end } = tournament;
    const contests = tour.play(tournament, end < anchor ? byStrength(start) : byRating);
    const scheduled = schedule(tournament, contests).sort((a, b) => a.id - b.id);
    for (const { id, closed } of scheduled) ratings.date(id, closed);
    return scheduled;
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
        matches.push(...play(next));
      }
      return matches;
    },
  };
};
