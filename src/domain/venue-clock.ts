import { MINUTE } from '../lib/time.ts';
import type { HeldMatch } from './held-match.ts';
import { offsetAt, rememberBy } from './local-time.ts';
import type { Match } from './match.ts';
import { readLabel } from './schedule-labels.ts';
import type { Instant } from './terms.ts';

/** Clocks of the world are half hours apart (but for a few quarters, where nobody plays). */
const STEP = 30;

/** How late a first match starts on average (padel-facts, "The rules"). */
const USUAL_DELAY = 11;

/** All offsets there are, in minutes: from Honolulu to the Line Islands. */
const WESTERNMOST = -12 * 60;
const EASTERNMOST = 14 * 60;

/** A local date and time read as if it were UTC. */
const asUtc = (date: string, minutes: number): Instant =>
  Date.parse(`${date}T00:00:00Z`) + minutes * MINUTE;

/** What one match that has started says about the clock of its venue. */
const offsetFrom = ({ playedOn, startedAt, scheduleLabel }: Match): number | null => {
  const label = readLabel(scheduleLabel);
  if (playedOn === null || startedAt === null || label.kind !== 'starting') return null;
  const ahead = (asUtc(playedOn, label.minutes) - startedAt) / MINUTE + USUAL_DELAY;
  const offset = Math.round(ahead / STEP) * STEP;
  return offset >= WESTERNMOST && offset <= EASTERNMOST ? offset : null;
};

/** One match may have started late or be noted wrongly: a clock is known from two that agree. */
const LEAST_WITNESSES = 2;

const offsetFromStarts = (matches: readonly Match[]): number | null => {
  const offsets = matches.map(offsetFrom).filter((offset) => offset !== null);
  for (const [offset, witnesses] of Map.groupBy(offsets, (each) => each)) {
    const isAgreed = witnesses.length * 2 > offsets.length;
    if (isAgreed && witnesses.length >= LEAST_WITNESSES) return offset;
  }
  return null;
};

/** The different clocks of a country (ISO 3166 alpha-2) at an instant; the time zones are the runtime's. */
const clocksAt = rememberBy((countryAndInstant): readonly number[] => {
  const [country = '', at = ''] = countryAndInstant.split(' ');
  const zones = new Intl.Locale(`und-${country}`).getTimeZones() ?? [];
  return [...new Set(zones.map((zone) => offsetAt(zone, Number(at))))];
});

/** The clock of a country on a day; null where it has several, or is not known. */
const offsetInCountry = (country: string | null, date: string | null): number | null => {
  const noon = noonOf(date);
  if (noon === null || country === null || !/^[a-z]{2}$/i.test(country)) return null;
  const [only = null, ...others] = clocksAt(`${country.toUpperCase()} ${noon}`);
  return others.length === 0 ? only : null;
};

const noonOf = (date: string | null): Instant | null => {
  const noon = asUtc(date ?? '', 12 * 60);
  return Number.isNaN(noon) ? null : noon;
};

/** What is known of where matches are played. */
export interface VenueFacts {
  /** ISO 3166 alpha-2, as the service names the country of a tournament. */
  readonly country: string | null;
  readonly date: string | null;
  /** Matches of the same tournament. */
  readonly matches?: readonly Match[];
}

/**
 * The minutes by which the clock of a venue is ahead of UTC on a day, the same for whoever asks: by the
 * country where it has one clock, else as the service tells of a match there, else as matches that were to
 * start at a time and have started agree. Null where nothing tells: then no instant may be shown.
 */
export const venueOffset = ({ country, date, matches = [] }: VenueFacts): number | null =>
  offsetInCountry(country, date) ??
  matches.find((match) => match.venueOffset !== undefined)?.venueOffset ??
  offsetFromStarts(matches);

/** The same for one match: what the service tells of it comes first. */
export const matchOffset = (
  { match, tournament }: Pick<HeldMatch, 'match' | 'tournament'>,
  matches: readonly Match[] = [],
): number | null =>
  match.venueOffset ??
  venueOffset({ country: tournament?.country ?? null, date: match.playedOn, matches });

/** Where a country has several clocks, the time zone of most of its venues. */
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

/** `matchOffset`, or a likely clock: good enough to decide when to ask the service, never to show. */
export const likelyOffset = (held: Pick<HeldMatch, 'match' | 'tournament'>): number => {
  const zone = LIKELY_ZONES[held.tournament?.country?.toUpperCase() ?? ''];
  const noon = noonOf(held.match.playedOn);
  const likely = zone === undefined || noon === null ? 0 : offsetAt(zone, noon);
  return matchOffset(held) ?? likely;
};

/** The instant of a local date and time at a venue, by its minutes ahead of UTC. */
export const instantAt = (date: string, minutes: number, offset: number): Instant =>
  asUtc(date, minutes - offset);
