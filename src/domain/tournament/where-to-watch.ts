import { z } from 'zod';
import { TOURNAMENT_LEVELS } from '../levels.ts';
import { memoizeBy, timeZoneNamed } from '../local-time.ts';
import type { Match } from '../match/match.ts';
import type { Tournament } from '../people/people.ts';
import type { DeepReadonly } from '../schemas.ts';
import { ROUNDS } from '../terms.ts';
import { drawIn } from './ties.ts';

/** What Discord takes for a button. */
const isPublicAddress = (text: string): boolean => {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' || `${url.username}${url.password}` !== '') return false;
  return url.hostname.includes('.') && url.href.length <= 512;
};

const text = z
  .string()
  .trim()
  .regex(/^[^\p{C}]+$/u, 'should be a text on one line');

/** Who shows the main draw of tournaments of these levels in these countries, on these days. */
const watchRow = z
  .strictObject({
    levels: z.array(z.literal([...TOURNAMENT_LEVELS])).min(1),
    countries: z
      .array(z.string().regex(/^(?:[A-Z]{2}|all)$/))
      .min(1)
      .max(300),
    /** The number of matches of the earliest round that is shown; every round without it. */
    fromRound: z.literal([...ROUNDS]).optional(),
    from: z.iso.date(),
    to: z.iso.date(),
    name: text.max(40),
    url: z
      .string()
      .refine(isPublicAddress, 'should be an https address of up to 512 characters')
      .transform((url) => new URL(url).href),
    /** Where it is announced, for who reviews the row. */
    source: text.max(1_000),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'should not be before "from"' });

export const watchTable = z.array(watchRow).max(500);

export type WatchRow = DeepReadonly<z.output<typeof watchRow>>;

export type WatchPlace = Pick<WatchRow, 'name' | 'url'>;

/** What is known of where somebody reads: IANA, and a locale of Discord. */
interface Viewer {
  readonly timeZone?: string | null;
  readonly locale?: string | null;
}

/** What a channel has that chose none. */
const NO_ZONE = 'UTC';

const zoneNamed = memoizeBy((name) => timeZoneNamed(name) ?? NO_ZONE);

const zonesOf = memoizeBy(
  (country) => new Set(new Intl.Locale(`und-${country}`).getTimeZones()?.map(zoneNamed)),
);

/** The country in a locale. Discord has two in one form for everybody who speaks the language. */
const REGION = /^(?!en-US|pt-BR)[a-z]{2}-([A-Z]{2})$/;

/** By the time zone, which has one country; without one by the language, if that names a country. */
const isIn = ({ timeZone, locale }: Viewer, country: string): boolean => {
  if (country === 'all') return true;
  const zone = zoneNamed(timeZone ?? NO_ZONE);
  if (zone !== NO_ZONE) return zonesOf(country).has(zone);
  return REGION.exec(locale ?? '')?.[1] === country;
};

/** Who shows a match where its viewer is: the first two of the table, whose buttons fit on a phone. */
export const watchAt = (
  rows: readonly WatchRow[] = [],
  { match, tournament }: { readonly match: Match; readonly tournament: Tournament | null },
  viewer: Viewer = {},
): readonly WatchPlace[] => {
  const { playedOn, round } = match;
  if (playedOn === null || tournament === null || drawIn(match) !== 'main') return [];
  const isShown = ({ levels, countries, fromRound, from, to }: WatchRow): boolean =>
    levels.some((level) => level === tournament.level) &&
    (fromRound === undefined || (round !== null && round <= fromRound)) &&
    from <= playedOn &&
    playedOn <= to &&
    countries.some((country) => isIn(viewer, country));
  return rows.filter(isShown).slice(0, 2);
};
