import { winnerIn } from '../people/head-to-head.ts';
import { phaseOf, type Match, type Phase } from '../match/match.ts';
import type { DrawKind, ServiceTie } from '../match/tie.ts';
import {
  byTeam,
  sumOf,
  TEAMS,
  type ByTeam,
  type Category,
  type Round,
  type Team,
} from '../terms.ts';

/** The phase of a match; the main draw by default. */
export const drawIn = ({ draw, tie }: Pick<Match, 'draw' | 'tie'>): DrawKind =>
  draw ?? ((tie?.group ?? null) === null ? 'main' : 'group');

/**
 * Shared by the rubbers of one tie. The group stage has no round (0 on the wire), and placement reuses those of the main
 * draw. Null for pairs, an unknown tournament, and an open tie that nothing tells apart.
 */
export const tieKeyOf = (match: Match): string | null => {
  const { tournamentId, category, round, slot, tie } = match;
  if (tie === undefined || tournamentId === null) return null;
  const { id, group, teams } = tie;
  const isOpen = TEAMS.some((team) => teams[team] === null);
  // Without slot and id: two teams meet only once in a round.
  const place = slot ?? id ?? (isOpen ? null : TEAMS.map((team) => teams[team]).join('-'));
  if (place === null) return null;
  return [tournamentId, category ?? '', drawIn(match), group ?? '', round ?? 0, place].join(':');
};

/** The match without the service's score of its tie, which changes with every other rubber. */
export const withoutServiceTie = (match: Match): Match => {
  if (match.tie === undefined) return match;
  const { score: _score, winner: _winner, ...tie } = match.tie;
  return { ...match, tie };
};

/** The service's score of a match's tie; null when it has none. */
export const serviceTieOf = ({ tie }: Match): ServiceTie | null => {
  const { score, winner } = tie ?? {};
  if (score === undefined && winner === undefined) return null;
  return { ...(score === undefined ? {} : { score }), ...(winner === undefined ? {} : { winner }) };
};

export interface Rubber {
  readonly number: number;
  readonly phase: Phase;
  readonly winner: Team | null;
}

export interface TieScore {
  /** Rubbers won; null when the result of an earlier rubber is unknown. */
  readonly score: ByTeam<number> | null;
  readonly winner: Team | null;
}

/** Rubbers needed to win a tie. */
export const RUBBERS_TO_WIN = 2;
const MOST_RUBBERS = 3;

export const tieWinner = (score: ByTeam<number>): Team | null =>
  TEAMS.find((team) => score[team] >= RUBBERS_TO_WIN) ?? null;

/** The service's score only counts when a rubber before an upcoming one is unknown: it may be behind or ahead. */
export const tieScore = (rubbers: readonly Rubber[], service: ServiceTie = {}): TieScore => {
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
  const isUsed = service.score !== undefined && sumOf(service.score) >= sumOf(own);
  const score = isUsed ? service.score : unknown.some((number) => number <= highest) ? null : own;
  return { score, winner: tieWinner(own) ?? service.winner ?? (score && tieWinner(score)) };
};

const winnerOfRubber = (rubbers: readonly Rubber[], number: number): Team | null =>
  rubbers.find((each) => each.number === number && each.winner !== null)?.winner ?? null;

/** A match as a rubber; for a stored match use its state, which has more. */
export const rubberOf = (match: Match): Rubber => {
  const phase = phaseOf(match.status);
  const winner = phase === 'over' ? winnerIn(match) : null;
  return { number: match.tie?.rubber ?? 0, phase, winner };
};

export interface TieOfDraw {
  readonly key: string;
  readonly category: Category | null;
  readonly draw: DrawKind;
  readonly group: string | null;
  readonly round: Round | null;
  readonly slot: number | null;
  readonly teams: ByTeam<string | null>;
  /** In order, without duplicates. */
  readonly rubbers: readonly Match[];
  readonly result: TieScore;
  readonly isPlaying: boolean;
}

/** The ties of these matches, from the top of each round. */
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
        result: tieScore(rubbers.map(rubberOf), latestServiceTie(all)),
        isPlaying: rubbers.some(({ status }) => phaseOf(status) === 'playing'),
      },
    ];
  });
};

/** Each rubber carries the tie's score at the time it was read: use the most complete. */
const latestServiceTie = (rubbers: readonly Match[]): ServiceTie =>
  rubbers
    .flatMap((match) => serviceTieOf(match) ?? [])
    .toSorted((a, b) => completeness(b) - completeness(a))
    .at(0) ?? {};

const completeness = ({ score, winner }: ServiceTie): number =>
  (score === undefined ? 0 : sumOf(score)) + (winner === undefined ? 0 : MOST_RUBBERS);
