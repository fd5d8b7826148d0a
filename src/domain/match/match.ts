import type { SetScore } from './score.ts';
import {
  TEAMS,
  type ByTeam,
  type Category,
  type Instant,
  type Round,
  type Team,
} from '../terms.ts';
import type { DrawKind, Tie } from '../tournament/ties.ts';

export interface PlayerRef {
  readonly id: number;
  readonly name: string;
  /** Display name (../people/display-names.ts); missing or null when unknown. */
  readonly called?: string | null | undefined;
}

/** `ended` is transitional: play is over, its score not confirmed. Unknown values are kept and shown (padel-facts). */
export type MatchStatus =
  | 'scheduled'
  | 'live'
  | 'ended'
  | 'finished'
  | 'retired'
  | 'walkover'
  | 'bye'
  | (string & {});

export type Phase = 'upcoming' | 'playing' | 'over' | 'unknown';

const PHASES: ReadonlyMap<string, Phase> = new Map([
  ['scheduled', 'upcoming'],
  ['live', 'playing'],
  ['ended', 'playing'],
  ['finished', 'over'],
  ['retired', 'over'],
  ['walkover', 'over'],
  ['bye', 'over'],
]);

export const phaseOf = (status: MatchStatus): Phase => PHASES.get(status) ?? 'unknown';

/** What has a match's status: the match or its state. */
interface WithStatus {
  readonly status: MatchStatus;
}

export const isPlaying = ({ status }: WithStatus): boolean => phaseOf(status) === 'playing';

/** Whether play has ended with a result; also true of a walkover and a bye. */
export const isOver = ({ status }: WithStatus): boolean => phaseOf(status) === 'over';

/** Whether a match is off for now, by statuses outside the specification; a suspended one continues the same day. */
export const isPostponed = (status: MatchStatus): boolean =>
  /^(?:postponed|cancell?ed|abandoned)\b/i.test(status);

export const isCancelled = (status: MatchStatus): boolean => /^cancell?ed$/i.test(status);

/** The status of a match that the service no longer has: ours, no word of the service. */
export const DELETED = 'deleted';

/** A rubber that was not needed: it has no result and never starts. */
export const isNotPlayed = (status: MatchStatus): boolean => status === 'not_played';

/** Whether play has ended, with or without a confirmed result. */
export const isPlayOver = (status: MatchStatus): boolean =>
  status === 'ended' || phaseOf(status) === 'over';

/** Names of fields that the operator's plan withholds (shown as "not in the plan"). */
export type Withheld = readonly string[];

export interface Match {
  readonly id: number;
  readonly tournamentId: number | null;
  /** Null when withheld or unknown. */
  readonly category: Category | null;
  readonly round: Round | null;
  readonly roundName: string;
  /** From 0 at the top of the draw: the winners of slots 2k and 2k + 1 meet in slot k of the next. Null when not said. */
  readonly slot: number | null;
  /** Local date of play, `YYYY-MM-DD`. */
  readonly playedOn: string | null;
  readonly startedAt: Instant | null;
  /** Minutes of play, known when the match is over. */
  readonly duration: number | null;
  readonly scheduleLabel: string | null;
  readonly court: string | null;
  readonly courtOrder: number | null;
  readonly status: MatchStatus;
  /** Sets in the service's notation, including a set in progress; null when there is none. */
  readonly score: readonly SetScore[] | null;
  readonly winner: Team | null;
  readonly teams: ByTeam<readonly PlayerRef[]>;
  readonly withheld: Withheld;
  // Fields that not every service has: missing when unknown, never null.
  /** Scheduled start, announced or estimated: the label says which (schedule-labels.ts). */
  readonly scheduledAt?: Instant;
  /** Minutes that the venue's clock is ahead of UTC on that day. */
  readonly venueOffset?: number;
  /** The place of a seed, or a code such as `Q`, `WC`, `LL`; null for a team without one. */
  readonly seeds?: ByTeam<string | null>;
  readonly draw?: DrawKind;
  /** 0 to 100, from level, closeness and round, as of its start. */
  readonly watchability?: number;
  /** Only in team tournaments. */
  readonly tie?: Tie;
  /** The service has the sides the other way round by now (sides.ts). */
  readonly exchanged?: true;
}

/** Fields that a source may omit: they are kept from an earlier read. */
export const mergedFields = ({
  venueOffset,
  seeds,
  draw,
  watchability,
  tie,
}: Match): Partial<Match> => ({
  ...(venueOffset === undefined ? {} : { venueOffset }),
  ...(seeds === undefined ? {} : { seeds }),
  ...(draw === undefined ? {} : { draw }),
  ...(watchability === undefined ? {} : { watchability }),
  ...(tie === undefined ? {} : { tie }),
});

export const playersOf = (match: Match): readonly PlayerRef[] =>
  TEAMS.flatMap((team) => match.teams[team]);

/** The service merged two records: `from` is permanently `to`. */
export interface Merge {
  readonly kind: 'player' | 'tournament' | 'match';
  readonly from: number;
  readonly to: number;
}
