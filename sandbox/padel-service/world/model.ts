import type { SetScore } from '../../../src/domain/match/score.ts';
import type { DeuceRule } from '../../../src/domain/match/play.ts';
import type { ByTeam, Category, Instant, Round, Team } from '../../../src/domain/terms.ts';
import type { Day } from './schedule/days.ts';

/** A player's place on the court. */
export type Side = 'drive' | 'backhand';

export interface Player {
  readonly id: number;
  readonly name: string;
  /** What everybody calls them: the father's surname, of two. */
  readonly called: string;
  readonly category: Category;
  /** Two-letter code. */
  readonly nationality: string;
  readonly birthplace: string | null;
  readonly birthday: Day | null;
  /** Centimetres. */
  readonly height: number | null;
  readonly hand: 'left' | 'right' | null;
  readonly side: Side;
  /** Strength on the Elo scale, but for the form of the day; it is never shown. */
  readonly talent: number;
  /** Ranking points from before anything was played; they expire within a year, unrecorded. */
  readonly carried: number;
}

export type Pair = readonly [Player, Player];

/** Levels of tournaments (specification, TournamentResource). */
export const LEVELS = [
  'finals',
  'fip_gold',
  'fip_other',
  'fip_platinum',
  'major',
  'p1',
  'p2',
  'wpt_1000',
  'wpt_500',
  'wpt_final',
  'wpt_master',
] as const;

/** The same with what the public service has today; of these two there are results only. */
export const LEVELS_TODAY = [...LEVELS, 'fip_silver', 'fip_bronze'] as const;

export type Level = (typeof LEVELS_TODAY)[number];

/** Levels whose matches are followed point by point (specification, "Data coverage"). */
const COVERED: ReadonlySet<Level> = new Set(['major', 'p1', 'p2', 'finals', 'fip_platinum']);

/** Whether the matches of a level are followed point by point. */
export const isCovered = (level: Level): boolean => COVERED.has(level);

export interface Host {
  readonly city: string;
  /** Two-letter code. */
  readonly country: string;
  /** IANA name, e.g. `Europe/Madrid`. */
  readonly timezone: string;
  readonly venue: string;
  /** Names of the courts, the biggest first. */
  readonly courts: readonly string[];
}

export interface Tournament {
  readonly id: number;
  readonly name: string;
  readonly level: Level;
  readonly host: Host;
  /** The year of the season it belongs to. */
  readonly season: number;
  readonly start: Day;
  /** The day of the finals. */
  readonly end: Day;
  /** Pairs in the main draw. */
  readonly draws: Readonly<Record<Category, number>>;
  readonly rule: DeuceRule;
  /** Whether schedule labels use the 24-hour clock. */
  readonly usesDayClock: boolean;
  /** Whether teams enter it, not pairs. */
  readonly isForTeams?: boolean;
  /** When it appears in the calendar. */
  readonly announced: Instant;
  /** When it is called off; null for nearly all. */
  readonly cancelled: Instant | null;
  /** When it is put off to an unknown date; only the profile `today` knows that. */
  readonly postponed?: Instant;
  /** When its record goes, and the tournament's id into which it was merged, if it was. */
  readonly withdrawn: { readonly at: Instant; readonly into: number | null } | null;
}

/**
 * How a match ended. The last two have none: a dead rubber, and
 * a match of a tournament that was called off. Only the profile `today` knows them.
 */
export type MatchOutcome = 'played' | 'retired' | 'walkover' | 'bye' | 'not_played' | 'cancelled';

/** A match as the draw and the strength of its teams decide it, before it has a place in time. */
export interface Contest {
  readonly id: number;
  readonly category: Category;
  readonly round: Round;
  /** Slot in the round from the top of the draw. */
  readonly index: number;
  /** A bye has one or none; as long as a pair is not known, it is not there either. */
  readonly teams: ByTeam<Pair | null>;
  /** Seeds of the pairs, or how they got in (`Q`, `WC`, `LL`, `LLI`); missing where a draw has none. */
  readonly seeds?: ByTeam<string | null>;
  readonly seed: string;
  /**
   * What the difference of the known strengths adds to team_1's chance of a point, and takes from
   * team_2's; the form of the day comes on top.
   */
  readonly edge: number;
  readonly outcome: MatchOutcome;
  readonly winner: Team;
  /** The final score; the last set is partial after a retirement. Empty if nothing was played. */
  readonly sets: readonly SetScore[];
  /** How many points were played. */
  readonly points: number;
  /** From the first point's start to the last point's end, milliseconds. */
  readonly duration: number;
}

/** The position of a match in a day's order of play. */
export interface Slot {
  readonly day: Day;
  readonly court: string;
  /** 1 for the first match of the court's day. */
  readonly order: number;
  /** E.g. `Starting at 10:00 AM`, `Followed by`. */
  readonly label: string;
  /** The time that the label names, minutes after the day's local midnight; null without one. */
  readonly announced: number | null;
}

/** A meeting of two teams in up to three matches, its rubbers; two wins decide. */
export interface Tie {
  readonly id: number;
  readonly draw: 'group' | 'main' | 'placement';
  /** `A`, `B`; null outside the group stage. */
  readonly group: string | null;
  /** Nations, by their two-letter codes. */
  readonly teams: ByTeam<string>;
  /** 1 to 3. */
  readonly rubber: number;
  readonly winner: Team;
  /** The rubbers in the order of play, this one included: its winner and when that is published. */
  readonly results: readonly { readonly winner: Team; readonly closed: Instant }[];
}

/**
 * A match with everything that will ever be true of it. What is known of it at an instant is cut
 * out of this by `visible.ts` and `knowledge.ts` in `records/`; nothing else may show it to the outside.
 */
export interface Match extends Contest {
  readonly tournament: Tournament;
  /** When its pairs are known, and the match appears unless it is there before. */
  readonly created: Instant;
  /** When its record appears, and when the pair of each side is known; only in the profile `today`. */
  readonly appears?: Instant;
  readonly known?: ByTeam<Instant>;
  /** When its place in the order of play appears. */
  readonly published: Instant;
  /** When the time that its label names appears; with its place where missing. */
  readonly labelled?: Instant;
  /** Where it is played in the end. A bye has none. */
  readonly slot: Slot | null;
  /** The slot before a change, and until when it was shown; null without a change. */
  readonly formerSlot: { readonly slot: Slot; readonly until: Instant } | null;
  /** The first point's start and the last one's end; null when nothing is played. */
  readonly started: Instant | null;
  readonly ended: Instant | null;
  /** When its record becomes finished, retired or walkover. */
  readonly closed: Instant;
  /** When its feed says so; with the record where missing. */
  readonly feedClosed?: Instant;
  /** When its record goes, because it should not have been there; null for what the draw needs. */
  readonly deleted: Instant | null;
  /** The match of which it is a second entry, where its deletion names it. */
  readonly mergedInto?: number;
  /** The meeting of two teams of which it is a rubber; only in team events. */
  readonly tie?: Tie;
}

/** The players of a team, none for the empty side of a bye. */
export const playersOf = (match: Contest, team: Team): readonly Player[] => match.teams[team] ?? [];
