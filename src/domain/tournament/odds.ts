import {
  DELETED,
  isCancelled,
  isNotPlayed,
  isOver,
  isPlaying,
  type Match,
  type PlayerRef,
} from '../match/match.ts';
import { chanceByDifference } from '../people/ratings.ts';
import { byTeam, opponentOf, TEAMS, type ByTeam, type Round, type Team } from '../terms.ts';
import type { Bracket, DrawPlace } from './draw.ts';
import { RUBBERS_TO_WIN } from './ties.ts';

/** A pair or a team of a draw, or a qualifier that nobody knows yet. */
export interface Contender {
  readonly key: string;
  /** Empty for teams, and for a qualifier. */
  readonly players: readonly PlayerRef[];
  /** Nation code or name (ties.ts); null for pairs. */
  readonly team: string | null;
  readonly seed: string | null;
}

export interface Possible {
  readonly contender: Contender;
  /** 0 to 1. */
  readonly chance: number;
}

/** A match on a contender's way to the title. */
export interface RoadStep {
  readonly place: DrawPlace;
  /** Who may stand opposite, the likeliest first; `win` is the contender's chance against them. */
  readonly opponents: readonly (Possible & { readonly win: number })[];
  /** To win this match, seen from today. */
  readonly chance: number;
}

export interface TitleChance {
  readonly contender: Contender;
  /** To win a match of each round: 1 where it is won. */
  readonly wins: ReadonlyMap<Round, number>;
}

export interface DrawOdds {
  /** Who can still win it, the likeliest champions first. */
  readonly contenders: readonly TitleChance[];
  /** The chances in a match whose sides are known and which has not begun. */
  readonly chancesIn: (place: DrawPlace) => ByTeam<number> | null;
  /** What lies before a contender, the next match first. */
  readonly roadOf: (key: string) => readonly RoadStep[];
}

/** Elo points of a contender; null when unknown. */
export type StrengthOf = (contender: Pick<Contender, 'players' | 'team'>) => number | null;

const keyOf = (players: readonly Pick<PlayerRef, 'id'>[]): string =>
  players
    .map(({ id }) => id)
    .toSorted((a, b) => a - b)
    .join('-');

export const contenderIn = ({ teams, names, seeds }: DrawPlace, team: Team): Contender | null => {
  const [players, name] = [teams[team] ?? [], names[team]];
  if (players.length === 0 && name === null) return null;
  return { key: name ?? keyOf(players), players, team: name, seed: seeds[team] };
};

/** Nobody comes out of such a match but by what the next round shows. */
const endsUntold = (match: Match): boolean =>
  (isOver(match) && match.status !== 'bye') ||
  isCancelled(match.status) ||
  isNotPlayed(match.status) ||
  match.status === DELETED;

/** The chance to win the rubbers that are missing before the other team does, each with one chance. */
const tieChance = (rubber: number, score: ByTeam<number>): number => {
  const missing = byTeam((team) => RUBBERS_TO_WIN - score[team]);
  let [sum, ways] = [0, 1];
  for (let lost = 0; lost < missing.team_2; lost += 1) {
    sum += ways * rubber ** missing.team_1 * (1 - rubber) ** lost;
    ways = (ways * (missing.team_1 + lost)) / (lost + 1);
  }
  return sum;
};

/** Strengths by key, the field's mean for a qualifier; null where one who is not out has none. */
const strengthsIn = (places: readonly DrawPlace[], strengthOf: StrengthOf) => {
  const sides = places.flatMap((place) =>
    TEAMS.flatMap((team) => {
      const contender = contenderIn(place, team);
      const isIn = place.winner === null || place.winner === team;
      return contender === null ? [] : [{ contender, isIn }];
    }),
  );
  // The last place of each: who has lost there is out.
  const isInBy = new Map(sides.map(({ contender, isIn }) => [contender.key, isIn]));
  const strengths = new Map<string, number>();
  for (const { contender } of sides) {
    const strength = strengths.get(contender.key) ?? strengthOf(contender);
    if (strength !== null) strengths.set(contender.key, strength);
    else if (isInBy.get(contender.key) === true) return null;
  }
  if (strengths.size === 0) return null;
  const mean = [...strengths.values()].reduce((sum, each) => sum + each / strengths.size, 0);
  return ({ key }: Contender): number => strengths.get(key) ?? mean;
};

const isAhead = ({ tie, match }: DrawPlace): boolean =>
  tie?.isPlaying !== true && (match === null || !isPlaying(match));

/** Every match of a draw, and how they lead to one another. */
const ladderOf = (draw: Bracket) => {
  const rounds = draw.rounds.map(draw.placesIn);
  const at = (round: number, slot: number): DrawPlace | undefined =>
    rounds[draw.rounds.findIndex((each) => each === round)]?.[slot];
  return {
    places: rounds.flat(),
    before: ({ round, slot }: DrawPlace, team: Team) =>
      at(round * 2, slot * 2 + TEAMS.indexOf(team)),
    after: ({ round, slot }: DrawPlace) => at(round / 2, Math.floor(slot / 2)),
  };
};

const likeliestFirst = (a: Possible, b: Possible): number => b.chance - a.chance;

/**
 * The chances of a draw by exact dynamic programming over who may get to each match. What is decided is
 * decided, by a result or by who stands in the next round; a match in play counts as before it began. Null
 * where a strength is missing, or a match will never tell who goes on: no figure is better than a wrong one.
 */
export const drawOdds = (draw: Bracket, strengthOf: StrengthOf): DrawOdds | null => {
  const { places, before, after } = ladderOf(draw);
  const strength = strengthsIn(places, strengthOf);
  /** Who goes on: by the result, else by what the next round shows. */
  const settledBy = (place: DrawPlace): Contender | null => {
    if (place.winner !== null) return contenderIn(place, place.winner);
    const next = after(place);
    return next === undefined
      ? null
      : contenderIn(next, place.slot % 2 === 0 ? 'team_1' : 'team_2');
  };
  const isDeadEnd = (place: DrawPlace): boolean =>
    place.match !== null && endsUntold(place.match) && settledBy(place) === null;
  if (strength === null || places.some(isDeadEnd)) return null;

  /** The chance of `one` as `team` of a place. */
  const against = (one: Contender, other: Contender, { tie }: DrawPlace, team: Team): number => {
    const chance = chanceByDifference(strength(one) - strength(other));
    const isTie = tie !== null || one.team !== null || other.team !== null;
    if (!isTie) return chance;
    const score = tie?.result.score ?? { team_1: 0, team_2: 0 };
    return tieChance(chance, { team_1: score[team], team_2: score[opponentOf(team)] });
  };

  const winners = new Map<DrawPlace, readonly Possible[]>();

  const sideOf = (place: DrawPlace, team: Team): readonly Possible[] => {
    const known = contenderIn(place, team);
    if (known !== null) return [{ contender: known, chance: 1 }];
    const earlier = before(place, team);
    if (earlier !== undefined) return winners.get(earlier) ?? [];
    const isEmpty =
      place.match?.status === 'bye' &&
      (team === 'team_2' || contenderIn(place, opponentOf(team)) !== null);
    const key = `?${place.round}:${place.slot}:${team}`;
    return isEmpty ? [] : [{ contender: { key, players: [], team: null, seed: null }, chance: 1 }];
  };

  const playOut = (place: DrawPlace): readonly Possible[] => {
    const settled = settledBy(place);
    if (settled !== null) return [{ contender: settled, chance: 1 }];
    const sides = byTeam((team) => sideOf(place, team));
    return TEAMS.flatMap((team) => {
      const others = sides[opponentOf(team)];
      return sides[team].map(({ contender, chance }) => ({
        contender,
        chance:
          others.length === 0
            ? chance
            : chance *
              others.reduce(
                (sum, other) =>
                  sum + other.chance * against(contender, other.contender, place, team),
                0,
              ),
      }));
    });
  };
  for (const place of places) winners.set(place, playOut(place));

  const byKey = new Map<string, TitleChance & { readonly wins: Map<Round, number> }>();
  for (const place of places)
    for (const { contender, chance } of winners.get(place) ?? []) {
      const known = byKey.get(contender.key) ?? { contender, wins: new Map() };
      byKey.set(contender.key, known);
      // Who stands in two places, while a draw is made anew, would have two chances.
      if (known.wins.has(place.round)) return null;
      known.wins.set(place.round, chance);
    }
  const titleOf = ({ wins }: TitleChance): number => wins.get(1) ?? 0;

  return {
    contenders: [...byKey.values()]
      .filter((each) => titleOf(each) > 0)
      .toSorted((a, b) => titleOf(b) - titleOf(a)),
    chancesIn: (place) => {
      const [one, other] = TEAMS.map((team) => contenderIn(place, team));
      if (!one || !other || !isAhead(place) || settledBy(place) !== null) return null;
      return byTeam((team) =>
        team === 'team_1' ? against(one, other, place, team) : against(other, one, place, team),
      );
    },
    roadOf: (key) =>
      places.flatMap((place) => {
        if (settledBy(place) !== null) return [];
        const own = TEAMS.find((team) =>
          sideOf(place, team).some(({ contender, chance }) => contender.key === key && chance > 0),
        );
        const one = own && sideOf(place, own).find(({ contender }) => contender.key === key);
        const opposite = own === undefined ? [] : sideOf(place, opponentOf(own));
        if (!own || !one || opposite.length === 0) return [];
        const won = winners.get(place)?.find(({ contender }) => contender.key === key);
        const opponents = opposite.filter(({ chance }) => chance > 0).toSorted(likeliestFirst);
        return [
          {
            place,
            opponents: opponents.map((each) => ({
              ...each,
              win: against(one.contender, each.contender, place, own),
            })),
            chance: won?.chance ?? 0,
          },
        ];
      }),
  };
};
