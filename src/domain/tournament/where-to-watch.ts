import { z } from 'zod';
import { TOURNAMENT_LEVELS } from '../levels.ts';
import { memoizeBy, timeZoneNamed } from '../local-time.ts';
import type { TrackedMatch } from '../match/state.ts';
import type { DeepReadonly } from '../schemas.ts';
import { ROUNDS } from '../terms.ts';
import { drawIn } from './ties.ts';

/** Discord's limit for the address of a button. */
const URL_MAX = 512;

const isPublicAddress = (text: string): boolean => {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return false;
  return url.hostname.includes('.') && url.href.length <= URL_MAX;
};

const text = (max: number) => {
  const error = `should be a text of up to ${max} characters on one line`;
  return z
    .string(error)
    .trim()
    .max(max, error)
    .regex(/^[^\p{C}]+$/u, error);
};

const date = z.iso.date('should be a date like 2026-12-31');

const COUNTRIES = 'should be "all", or up to 300 countries like ["ES", "AD"]';
const country = z.string(COUNTRIES).regex(/^[A-Z]{2}$/, COUNTRIES);
const countries = z.array(country).min(1, COUNTRIES).max(300, COUNTRIES);

/** Who shows the main draw of tournaments of these levels in these countries, on these days. */
const watchRow = z
  .strictObject(
    {
      levels: z
        .array(z.literal([...TOURNAMENT_LEVELS], 'should be levels like "p1"'), 'should be a list')
        .min(1, 'should name a level'),
      countries: z.union([z.literal('all'), countries], COUNTRIES),
      /** The number of matches of the earliest round that is shown; every round without it. */
      fromRound: z.literal([...ROUNDS], `should be one of ${ROUNDS.join(', ')}`).optional(),
      from: date,
      to: date,
      name: text(40),
      url: z
        .string('should be an https address')
        .refine(isPublicAddress, `should be an https address of up to ${URL_MAX} characters`)
        .transform((url) => new URL(url).href),
      /** Where it is announced, for who reviews the row. */
      source: text(1_000),
    },
    'should be an object like those of data/where-to-watch.json',
  )
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'should not be before "from"' });

const ROWS_MAX = 500;

export const watchTable = z
  .array(watchRow, 'should be a list of rows')
  .max(ROWS_MAX, `should have at most ${ROWS_MAX} rows`);

export type WatchRow = DeepReadonly<z.output<typeof watchRow>>;

export type WatchPlace = Pick<WatchRow, 'name' | 'url'>;

/** Who reads a message: what is known of where they are. */
export interface Viewer {
  readonly timeZone: string | null;
  /** A locale of Discord, `en-GB`. */
  readonly locale: string | null;
}

/** `UTC` is what a channel has that chose none. */
const NO_ZONE = 'UTC';

const zoneNamed = memoizeBy((name) => timeZoneNamed(name) ?? NO_ZONE);

const zonesOf = memoizeBy(
  (country) => new Set(new Intl.Locale(`und-${country}`).getTimeZones()?.map(zoneNamed)),
);

/** Discord has these languages in one form only, for everybody who speaks them: they tell no country. */
const OF_EVERYBODY = ['en-US', 'pt-BR'];

const regionOf = (locale: string | null): string | undefined =>
  locale === null || OF_EVERYBODY.includes(locale)
    ? undefined
    : /^[a-z]{2}-([A-Z]{2})$/.exec(locale)?.[1];

/** By the time zone, which has one country; without one by the language, if that names a country. */
const isIn = ({ timeZone, locale }: Viewer, country: string): boolean => {
  const zone = zoneNamed(timeZone ?? NO_ZONE);
  return zone === NO_ZONE ? regionOf(locale) === country : zonesOf(country).has(zone);
};

/** Two buttons fit beside each other on a phone. */
const PLACES_MAX = 2;

/** Who shows a match where its viewer is, in the order of the table; empty where nobody is known to. */
export const watchAt = (
  rows: readonly WatchRow[],
  { match, tournament }: Pick<TrackedMatch, 'match' | 'tournament'>,
  viewer: Viewer,
): readonly WatchPlace[] => {
  const { playedOn, round } = match;
  if (playedOn === null || tournament === null || drawIn(match) !== 'main') return [];
  return rows
    .filter(
      ({ levels, countries, fromRound, from, to }) =>
        levels.some((level) => level === tournament.level) &&
        (fromRound === undefined || (round !== null && round <= fromRound)) &&
        from <= playedOn &&
        playedOn <= to &&
        (countries === 'all' || countries.some((country) => isIn(viewer, country))),
    )
    .slice(0, PLACES_MAX);
};
