import type { ComponentRequest } from '../../src/discord/command.ts';
import { startOfPeriod, PERIODS } from '../../src/domain/people/statistics.ts';
import { ROUNDS, type Instant } from '../../src/domain/terms.ts';
import type { CareerQuery } from '../../src/padel-api/queries.ts';
import { ANY_ROUND, type CareerFilter } from '../../src/render/people/career.ts';
import { wordIn } from '../options/control-values.ts';

const WHOLE_SEASON: CareerFilter = { period: 'season', round: null };

/**
 * The filter of the statistics controls. The button has the default; a menu has its choice, and the
 * other menu's choice in its custom id.
 * @throws UserError for values that no menu offers.
 */
export const careerFilterIn = ({ values, chosen }: ComponentRequest): CareerFilter => {
  const [action, , other] = values;
  if (action === 'stats') return WHOLE_SEASON;
  const [periodWord, roundWord] = action === 'period' ? [chosen[0], other] : [other, chosen[0]];
  return {
    period: wordIn(PERIODS, periodWord),
    round: roundWord === ANY_ROUND ? null : wordIn(ROUNDS, roundWord),
  };
};

export const careerQuery = ({ period, round }: CareerFilter, now: Instant): CareerQuery => {
  const afterDate = startOfPeriod(period, now);
  return {
    ...(afterDate === null ? {} : { afterDate }),
    ...(round === null ? {} : { round }),
  };
};
