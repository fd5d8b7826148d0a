import type { AlertType } from './alert-types.ts';
import { matchEventKey as keyOfMatchEvent, type MatchEvent } from '../match/events.ts';
import type { ByTeam, Category, Instant, Round, Team } from '../terms.ts';
import type { Tournament } from '../people/people.ts';
import type { DrawKind } from '../tournament/ties.ts';

/** When and where a match is scheduled, according to the order of play. */
export interface Appointment {
  readonly playedOn: string | null;
  readonly startedAt: Instant | null;
  readonly scheduleLabel: string | null;
  readonly court: string | null;
  /** As in `Match` (../match/match.ts); missing when unknown. */
  readonly scheduledAt?: Instant;
  readonly venueOffset?: number;
}

export type TieEvent = Extract<MatchNews, { kind: 'tie' }>;

export type ResultEvent = Extract<MatchEvent, { kind: 'result' }>;

/** What came of a key moment. */
export interface KeyOutcome {
  /** Who won the game, and whether against the serve; null while the server is unknown. */
  readonly winner: Team;
  readonly isBreak: boolean | null;
  /** The chance of the game's winner after it. */
  readonly chance: number;
  readonly at: Instant;
}

/** Who won the match of a moment; null where it ended early: a retirement completes no upset. */
export interface MatchEnd {
  readonly winner: Team | null;
  readonly at: Instant;
}

export type KeyMoment = Extract<MatchNews, { kind: 'key' }>;
export type UpsetWatch = Extract<MatchNews, { kind: 'upset' }>;
export type MomentEvent = KeyMoment | UpsetWatch;

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

type MatchNews =
  /** A tie is decided. Posted with the deciding rubber, to that match's audience. */
  | {
      readonly kind: 'tie';
      /** The key of the tie (../tournament/ties.ts). */
      readonly tie: string;
      readonly matchId: number;
      /** Null once a correction has undone it. */
      readonly winner: Team | null;
      /** Rubbers won; null when unknown. */
      readonly score: ByTeam<number> | null;
      /** The match record of the deciding rubber does not have its score yet; missing once it has. */
      readonly confirmed?: false;
      /** As in the rubber's result. */
      readonly moment?: true;
    }
  | {
      readonly kind: 'correction';
      readonly matchId: number;
      /** The match revision that caused the correction. */
      readonly rev: number;
      readonly before: ResultEvent;
      readonly after: ResultEvent;
    }
  | {
      readonly kind: 'schedule';
      readonly matchId: number;
      readonly rev: number;
      readonly before: Appointment;
      readonly after: Appointment;
    }
  /** A game decides much of its match (../alerts/moments.ts). */
  | {
      readonly kind: 'key';
      readonly matchId: number;
      readonly set: number;
      /** Games of the set before this game. */
      readonly games: ByTeam<number>;
      /** The number of the game in the match, from 1. */
      readonly game: number;
      /** Team 1's chance to win the match: now, if it wins the game, and if it loses it. */
      readonly chance: number;
      readonly won: number;
      readonly lost: number;
      readonly outcome: KeyOutcome | null;
      readonly end: MatchEnd | null;
    }
  /** An outsider stands level with the favourite or better, for the first time in the match. */
  | {
      readonly kind: 'upset';
      readonly matchId: number;
      readonly outsider: Team;
      /** The outsider's chance before the match, and now. */
      readonly before: number;
      readonly chance: number;
      readonly set: number;
      readonly games: ByTeam<number>;
      readonly game: number;
      readonly end: MatchEnd | null;
    }
  /** The previous match on its court is over, or will be soon. */
  | {
      readonly kind: 'next';
      readonly matchId: number;
      /** Minutes until it may start, estimated from the previous match; null when that one is over. */
      readonly minutes: number | null;
    }
  | {
      readonly kind: 'reminder';
      readonly matchId: number;
      /** How long before the match the reminder is posted. */
      readonly minutes: number;
      readonly startsAt: Instant;
      /** It may start later. */
      readonly isNotBefore?: boolean;
    };

export const TOURNAMENT_CHANGES = [
  'begins',
  'cancelled',
  'postponed',
  /** The service no longer has it. */
  'removed',
  /** It was off, and takes place after all. */
  'restored',
  'moved',
  'merged',
  'over',
] as const;

export type TournamentChange = (typeof TOURNAMENT_CHANGES)[number];

export interface RankedPlayer {
  readonly id: number;
  readonly name: string;
  readonly place: number;
  /** Place a week earlier; null when unranked then, or unknown. */
  readonly before: number | null;
  readonly points: number | null;
}

/** The top of a ranking as published on one day. */
export interface RankingEdition {
  /** Its Monday; null where the service does not say it. */
  readonly date: string | null;
  readonly players: readonly RankedPlayer[];
}

export type WiderNews =
  | {
      readonly kind: 'draw';
      readonly tournamentId: number;
      readonly category: Category | null;
      readonly round: Round | null;
      /** The phase of a team tournament; missing for pairs. */
      readonly draw?: DrawKind;
      readonly matchIds: readonly number[];
    }
  | {
      readonly kind: 'tournament';
      readonly tournamentId: number;
      readonly change: TournamentChange;
      /** When it was noticed: a tournament may change to and fro. */
      readonly at: Instant;
      readonly startDate: string | null;
      readonly endDate: string | null;
      /** Where it is played, if that is new. */
      readonly place?: Pick<Tournament, 'location' | 'country'>;
      /** What it was before a merge. */
      readonly former?: Pick<Tournament, 'id' | 'name'>;
    };

type ChannelEvent =
  /** The daily digest: the day's matches. */
  | { readonly kind: 'digest'; readonly channelKey: number; readonly date: string }
  /** The ranking published on a Monday. */
  | {
      readonly kind: 'ranking';
      readonly channelKey: number;
      readonly date: string;
      readonly category: Category;
      readonly players: readonly RankedPlayer[];
    }
  /** The digest of alerts held back during quiet hours. */
  | {
      readonly kind: 'quiet-hours-digest';
      readonly channelKey: number;
      readonly until: Instant;
    };

export type AlertEvent = MatchEvent | MatchNews | WiderNews | ChannelEvent;

export type AlertEventKind = AlertEvent['kind'];

export type AboutMatch = MatchEvent | MatchNews;

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

/** The kinds of event that these types bring. */
export const eventKindsOf = (types: readonly AlertType[]): readonly AlertEventKind[] =>
  EVENT_KINDS.filter((kind) => {
    const type = TYPES[kind];
    return type !== null && types.includes(type);
  });

/**
 * Unique per occurrence: built from the content, never from the order of arrival. What can happen
 * again (a match is moved twice) includes the match revision that caused it, or when it was noticed.
 */
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

const isOnce = ({ change }: Extract<WiderNews, { kind: 'tournament' }>): boolean =>
  change === 'begins' || change === 'over';
