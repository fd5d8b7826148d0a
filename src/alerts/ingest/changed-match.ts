import { isDeepStrictEqual } from 'node:util';
import { ABANDONED_AFTER_MS } from '../../domain/match/abandoned.ts';
import { keptTime } from '../../domain/match/appointment.ts';
import { isOver, isPlaying, mergedFields, type Match } from '../../domain/match/match.ts';
import { isTold } from '../../domain/match/same-match.ts';
import type { MatchState, TrackedMatch } from '../../domain/match/state.ts';
import { byTeam, type Instant } from '../../domain/terms.ts';
import { MINUTE } from '../../lib/time.ts';
import type { ObservedMatch } from './write-observation.ts';

/** Whether a record is of a moment before the result that is known. */
export const isLate = ({ state }: TrackedMatch, match: Match): boolean =>
  state.confirmed && !isOver(match);

/** Keeps what this source omits and another has said: the tournament, the time, the start, who played. */
export const keepingKnown = (match: Match, { match: known, state }: TrackedMatch): Match => ({
  ...mergedFields(known),
  ...match,
  ...keptTime(match, known),
  teams: isTold(state)
    ? byTeam((team) => (match.teams[team].length === 0 ? known : match).teams[team])
    : match.teams,
  tournamentId: match.tournamentId ?? known.tournamentId,
  startedAt: match.startedAt ?? known.startedAt,
});

/** Whole minutes of play; null while the start is unknown, and after an interruption by a night. */
export const minutesInto = ({ startedAt }: Match, serviceNow: Instant): number | null =>
  startedAt === null || serviceNow - startedAt > ABANDONED_AFTER_MS
    ? null
    : Math.max(0, Math.floor((serviceNow - startedAt) / MINUTE));

/** Of a match in play it grows by the minute, for ever where the service forgets its end. */
const withoutDuration = (match: Match): Match =>
  isPlaying(match) ? { ...match, duration: null } : match;

/** A new minute alone is no change: the card would be edited for nothing. */
const isChanged = (held: TrackedMatch, { match, state }: ObservedMatch): boolean =>
  !isDeepStrictEqual(withoutDuration(match), withoutDuration(held.match)) ||
  !isDeepStrictEqual(withoutTime(state), withoutTime(held.state));

/** The stored match after an observation; undefined when nothing changes. */
export const changeOf = (
  held: TrackedMatch,
  observe: (held: TrackedMatch) => ObservedMatch,
): ObservedMatch | undefined => {
  const seen = observe(held);
  return isChanged(held, seen) ? seen : undefined;
};

const withoutTime = (state: MatchState) => ({
  ...state,
  minutes: null,
  watchedSince: null,
  watchedUntil: null,
});
