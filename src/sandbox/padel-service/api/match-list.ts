import { z } from 'zod';
import type { Match } from '../world/model.ts';
import { category, date, paging, round, sorting, text } from './input.ts';
import { inOrderOf } from './order.ts';

/** Filters that every list of matches has. */
export const matchFilters = z.object({
  ...paging,
  round,
  category,
  court: text('court').optional(),
  played_at: date('played_at').optional(),
  after_date: date('after_date').optional(),
  before_date: date('before_date').optional(),
  ...sorting(['played_at', 'round']),
});

export type MatchFilters = z.infer<typeof matchFilters>;

/** The published day of a match; null as long as there is none. */
const dayAt = ({ slot, published }: Match, now: number): number | null =>
  slot !== null && published <= now ? slot.day : null;

/** Matches as filtered and sorted by a query. Both ends of a period belong to it. */
export const selectMatches = (
  matches: readonly Match[],
  query: Partial<MatchFilters>,
  now: number,
): readonly Match[] => {
  const { after_date, before_date, played_at, court } = query;
  const isWanted = (match: Match): boolean => {
    const day = dayAt(match, now);
    return (
      (query.round === undefined || match.round === query.round) &&
      (query.category === undefined || match.category === query.category) &&
      (played_at === undefined || day === played_at) &&
      (after_date === undefined || (day !== null && day >= after_date)) &&
      (before_date === undefined || (day !== null && day <= before_date)) &&
      (court === undefined ||
        (day !== null && match.slot?.court.toLowerCase() === court.toLowerCase()))
    );
  };
  const wanted = matches.filter(isWanted);
  const keys = {
    played_at: (match: Match) => dayAt(match, now),
    round: (match: Match) => match.round,
  } as const;
  return query.sort_by ? inOrderOf(wanted, keys[query.sort_by], query.order_by) : wanted;
};
