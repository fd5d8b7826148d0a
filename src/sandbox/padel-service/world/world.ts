import { TEAMS, type Category, type Instant } from '#src/domain/terms.ts';
import { DAY, HOUR, localDay, MINUTE, utcDay, type Day } from './days.ts';
import { openHistory } from './history.ts';
import { isCovered, playersOf, type Match, type Player, type Tournament } from './model.ts';

/** The padel world, past and future. Pure: the same seed and anchor give the same world. */
export interface PadelWorld {
  /** What can be known at an instant. Everything that is shown to the outside comes from here. */
  at: (now: Instant) => Knowledge;
  /** Covered matches whose feed may speak between two instants. */
  coveredBetween: (from: Instant, to: Instant) => readonly Match[];
  /** The first covered match that starts after an instant. */
  nextStart: (after: Instant) => Match | null;
  /** A match with its future, for whoever must know the truth. */
  truth: (id: number, now: Instant) => Match | null;
  /** A moment of the anchor's day at which several covered matches are on and more will follow. */
  openingMoment: () => Instant;
}

/** What is known at an instant. */
export interface Knowledge {
  readonly now: Instant;
  readonly players: readonly Player[];
  /** The canonical player of an id; ids of merged records lead to another id. */
  readonly player: (id: number) => Player | null;
  readonly tournaments: readonly Tournament[];
  readonly tournament: (id: number) => Tournament | null;
  /** Matches whose pairs are known, in the order of their ids. */
  readonly matches: readonly Match[];
  readonly match: (id: number) => Match | null;
  /** The known matches of a player, byes too, in the order of their ids. */
  readonly matchesOf: (player: Player) => readonly Match[];
  readonly pointsOf: (player: Player) => number;
  /** Place in the ranking of the category; null without points. */
  readonly rankOf: (player: Player) => number | null;
  /** Current Elo rating. */
  readonly eloOf: (player: Player) => number;
}

/** How far ahead draws are worked out, the calendar is known, and a next start is looked for. */
const DRAWN_AHEAD = 4;
const CALENDAR_AHEAD = 30;
const SEARCHED_AHEAD = 60;

/** Merged player records: so many ids beyond the last player lead back to somebody. */
const MERGED = 4;

type Ranks = ReadonlyMap<number, number>;

/** Opens the world of a seed around its anchor, the day on which it was first seen. */
export const openWorld = (seed: number, anchor: Day): PadelWorld => {
  const history = openHistory(seed, anchor);
  const { people, ranking, ratings } = history;
  const byId = new Map(people.map((player) => [player.id, player]));
  const matchesById = new Map<number, Match>();
  const matchesByPlayer = new Map<number, Match[]>(people.map(({ id }) => [id, []]));
  let indexed = 0;

  const enter = (match: Match): void => {
    matchesById.set(match.id, match);
    for (const { id } of TEAMS.flatMap((team) => playersOf(match, team))) {
      matchesByPlayer.get(id)?.push(match);
    }
  };

  const matchesAround = (now: Instant): readonly Match[] => {
    const matches = history.matchesUntil(utcDay(now) + DRAWN_AHEAD);
    for (const match of matches.slice(indexed)) enter(match);
    indexed = matches.length;
    return matches;
  };

  const ranksOn = (() => {
    let known: { day: Day; ranks: Readonly<Record<Category, Ranks>> } | null = null;
    const ranks = (category: Category, day: Day): Ranks =>
      new Map(ranking.on(category, day).map((player, index) => [player.id, index + 1]));
    return (day: Day): Readonly<Record<Category, Ranks>> => {
      if (known?.day !== day) {
        known = { day, ranks: { men: ranks('men', day), women: ranks('women', day) } };
      }
      return known.ranks;
    };
  })();

  const canonical = (id: number): Player | null => {
    const direct = byId.get(id);
    if (direct) return direct;
    const merged = id - people.length;
    return merged >= 1 && merged <= MERGED ? (byId.get(merged * 7) ?? null) : null;
  };

  const coveredStarts = (from: Instant, ahead: number): (Match & { started: Instant })[] =>
    history.matchesUntil(utcDay(from) + ahead).flatMap((match) => {
      const { started } = match;
      if (started === null || started <= from || !isCovered(match.tournament.level)) return [];
      return [{ ...match, started }];
    });

  return {
    at(now) {
      const matches = matchesAround(now).filter(({ created }) => created <= now);
      const tournaments = history
        .tournamentsUntil(utcDay(now) + CALENDAR_AHEAD)
        .filter(({ start }) => start <= utcDay(now) + 366);
      return {
        now,
        players: people,
        player: canonical,
        tournaments,
        tournament: (id) => tournaments.find((each) => each.id === id) ?? null,
        matches,
        match(id) {
          const match = matchesById.get(id);
          return match && match.created <= now ? match : null;
        },
        matchesOf: ({ id }) =>
          (matchesByPlayer.get(id) ?? []).filter(({ created }) => created <= now),
        pointsOf: (player) => ranking.pointsOf(player, utcDay(now)),
        rankOf: (player) => ranksOn(utcDay(now))[player.category].get(player.id) ?? null,
        eloOf: (player) => ratings.at(player, now).elo,
      };
    },
    coveredBetween: (from, to) =>
      matchesAround(to).filter(
        ({ tournament, started, closed }) =>
          isCovered(tournament.level) && closed > from && (started ?? closed) <= to,
      ),
    nextStart: (after) =>
      coveredStarts(after, SEARCHED_AHEAD).reduce<(Match & { started: Instant }) | null>(
        (next, match) => (next === null || match.started < next.started ? match : next),
        null,
      ),
    truth(id, now) {
      matchesAround(now);
      return matchesById.get(id) ?? null;
    },
    openingMoment() {
      const today = matchesAround(anchor * DAY).filter(
        ({ slot, started, tournament }) =>
          slot?.day === anchor && started !== null && isCovered(tournament.level),
      );
      const onAt = (instant: Instant): number =>
        today.filter(({ started, ended }) => (started ?? 0) <= instant && instant < (ended ?? 0))
          .length;
      const candidates = today
        .map(({ started }) => (started ?? 0) + 14 * MINUTE)
        .filter((moment) => today.some(({ started }) => (started ?? 0) > moment))
        .sort((a, b) => a - b);
      const most = Math.max(0, ...candidates.map(onAt));
      return candidates.find((moment) => onAt(moment) === most) ?? anchor * DAY + 12 * HOUR;
    },
  };
};

/** Whether a day inside its dates is on at the tournament's place; pending and finished around it. */
export const tournamentStatus = (
  { start, end, place }: Tournament,
  now: Instant,
): 'pending' | 'live' | 'finished' => {
  const today = localDay(now, place.timezone);
  if (today < start) return 'pending';
  return today > end ? 'finished' : 'live';
};
