import places from '#sandbox/names/places.json' with { type: 'json' };
import { deuceRuleOf } from '../../../../src/domain/match/deuce-rule.ts';
import { announcedAt } from './announcements.ts';
import { isoDate, mondayOf, yearOf, type Day } from './days.ts';
import type { Level, Host, Tournament } from '../model.ts';
import { chance, pickFrom, randomFrom, shuffled } from '../random.ts';
import { eventsOfSeason, KINDS, type Kind } from './season.ts';

/** In the first season the world tour still existed (specification, "Data coverage"). */
const WORLD_TOUR: Readonly<Partial<Record<Level, readonly Level[]>>> = {
  p1: ['wpt_master', 'p1', 'wpt_1000', 'p1', 'wpt_1000'],
  p2: ['wpt_500', 'p2'],
  finals: ['wpt_final'],
};

const WORLD_TOUR_TITLES: Readonly<Partial<Record<Level, string>>> = {
  wpt_master: 'Master',
  wpt_1000: 'Open 1000',
  wpt_500: 'Open 500',
  wpt_final: 'Master Final',
};

/** How many seasons of records there are, the anchor's included. */
export const SEASONS = 4;

const levelIn = (kind: Kind, ordinal: number, isFirstSeason: boolean): Level => {
  const { level } = KINDS[kind];
  const levels = isFirstSeason ? WORLD_TOUR[level] : undefined;
  return levels?.[ordinal % levels.length] ?? level;
};

/** Ids of tournaments grow by this much from season to season. */
const IDS_PER_SEASON = 100;

/** The id of a season's tournament by its place among them, 0 to 99. */
export const tournamentId = (season: number, index: number, anchor: Day): number =>
  (season - firstSeasonOf(anchor)) * IDS_PER_SEASON + index + 1;

/**
 * All tournaments of a season, in the order of their starts. Depends on nothing but its arguments.
 * @param season a year
 * @param anchor the first day of the world; the season of its week is the fourth
 */
export const tournamentsOf = (seed: number, season: number, anchor: Day): readonly Tournament[] => {
  const random = randomFrom(seed, 'calendar', season);
  const firstSeason = firstSeasonOf(anchor);
  const hosts: Host[] = [...shuffled(random, places), ...shuffled(random, places), ...places];
  const ordinals = new Map<Kind, number>();

  return eventsOfSeason(season, anchor).map(({ kind, start, end }, index): Tournament => {
    const ordinal = ordinals.get(kind) ?? 0;
    ordinals.set(kind, ordinal + 1);
    const level = levelIn(kind, ordinal, season === firstSeason);
    const host = hosts[index % hosts.length] ?? pickFrom(random, places);
    return {
      id: tournamentId(season, index, anchor),
      name: `${host.city} ${WORLD_TOUR_TITLES[level] ?? KINDS[kind].title}`,
      level,
      host,
      season,
      start,
      end,
      draws: KINDS[kind].draws,
      rule: deuceRuleOf(level, isoDate(start)),
      usesDayClock: chance(random, 0.3),
      announced: announcedAt({ seed, season, level, start, index }),
      cancelled: null,
      withdrawn: null,
    };
  });
};

/** The season (a year) to which a day's week belongs. */
export const seasonOf = (day: Day): number => yearOf(mondayOf(day));

/** The first season of the records. */
export const firstSeasonOf = (anchor: Day): number => seasonOf(anchor) - SEASONS + 1;
