import { isPutOff } from './appointment.ts';
import { hasPlay, type LivePoints, type LiveSet } from './live-points.ts';
import { DELETED, phaseOf, type Match, type MatchStatus, type Phase } from './match.ts';
import { gamesIn } from './score.ts';
import type { MatchState } from './state.ts';

/** Order of phases; a state never returns to an earlier one. */
const ORDER: Readonly<Record<Phase, number>> = { upcoming: 0, unknown: 1, playing: 1, over: 2 };

/** Whether a walkover is played after all. Where play was seen before it, an update is outdated. */
export const isPlayedAfterAll = (
  known: MatchState,
  status: MatchStatus | null,
  play: boolean,
): boolean =>
  known.status === 'walkover' &&
  play &&
  phaseOf(status ?? 'live') === 'playing' &&
  !hasPlay(known.sets) &&
  gamesIn(known.official ?? []) === 0;

const laterStatus = (known: MatchStatus, update: MatchStatus): MatchStatus => {
  if (known === 'ended' && update === 'live') return known;
  // From "postponed" back to "scheduled": an unknown status blocks nothing.
  if (phaseOf(known) === 'unknown') return update;
  return ORDER[phaseOf(update)] >= ORDER[phaseOf(known)] ? update : known;
};

/** The sets, games and points that are known of a match; an update only adds to them. */
const amountOf = (sets: readonly LiveSet[]): number =>
  sets
    .flatMap(({ games }) => games)
    .reduce(
      (amount, { points }) => amount + 1 + points.length,
      sets.filter(({ score }) => score !== null).length,
    );

/** A row of the live list may lack a status: then points mean "live". `merged` is what is known with what is `seen`. */
export const statusAfter = (
  state: MatchState,
  { status }: LivePoints,
  seen: readonly LiveSet[],
  merged: readonly LiveSet[],
): MatchStatus => {
  const known = state.status;
  // How a match was over is known from its record alone: to the feed a retirement is finished, too.
  if (phaseOf(known) === 'over') return known;
  const said = status ?? (hasPlay(seen) ? 'live' : known);
  const isRepeated = hasPlay(state.sets) && amountOf(merged) === amountOf(state.sets);
  // A list may go on to say "live" of a match that is interrupted: play goes on with its next point.
  if (phaseOf(known) === 'unknown' && said === 'live' && isRepeated) return known;
  return phaseOf(said) === 'upcoming' && hasBegun(state) ? known : laterStatus(known, said);
};

/** The status of a match whose record says that it is played later than when its play began: ours. */
const SUSPENDED = 'suspended';

const hasBegun = ({ sets, official }: MatchState): boolean =>
  hasPlay(sets) || gamesIn(official ?? []) > 0;

/** "Scheduled" of a match in play is outdated, unless it names a later day or time: then play is interrupted. */
export const statusRead = (state: MatchState, match: Match, last: Match): MatchStatus => {
  const { status: known } = state;
  if (phaseOf(match.status) !== 'upcoming') return laterStatus(known, match.status);
  if (known === 'live' && isPutOff(last, match)) return SUSPENDED;
  const isInterruption = phaseOf(known) === 'unknown' && known !== DELETED;
  return isInterruption && hasBegun(state) ? SUSPENDED : laterStatus(known, match.status);
};
