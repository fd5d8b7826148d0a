import { isDeepStrictEqual } from 'node:util';
import { keptTime } from '../../domain/match/appointment.ts';
import {
  isOver,
  isPlaying,
  isPlayOver,
  mergedFields,
  type Match,
} from '../../domain/match/match.ts';
import { withoutLaterStart } from '../../domain/match/plausible.ts';
import { isAnotherMatch, isTold } from '../../domain/tournament/same-match.ts';
import { facing } from '../../domain/match/sides.ts';
import {
  ABANDONED_AFTER_MS,
  withMatch,
  type MatchState,
  type TrackedMatch,
} from '../../domain/match/state.ts';
import { serviceTieOf, withoutServiceTie } from '../../domain/tournament/ties.ts';
import { byTeam, type Instant } from '../../domain/terms.ts';
import { MINUTE } from '../../lib/time.ts';
import type { ObservedMatch } from './write-observation.ts';

/** Whether a record is of a moment before the result that is known. */
const isLate = ({ state }: TrackedMatch, match: Match): boolean =>
  state.confirmed && !isOver(match);

/** Keeps what this source omits and another has said: the tournament, the time, the start, who played. */
const keepingKnown = (match: Match, { match: known, state }: TrackedMatch): Match => ({
  ...mergedFields(known),
  ...match,
  ...keptTime(match, known),
  teams: isTold(state)
    ? byTeam((team) => (match.teams[team].length === 0 ? known : match).teams[team])
    : match.teams,
  tournamentId: match.tournamentId ?? known.tournamentId,
  startedAt: match.startedAt ?? known.startedAt,
});

interface ReadAt {
  readonly serviceNow: Instant;
  /** Milliseconds by which the service's clock is ahead of ours. */
  readonly clockError: number;
}

/** The stored match after its record was read; as it is where the record is of another, or of an earlier moment. */
export const withRecord = (
  held: TrackedMatch,
  record: Match,
  { serviceNow, clockError }: ReadAt,
): ObservedMatch => {
  if (isAnotherMatch(held, record) || isLate(held, record)) return held;
  const turned = facing(record, held.match);
  const match = withoutLaterStart(withoutServiceTie(turned), serviceNow);
  const serviceTie = serviceTieOf(turned);
  // Play that was over at its last change had begun before.
  const hadEnded = isPlayOver(held.state.status) && isPlayOver(match.status);
  const startedBy = hadEnded ? held.changedAt + clockError : serviceNow;
  return {
    match: withoutLaterStart(keepingKnown(match, held), startedBy),
    state: withMatch(held.state, match, held.match),
    ...(serviceTie === null ? {} : { serviceTie }),
  };
};

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
