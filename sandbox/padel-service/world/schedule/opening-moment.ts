import type { Instant } from '../../../../src/domain/terms.ts';
import { MINUTE, HOUR, DAY } from '../../../../src/lib/time.ts';
import type { Day } from './days.ts';
import { isCovered, type Match } from '../model.ts';

/** From a match's first point to the moment at which a world starts. */
const AFTER_START = 14 * MINUTE;

/**
 * A moment of a day at which several covered matches are on and more will follow.
 * @param matches all that may be played on that day
 */
export const openingMomentOf = (day: Day, matches: readonly Match[]): Instant => {
  const today = matches.flatMap(({ slot, started, ended, tournament, deleted }) => {
    const isLasting = deleted === null && isCovered(tournament.level);
    if (slot?.day !== day || started === null || ended === null || !isLasting) return [];
    return [{ started, ended }];
  });
  const onAt = (instant: Instant): number =>
    today.filter(({ started, ended }) => started <= instant && instant < ended).length;
  const candidates = today
    .map(({ started }) => started + AFTER_START)
    .filter((moment) => today.some(({ started }) => started > moment))
    .sort((a, b) => a - b);
  const most = Math.max(0, ...candidates.map(onAt));
  return candidates.find((moment) => onAt(moment) === most) ?? day * DAY + 12 * HOUR;
};
