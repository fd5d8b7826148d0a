import { MINUTE } from '../lib/time.ts';
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

/**
 * The venue's minutes ahead of UTC, from matches of one tournament: as the service tells of one of
 * them, else from those that were to start at a time and have started. Null where too few tell, or
 * where they do not agree.
 */
export const offsetFromMatches = (matches: readonly Match[]): number | null =>
  matches.find(({ venueOffset }) => venueOffset !== undefined)?.venueOffset ??
  offsetFromStarts(matches);

const offsetFromStarts = (matches: readonly Match[]): number | null => {
  const told = matches.map(offsetFrom).filter((offset) => offset !== null);
  for (const [offset, witnesses] of Map.groupBy(told, (each) => each)) {
    const isAgreed = witnesses.length * 2 > told.length;
    if (isAgreed && witnesses.length >= LEAST_WITNESSES) return offset;
  }
  return null;
};

/** Countries that have one clock. Those of several (Spain, Portugal, the Americas' large) are not here. */
const ZONES: Readonly<Record<string, string>> = {
  AD: 'Europe/Andorra',
  AE: 'Asia/Dubai',
  AR: 'America/Argentina/Buenos_Aires',
  AT: 'Europe/Vienna',
  BE: 'Europe/Brussels',
  BG: 'Europe/Sofia',
  BH: 'Asia/Bahrain',
  BO: 'America/La_Paz',
  CH: 'Europe/Zurich',
  CO: 'America/Bogota',
  CR: 'America/Costa_Rica',
  CY: 'Asia/Nicosia',
  CZ: 'Europe/Prague',
  DE: 'Europe/Berlin',
  DK: 'Europe/Copenhagen',
  DO: 'America/Santo_Domingo',
  EE: 'Europe/Tallinn',
  EG: 'Africa/Cairo',
  FI: 'Europe/Helsinki',
  FR: 'Europe/Paris',
  GB: 'Europe/London',
  GR: 'Europe/Athens',
  HR: 'Europe/Zagreb',
  HU: 'Europe/Budapest',
  IE: 'Europe/Dublin',
  IL: 'Asia/Jerusalem',
  IN: 'Asia/Kolkata',
  IT: 'Europe/Rome',
  JP: 'Asia/Tokyo',
  KW: 'Asia/Kuwait',
  LT: 'Europe/Vilnius',
  LU: 'Europe/Luxembourg',
  LV: 'Europe/Riga',
  MA: 'Africa/Casablanca',
  MC: 'Europe/Monaco',
  NL: 'Europe/Amsterdam',
  NO: 'Europe/Oslo',
  OM: 'Asia/Muscat',
  PA: 'America/Panama',
  PE: 'America/Lima',
  PL: 'Europe/Warsaw',
  PY: 'America/Asuncion',
  QA: 'Asia/Qatar',
  RO: 'Europe/Bucharest',
  SA: 'Asia/Riyadh',
  SE: 'Europe/Stockholm',
  SG: 'Asia/Singapore',
  SI: 'Europe/Ljubljana',
  SK: 'Europe/Bratislava',
  TH: 'Asia/Bangkok',
  TN: 'Africa/Tunis',
  TR: 'Europe/Istanbul',
  UY: 'America/Montevideo',
  VE: 'America/Caracas',
  ZA: 'Africa/Johannesburg',
};

/** Where a country has several clocks, the one of most of its venues. */
const LIKELY_ZONES: Readonly<Record<string, string>> = {
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CL: 'America/Santiago',
  CN: 'Asia/Shanghai',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  ID: 'Asia/Jakarta',
  KZ: 'Asia/Almaty',
  MX: 'America/Mexico_City',
  PT: 'Europe/Lisbon',
  US: 'America/New_York',
};

/** The minutes ahead of UTC at noon of a day, where a country has one clock; null elsewhere. */
export const offsetInCountry = (country: string | null, date: string): number | null =>
  offsetInZone(ZONES[country?.toUpperCase() ?? ''], date);

/** The same, also where a country has several clocks: likely, not certain. */
export const likelyOffset = (country: string | null, date: string): number | null =>
  offsetInCountry(country, date) ?? offsetInZone(LIKELY_ZONES[country?.toUpperCase() ?? ''], date);

/** One for each zone: making one takes as long as a hundred uses. */
const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  formats.set(timeZone, format);
  return format;
};

const offsetInZone = (timeZone: string | undefined, date: string): number | null => {
  const noon = asUtc(date, 12 * 60);
  if (timeZone === undefined || Number.isNaN(noon)) return null;
  const parts = formatOf(timeZone)
    .formatToParts(noon)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign = '+', hours = '0', minutes = '0'] =
    /^GMT(?:([+-])(\d{2}):(\d{2}))?$/.exec(parts ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
};

/** The instant of a local date and time at a venue, by its minutes ahead of UTC. */
export const instantAt = (date: string, minutes: number, offset: number): Instant =>
  asUtc(date, minutes - offset);
