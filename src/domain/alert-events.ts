import type { AlertKind } from './alert-kinds.ts';
import { keyOf as keyOfMatchEvent, type MatchEvent } from './match-events.ts';
import type { SetScore } from './score.ts';
import type { ByTeam, Category, Instant, Round, Team } from './terms.ts';
import type { Draw } from './ties.ts';

/** When and where a match is to be played, as the order of play says it. */
export interface Appointment {
  readonly playedOn: string | null;
  readonly startedAt: Instant | null;
  readonly scheduleLabel: string | null;
  readonly court: string | null;
  /** The same as of a match (match.ts); missing where they are unknown. */
  readonly scheduledAt?: Instant;
  readonly venueOffset?: number;
}

export type TieEvent = Extract<MatchNews, { kind: 'tie' }>;

export type ResultEvent = Extract<MatchEvent, { kind: 'result' }>;

/** News about one match, beside what happens on court. */
export type MatchNews =
  /** A tie is decided. It is told with the rubber that decided it, to those who are told of that. */
  | {
      readonly kind: 'tie';
      /** The key of the tie (ties.ts). */
      readonly tie: string;
      readonly matchId: number;
      readonly winner: Team;
      /** Rubbers won; null where nobody says. */
      readonly score: ByTeam<number> | null;
    }
  | {
      readonly kind: 'game';
      readonly matchId: number;
      readonly set: number;
      readonly game: number;
      readonly winner: Team;
      /** Games of the set after it. */
      readonly score: SetScore;
    }
  | {
      readonly kind: 'correction';
      readonly matchId: number;
      /** The revision of the match that made it. */
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
  /** The match before it on its court is over, or is going to be soon. */
  | {
      readonly kind: 'next';
      readonly matchId: number;
      /** Minutes until it may begin, as the match before it stands; null when that one is over. */
      readonly minutes: number | null;
    }
  | {
      readonly kind: 'reminder';
      readonly matchId: number;
      /** How long before the match it is told. */
      readonly minutes: number;
      readonly startsAt: Instant;
      /** Nobody has announced that time. */
      readonly isEstimated?: boolean;
    };

/** What a tournament has become. */
export type TournamentChange = 'begins' | 'cancelled' | 'moved' | 'over';

/** A place in the ranking that changed. */
export interface RankedPlayer {
  readonly id: number;
  readonly name: string;
  readonly place: number;
  /** The place a week before; null for who was not ranked, or where nobody knows. */
  readonly before: number | null;
  readonly points: number | null;
}

/** News that is not about one match. */
export type WiderNews =
  | {
      readonly kind: 'draw';
      readonly tournamentId: number;
      readonly category: Category | null;
      readonly round: Round | null;
      /** The phase of a tournament of teams; missing for pairs. */
      readonly draw?: Draw;
      readonly matchIds: readonly number[];
    }
  | {
      readonly kind: 'tournament';
      readonly tournamentId: number;
      readonly change: TournamentChange;
      readonly startDate: string | null;
      readonly endDate: string | null;
    };

/** News for one channel alone. */
export type ChannelNews =
  /** The matches of the day. */
  | { readonly kind: 'morning'; readonly channelKey: number; readonly date: string }
  /** The ranking of a Monday. */
  | {
      readonly kind: 'ranking';
      readonly channelKey: number;
      readonly date: string;
      readonly category: Category;
      readonly players: readonly RankedPlayer[];
    }
  /** What was kept during quiet hours. */
  | {
      readonly kind: 'missed';
      readonly channelKey: number;
      readonly until: Instant;
    };

/** Everything that a channel can be told. */
export type AlertEvent = MatchEvent | MatchNews | WiderNews | ChannelNews;

export type AlertEventKind = AlertEvent['kind'];

/** The news about one match. */
export type AboutMatch = MatchEvent | MatchNews;

export const isAboutMatch = (event: AlertEvent): event is AboutMatch => 'matchId' in event;

/** The same news of another match: of the one that it was merged into. */
export const inMatch = (event: AlertEvent, matchId: number): AlertEvent => {
  if (!isAboutMatch(event)) return event;
  if (event.kind !== 'correction') return { ...event, matchId };
  const [before, after] = [event.before, event.after].map((each) => ({ ...each, matchId }));
  return { ...event, matchId, before: before ?? event.before, after: after ?? event.after };
};

export const isForChannel = (event: AlertEvent): event is ChannelNews => 'channelKey' in event;

/** The kind that a channel chooses to be told of it; null for what nobody has to choose. */
export const alertKindOf = ({ kind }: Pick<AlertEvent, 'kind'>): AlertKind | null =>
  kind === 'missed' ? null : kind;

/**
 * Unique for what happened: from its meaning, never from its arrival. What may happen again (a match
 * that is moved twice) is told apart by the revision of the match that it made.
 */
export const keyOf = (event: AlertEvent): string => {
  switch (event.kind) {
    case 'start':
    case 'set':
    case 'result':
      return keyOfMatchEvent(event);
    case 'tie':
      return `tie:${event.tie}`;
    case 'game':
      return `match:${event.matchId}:game:${event.set}:${event.game}`;
    case 'correction':
    case 'schedule':
      return `match:${event.matchId}:${event.kind}:${event.rev}`;
    case 'next':
      return `match:${event.matchId}:next`;
    case 'reminder':
      return `match:${event.matchId}:reminder:${event.minutes}:${event.startsAt}`;
    case 'draw':
      return `draw:${event.tournamentId}:${event.category ?? ''}:${event.round ?? ''}:${event.matchIds[0] ?? ''}`;
    case 'tournament':
      return `tournament:${event.tournamentId}:${event.change}:${event.startDate ?? ''}`;
    case 'morning':
      return `channel:${event.channelKey}:morning:${event.date}`;
    case 'ranking':
      return `channel:${event.channelKey}:ranking:${event.category}:${event.date}`;
    case 'missed':
      return `channel:${event.channelKey}:missed:${event.until}`;
  }
};
