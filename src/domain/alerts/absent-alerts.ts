import type { AlertType } from './alert-types.ts';
import type { AlertChannel } from './channel.ts';
import type { DeliveryReason } from './delivery-reasons.ts';
import { alertTypeOf } from './events.ts';
import { momentsOfMatch } from './moment-changes.ts';
import { silentUntil } from './quiet-hours.ts';
import { matchFilterReason } from './settings.ts';
import { MINUTE } from '../../lib/time.ts';
import { phaseOf, type Phase } from '../match/match.ts';
import { eventsOf } from '../match/events.ts';
import type { TrackedMatch } from '../match/state.ts';
import type { AlertHistory } from '../stored-data.ts';
import type { Instant } from '../terms.ts';

/** Why nothing of a type is on record of a match in a channel, or when it is due. */
export type Absence =
  | DeliveryReason
  | 'not-then'
  | 'no-start-time'
  | 'not-started'
  | 'on-its-way'
  | 'nothing'
  | { readonly dueAt: Instant };

interface MatchRecord {
  readonly held: TrackedMatch;
  /** Its phase when it was first read. */
  readonly firstPhase: Phase;
  readonly followedSince: Instant | null;
  readonly news: readonly AlertHistory[];
  /** By the last start that was announced; null without one. */
  readonly reminderAt: Instant | null;
  readonly dailyAt: Instant;
  readonly now: Instant;
}

/** A reminder for another lead time than the channel's is for others. */
export const isForOthers = (
  { settings }: Pick<AlertChannel, 'settings'>,
  { event, delivery }: AlertHistory,
): boolean =>
  event.kind === 'reminder' &&
  event.minutes !== settings.remindBefore &&
  delivery?.outcome !== 'sent';

/** Each type that a channel wants and of which it has no event about a match. */
export const absentAlerts = (
  channel: AlertChannel,
  record: MatchRecord,
): ReadonlyMap<AlertType, Absence> => {
  const own = record.news.filter((news) => !isForOthers(channel, news));
  const known = new Set(own.map(({ event }) => alertTypeOf(event)));
  const absent = channel.settings.types.filter((type) => !known.has(type));
  return new Map(absent.map((type) => [type, absenceOf(type, channel, record)]));
};

const absenceOf = (
  type: AlertType,
  { settings, broken, pausedAt }: AlertChannel,
  { held, firstPhase, followedSince, news, reminderAt, dailyAt, now }: MatchRecord,
): Absence => {
  const unwanted = followedSince === null ? 'not-followed' : matchFilterReason(settings, held);
  if (unwanted !== null) return unwanted;
  if (type === 'upcoming' && reminderAt === null) return 'no-start-time';
  const dueAt = type === 'upcoming' ? reminderAt : dailyAt;
  // Both are made each minute.
  if (type === 'upcoming' || type === 'daily')
    return dueAt !== null && dueAt > now - MINUTE ? { dueAt } : 'expired';
  const phase = phaseOf(held.state.status);
  if (type === 'card' && phase === 'playing') {
    const isQuiet = silentUntil(settings, now) !== null;
    return broken ?? (pausedAt !== null ? 'paused' : isQuiet ? 'quiet-hours' : 'on-its-way');
  }
  // What kept the start post back kept the card back, too.
  if (type === 'card' && phase === 'over')
    return news.find(({ event }) => event.kind === 'start')?.delivery?.reason ?? 'already-over';
  const happened = type === 'moment' ? momentsOfMatch(held) : eventsOf(held.state);
  if (happened.some((event) => alertTypeOf(event) === type)) {
    if (firstPhase === 'over') return 'already-over';
    if (firstPhase === 'playing') return 'already-begun';
    return type === 'set' ? 'included-in-result' : 'not-then';
  }
  return phase === 'upcoming' && type !== 'news' ? 'not-started' : 'nothing';
};
