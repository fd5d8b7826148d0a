import { MINUTE } from '../../lib/time.ts';
import type { TrackedMatch } from './state.ts';
import { instantOf, offsetAt, memoizeBy } from '../local-time.ts';
import type { Match } from './match.ts';
import type { Tournament } from '../people/people.ts';
import { readLabel } from './schedule-labels.ts';
import type { Instant } from '../terms.ts';

/** UTC offsets differ by half hours (except for a few quarters, where there are no venues). */
const STEP_MINUTES = 30;

/** How late a first match starts on average (padel-facts, "The rules"). */
const USUAL_DELAY_MINUTES = 11;

/** The range of UTC offsets, in minutes: from Baker Island to the Line Islands. */
const WESTERNMOST = -12 * 60;
const EASTERNMOST = 14 * 60;

/** A local date and time read as if it were UTC. */
const asUtc = (date: string, minutes: number): Instant =>
  Date.parse(`${date}T00:00:00Z`) + minutes * MINUTE;

const offsetFrom = ({ playedOn, startedAt, scheduleLabel }: Match): number | null => {
  const label = readLabel(scheduleLabel);
  if (playedOn === null || startedAt === null || label.kind !== 'starting') return null;
  const ahead = (asUtc(playedOn, label.minutes) - startedAt) / MINUTE + USUAL_DELAY_MINUTES;
  const offset = Math.round(ahead / STEP_MINUTES) * STEP_MINUTES;
  return offset >= WESTERNMOST && offset <= EASTERNMOST ? offset : null;
};

/** One match may have started late or be recorded wrongly: two have to agree. */
const MIN_AGREEING_MATCHES = 2;

const offsetFromStarts = (matches: readonly Match[]): number | null => {
  const offsets = matches.map(offsetFrom).filter((offset) => offset !== null);
  for (const [offset, witnesses] of Map.groupBy(offsets, (each) => each)) {
    const isAgreed = witnesses.length * 2 > offsets.length;
    if (isAgreed && witnesses.length >= MIN_AGREEING_MATCHES) return offset;
  }
  return null;
};

const NOON = 12 * 60;

const isCountry = (place: string | undefined): place is string => /^[A-Z]{2}$/.test(place ?? '');

/** Several for a country (ISO 3166 alpha-2), from the runtime's zones. Clocks change at night: noon's is the day's. */
const offsetsOn = memoizeBy((placeAndDate): readonly number[] => {
  const [place = '', date = ''] = placeAndDate.split(' ');
  const zones = isCountry(place) ? (new Intl.Locale(`und-${place}`).getTimeZones() ?? []) : [place];
  return [...new Set(zones.map((zone) => offsetAt(zone, instantOf(zone, date, NOON))))];
});

/** The UTC offset of a time zone or country on a day; null when it has several, or is unknown. */
const offsetIn = (place: string | undefined, date: string | null): number | null => {
  if (place === undefined || date === null || Number.isNaN(asUtc(date, 0))) return null;
  const [only = null, ...others] = offsetsOn(`${place} ${date}`);
  return others.length === 0 ? only : null;
};

type Venue = Pick<Tournament, 'country' | 'timeZone'>;

/** By the tournament's time zone, else by the country if it has one offset. */
const placeOffset = (venue: Venue | null, date: string | null): number | null => {
  const country = venue?.country?.toUpperCase();
  return offsetIn(venue?.timeZone, date) ?? (isCountry(country) ? offsetIn(country, date) : null);
};

/** The service's offset of a match of that day, else of another day. */
const offsetOfAny = (matches: readonly Match[], date: string | null): number | null => {
  const telling = matches.filter(({ venueOffset: own }) => own !== undefined);
  const match = telling.find(({ playedOn }) => playedOn === date) ?? telling[0];
  return match?.venueOffset ?? null;
};

/**
 * The venue's minutes ahead of UTC, the one rule of the bot: by time zone, by a country with one offset, by the service's
 * (once wrong for a whole tournament), by starts that agree. Null when unknown: then no instant may be shown.
 */
export const venueOffset = (
  venue: Venue | null,
  date: string | null,
  matches: readonly Match[] = [],
): number | null =>
  placeOffset(venue, date) ?? offsetOfAny(matches, date) ?? offsetFromStarts(matches);

/** The same for one match, whose own offset from the service comes before those of others. */
export const matchOffset = (
  { match, tournament }: Pick<TrackedMatch, 'match' | 'tournament'>,
  matches: readonly Match[] = [],
): number | null =>
  placeOffset(tournament, match.playedOn) ??
  match.venueOffset ??
  venueOffset(null, match.playedOn, matches);

/** For countries with several offsets, the time zone of most venues. */
const LIKELY_ZONES: Readonly<Record<string, string>> = {
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CL: 'America/Santiago',
  CN: 'Asia/Shanghai',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  ID: 'Asia/Jakarta',
  MX: 'America/Mexico_City',
  PT: 'Europe/Lisbon',
  US: 'America/New_York',
};

/** `matchOffset`, or a likely offset: good enough to tell days apart, never to show. */
export const approximateOffset = (
  held: Pick<TrackedMatch, 'match' | 'tournament'>,
  matches: readonly Match[] = [],
): number | null => {
  const likely = LIKELY_ZONES[held.tournament?.country?.toUpperCase() ?? ''];
  return matchOffset(held, matches) ?? offsetIn(likely, held.match.playedOn);
};

/** The same, or UTC: good enough to decide when to poll the service. */
export const likelyOffset = (held: Pick<TrackedMatch, 'match' | 'tournament'>): number =>
  approximateOffset(held) ?? 0;

/** The instant of a local date and time at a venue, by its UTC offset in minutes. */
export const instantAt = (date: string, minutes: number, offset: number): Instant =>
  asUtc(date, minutes - offset);

/** When the day of a match begins at its venue, by a likely offset; null without a date. */
export const dayStartOf = (held: Pick<TrackedMatch, 'match' | 'tournament'>): Instant | null => {
  const { playedOn } = held.match;
  return playedOn === null ? null : instantAt(playedOn, 0, likelyOffset(held));
};
