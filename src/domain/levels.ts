/** Tournament levels (specification, "Tournament"; service-today, "Tournaments"); there may be more. */
export const TOURNAMENT_LEVELS = [
  'finals',
  'major',
  'p1',
  'p2',
  'fip_platinum',
  'fip_gold',
  'fip_silver',
  'fip_bronze',
  'fip_star',
  'fip_rise',
  'fip_promises',
  'fip_other',
  'wpt_final',
  'wpt_master',
  'wpt_1000',
  'wpt_500',
] as const;

export type TournamentLevel = (typeof TOURNAMENT_LEVELS)[number];

/** Levels of a discontinued tour: the service has one season of it (specification, "Limits"). */
export const isPastLevel = (level: TournamentLevel): boolean => level.startsWith('wpt_');

export const CURRENT_LEVELS = TOURNAMENT_LEVELS.filter((level) => !isPastLevel(level));
