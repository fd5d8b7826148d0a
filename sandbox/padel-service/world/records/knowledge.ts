import type { Category, Instant } from '../../../../src/domain/terms.ts';
import type { CalledNames } from '../people/called-names.ts';
import { firstMondayOf, yearOf, type Day } from '../schedule/days.ts';
import type { Duplicate } from '../people/duplicates.ts';
import type { Rating } from '../people/elo.ts';
import type { History } from './history.ts';
import type { Match, Player, Tournament } from '../model.ts';
import type { Profile } from '../profile.ts';
import { rankingDayAt } from '../people/ranking-days.ts';
import type { Records } from './records.ts';
import { changeAfter, isMatchVisible, isTournamentVisible } from './visible.ts';

/** What is known at an instant. */
export interface Knowledge {
  readonly now: Instant;
  readonly profile: Profile;
  readonly calledNames: CalledNames;
  /** Everybody, and the duplicates that are not merged yet. */
  readonly players: readonly Player[];
  /** The player of an id; ids of merged records lead to the canonical one, which has another id. */
  readonly player: (id: number) => Player | null;
  /** The calendar as it was announced; what was called off stays in it. */
  readonly tournaments: readonly Tournament[];
  /** The tournament of an id; ids of merged records lead to the canonical one. */
  readonly tournament: (id: number) => Tournament | null;
  /** Matches whose pairs are known, in the order of their ids. */
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
  /** Place and points in the ranking last published before an instant. */
  readonly rankingAt: (at: Instant) => PublishedRanking;
}

/** A ranking as it was published. */
export interface PublishedRanking {
  /** The Monday. */
  readonly day: Day;
  readonly rankOf: (player: Player) => number | null;
  readonly pointsOf: (player: Player) => number;
  /** Points of its season alone, in which everybody starts at 0. */
  readonly racePointsOf: (player: Player) => number;
}

type Ranks = Readonly<Record<Category, ReadonlyMap<number, number>>>;

/** All ranking places on a day; the last requested day is cached. */
const createRanks = ({ ranking }: History): ((day: Day) => Ranks) => {
  const placesOf = (category: Category, day: Day) =>
    new Map(ranking.on(category, day).map((player, index) => [player.id, index + 1]));
  let kept: { day: Day; ranks: Ranks } | null = null;
  return (day) => {
    if (kept?.day !== day) {
      kept = { day, ranks: { men: placesOf('men', day), women: placesOf('women', day) } };
    }
    return kept.ranks;
  };
};

/** The matches that are there at an instant; kept until the next one comes or goes. */
const createMatchesThere = (records: Records): ((now: Instant) => readonly Match[]) => {
  let kept: { of: number; from: Instant; until: Instant; there: readonly Match[] } | null = null;
  return (now) => {
    // Points count from the matches that are over, and those are worked out.
    const all = records.matches(now);
    if (kept?.of !== all.length || now < kept.from || now >= kept.until) {
      const there = all.filter((match) => isMatchVisible(match, now));
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
    const ranks = ranksOn(day);
    return {
      day,
      rankOf: (player) => ranks[player.category].get(player.id) ?? null,
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

  /** Today's lists leave out what was called off; it can still be read by its id. */
  const isListed = ({ cancelled }: Tournament, now: Instant): boolean =>
    profile === 'specification' || cancelled === null || cancelled > now;

  return (now) => {
    const matches = matchesThere(now);
    const unnoticed = duplicates(now).filter(({ merged }) => now < merged);
    const day = rankingDayAt(now);
    return {
      now,
      profile,
      calledNames,
      players: [...people, ...unnoticed.map(({ record }) => record)],
      player: (id) => playerAt(id, now),
      tournaments: records
        .tournaments(now)
        .filter((each) => isTournamentVisible(each, now) && isListed(each, now)),
      tournament: (id) => tournamentAt(id, now),
      matches,
      match(id) {
        const match = records.match(id, now);
        if (match === null || isMatchVisible(match, now)) return match;
        const into = profile === 'today' && match.created <= now ? match.mergedInto : undefined;
        return into === undefined ? null : records.match(into, now);
      },
      matchesOf: ({ id }) =>
        records.matchesOf(id, now).filter((match) => isMatchVisible(match, now)),
      pointsOf: (player) => ranking.pointsOf(player, day),
      rankOf: (player) => ranksOn(day)[player.category].get(player.id) ?? null,
      eloOf: (player) => ratings.at(player, now).elo,
      ratingAt: (player, at) => ratings.at(player, Math.min(at, now)),
      rankingAt: (at) => rankingOn(rankingDayAt(Math.min(at, now))),
    };
  };
};
