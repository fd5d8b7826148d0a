import { z } from 'zod';
import type { Career, Figures, MatchStats } from '../../domain/people/statistics.ts';
import type { ByTeam } from '../../domain/terms.ts';
import { anything, expecting, maskable, numeric, round, whole } from './lenient.ts';
import { always } from './marks.ts';

const withoutPercent = (text: string): string => (text.endsWith('%') ? text.slice(0, -1) : text);

/** `50%`, `50`, 7; anything else is unknown. */
const figure = expecting('number or text')
  .transform((value) => (typeof value === 'string' ? withoutPercent(value.trim()) : value))
  .pipe(numeric);

const figureOfTeams = z.object({ team_1: figure, team_2: figure });

const byTeam = anything.transform((value): ByTeam<number | null> => {
  const { data } = figureOfTeams.safeParse(value);
  return data ?? { team_1: null, team_2: null };
});

const figures: z.ZodType<Figures> = z.object({
  total_points_won: byTeam,
  break_points_converted: byTeam,
  longest_streak: byTeam,
  aces: byTeam,
  double_faults: byTeam,
  won_on_1st_serve: byTeam,
  won_on_2nd_serve: byTeam,
  total_won_on_serve: byTeam,
  won_on_1st_return: byTeam,
  won_on_2nd_return: byTeam,
  total_won_on_return: byTeam,
  service_games: byTeam,
  return_games: byTeam,
});

const SETS = [1, 2, 3] as const;

/** An object of figures, or nothing: sets without data are absent. */
const maybeFigures = anything.transform((value) => figures.safeParse(value).data ?? null);

const matchStatsFields = z
  .object({
    id: always(whole),
    match: expecting('object').pipe(maybeFigures),
    set_1: maybeFigures,
    set_2: maybeFigures,
    set_3: maybeFigures,
  })
  .transform((raw): Omit<MatchStats, 'withheld'> => ({
    matchId: raw.id,
    match: raw.match,
    sets: SETS.flatMap((number) => {
      const own = raw[`set_${number}`];
      return own === null ? [] : [{ number, figures: own }];
    }),
  }));

/** The statistics of a match (specification, "Match stats"). */
export const matchStatsWire: z.ZodType<MatchStats> = maskable(matchStatsFields);

const careerFields = z
  .object({
    matches_played: always(numeric),
    matches_won: always(numeric),
    win_percentage: figure,
    sets_won: numeric,
    sets_lost: numeric,
    avg_sets_per_match: numeric,
    games_won: numeric,
    games_lost: numeric,
    avg_games_per_match: numeric,
    titles: numeric,
    finals: numeric,
    semifinals: numeric,
    best_round: round,
  })
  .transform((raw): Omit<Career, 'withheld'> => ({
    matchesPlayed: raw.matches_played,
    matchesWon: raw.matches_won,
    winPercentage: raw.win_percentage,
    setsWon: raw.sets_won,
    setsLost: raw.sets_lost,
    setsPerMatch: raw.avg_sets_per_match,
    gamesWon: raw.games_won,
    gamesLost: raw.games_lost,
    gamesPerMatch: raw.avg_games_per_match,
    titles: raw.titles,
    finals: raw.finals,
    semifinals: raw.semifinals,
    bestRound: raw.best_round,
  }));

/** Statistics of a player or a pair (specification, "Player stats and pair stats"). */
export const careerWire: z.ZodType<Career> = maskable(careerFields);
