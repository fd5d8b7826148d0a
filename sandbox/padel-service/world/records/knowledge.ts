import { LRUCache } from 'lru-cache';
import { TEAMS, type Category, type Instant } from '../../../../src/domain/terms.ts';
import type { CalledNames } from '../people/called-names.ts';
import { firstMondayOf, yearOf, type Day } from '../schedule/days.ts';
import type { Duplicate } from '../people/duplicates.ts';
import type { Rating } from '../people/elo.ts';
import type { History } from './history.ts';
import { playersOf, type Match, type Player, type Tournament } from '../model.ts';
import type { Profile } from '../profile.ts';
import { rankingDayAt } from '../people/ranking-days.ts';
import type { Records } from './records.ts';
import { changeAfter, isMatchVisible, isTournamentVisible, withKnownPairs } from './visible.ts';

/** What is known at an instant. */
export interface Knowledge {
  readonly now: Instant;
  readonly profile: Profile;
  readonly calledNames: CalledNames;
  /** Everybody, and the duplicates that are not merged yet. */
  readonly players: readonly Player[];
  /** The player of an id; ids of merged records lead to the canonical one, which has another id. */
  readonly player: (id: number) => Player | null;
  /** The calendar as it was announced; what was called off stays in it in the specification. */
  readonly tournaments: readonly Tournament[];
  /** What was called off and is read by its id only, where `today` is spoken. */
  readonly unlisted: readonly Tournament[];
  /** The tournament of an id; ids of merged records lead to the canonical one. */
  readonly tournament: (id: number) => Tournament | null;
  /** Matches whose pairs are known, in the order of their ids; `today` also those that wait for pairs. */
  readonly matches: readonly Match[];
  /** The match of an id; where `today` is spoken, second entries lead to the true one. */
  readonly match: (id: number) => Match | null;
  /** The known matches of a player, byes too, in the order of their ids. */
  readonly matchesOf: (player: Player) => readonly Match[];
  /** Points of the last published ranking. */
  readonly pointsOf: (player: Player) => number;
  /** Place in the last published ranking of the category; null without points. */
  readonly rankOf: (player: Player) => number | null;
  /** Current Elo rating. */
  readonly eloOf: (player: Player) => number;
  /** The Elo rating at an instant of the past, and the matches behind it. */
  readonly ratingAt: (player: Player, at: Instant) => Rating;
  /** The ranking of a category that was the last one before an instant. */
  readonly rankingAt: (at: Instant, category: Category) => PublishedRanking;
}

/** A ranking as it was published. */
export interface PublishedRanking {
  /** The Monday. */
  readonly day: Day;
  readonly pointsOf: (player: Player) => number;
  /** Points of its season alone, in which everybody starts at 0. */
  readonly racePointsOf: (player: Player) => number;
}

/** The places of players, the best first, by id: who has the same points, as partners do, shares one. */
export const placesOf = (
  players: readonly Player[],
  pointsOf: (player: Player) => number,
): ReadonlyMap<number, number> => {
  let place = { points: Infinity, number: 0 };
  return new Map(
    players.map((player, index) => {
      const points = pointsOf(player);
      if (points !== place.points) place = { points, number: index + 1 };
      return [player.id, place.number];
    }),
  );
};

type Ranks = ReadonlyMap<number, number>;

/** All ranking places of a category on a day; the last requested days are cached. */
const createRanks = ({ ranking }: History): ((category: Category, day: Day) => Ranks) => {
  const kept = new LRUCache<string, Ranks>({ max: 4 });
  return (category, day) => {
    const key = `${category} ${day}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const ranks = placesOf(ranking.on(category, day), (player) => ranking.pointsOf(player, day));
    kept.set(key, ranks);
    return ranks;
  };
};

/** The matches that are there at an instant; kept until the next one comes or goes. */
const createMatchesThere = (records: Records): ((now: Instant) => readonly Match[]) => {
  let kept: { of: number; from: Instant; until: Instant; there: readonly Match[] } | null = null;
  return (now) => {
    // Points count from the matches that are over, and those are worked out.
    const all = records.matches(now);
    if (kept?.of !== all.length || now < kept.from || now >= kept.until) {
      const there = all
        .filter((match) => isMatchVisible(match, now))
        .map((match) => withKnownPairs(match, now));
      const until = all.reduce((next, match) => Math.min(next, changeAfter(match, now)), Infinity);
      kept = { of: all.length, from: now, until, there };
    }
    return kept.there;
  };
};

/** What the world's knowledge is cut out of. */
export interface Truths {
  readonly history: History;
  readonly records: Records;
  readonly duplicates: (until: Instant) => readonly Duplicate[];
  readonly calledNames: CalledNames;
  readonly profile: Profile;
}

/** Opens the view of a world at any instant. */
export const openKnowledge = ({
  history,
  records,
  duplicates,
  calledNames,
  profile,
}: Truths): ((now: Instant) => Knowledge) => {
  const { people, ranking, ratings } = history;
  const peopleById = new Map(people.map((player) => [player.id, player]));
  const ranksOn = createRanks(history);
  const matchesThere = createMatchesThere(records);

  const rankingOn = (day: Day): PublishedRanking => {
    return {
      day,
      pointsOf: (player) => ranking.pointsOf(player, day),
      racePointsOf: (player) => ranking.earnedBetween(player, firstMondayOf(yearOf(day)), day),
    };
  };

  const playerAt = (id: number, now: Instant): Player | null => {
    const player = peopleById.get(id);
    if (player) return player;
    const duplicate = duplicates(now).find(({ record }) => record.id === id);
    if (!duplicate) return null;
    return now < duplicate.merged ? duplicate.record : duplicate.canonical;
  };

  const tournamentAt = (id: number, now: Instant): Tournament | null => {
    const tournament = records.tournament(id, now);
    if (tournament === null || tournament.announced > now) return null;
    if (isTournamentVisible(tournament, now)) return tournament;
    const into = tournament.withdrawn?.into ?? null;
    return into === null ? null : tournamentAt(into, now);
  };

  /** Today's lists leave out what was called off; it can still be read by its id, and a season counts it. */
  const isListed = ({ cancelled }: Tournament, now: Instant): boolean =>
    profile === 'specification' || cancelled === null || cancelled > now;

  return (now) => {
    const matches = matchesThere(now);
    const calendar = records.tournaments(now).filter((each) => isTournamentVisible(each, now));
    const unnoticed = duplicates(now).filter(({ merged }) => now < merged);
    const dayAt = (at: Instant, category: Category): Day =>
      rankingDayAt(Math.min(at, now), { category, profile });
    return {
      now,
      profile,
      calledNames,
      players: [...people, ...unnoticed.map(({ record }) => record)],
      player: (id) => playerAt(id, now),
      tournaments: calendar.filter((each) => isListed(each, now)),
      unlisted: calendar.filter((each) => !isListed(each, now)),
      tournament: (id) => tournamentAt(id, now),
      matches,
      match(id) {
        const match = records.match(id, now);
        if (match === null) return null;
        if (isMatchVisible(match, now)) return withKnownPairs(match, now);
        const into = profile === 'today' && match.created <= now ? match.mergedInto : undefined;
        const original = into === undefined ? null : records.match(into, now);
        return original && withKnownPairs(original, now);
      },
      matchesOf: (player) =>
        records
          .matchesOf(player.id, now)
          .filter((match) => isMatchVisible(match, now))
          .map((match) => withKnownPairs(match, now))
          .filter((match) => TEAMS.some((team) => playersOf(match, team).includes(player))),
      pointsOf: (player) => ranking.pointsOf(player, dayAt(now, player.category)),
      rankOf: (player) =>
        ranksOn(player.category, dayAt(now, player.category)).get(player.id) ?? null,
      eloOf: (player) => ratings.at(player, now).elo,
      ratingAt: (player, at) => ratings.at(player, Math.min(at, now)),
      rankingAt: (at, category) => rankingOn(dayAt(at, category)),
    };
  };
};
