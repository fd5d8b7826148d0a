import type { SetScore } from './score.ts';
import { TEAMS, type ByTeam, type Category, type Instant, type Round, type Team } from './terms.ts';
import type { Draw, Tie } from './ties.ts';

/** A player as a match names them; everything else about them is in `Player`. */
export interface PlayerRef {
  readonly id: number;
  readonly name: string;
  /** What everybody calls them (called-names.ts), where that is known. */
  readonly called?: string | null | undefined;
}

/**
 * The service's words for where a match stands. `ended` is transitional: play is over, the final
 * score is not confirmed. Words we do not know are kept and shown as they are (padel-facts).
 */
export type MatchStatus =
  'scheduled' | 'live' | 'ended' | 'finished' | 'retired' | 'walkover' | 'bye' | (string & {});

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

/** Where a status word stands on the way of a match; a word we do not know is `unknown`. */
export const phaseOf = (status: MatchStatus): Phase => PHASES.get(status) ?? 'unknown';

/**
 * Whether a match is not going to be played for now, by a word outside the specification. One that is
 * suspended goes on the same day.
 */
export const isPutOff = (status: MatchStatus): boolean =>
  /^(?:postponed|cancell?ed|abandoned)\b/i.test(status);

/** Whether a match is never going to be played, by the service's word of today. */
export const isCancelled = (status: MatchStatus): boolean => /^cancell?ed$/i.test(status);

/** A rubber that nobody had to play any more: it has no result, and never begins. */
export const isNotPlayed = (status: MatchStatus): boolean => status === 'not_played';

/** Whether nothing more is played, be the result confirmed or not. */
export const isPlayOver = (status: MatchStatus): boolean =>
  status === 'ended' || phaseOf(status) === 'over';

/** Names of fields whose value the operator's plan withholds (shown as "not in the plan"). */
export type Withheld = readonly string[];

/** A match as the service describes it, apart from its points. */
export interface Match {
  readonly id: number;
  readonly tournamentId: number | null;
  /** Null when withheld, or none that we know. */
  readonly category: Category | null;
  readonly round: Round | null;
  readonly roundName: string;
  /**
   * Place in the round, from 0 at the top of the draw: the winners of slots 2k and 2k + 1 meet in slot
   * k of the next round (padel-facts, "The rules"). Null when the service does not tell.
   */
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
  /** Sets as the service writes them, a set in progress included; null when unknown or none. */
  readonly score: readonly SetScore[] | null;
  readonly winner: Team | null;
  readonly teams: ByTeam<readonly PlayerRef[]>;
  readonly withheld: Withheld;
  // What not every service of this kind tells: a field is missing where it is unknown, never null.
  /** When it is to begin, announced or estimated: the label says which (schedule-labels.ts). */
  readonly scheduledAt?: Instant;
  /** Minutes by which the venue's clock is ahead of UTC on that day. */
  readonly venueOffset?: number;
  readonly seeds?: ByTeam<number | null>;
  readonly draw?: Draw;
  /** How much it promises, 0 to 100: level, closeness and round, as of its start. */
  readonly watchability?: number;
  /** Missing but in tournaments of teams. */
  readonly tie?: Tie;
}

/** What another source says of a match stays true when one leaves it out. */
export const lastingFields = ({
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

/** All players of a match, team 1 first. */
export const playersOf = (match: Match): readonly PlayerRef[] =>
  TEAMS.flatMap((team) => match.teams[team]);
