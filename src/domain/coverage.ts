import { TOURNAMENT_LEVELS, type TournamentLevel } from './levels.ts';

/**
 * What the service has for matches of a level (specification, "Data coverage"): points and
 * statistics, scores only, or unknown for levels the specification does not mention.
 */
export type Coverage = 'points' | 'scores' | 'unknown';

const COVERAGE: Readonly<Record<TournamentLevel, Coverage>> = {
  finals: 'points',
  major: 'points',
  p1: 'points',
  p2: 'points',
  fip_platinum: 'points',
  fip_gold: 'scores',
  fip_other: 'unknown',
  wpt_final: 'scores',
  wpt_master: 'scores',
  wpt_1000: 'scores',
  wpt_500: 'scores',
};

/** The coverage of a level, by the service's name for it. */
export const coverageOf = (level: string): Coverage => {
  const known = TOURNAMENT_LEVELS.find((each) => each === level);
  return known === undefined ? 'unknown' : COVERAGE[known];
};
