import { winnerIn } from './head-to-head.ts';
import { phaseOf, type Match, type PlayerRef, isOver } from '../match/match.ts';
import { TEAMS, opponentOf, type Team } from '../terms.ts';

export type MatchOutcome = 'won' | 'lost' | 'unknown';

export interface Appearance {
  readonly match: Match;
  readonly side: Team;
  readonly opponents: readonly PlayerRef[];
}

export interface Result extends Appearance {
  readonly outcome: MatchOutcome;
}

export const appearanceOf = (match: Match, ids: readonly number[]): Appearance | null => {
  const side = TEAMS.find((team) =>
    ids.every((id) => match.teams[team].some((player) => player.id === id)),
  );
  if (side === undefined) return null;
  return { match, side, opponents: match.teams[opponentOf(side)] };
};

/** The outcome for a side; unknown while the match is not over or has no known winner. */
export const matchOutcome = ({ match, side }: Appearance): MatchOutcome => {
  const winner = isOver(match) ? winnerIn(match) : null;
  if (winner === null) return 'unknown';
  return winner === side ? 'won' : 'lost';
};

/** Latest first; on the same day, the later round first. */
export const byRecency = ({ match: a }: Appearance, { match: b }: Appearance): number =>
  (b.playedOn ?? '').localeCompare(a.playedOn ?? '') || (a.round ?? 64) - (b.round ?? 64);

/** The past matches of these players together, latest first, without byes. */
export const resultsOf = (matches: readonly Match[], ids: readonly number[]): readonly Result[] =>
  matches
    .filter(({ status }) => phaseOf(status) === 'over' && status !== 'bye')
    .flatMap((match) => appearanceOf(match, ids) ?? [])
    .sort(byRecency)
    .map((appearance) => ({ ...appearance, outcome: matchOutcome(appearance) }));

const NO_DATE = '9999';

/** The earliest by date; one still "scheduled" before the local date `from` was never updated by the service. */
export const nextMatchOf = (
  matches: readonly Match[],
  ids: readonly number[],
  from: string,
): Appearance | null => {
  const [next] = matches
    .filter(({ status, playedOn }) => phaseOf(status) === 'upcoming' && (playedOn ?? from) >= from)
    .flatMap((match) => appearanceOf(match, ids) ?? [])
    .sort(({ match: a }, { match: b }) =>
      (a.playedOn ?? NO_DATE).localeCompare(b.playedOn ?? NO_DATE),
    );
  return next ?? null;
};

export const tally = (results: readonly Result[]): Readonly<Record<MatchOutcome, number>> => {
  const count = (outcome: MatchOutcome): number =>
    results.filter((result) => result.outcome === outcome).length;
  return { won: count('won'), lost: count('lost'), unknown: count('unknown') };
};
