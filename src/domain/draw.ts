import { winnerIn } from './head-to-head.ts';
import { phaseOf, type Match, type PlayerRef } from './match.ts';
import {
  ROUNDS,
  TEAMS,
  byTeam,
  type ByTeam,
  type Category,
  type Round,
  type Team,
} from './terms.ts';

/** One place of a draw: a match, or what is known of a match that is not made yet. */
export interface DrawPlace {
  readonly round: Round;
  /** From 0 at the top of the draw. */
  readonly slot: number;
  /** Null while the service does not know it. */
  readonly match: Match | null;
  /** Null where nobody stands yet; nobody at all opposite a bye. */
  readonly teams: ByTeam<readonly PlayerRef[] | null>;
  readonly winner: Team | null;
}

/** The draw of one category of a tournament. */
export interface Draw {
  /** The first round first, the final last. */
  readonly rounds: readonly Round[];
  readonly place: (round: Round, slot: number) => DrawPlace;
}

/** Who goes on to the next round; null as long as nobody is known to. */
export const advancingFrom = (match: Match): Team | null => {
  if (phaseOf(match.status) !== 'over') return null;
  if (match.status !== 'bye') return winnerIn(match);
  return TEAMS.find((team) => match.teams[team].length > 0) ?? null;
};

/**
 * The draw of a category, by the slots of its matches: the winners of slots 2k and 2k + 1 meet in
 * slot k of the next round. Null when no match tells its slot.
 */
export const drawOf = (matches: readonly Match[], category: Category): Draw | null => {
  const placed = matches.filter(
    ({ category: of, round, slot }) => of === category && round && slot !== null,
  );
  const first = Math.max(...placed.map(({ round }) => round ?? 0));
  if (placed.length === 0) return null;
  const keyOf = (round: number | null, slot: number | null): string => `${round}:${slot}`;
  const bySlot = new Map(placed.map((match) => [keyOf(match.round, match.slot), match]));

  const comingFrom = (round: number, slot: number): readonly PlayerRef[] | null => {
    const before = ROUNDS.find((each) => each === round && each <= first);
    if (before === undefined) return null;
    const { winner, teams } = place(before, slot);
    return winner === null ? null : teams[winner];
  };

  const place = (round: Round, slot: number): DrawPlace => {
    const match = bySlot.get(keyOf(round, slot)) ?? null;
    const teams =
      match?.teams ??
      byTeam((team) => comingFrom(round * 2, slot * 2 + (team === 'team_1' ? 0 : 1)));
    return { round, slot, match, teams, winner: match === null ? null : advancingFrom(match) };
  };

  return { rounds: ROUNDS.filter((round) => round <= first).toReversed(), place };
};

/** A part of a draw that fits one picture: four places, the two after them, and the one after those. */
export interface DrawSection {
  /** The rounds of the part, the first one first. */
  readonly rounds: readonly (readonly DrawPlace[])[];
}

/** Places of the first round of a section. */
const WIDTH = 4;
const COLUMNS = 3;

/**
 * A draw in parts: the end of it from the quarterfinals on, then the way there from the first round,
 * from the top to the bottom. Rounds between the two belong to both or to the way there.
 */
export const sectionsOf = (draw: Draw): readonly DrawSection[] => {
  const [first = 1] = draw.rounds;
  const end = sectionFrom(draw, Math.min(WIDTH, first), 0);
  if (first <= WIDTH) return [end];
  const ways = Array.from({ length: first / WIDTH }, (_, index) => sectionFrom(draw, first, index));
  return [end, ...ways];
};

const sectionFrom = (draw: Draw, first: number, index: number): DrawSection => {
  const rounds = draw.rounds.filter((round) => round <= first).slice(0, COLUMNS);
  return {
    rounds: rounds.map((round, column) => {
      const length = Math.max(1, Math.min(WIDTH, first) / 2 ** column);
      return Array.from({ length }, (_, at) => draw.place(round, index * length + at));
    }),
  };
};

/** Whether anybody stands in a section. */
export const isKnown = ({ rounds }: DrawSection): boolean =>
  rounds.flat().some(({ teams }) => TEAMS.some((team) => teams[team] !== null));
