import { z } from 'zod';
import { ROUNDS } from '../../../../src/domain/terms.ts';
import type { Match } from '../../world/model.ts';
import type { Day } from '../../world/schedule/days.ts';
import { watchabilityOf } from '../../world/records/watchability.ts';
import type { Knowledge } from '../../world/world.ts';
import { choice, instant, integer, says, text } from '../input.ts';
import { matchFilters, selectMatches } from '../endpoints/match-list.ts';
import { inOrderOf } from '../order.ts';
import { dayShown, updatedAt } from './match-times.ts';
import { drawOf, DRAWS, roundOf } from './match.ts';
import { inEnglish } from './player.ts';

const { played_at, category, court, after_date, before_date, order_by } = matchFilters;

const roundToday = z
  .preprocess(
    (value) => integer({ min: 0 }).safeParse(value).data ?? value,
    z.literal(
      [0, ...ROUNDS],
      says((field) => `The selected ${field} is invalid.`),
    ),
  )
  .optional();

const group = text()
  .transform((value) => value.toUpperCase())
  .optional();

/** A nation by its English name. */
const nation = text().optional();

/** The filters of lists of matches; `main` is the draw that is listed when none is named. */
export const matchFiltersToday = {
  ...{ played_at, category, court, after_date, before_date, order_by },
  round: roundToday,
  draw: choice([...DRAWS, 'all']).default('main'),
  updated_after: instant().optional(),
  sort_by: choice(['played_at', 'round', 'watchability']).optional(),
  'tie[group]': group,
  'tie[team_1]': nation,
  'tie[team_2]': nation,
};

/** Other draws are paid for. */
export const DRAW_OF_FREE = { draw: 'main' } as const;

type Query = z.output<z.ZodObject<typeof matchFiltersToday>>;

const isOfTie = ({ tie }: Match, query: Query): boolean => {
  const isOf = (wanted: string | undefined, code: string | undefined): boolean =>
    wanted === undefined ||
    (code !== undefined && inEnglish(code).toLowerCase() === wanted.toLowerCase());
  return (
    (query['tie[group]'] === undefined || tie?.group === query['tie[group]']) &&
    isOf(query['tie[team_1]'], tie?.teams.team_1) &&
    isOf(query['tie[team_2]'], tie?.teams.team_2)
  );
};

/** Matches as filtered and sorted by a query; rubbers of a tie stay in their order. */
export const selectMatchesToday = (
  matches: readonly Match[],
  { round, sort_by, ...query }: Query,
  known: Knowledge,
): readonly Match[] => {
  const { draw, updated_after: since } = query;
  const wanted = matches.filter(
    (match) =>
      (draw === 'all' || drawOf(match) === draw) &&
      (round === undefined || roundOf(match) === round) &&
      isOfTie(match, { ...query, round, sort_by }) &&
      (since === undefined || updatedAt(match, known) > since),
  );
  const { order_by: order, ...filters } = query;
  const dayOf = (match: Match): Day => dayShown(match, known.now);
  if (sort_by === 'watchability') {
    const filtered = selectMatches(wanted, filters, known.now, dayOf);
    return inOrderOf(filtered, (match) => watchabilityOf(match, known), order);
  }
  const sorting = { ...filters, ...(sort_by === undefined ? {} : { sort_by }) };
  return selectMatches(wanted, { ...sorting, order_by: order }, known.now, dayOf);
};
