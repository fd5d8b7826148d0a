import { HOUR } from '../../lib/time.ts';
import {
  isMoment,
  typesBringing,
  type AlertEvent,
  type AlertEventKind,
  type EventOf,
  type MomentEvent,
} from './events.ts';
import {
  filterReason,
  levelFilterReason,
  type AlertSettings,
  type FilterReason,
} from './settings.ts';
import { ALERT_TRAITS, type AlertTraits } from './traits.ts';
import type { QuietHoursNews, AlertSubject } from './subject.ts';
import { phaseOf } from '../match/match.ts';
import { scoreOf } from '../match/reading.ts';
import { gamesIn, winnerOfSets } from '../match/score.ts';
import type { TrackedMatch } from '../match/state.ts';
import type { Tournament } from '../people/people.ts';
import { GONE, isCalledOff } from '../tournament/tournament-status.ts';
import type { Instant } from '../terms.ts';

export type SkipReason = FilterReason | 'other-time' | 'included-in-result';

type StaleReason = 'expired' | 'already-over' | 'already-begun' | 'digest-empty' | 'outdated';

/** Why a channel's settings exclude an event; null when it is accepted. */
export const skipReason = (
  settings: AlertSettings,
  event: AlertEvent,
  subject: AlertSubject,
): SkipReason | null => {
  const types = typesBringing(event);
  if (types.length === 0) return null;
  const type = types.find((each) => settings.types.includes(each));
  if (type === undefined) return 'type';
  if (event.kind === 'reminder' && event.minutes !== settings.remindBefore) return 'other-time';
  switch (subject.kind) {
    case 'match': {
      const { held } = subject;
      const isInResult = settings.types.includes('result') && endsMatch(event, held);
      const reason = filterReason(settings, type, held);
      return reason ?? (isInResult ? 'included-in-result' : null);
    }
    case 'matches': {
      // One accepted match is enough.
      const reasons = subject.matches.map((held) => filterReason(settings, type, held));
      return reasons.includes(null) ? null : (reasons[0] ?? null);
    }
    case 'tournament':
      return levelFilterReason(settings, subject.tournament);
    default:
      return null;
  }
};

const endsMatch = (event: AlertEvent, { state }: TrackedMatch): boolean =>
  event.kind === 'set' &&
  (event.withResult === true || winnerOfSets(scoreOf(state).slice(0, event.set)) !== null);

/** Why the current state of its subject makes an event stale; null while it is valid. */
export const staleReason = (event: AlertEvent, subject: AlertSubject): StaleReason | null => {
  if (subject.kind === 'quiet-hours-digest')
    return hasDigestContent(subject.news) ? null : 'digest-empty';
  if (subject.kind === 'tournament' && event.kind === 'tournament')
    return isOutdated(event, subject.tournament) ? 'outdated' : null;
  if (subject.kind !== 'match') return null;
  const phase = phaseOf(subject.held.state.status);
  if (event.kind === 'start' && phase === 'over') return 'already-over';
  if (event.kind === 'set' && event.withdrawn === true) return 'already-over';
  if (isMoment(event)) return isPast(event, subject.held) ? 'expired' : null;
  const isToCome = event.kind === 'reminder' || event.kind === 'next';
  return isToCome && phase !== 'upcoming' ? 'already-begun' : null;
};

/** Whether news of a tournament is true no more: what was called off takes place, what moved has moved again. */
const isOutdated = (
  { change, startDate, endDate, place }: EventOf<'tournament'>,
  tournament: Tournament,
): boolean => {
  const { status } = tournament;
  switch (change) {
    // Told once: a list that says "pending" again for a moment takes nothing back.
    case 'begins':
      return isCalledOff(tournament) || status === 'finished';
    case 'cancelled':
    case 'postponed':
      return status !== change;
    case 'removed':
      return status !== GONE;
    case 'over':
      return status !== 'finished';
    case 'restored':
      return isCalledOff(tournament);
    case 'moved':
      return (
        isCalledOff(tournament) ||
        startDate !== tournament.startDate ||
        endDate !== tournament.endDate ||
        (place !== undefined && place.location !== tournament.location)
      );
    case 'merged':
      return false;
  }
};

/** A moment that could not be posted while its game was on is not posted any more. */
const isPast = ({ game }: MomentEvent, { state }: TrackedMatch): boolean =>
  phaseOf(state.status) === 'over' || gamesIn(scoreOf(state)) >= game;

export const isInDigest = ({ kind }: Pick<AlertEvent, 'kind'>): boolean =>
  ALERT_TRAITS[kind].isInDigest;

const hasDigestContent = (news: readonly QuietHoursNews[]): boolean =>
  news.some(({ event }) => isInDigest(event));

export const delayOf = ({ delay }: Pick<AlertSettings, 'delay'>): number => delay * 1_000;

/** When a channel may receive an event that became known at an instant, after its spoiler delay. */
export const deliverableAt = (
  settings: Pick<AlertSettings, 'delay'>,
  { kind }: Pick<AlertEvent, 'kind'>,
  knownAt: Instant,
): Instant =>
  // An upcoming match is no spoiler, and a delayed reminder would be stale.
  kind === 'reminder' ? knownAt : knownAt + delayOf(settings);

/** The hourly limit's window, milliseconds. */
export const LIMIT_WINDOW_MS = HOUR;

/** More posts in an hour than any channel needs: what comes beyond is a flood. */
const POSTS_PER_HOUR = 60;

/** Posts of an hour that are kept for more important events. */
const RESERVED: Readonly<Record<AlertTraits['limitPriority'], number>> = {
  high: 0,
  medium: 1,
  low: 3,
};

/** How many more posts about events of a kind a channel may get, after `posts` in the last hour. */
export const postsLeft = (posts: number, kind?: AlertEventKind): number =>
  POSTS_PER_HOUR - posts - (kind === undefined ? 0 : RESERVED[ALERT_TRAITS[kind].limitPriority]);
