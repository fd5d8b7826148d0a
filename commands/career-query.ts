import { beginningOf, PERIODS } from '../src/domain/periods.ts';
import { ROUNDS, type Instant } from '../src/domain/terms.ts';
import { UserError } from '../src/errors.ts';
import type { CareerQuery } from '../src/padel-api/queries.ts';
import { ANY_ROUND, type CareerFilter } from '../src/render/career.ts';

/** What is counted as long as nothing else was chosen. */
export const WHOLE_SEASON: CareerFilter = { period: 'season', round: null };

/**
 * What the menus of statistics say together: one has just been used, of the other its custom id
 * tells.
 * @throws UserError for what no menu of ours offers.
 */
export const chosenFilter = (
  used: 'period' | 'round',
  chosen: string | undefined,
  other: string | undefined,
): CareerFilter => {
  const [periodWord, roundWord] = used === 'period' ? [chosen, other] : [other, chosen];
  const period = PERIODS.find((each) => each === periodWord);
  const round = ROUNDS.find((each) => String(each) === roundWord) ?? null;
  if (period === undefined || (round === null && roundWord !== ANY_ROUND)) {
    throw new UserError('outdated-control');
  }
  return { period, round };
};

/** The same as a question to the service. */
export const careerQuery = ({ period, round }: CareerFilter, now: Instant): CareerQuery => {
  const afterDate = beginningOf(period, now);
  return {
    ...(afterDate === null ? {} : { afterDate }),
    ...(round === null ? {} : { round }),
  };
};
