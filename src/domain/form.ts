import { winnerIn } from './head-to-head.ts';
import { phaseOf, type Match, type PlayerRef } from './match.ts';
import { TEAMS, opponentOf, type Team } from './terms.ts';

export type Outcome = 'won' | 'lost' | 'unknown';

/** A match seen from one side of the net. */
export interface Appearance {
  readonly match: Match;
  readonly side: Team;
  readonly opponents: readonly PlayerRef[];
}

/** A match that is over, seen from one side. */
export interface Result extends Appearance {
  readonly outcome: Outcome;
}

/** A match from the side on which all of these players stand; null when they do not. */
export const appearanceOf = (match: Match, ids: readonly number[]): Appearance | null => {
  const side = TEAMS.find((team) =>
    ids.every((id) => match.teams[team].some((player) => player.id === id)),
  );
  if (side === undefined) return null;
  return { match, side, opponents: match.teams[opponentOf(side)] };
};

/** How a match came out for a side; unknown while it is not over, or when nobody says who won. */
export const outcomeOf = ({ match, side }: Appearance): Outcome => {
  const winner = phaseOf(match.status) === 'over' ? winnerIn(match) : null;
  if (winner === null) return 'unknown';
  return winner === side ? 'won' : 'lost';
};

/** The latest first; of one day, the later round first. */
const byRecency = ({ match: a }: Appearance, { match: b }: Appearance): number =>
  (b.playedOn ?? '').localeCompare(a.playedOn ?? '') || (a.round ?? 64) - (b.round ?? 64);

/** The matches that these players have behind them, the latest first. A bye is no match. */
export const resultsOf = (matches: readonly Match[], ids: readonly number[]): readonly Result[] =>
  matches
    .filter(({ status }) => phaseOf(status) === 'over' && status !== 'bye')
    .flatMap((match) => appearanceOf(match, ids) ?? [])
    .sort(byRecency)
    .map((appearance) => ({ ...appearance, outcome: outcomeOf(appearance) }));

const NO_DATE = '9999';

/**
 * The next match that these players have before them: dated ones first, the earliest of them. One of
 * before the local date `from` was left at "scheduled": nobody told what became of it.
 */
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

/** How many of these were won and lost. */
export const tally = (results: readonly Result[]): Readonly<Record<Outcome, number>> => {
  const count = (outcome: Outcome): number =>
    results.filter((result) => result.outcome === outcome).length;
  return { won: count('won'), lost: count('lost'), unknown: count('unknown') };
};
