import type { Category } from '../../../../src/domain/terms.ts';
import { firstMondayOf, mondayOf, weekdayOf, type Day } from './days.ts';
import type { Level } from '../model.ts';

/** The kinds of weeks, with the draws of padel-facts. */
export const KINDS = {
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

export type Kind = keyof typeof KINDS;

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

interface Week {
  readonly monday: Day;
  /** Null when the event of the week before continues. */
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

/** From this weekday on (Friday) a normal event has too few matches left to start with. */
const LATE = 4;

/**
 * Arranges the weeks around the anchor, the first day of the world, so that it lies
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

/** A tournament's kind and days. */
export interface Event {
  readonly kind: Kind;
  readonly start: Day;
  readonly end: Day;
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

/**
 * The events of a season in the order of their starts.
 * @param season a year
 * @param anchor the first day of the world
 */
export const eventsOfSeason = (season: number, anchor: Day): readonly Event[] =>
  eventsOf(anchored(plainWeeks(season), anchor)).sort((a, b) => a.start - b.start);
