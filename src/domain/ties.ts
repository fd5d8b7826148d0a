import { winnerIn } from './head-to-head.ts';
import { phaseOf, type Match, type Phase } from './match.ts';
import { byTeam, TEAMS, type ByTeam, type Category, type Round, type Team } from './terms.ts';

/** What the service says of a tie: rubbers won, and the winner. */
export interface ToldTie {
  readonly score?: ByTeam<number>;
  readonly winner?: Team;
}

/**
 * Which meeting of two teams a match belongs to. Teams meet in a **tie** of up to three matches, its
 * **rubbers**; two wins decide it. All rubbers of a tie share draw, round, slot and category.
 */
export interface Tie extends ToldTie {
  /** The service's id of it; missing where it gives none. */
  readonly id?: number;
  /** The group of the group stage; null outside it. */
  readonly group: string | null;
  /** ISO 3166 alpha-2 codes of nations, or names of other teams. `team_1` is the match's `team_1`. */
  readonly teams: ByTeam<string>;
  /** Which of its matches this is, from 1 on. */
  readonly rubber: number;
}

/** The phases of a tournament; pairs tournaments have the first two. */
export const DRAWS = ['main', 'qualy', 'group', 'placement'] as const;

export type Draw = (typeof DRAWS)[number];

/** The phase that a match belongs to; the main draw where nobody says otherwise. */
export const drawIn = ({ draw, tie }: Pick<Match, 'draw' | 'tie'>): Draw =>
  draw ?? ((tie?.group ?? null) === null ? 'main' : 'group');

/**
 * What all rubbers of a tie share, and no other tie has: tournament, category, phase, group, round and
 * slot. The group stage has no round (0 on the wire), and placement uses the rounds of the main draw
 * again: round and slot alone are no key. Null for a match of pairs, or of an unknown tournament.
 */
export const tieKeyOf = (match: Match): string | null => {
  const { tournamentId, category, round, slot, tie } = match;
  if (tie === undefined || tournamentId === null) return null;
  const { group, teams } = tie;
  // Where the service gives no slot, two teams meet once in a round.
  const place = slot ?? TEAMS.map((team) => teams[team]).join('-');
  return [tournamentId, category ?? '', drawIn(match), group ?? '', round ?? 0, place].join(':');
};

/** A match without what the service says of its tie: that changes with every other rubber. */
export const withoutTold = (match: Match): Match => {
  if (match.tie === undefined) return match;
  const { score: _score, winner: _winner, ...tie } = match.tie;
  return { ...match, tie };
};

/** What the service says of the tie of a match; null where it says nothing. */
export const toldIn = ({ tie }: Match): ToldTie | null => {
  const { score, winner } = tie ?? {};
  if (score === undefined && winner === undefined) return null;
  return { ...(score === undefined ? {} : { score }), ...(winner === undefined ? {} : { winner }) };
};

/** A match of a tie, as far as the tie depends on it. */
export interface Rubber {
  readonly number: number;
  readonly phase: Phase;
  readonly winner: Team | null;
}

/** How a tie stands. */
export interface TieStanding {
  /** Rubbers won; null where that of an earlier rubber is not known. */
  readonly score: ByTeam<number> | null;
  readonly winner: Team | null;
}

/** Rubbers that win a tie. */
const WINS = 2;
const MOST_RUBBERS = 3;

const sumOf = ({ team_1, team_2 }: ByTeam<number>): number => team_1 + team_2;

/** Who has won a tie by its score; null while nobody has. */
export const tieWinner = (score: ByTeam<number>): Team | null =>
  TEAMS.find((team) => score[team] >= WINS) ?? null;

/**
 * How a tie stands by its rubbers. What the service says of it counts only where a rubber is not
 * known that must be over, since it comes before one that is to be played: it may be behind those that
 * are known, or ahead of them.
 */
export const tieStanding = (rubbers: readonly Rubber[], told: ToldTie = {}): TieStanding => {
  const highest = Math.max(0, ...rubbers.map(({ number }) => number));
  const numbers = Array.from({ length: Math.max(MOST_RUBBERS, highest) }, (_, index) => index + 1);
  const winners = numbers.map((number) => winnerOfRubber(rubbers, number));
  const own = byTeam((team) => winners.filter((winner) => winner === team).length);
  const isOpen = (number: number): boolean =>
    winners[number - 1] === null &&
    rubbers.some((each) => each.number === number && each.phase !== 'over');
  const next = numbers.find(isOpen) ?? Infinity;
  const unknown = numbers.filter((number) => winners[number - 1] === null && number < next);
  if (unknown.length === 0) return { score: own, winner: tieWinner(own) };
  const isTold = told.score !== undefined && sumOf(told.score) >= sumOf(own);
  const score = isTold ? told.score : unknown.some((number) => number <= highest) ? null : own;
  return { score, winner: tieWinner(own) ?? told.winner ?? (score && tieWinner(score)) };
};

const winnerOfRubber = (rubbers: readonly Rubber[], number: number): Team | null =>
  rubbers.find((each) => each.number === number && each.winner !== null)?.winner ?? null;

/** A match as a rubber; of one that is held, its state tells more. */
export const rubberOf = (match: Match): Rubber => {
  const phase = phaseOf(match.status);
  const winner = phase === 'over' ? winnerIn(match) : null;
  return { number: match.tie?.rubber ?? 0, phase, winner };
};

/** A tie, from matches of a tournament. */
export interface TieOfDraw {
  readonly key: string;
  readonly category: Category | null;
  readonly draw: Draw;
  readonly group: string | null;
  readonly round: Round | null;
  readonly slot: number | null;
  readonly teams: ByTeam<string>;
  /** In their order; one that is listed twice stands here once. */
  readonly rubbers: readonly Match[];
  readonly standing: TieStanding;
  readonly isPlaying: boolean;
}

/** The ties among matches, from the top of each round. */
export const tiesIn = (matches: readonly Match[]): readonly TieOfDraw[] => {
  const keyed = matches.map((match) => ({ match, key: tieKeyOf(match) }));
  const groups = Map.groupBy(keyed, ({ key }) => key);
  return [...groups].flatMap(([key, own]): TieOfDraw[] => {
    const all = own.map(({ match }) => match);
    const [first] = all;
    if (key === null || first?.tie === undefined) return [];
    const byNumber = Map.groupBy(all, ({ tie }) => tie?.rubber ?? 0);
    const rubbers = [...byNumber.values()]
      .flatMap((same) => same.find((each) => rubberOf(each).winner !== null) ?? same[0] ?? [])
      .toSorted((a, b) => (a.tie?.rubber ?? 0) - (b.tie?.rubber ?? 0));
    const { category, round, slot, tie } = first;
    return [
      {
        key,
        category,
        draw: drawIn(first),
        group: tie.group,
        round,
        slot,
        teams: tie.teams,
        rubbers,
        standing: tieStanding(rubbers.map(rubberOf), latestTold(all)),
        isPlaying: rubbers.some(({ status }) => phaseOf(status) === 'playing'),
      },
    ];
  });
};

/** Each rubber brings what was said of the tie when it was read: the one that knows most counts. */
const latestTold = (rubbers: readonly Match[]): ToldTie =>
  rubbers
    .flatMap((match) => toldIn(match) ?? [])
    .toSorted((a, b) => knows(b) - knows(a))
    .at(0) ?? {};

const knows = ({ score, winner }: ToldTie): number =>
  (score === undefined ? 0 : sumOf(score)) + (winner === undefined ? 0 : MOST_RUBBERS);
