/** Levels of tournaments (specification, "Tournament"); the service may know more (padel-facts). */
export const TOURNAMENT_LEVELS = [
  'finals',
  'major',
  'p1',
  'p2',
  'fip_platinum',
  'fip_gold',
  'fip_other',
  'wpt_final',
  'wpt_master',
  'wpt_1000',
  'wpt_500',
] as const;

export type TournamentLevel = (typeof TOURNAMENT_LEVELS)[number];

/** Levels of a tour that is no more: the service has one season of it (specification, "Limits"). */
export const isPastLevel = (level: TournamentLevel): boolean => level.startsWith('wpt_');
