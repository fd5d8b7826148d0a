import type { z } from 'zod';
import type { AlertType } from './alert-types.ts';
import type {
  alertEvent,
  appointment,
  keyOutcome,
  matchEnd,
  rankedPlayer,
} from './event-schema.ts';
import { matchEventKey as keyOfMatchEvent } from '../match/events.ts';
import type { DeepReadonly } from '../schemas.ts';
import type { Instant } from '../terms.ts';

export type AlertEvent = DeepReadonly<z.output<typeof alertEvent>>;

export type AlertEventKind = AlertEvent['kind'];

export type EventOf<Kind extends AlertEventKind> = Extract<AlertEvent, { kind: Kind }>;

export type AboutMatch = Extract<AlertEvent, { matchId: number }>;
export type WiderNews = EventOf<'draw' | 'tournament'>;
type ChannelEvent = Extract<AlertEvent, { channelKey: number }>;

export type TieEvent = EventOf<'tie'>;
export type ResultEvent = EventOf<'result'>;
export type KeyMoment = EventOf<'key'>;
export type UpsetWatch = EventOf<'upset'>;
export type MomentEvent = KeyMoment | UpsetWatch;

export type Appointment = DeepReadonly<z.output<typeof appointment>>;
export type KeyOutcome = DeepReadonly<z.output<typeof keyOutcome>>;
export type MatchEnd = DeepReadonly<z.output<typeof matchEnd>>;
export type RankedPlayer = DeepReadonly<z.output<typeof rankedPlayer>>;
export type TournamentChange = EventOf<'tournament'>['change'];

export interface RankingEdition {
  /** Its Monday; null where the service does not say it. */
  readonly date: string | null;
  readonly players: readonly RankedPlayer[];
}

export const isResult = (event: AlertEvent): event is ResultEvent => event.kind === 'result';

export const isMoment = (event: AlertEvent): event is MomentEvent =>
  event.kind === 'key' || event.kind === 'upset';

/** The event as it was at an instant: an outcome of later is not told yet. */
export const withoutLaterOutcome = (event: AlertEvent, until: Instant): AlertEvent => {
  const isLater = (told: { readonly at: Instant } | null): boolean =>
    told !== null && told.at > until;
  if (!isMoment(event)) return event;
  const open = isLater(event.end) ? { ...event, end: null } : event;
  return open.kind === 'key' && isLater(open.outcome) ? { ...open, outcome: null } : open;
};

export const isAboutMatch = (event: AlertEvent): event is AboutMatch => 'matchId' in event;

export const inMatch = (event: AlertEvent, matchId: number): AlertEvent => {
  if (!isAboutMatch(event)) return event;
  if (event.kind !== 'correction') return { ...event, matchId };
  const [before, after] = [event.before, event.after].map((each) => ({ ...each, matchId }));
  return { ...event, matchId, before: before ?? event.before, after: after ?? event.after };
};

export const isForChannel = (event: AlertEvent): event is ChannelEvent => 'channelKey' in event;

const TYPES: Readonly<Record<AlertEventKind, AlertType | null>> = {
  start: 'start',
  set: 'set',
  key: 'moment',
  upset: 'moment',
  result: 'result',
  tie: 'result',
  correction: 'result',
  reminder: 'upcoming',
  next: 'upcoming',
  draw: 'news',
  schedule: 'news',
  tournament: 'news',
  digest: 'daily',
  ranking: 'daily',
  'quiet-hours-digest': null,
};

/** The type that a channel subscribes to for this event; null when no subscription is needed. */
export const alertTypeOf = ({ kind }: Pick<AlertEvent, 'kind'>): AlertType | null => TYPES[kind];

/** The types each of which brings an event: who follows moments alone learns how their match ended. */
export const typesBringing = (event: AlertEvent): readonly AlertType[] => {
  const type = alertTypeOf(event);
  if (type === null) return [];
  const told = event.kind === 'correction' ? event.after : event;
  return 'moment' in told ? [type, 'moment'] : [type];
};

const EVENT_KINDS = Object.keys(TYPES) as readonly AlertEventKind[];

export const eventKindsOf = (types: readonly AlertType[]): readonly AlertEventKind[] =>
  EVENT_KINDS.filter((kind) => {
    const type = TYPES[kind];
    return type !== null && types.includes(type);
  });

/** Unique per occurrence, from the content, not from arrival. What can happen again has its revision, or when. */
export const eventKey = (event: AlertEvent): string => {
  switch (event.kind) {
    case 'start':
    case 'set':
    case 'result':
      return keyOfMatchEvent(event);
    case 'tie':
      return `tie:${event.tie}`;
    case 'correction':
    case 'schedule':
      return `match:${event.matchId}:${event.kind}:${event.rev}`;
    case 'key':
      return `match:${event.matchId}:key:${event.game}`;
    case 'upset':
      return `match:${event.matchId}:upset`;
    case 'next':
      return `match:${event.matchId}:next`;
    case 'reminder':
      return `match:${event.matchId}:reminder:${event.minutes}:${event.startsAt}`;
    case 'draw':
      return `draw:${event.tournamentId}:${event.category ?? ''}:${event.round ?? ''}:${event.matchIds[0] ?? ''}`;
    case 'tournament':
      return `tournament:${event.tournamentId}:${event.change}:${isOnce(event) ? event.startDate : event.at}`;
    case 'digest':
      return `channel:${event.channelKey}:digest:${event.date}`;
    case 'ranking':
      return `channel:${event.channelKey}:ranking:${event.category}:${event.date}`;
    case 'quiet-hours-digest':
      return `channel:${event.channelKey}:quiet-hours-digest:${event.until}`;
  }
};

const isOnce = ({ change }: EventOf<'tournament'>): boolean =>
  change === 'begins' || change === 'over';
