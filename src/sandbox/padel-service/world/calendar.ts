import places from '#data/names/places.json' with { type: 'json' };
import type { DeuceRule } from '#src/domain/play.ts';
import type { Category } from '#src/domain/terms.ts';
import { firstMondayOf, mondayOf, weekdayOf, yearOf, type Day } from './days.ts';
import type { Level, Place, Tournament } from './model.ts';
import { chance, pickFrom, randomFrom, shuffled } from './random.ts';

/** The kinds of weeks, with the draws of padel-facts. */
const KINDS = {
  M: { level: 'major', title: 'Major', draws: { men: 48, women: 40 }, starts: 0 },
  '1': { level: 'p1', title: 'P1', draws: { men: 48, women: 28 }, starts: 0 },
  '2': { level: 'p2', title: 'P2', draws: { men: 28, women: 24 }, starts: 0 },
  F: { level: 'finals', title: 'Finals', draws: { men: 8, women: 8 }, starts: 4 },
  p: { level: 'fip_platinum', title: 'FIP Platinum', draws: { men: 24, women: 16 }, starts: 0 },
  g: { level: 'fip_gold', title: 'FIP Gold', draws: { men: 16, women: 12 }, starts: 2 },
  o: { level: 'fip_other', title: 'FIP Promotion', draws: { men: 16, women: 8 }, starts: 2 },
} as const satisfies Record<
  string,
  { level: Level; title: string; draws: Record<Category, number>; starts: number }
>;

type Kind = keyof typeof KINDS;

const KIND_LETTERS = ['M', '1', '2', 'F', 'p', 'g', 'o'] as const;

/**
 * The weeks of a season, from the first Monday on: 4 majors, 10 P1, 11 P2 and the finals; in the
 * other weeks a FIP Platinum, so that something covered is always on.
 */
const SEASON = 'ppppp1p2p1p2p1p2M1p2p1p2pM1p2p1p2pM1p2p1p2p2p1p2MpFp';

/**
 * Lower events beside the main ones, by the kind of the week: beside every second of them, and
 * always beside the finals, which leave most of their week free.
 */
const BESIDE: Readonly<Partial<Record<Kind, Kind>>> = { '1': 'g', M: 'g', '2': 'o', F: 'p' };

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

/** How 40:40 is decided in a year (padel-facts, "The rules"). */
const ruleOf = (year: number): DeuceRule => {
  if (year >= 2026) return 'star-point';
  return year >= 2024 ? 'golden-point' : 'advantage';
};

interface Week {
  readonly monday: Day;
  /** Null when the event of the week before goes on. */
  readonly kind: Kind | null;
  /** First and last day of its event. */
  readonly start: Day;
  readonly end: Day;
}

const kindAt = (index: number): Kind => {
  const letter = SEASON[index];
  return KIND_LETTERS.find((kind) => kind === letter) ?? 'p';
};

const weekOf = (monday: Day, kind: Kind | null): Week => ({
  monday,
  kind,
  start: monday + (kind === null ? 0 : KINDS[kind].starts),
  end: monday + 6,
});

const plainWeeks = (season: number): Week[] => {
  const first = firstMondayOf(season);
  const count = (firstMondayOf(season + 1) - first) / 7;
  return Array.from({ length: count }, (_, index) => weekOf(first + index * 7, kindAt(index)));
};

/** Exchanges the week's kind with that of the nearest week of the wanted kind. */
const withKindAt = (weeks: readonly Week[], index: number, wanted: Kind, fixed = -1): Week[] => {
  const donor = weeks
    .map((week, position) => ({ kind: week.kind, position }))
    .filter(({ kind, position }) => kind === wanted && position !== fixed)
    .sort((a, b) => Math.abs(a.position - index) - Math.abs(b.position - index))
    .at(0)?.position;
  if (donor === undefined) return [...weeks];
  return weeks.map((week, position) => {
    if (position === index) return weekOf(week.monday, wanted);
    return position === donor ? weekOf(week.monday, weeks[index]?.kind ?? 'p') : week;
  });
};

/** From this weekday on (Friday) a normal event has too few matches left for a first look. */
const LATE = 4;

/**
 * Arranges the weeks around the anchor, the day on which the world is first seen, so that it lies
 * early in a big event: Monday to Thursday in the week of a P1; from Friday on in a long major
 * that began two days before and ends with the next week.
 */
const anchored = (weeks: readonly Week[], anchor: Day): Week[] => {
  const monday = mondayOf(anchor);
  const isLong = weekdayOf(anchor) >= LATE;
  const index = weeks.findIndex((week) => week.monday === monday);
  const nextIndex = weeks.findIndex((week) => week.monday === monday + 7);
  const hosting = index < 0 ? [...weeks] : withKindAt(weeks, index, isLong ? 'M' : '1');
  if (!isLong) return hosting;

  const freed = nextIndex < 0 ? hosting : withKindAt(hosting, nextIndex, 'p', index);
  return freed.map((week, position) => {
    if (position === index) return { ...week, start: anchor - 2, end: monday + 13 };
    return position === nextIndex ? weekOf(week.monday, null) : week;
  });
};

interface Event extends Omit<Week, 'kind' | 'monday'> {
  readonly kind: Kind;
}

/** The main event of each week, and beside every second one of the big ones a lower event. */
const eventsOf = (weeks: readonly Week[]): Event[] =>
  weeks.flatMap(({ monday, kind, start, end }, index) => {
    if (kind === null) return [];
    const beside = index % 4 < 2 || kind === 'F' ? BESIDE[kind] : undefined;
    const main: Event = { kind, start, end };
    if (beside === undefined) return [main];
    return [main, { kind: beside, start: monday + KINDS[beside].starts, end: monday + 6 }];
  });

const levelIn = (kind: Kind, ordinal: number, isFirstSeason: boolean): Level => {
  const { level } = KINDS[kind];
  const levels = isFirstSeason ? WORLD_TOUR[level] : undefined;
  return levels?.[ordinal % levels.length] ?? level;
};

/** Ids of tournaments grow by this much from season to season. */
const IDS_PER_SEASON = 100;

/**
 * All tournaments of a season, in the order of their starts. Depends on nothing but its arguments.
 * @param season a year
 * @param anchor the day on which the world is first seen; the season of its week is the fourth
 */
export const tournamentsOf = (seed: number, season: number, anchor: Day): readonly Tournament[] => {
  const random = randomFrom(seed, 'calendar', season);
  const firstSeason = firstSeasonOf(anchor);
  const hosts: Place[] = [...shuffled(random, places), ...shuffled(random, places), ...places];
  const ordinals = new Map<Kind, number>();

  return eventsOf(anchored(plainWeeks(season), anchor))
    .sort((a, b) => a.start - b.start)
    .map(({ kind, start, end }, index): Tournament => {
      const ordinal = ordinals.get(kind) ?? 0;
      ordinals.set(kind, ordinal + 1);
      const level = levelIn(kind, ordinal, season === firstSeason);
      const place = hosts[index % hosts.length] ?? pickFrom(random, places);
      return {
        id: (season - firstSeason) * IDS_PER_SEASON + index + 1,
        name: `${place.city} ${WORLD_TOUR_TITLES[level] ?? KINDS[kind].title}`,
        level,
        place,
        season,
        start,
        end,
        draws: KINDS[kind].draws,
        rule: ruleOf(yearOf(start)),
        usesDayClock: chance(random, 0.3),
      };
    });
};

/** The season (a year) to which a day's week belongs. */
export const seasonOf = (day: Day): number => yearOf(mondayOf(day));

/** The first season of the records. */
export const firstSeasonOf = (anchor: Day): number => seasonOf(anchor) - SEASONS + 1;
