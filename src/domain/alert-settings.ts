import { PRESETS, type AlertKind } from './alert-kinds.ts';
import type { HeldMatch } from './held-match.ts';
import type { TournamentLevel } from './levels.ts';
import type { Match } from './match.ts';
import type { Tournament } from './people.ts';
import type { QuietHours } from './quiet-hours.ts';
import type { Category, Round } from './terms.ts';
import { drawIn } from './ties.ts';

/** Which matches become events of the server (Discord's scheduled events). */
export const EVENT_CHOICES = ['none', 'finals', 'followed'] as const;

export type EventChoice = (typeof EVENT_CHOICES)[number];

/** What a channel is told, when, and how loud. */
export interface AlertSettings {
  readonly kinds: readonly AlertKind[];
  /** Matches of earlier rounds are left out; null takes all. */
  readonly smallestRound: Round | null;
  /** Only tournaments of these levels; none takes all. */
  readonly levels: readonly TournamentLevel[];
  /** Only men or only women; null takes both. */
  readonly category: Category | null;
  /**
   * Matches that promise less are left out (`Match.watchability`), unless somebody follows who plays;
   * null takes all.
   */
  readonly minWatchability: number | null;
  /** Roles to ping, Discord ids, and the kinds at which they are. */
  readonly roles: readonly string[];
  readonly roleKinds: readonly AlertKind[];
  /** Kinds at which members are pinged who follow. */
  readonly memberKinds: readonly AlertKind[];
  /** Seconds by which everything is told later; 0 tells at once. */
  readonly delay: number;
  /** Scores are covered until somebody presses on them. */
  readonly coverScores: boolean;
  readonly quietHours: QuietHours | null;
  /** The clock of the channel (IANA). */
  readonly timeZone: string;
  /** Each match has a thread of its own, for its games and sets. */
  readonly threads: boolean;
  /** The live card is posted anew when other messages have buried it. */
  readonly reanchor: boolean;
  /** Live cards are deleted when their match is over. */
  readonly removeCards: boolean;
  /** Posts in any hour; null for no limit. */
  readonly postsPerHour: number | null;
  /** Minutes before a match that it is reminded of. */
  readonly remindBefore: number;
  /** Minutes since midnight at which the morning's list is posted. */
  readonly morningAt: number;
  readonly events: EventChoice;
  /** Whether members may follow for themselves under this channel's alerts. */
  readonly memberFollows: boolean;
}

/** What a channel is told until somebody chooses. */
export const DEFAULT_SETTINGS: AlertSettings = {
  kinds: PRESETS.essentials,
  smallestRound: null,
  levels: [],
  category: null,
  minWatchability: null,
  roles: [],
  roleKinds: ['start', 'result', 'tie'],
  memberKinds: ['reminder', 'next', 'start', 'result', 'tie'],
  delay: 0,
  coverScores: false,
  quietHours: null,
  timeZone: 'UTC',
  threads: false,
  reanchor: true,
  removeCards: false,
  postsPerHour: null,
  remindBefore: 15,
  morningAt: 8 * 60,
  events: 'none',
  memberFollows: true,
};

/** So many roles fit into an alert beside its text. */
export const ROLES_MAX = 5;

/** Choices of minutes before a match. */
export const REMIND_CHOICES = [5, 15, 30, 60, 120] as const;

/** Longest spoiler delay, seconds: what was seen is kept for that long. */
export const LONGEST_DELAY = 900;

/** Why a channel does not want an alert, or a match at all. */
export type Unwanted = 'kind' | 'round' | 'level' | 'category' | 'watchability';

/** Whether a channel leaves out a tournament by its level; one that is not known is not left out. */
export const unwantedLevel = (
  { levels }: Pick<AlertSettings, 'levels'>,
  tournament: Pick<Tournament, 'level'> | null,
): 'level' | null =>
  tournament !== null && levels.length > 0 && !levels.some((each) => each === tournament.level)
    ? 'level'
    : null;

/** Whether a match is of an earlier round, or of no round of the main draw. */
const isBefore = (match: Match, smallest: Round): boolean =>
  drawIn(match) !== 'main' || (match.round !== null && match.round > smallest);

/**
 * Why a channel does not want to be told of a match; null when it does.
 * @param isNamed whether it is followed there by who plays or by itself (follows.ts, `namesMatch`)
 */
export const unwantedMatch = (
  settings: AlertSettings,
  { match, tournament }: Pick<HeldMatch, 'match' | 'tournament'>,
  isNamed = false,
): Exclude<Unwanted, 'kind'> | null => {
  const { smallestRound, category, minWatchability } = settings;
  // What is not known is not held against a match.
  if (smallestRound !== null && isBefore(match, smallestRound)) return 'round';
  if (unwantedLevel(settings, tournament) !== null) return 'level';
  if (category !== null && match.category !== null && match.category !== category) {
    return 'category';
  }
  const promise = match.watchability ?? Infinity;
  if (minWatchability !== null && promise < minWatchability && !isNamed) return 'watchability';
  return null;
};

/** Why a channel does not want an alert of a kind about a match; null when it does. */
export const unwanted = (
  settings: AlertSettings,
  kind: AlertKind,
  held: Pick<HeldMatch, 'match' | 'tournament'> | null,
  isNamed = false,
): Unwanted | null => {
  if (!settings.kinds.includes(kind)) return 'kind';
  return held === null ? null : unwantedMatch(settings, held, isNamed);
};
