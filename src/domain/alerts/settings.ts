import { PRESETS, type AlertType } from './alert-types.ts';
import type { TrackedMatch } from '../match/state.ts';
import type { TournamentLevel } from '../levels.ts';
import type { Match } from '../match/match.ts';
import type { Tournament } from '../people/people.ts';
import type { QuietHours } from './quiet-hours.ts';
import type { Category, Instant, Round } from '../terms.ts';
import { drawIn } from '../tournament/ties.ts';

/** Which matches become Discord scheduled events in the server. */
export const EVENT_CHOICES = ['none', 'finals', 'followed'] as const;

type EventChoice = (typeof EVENT_CHOICES)[number];

export interface AlertSettings {
  readonly types: readonly AlertType[];
  /** Matches of earlier rounds are left out; null accepts all rounds. */
  readonly smallestRound: Round | null;
  /** Accepted tournament levels; an empty list accepts all. */
  readonly levels: readonly TournamentLevel[];
  /** Accepts only men's or only women's matches; null accepts both. */
  readonly category: Category | null;
  /** Discord ids of roles to ping, and the types that ping them. */
  readonly roles: readonly string[];
  readonly roleTypes: readonly AlertType[];
  /** Spoiler delay in seconds; 0 posts at once. */
  readonly delay: number;
  /** Scores are hidden behind spoiler marks. */
  readonly coverScores: boolean;
  readonly quietHours: QuietHours | null;
  /** Until when a member has paused their direct messages; null while they have not. */
  readonly snoozedUntil: Instant | null;
  /** The channel's time zone (IANA). */
  readonly timeZone: string;
  /** Cards and posts of matches in play show each team's chance to win. */
  readonly winProbability: boolean;
  /** Posts a match's games and sets in a thread of its own. */
  readonly threads: boolean;
  /** One message of the day is kept up to date: order of play, scores, tomorrow. */
  readonly board: boolean;
  /** Minutes before a match at which the reminder is posted. */
  readonly remindBefore: number;
  /** Minutes since midnight at which the daily digest is posted. */
  readonly digestAt: number;
  readonly events: EventChoice;
  /** Whether members may add follows of their own to this channel. */
  readonly memberFollows: boolean;
}

export const DEFAULT_SETTINGS: AlertSettings = {
  types: PRESETS.essentials,
  smallestRound: null,
  levels: [],
  category: null,
  roles: [],
  roleTypes: ['start', 'result'],
  delay: 0,
  coverScores: false,
  quietHours: null,
  snoozedUntil: null,
  timeZone: 'UTC',
  winProbability: true,
  threads: false,
  board: false,
  remindBefore: 15,
  digestAt: 8 * 60,
  events: 'none',
  memberFollows: true,
};

/** Roles that fit into an alert beside its text. */
export const ROLES_MAX = 5;

export const REMIND_CHOICES = [5, 15, 30, 60, 120] as const;

/** Longest spoiler delay, seconds: snapshots are kept this long. */
export const MAX_DELAY_SECONDS = 900;

export type FilterReason = 'type' | 'round' | 'level' | 'category';

/** `level` if the channel's settings exclude the tournament; an unknown tournament is accepted. */
export const levelFilterReason = (
  { levels }: Pick<AlertSettings, 'levels'>,
  tournament: Pick<Tournament, 'level'> | null,
): 'level' | null =>
  tournament !== null && levels.length > 0 && !levels.some((each) => each === tournament.level)
    ? 'level'
    : null;

const isBefore = (match: Match, smallest: Round): boolean =>
  drawIn(match) !== 'main' || (match.round !== null && match.round > smallest);

/** The filter that excludes a match; null when the channel accepts it. */
export const matchFilterReason = (
  settings: AlertSettings,
  { match, tournament }: Pick<TrackedMatch, 'match' | 'tournament'>,
): Exclude<FilterReason, 'type'> | null => {
  const { smallestRound, category } = settings;
  // An unknown value never excludes a match.
  if (smallestRound !== null && isBefore(match, smallestRound)) return 'round';
  if (levelFilterReason(settings, tournament) !== null) return 'level';
  const isOther = category !== null && match.category !== null && match.category !== category;
  return isOther ? 'category' : null;
};

/** The filter that excludes an alert of a type about a match; null when the channel accepts it. */
export const filterReason = (
  settings: AlertSettings,
  type: AlertType,
  held: Pick<TrackedMatch, 'match' | 'tournament'> | null,
): FilterReason | null => {
  if (!settings.types.includes(type)) return 'type';
  return held === null ? null : matchFilterReason(settings, held);
};
