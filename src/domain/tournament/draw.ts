import { winnerIn } from '../people/head-to-head.ts';
import { type Match, type PlayerRef, isOver, playersOf } from '../match/match.ts';
import {
  ROUNDS,
  TEAMS,
  byTeam,
  type ByTeam,
  type Category,
  type Round,
  type Team,
} from '../terms.ts';
import { drawIn, tiesIn, type TieOfDraw } from './ties.ts';

/** One place of a draw: a match, a tie, or what is known of a match not yet created. */
export interface DrawPlace {
  readonly round: Round;
  /** From 0 at the top of the draw. */
  readonly slot: number;
  /** Null while the service does not have it, and in team events. */
  readonly match: Match | null;
  /** In team events; null for pairs, and while the service does not have it. */
  readonly tie: TieOfDraw | null;
  /** Null while undecided; empty opposite a bye. */
  readonly teams: ByTeam<readonly PlayerRef[] | null>;
  /** Nation codes or team names (ties.ts); null while undecided, and for pairs. */
  readonly names: ByTeam<string | null>;
  /** As in `Match`; null where unseeded or unknown. */
  readonly seeds: ByTeam<string | null>;
  readonly winner: Team | null;
}

export interface Bracket {
  /** The first round first, the final last. */
  readonly rounds: readonly Round[];
  readonly place: (round: Round, slot: number) => DrawPlace;
  /** All of a round, from the top. */
  readonly placesIn: (round: Round) => readonly DrawPlace[];
}

/** The team that advances to the next round; null while unknown. */
export const advancingFrom = (match: Match): Team | null => {
  if (!isOver(match)) return null;
  if (match.status !== 'bye') return winnerIn(match);
  return TEAMS.find((team) => match.teams[team].length > 0) ?? null;
};

type Held = Omit<DrawPlace, 'round' | 'slot'>;

const NO_TEAMS = { team_1: null, team_2: null } as const;

const heldByMatch = (match: Match): Held => ({
  match,
  tie: null,
  // The service has every match of a draw days before, with empty sides.
  teams: byTeam((team) =>
    match.teams[team].length > 0 || match.status === 'bye' ? match.teams[team] : null,
  ),
  names: NO_TEAMS,
  // A number belongs to a pair: of an empty side it says nothing that can be shown.
  seeds: byTeam((team) => {
    const seed = match.seeds?.[team] ?? null;
    return match.teams[team].length > 0 || !/^\d+$/.test(seed ?? '') ? seed : null;
  }),
  winner: advancingFrom(match),
});

/** A tie's matches share one place; the winner may have lost one of them. */
const heldByTie = (tie: TieOfDraw): Held => ({
  match: null,
  tie,
  teams: NO_TEAMS,
  names: tie.teams,
  seeds: NO_TEAMS,
  winner: tie.result.winner,
});

const reachOf = (match: Match): number => (isOver(match) ? 5 : 0) + playersOf(match).length;

/** The main draw of a category, by the slots of its matches or ties (`Match.slot`); null when none has one. */
export const drawOf = (matches: readonly Match[], category: Category): Bracket | null => {
  const main = matches.filter(
    (match) =>
      match.category === category && match.round && match.slot !== null && drawIn(match) === 'main',
  );
  const keyOf = (round: number | null, slot: number | null): string => `${round}:${slot}`;
  const held = new Map<string, Held>([
    ...main
      .filter(({ tie }) => tie === undefined)
      // Of two records for one slot the last counts: the one that is further on.
      .toSorted((a, b) => reachOf(a) - reachOf(b))
      .map((match) => [keyOf(match.round, match.slot), heldByMatch(match)] as const),
    ...tiesIn(main).map((tie) => [keyOf(tie.round, tie.slot), heldByTie(tie)] as const),
  ]);
  const first = Math.max(...main.map(({ round }) => round ?? 0));
  if (held.size === 0) return null;

  /** The place whose winner advances here; null before the first round. */
  const before = (round: number, slot: number, team: Team): DrawPlace | null => {
    const earlier = ROUNDS.find((each) => each === round * 2 && each <= first);
    return earlier === undefined ? null : place(earlier, slot * 2 + (team === 'team_1' ? 0 : 1));
  };

  const coming = (round: Round, slot: number): Held => {
    const from = byTeam((team) => before(round, slot, team));
    const winnerOf = <T>(team: Team, side: (place: DrawPlace) => ByTeam<T | null>): T | null => {
      const place = from[team];
      return place?.winner ? side(place)[place.winner] : null;
    };
    return {
      match: null,
      tie: null,
      teams: byTeam((team) => winnerOf(team, ({ teams }) => teams)),
      names: byTeam((team) => winnerOf(team, ({ names }) => names)),
      seeds: byTeam((team) => winnerOf(team, ({ seeds }) => seeds)),
      winner: null,
    };
  };

  const place = (round: Round, slot: number): DrawPlace => ({
    round,
    slot,
    ...(held.get(keyOf(round, slot)) ?? coming(round, slot)),
  });

  return {
    rounds: ROUNDS.filter((round) => round <= first).toReversed(),
    place,
    placesIn: (round) => Array.from({ length: round }, (_, slot) => place(round, slot)),
  };
};

/** A part of a draw that fits one page of text: four places, the two they lead to, and the final one. */
export interface DrawSection {
  /** First round first. */
  readonly rounds: readonly (readonly DrawPlace[])[];
}

/** Places in the first round of a section. */
const WIDTH = 4;
const COLUMNS = 3;

/** The last section (quarterfinals onwards) first, then those of the first round, top to bottom. */
export const sectionsOf = (draw: Bracket): readonly DrawSection[] => {
  const [first = 1] = draw.rounds;
  const end = sectionFrom(draw, Math.min(WIDTH, first), 0);
  if (first <= WIDTH) return [end];
  const ways = Array.from({ length: first / WIDTH }, (_, index) => sectionFrom(draw, first, index));
  return [end, ...ways];
};

const sectionFrom = (draw: Bracket, first: number, index: number): DrawSection => {
  const rounds = draw.rounds.filter((round) => round <= first).slice(0, COLUMNS);
  return {
    rounds: rounds.map((round, column) => {
      const length = Math.max(1, Math.min(WIDTH, first) / 2 ** column);
      return Array.from({ length }, (_, at) => draw.place(round, index * length + at));
    }),
  };
};

export const isPlaceKnown = ({ teams, names }: DrawPlace): boolean =>
  TEAMS.some((team) => (teams[team] ?? []).length > 0 || names[team] !== null);

export const isKnown = ({ rounds }: DrawSection): boolean => rounds.flat().some(isPlaceKnown);
