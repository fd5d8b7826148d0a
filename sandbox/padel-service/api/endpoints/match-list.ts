import type { z } from 'zod';
import type { Match } from '../../world/model.ts';
import type { Day } from '../../world/schedule/days.ts';
import { slotAt } from '../../world/records/visible.ts';
import { category, date, period, round, sorting, text } from '../input.ts';
import { inOrderOf } from '../order.ts';

/** The filters that lists of matches take, each some of them. */
export const matchFilters = {
  ...period,
  played_at: date().optional(),
  round,
  category,
  court: text().optional(),
  ...sorting(['played_at', 'round']),
};

export type MatchFilters = z.output<z.ZodObject<typeof matchFilters>>;

/**
 * Matches as filtered and sorted by a query. Both ends of a period belong to it.
 * @param dayOf the day that is shown; that of the order of play by default
 */
export const selectMatches = (
  matches: readonly Match[],
  query: Partial<MatchFilters>,
  now: number,
  dayOf: (match: Match) => Day | null = (match) => slotAt(match, now)?.day ?? null,
): readonly Match[] => {
  const { after_date, before_date, played_at, court } = query;
  const isWanted = (match: Match): boolean => {
    const day = dayOf(match);
    return (
      (query.round === undefined || match.round === query.round) &&
      (query.category === undefined || match.category === query.category) &&
      (played_at === undefined || day === played_at) &&
      (after_date === undefined || (day !== null && day >= after_date)) &&
      (before_date === undefined || (day !== null && day <= before_date)) &&
      (court === undefined ||
        slotAt(match, now)?.court.toLowerCase() === court.trim().toLowerCase())
    );
  };
  const keys = {
    played_at: dayOf,
    round: (match: Match) => match.round,
    id: (match: Match) => match.id,
  } as const;
  return inOrderOf(matches.filter(isWanted), keys[query.sort_by ?? 'id'], query.order_by);
};
