import type { ComponentRequest, Services } from '../../src/discord/command.ts';
import { startOfPeriod, PERIODS } from '../../src/domain/people/statistics.ts';
import { ROUNDS } from '../../src/domain/terms.ts';
import type { PadelApi } from '../../src/padel-api/client.ts';
import type { CareerQuery } from '../../src/padel-api/queries.ts';
import {
  ANY_ROUND,
  careerMessage,
  type CareerFilter,
  type CareerView,
} from '../../src/render/people/career.ts';
import { wordIn } from '../options/control-values.ts';

const WHOLE_SEASON: CareerFilter = { period: 'season', round: null };

/**
 * The filter of the statistics controls. The button has the default; a menu has its choice, and the
 * other menu's choice in its custom id.
 * @throws UserError for values that no menu offers.
 */
const careerFilterIn = ({ values, chosen }: ComponentRequest): CareerFilter => {
  const [action, , other] = values;
  if (action === 'stats') return WHOLE_SEASON;
  const [periodWord, roundWord] = action === 'period' ? [chosen[0], other] : [other, chosen[0]];
  return {
    period: wordIn(PERIODS, periodWord),
    round: roundWord === ANY_ROUND ? null : wordIn(ROUNDS, roundWord),
  };
};

/** The statistics of a player or a pair, as the menus filter them. */
export const careerAnswer = async (
  request: ComponentRequest,
  whose: Pick<CareerView, 'of' | 'name' | 'category'>,
  { api }: Services,
  read: (query: CareerQuery) => ReturnType<PadelApi['playerStats']>,
) => {
  const filter = careerFilterIn(request);
  const { period, round } = filter;
  const afterDate = startOfPeriod(period, api.serviceNow());
  const { value: career, readAt } = await read({
    ...(afterDate === null ? {} : { afterDate }),
    ...(round === null ? {} : { round }),
  });
  return careerMessage(request, { ...whose, filter, career, readAt });
};
