import { DAY } from '../../lib/time.ts';
import { createWalk } from '../walk.ts';
import { quietly, type Job, type JobOptions } from './job.ts';

/** Pairs are read from the matches of a year, once; from then on from those of two weeks. */
const REACH = { year: 365 * DAY, known: 300 * DAY, recent: 14 * DAY } as const;

/** The newest first: older pairs count as known only when all later ones were read. */
export const pairsJob = ({ api, names, progress }: JobOptions): Job => {
  const dateBefore = (reach: number): string =>
    new Date(api.serviceNow() - reach).toISOString().slice(0, 10);
  let afterDate: string | undefined;
  const walk = createWalk({
    read: (paging, signal) =>
      api.matches(
        { afterDate: afterDate ?? '', sortBy: 'played_at', orderBy: 'desc', ...paging },
        quietly(signal),
      ),
    take: names.learnFrom,
  });
  return async (signal) => {
    const longAgo = dateBefore(REACH.known);
    const isYearKnown = names.directory
      .all('pair')
      .some(({ lastMatchOn }) => lastMatchOn !== null && lastMatchOn < longAgo);
    afterDate ??= dateBefore(isYearKnown ? REACH.recent : REACH.year);
    // The service does not say how many pairs exist.
    if (!isYearKnown) progress.expect('pair', Infinity);
    await walk(signal);
    progress.done('pair');
    afterDate = undefined;
  };
};
