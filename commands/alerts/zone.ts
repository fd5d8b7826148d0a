import { offsetAt, timeZoneNamed } from '../../src/domain/local-time.ts';
import type { Instant } from '../../src/domain/terms.ts';
import { UserError } from '../../src/errors.ts';
import { normalizeText } from '../../src/domain/plain.ts';
import { ZONE_CHOICES } from '../../src/render/moderation/panel/settings-pages.ts';
import { zoneName } from '../../src/render/moderation/settings-text.ts';

interface Zone {
  readonly zone: string;
  /** Normalized, with its city: `new york` of `America/New_York`. */
  readonly name: string;
  readonly city: string;
}

const zoneOf = (zone: string): Zone => ({
  zone,
  name: normalizeText(zone),
  city: normalizeText(zone.split('/').at(-1) ?? zone),
});

/** Every time zone by its current IANA name; those with the most padel fans first. */
const ZONES: readonly Zone[] = [
  ...new Set([...ZONE_CHOICES, ...Intl.supportedValuesOf('timeZone')]),
].map(zoneOf);

/**
 * The typed time zone: by full name, in any spelling, by an older name, or by city.
 * @param now determines which zones currently have a typed offset
 * @throws UserError with the nearest three, if any, for an unknown zone; an offset is none, because it
 * lacks summer time.
 */
export const parseTimeZone = (text: string, now: Instant): string => {
  const wanted = normalizeText(text);
  const found =
    ZONES.find(({ name }) => name === wanted) ?? ZONES.find(({ city }) => city === wanted);
  const zone = found?.zone ?? renamed(text.trim().replaceAll(' ', '_'));
  if (zone !== undefined) return zone;
  const zones = nearest(text, now).map(zoneName).join(', ');
  throw zones === ''
    ? new UserError('no-such-zone', { text })
    : new UserError('unknown-zone', { text, zones });
};

/** The current name of a renamed zone; the runtime would also accept offsets. */
const renamed = (name: string): string | undefined =>
  /^[a-z]/i.test(name) ? timeZoneNamed(name) : undefined;

const NEAREST = 3;

const nearest = (text: string, now: Instant): readonly string[] => {
  const offset = offsetIn(text);
  const having = offset === null ? [] : zonesWith(offset, now);
  if (having.length > 0) return having;
  const typed = new Set(pairsOf(normalizeText(text)));
  return ZONES.map(({ zone, name, city }) => ({
    zone,
    likeness: Math.max(shared(typed, city), shared(typed, name)),
  }))
    .filter(({ likeness }) => likeness > 0)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, NEAREST)
    .map(({ zone }) => zone);
};

/** Minutes ahead of UTC in `UTC+2`, `gmt-3:30`, `+5`; null in anything else. */
const offsetIn = (text: string): number | null => {
  const [, sign, hours, minutes = '0'] =
    /^(?:utc|gmt)?\s*([+-])\s*(\d{1,2})(?::?(\d{2}))?$/i.exec(text.trim()) ?? [];
  if (hours === undefined) return null;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
};

/** The first zones with an offset, in minutes ahead of UTC, at an instant. */
const zonesWith = (offset: number, at: Instant): readonly string[] => {
  const found: string[] = [];
  for (const { zone } of ZONES) {
    if (offsetAt(zone, at) === offset) found.push(zone);
    if (found.length === NEAREST) break;
  }
  return found;
};

/** The share of letter pairs that a text and a name have in common (Dice's coefficient). */
const shared = (typed: ReadonlySet<string>, name: string): number => {
  const pairs = pairsOf(name);
  return (2 * pairs.filter((pair) => typed.has(pair)).length) / (typed.size + pairs.length);
};

/** Distinct pairs of adjacent letters; a word starts and ends with a blank. */
const pairsOf = (text: string): readonly string[] => {
  const spaced = ` ${text} `;
  return [...new Set(Array.from(text + ' ', (_, index) => spaced.slice(index, index + 2)))];
};
