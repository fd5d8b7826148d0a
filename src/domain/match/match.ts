import { z } from 'zod';
import { byTeamSchema, setScoreSchema, teamSchema, type DeepReadonly } from '../schemas.ts';
import { CATEGORIES, ROUNDS, TEAMS } from '../terms.ts';
import { DRAWS, tieSchema } from './tie.ts';

/** A player as a match lists them; `Player` has the rest. */
export const playerRefSchema = z.object({
  id: z.number(),
  name: z.string(),
  /** Display name (../people/display-names.ts); missing or null when unknown. */
  called: z.string().nullish(),
});

export type PlayerRef = DeepReadonly<z.output<typeof playerRefSchema>>;

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

/** The service's match record, without its points, as it is stored. */
export const matchSchema = z.object({
  id: z.number(),
  tournamentId: z.number().nullable(),
  /** Null when withheld or unknown. */
  category: z.enum(CATEGORIES).nullable(),
  round: z.literal([...ROUNDS]).nullable(),
  roundName: z.string(),
  /**
   * Position in the round, from 0 at the top of the draw: the winners of slots 2k and 2k + 1 meet
   * in slot k of the next round (padel-facts, "The rules"). Null when the service does not say.
   */
  slot: z.number().nullable(),
  /** Local date of play, `YYYY-MM-DD`. */
  playedOn: z.string().nullable(),
  startedAt: z.number().nullable(),
  /** Minutes of play, known when the match is over. */
  duration: z.number().nullable(),
  scheduleLabel: z.string().nullable(),
  court: z.string().nullable(),
  courtOrder: z.number().nullable(),
  /** A `MatchStatus`. */
  status: z.string(),
  /** Sets in the service's notation, including a set in progress; null when there is none. */
  score: z.array(setScoreSchema).nullable(),
  winner: teamSchema.nullable(),
  teams: byTeamSchema(z.array(playerRefSchema)),
  withheld: z.array(z.string()),
  // Fields that not every service has: missing when unknown, never null.
  /** Scheduled start, announced or estimated: the label says which (schedule-labels.ts). */
  scheduledAt: z.number().exactOptional(),
  /** Minutes that the venue's clock is ahead of UTC on that day. */
  venueOffset: z.number().exactOptional(),
  /** The place of a seed, or a code such as `Q`, `WC`, `LL`; null for a team without one. */
  seeds: byTeamSchema(z.string().nullable()).exactOptional(),
  draw: z.enum(DRAWS).exactOptional(),
  /** 0 to 100, from level, closeness and round, as of its start. */
  watchability: z.number().exactOptional(),
  /** Only in team tournaments. */
  tie: tieSchema.exactOptional(),
  /** The service has the sides the other way round by now (sides.ts). */
  exchanged: z.literal(true).exactOptional(),
});

export type Match = DeepReadonly<z.output<typeof matchSchema>>;

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
