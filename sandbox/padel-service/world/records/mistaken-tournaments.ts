import { MINUTE, DAY } from '../../../../src/lib/time.ts';
import { tournamentId } from '../schedule/calendar.ts';
import { instantAt, type Day } from '../schedule/days.ts';
import type { Tournament } from '../model.ts';
import { pickFrom, randomFrom, wholeBetween, type Random } from '../random.ts';

/**
 * Records of tournaments that are never played: entered twice and merged, called off after the draw
 * was made, or entered by mistake and deleted. Their ids stand at the end of their season's.
 */
const FATES = [
  'merged',
  'cancelled',
  'merged',
  'deleted',
  'cancelled',
  'merged',
  'deleted',
] as const;

type Fate = (typeof FATES)[number];

/** How many a season has, and their first place among its ids (of 0 to 99). */
const COUNT = 19;
const FIRST_INDEX = 80;

/** Days from a duplicate's appearance to the tournament's start, and days that it lives. */
const BEFORE_START = { least: 24, most: 36 } as const;
const LIFE = { least: 4, most: 12 } as const;

/** Minutes of the day (UTC) at which records are entered. */
const OFFICE = { least: 8 * 60, most: 14 * 60 } as const;

/** When it is called off, minutes of the day before it starts: before any order of play is out. */
const CALLED_OFF = { least: 9 * 60, most: 17 * 60 } as const;

const SMALL_DRAW = { men: 8, women: 8 } as const;

/** The other way to write a tournament's name: what it is before where it is. */
const turnedAround = ({ name, host }: Tournament): string =>
  `${name.replace(host.city, '').trim()} ${host.city}`;

/** Appears when its model has, and lives for some days. */
const lifeBeside = (random: Random, { start, announced: before }: Tournament) => {
  const day = start - wholeBetween(random, BEFORE_START.least, BEFORE_START.most);
  const minutes = wholeBetween(random, OFFICE.least, OFFICE.most);
  const announced = Math.max(day * DAY + minutes * MINUTE, before + DAY);
  const life = wholeBetween(random, LIFE.least, LIFE.most) * DAY;
  return { announced, gone: announced + life + wholeBetween(random, 0, 5 * 60) * MINUTE };
};

type Make = (random: Random, model: Tournament, id: number) => Tournament;

const MAKERS: Readonly<Record<Fate, Make>> = {
  merged(random, model, id) {
    const { announced, gone } = lifeBeside(random, model);
    const name = turnedAround(model);
    return { ...model, id, name, announced, withdrawn: { at: gone, into: model.id } };
  },
  deleted(random, model, id) {
    const { announced, gone } = lifeBeside(random, model);
    const name = `${model.host.city} FIP Promotion`;
    const record = { ...model, id, name, level: 'fip_other', draws: SMALL_DRAW } as const;
    return { ...record, announced, withdrawn: { at: gone, into: null } };
  },
  cancelled(random, model, id) {
    const name = `${model.host.city} FIP Promotion`;
    const record = { ...model, id, name, level: 'fip_other', draws: SMALL_DRAW } as const;
    const { announced } = lifeBeside(random, model);
    const minutes = wholeBetween(random, CALLED_OFF.least, CALLED_OFF.most);
    const cancelled = instantAt(model.start - 1, minutes, model.host.timezone);
    return { ...record, announced, cancelled };
  },
};

/**
 * The tournaments of a season that are never played, spread over it.
 * @param played those that are, in the order of their starts
 * @param anchor the first day of the world
 */
export const mistakenTournaments = (
  seed: number,
  season: number,
  played: readonly Tournament[],
  anchor: Day,
): readonly Tournament[] => {
  const portion = played.length / COUNT;
  return Array.from({ length: COUNT }, (_, number) => {
    const random = randomFrom(seed, 'mistaken', season, number);
    const near = played.slice(Math.floor(number * portion), Math.ceil((number + 1) * portion));
    const make = MAKERS[FATES[number % FATES.length] ?? 'merged'];
    return make(random, pickFrom(random, near), tournamentId(season, FIRST_INDEX + number, anchor));
  });
};
