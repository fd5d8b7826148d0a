import type { Withheld } from '../match/match.ts';
import type { ByTeam, Round, Instant } from '../terms.ts';
import { utcDate } from '../../lib/time.ts';

/** The statistics of a match (specification, "Match stats") and their units. */
export const METRICS = {
  total_points_won: 'percent',
  break_points_converted: 'percent',
  longest_streak: 'count',
  aces: 'count',
  double_faults: 'count',
  won_on_1st_serve: 'percent',
  won_on_2nd_serve: 'percent',
  total_won_on_serve: 'percent',
  won_on_1st_return: 'percent',
  won_on_2nd_return: 'percent',
  total_won_on_return: 'percent',
  service_games: 'count',
  return_games: 'count',
} as const;

export type Metric = keyof typeof METRICS;

/** Each team's value per metric, percentages as 0 to 100; null when unknown. */
export type Figures = Readonly<Record<Metric, ByTeam<number | null>>>;

export interface MatchStats {
  readonly matchId: number;
  readonly match: Figures | null;
  readonly sets: readonly { readonly number: number; readonly figures: Figures }[];
  readonly withheld: Withheld;
}

/** Wins and losses of a player or pair, over a period or in a round. Null when unknown. */
export interface Career {
  readonly matchesPlayed: number | null;
  readonly matchesWon: number | null;
  /** 0 to 100. */
  readonly winPercentage: number | null;
  readonly setsWon: number | null;
  readonly setsLost: number | null;
  readonly setsPerMatch: number | null;
  readonly gamesWon: number | null;
  readonly gamesLost: number | null;
  readonly gamesPerMatch: number | null;
  readonly titles: number | null;
  readonly finals: number | null;
  readonly semifinals: number | null;
  readonly bestRound: Round | null;
  readonly withheld: Withheld;
}

export const PERIODS = ['season', 'year', 'quarter', 'all'] as const;

export type PeriodName = (typeof PERIODS)[number];

/** The same day some months ago, or the last day of that month. */
const monthsBefore = (now: Instant, months: number): string => {
  const day = new Date(now);
  const first = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() - months, 1));
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0));
  return utcDate(first.setUTCDate(Math.min(day.getUTCDate(), lastDay.getUTCDate())));
};

export const startOfSeason = (now: Instant): string => `${new Date(now).getUTCFullYear()}-01-01`;

const BEGINS: Readonly<Record<PeriodName, (now: Instant) => string | null>> = {
  season: startOfSeason,
  year: (now) => monthsBefore(now, 12),
  quarter: (now) => monthsBefore(now, 3),
  all: () => null,
};

export const startOfPeriod = (period: PeriodName, now: Instant): string | null =>
  BEGINS[period](now);
