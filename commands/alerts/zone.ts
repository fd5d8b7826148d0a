import type { CommandUser } from '../../src/discord/command.ts';
import { citiesBeginning, citiesCalled, citiesLike, type City } from './cities.ts';
import { offsetAt, timeZoneNamed } from '../../src/domain/local-time.ts';
import { normalizeText } from '../../src/domain/plain.ts';
import type { Instant } from '../../src/domain/terms.ts';
import { Unclear, UserError, type TypedChoice } from '../../src/errors.ts';
import { countryName } from '../../src/i18n/format.ts';
import { ZONE_CHOICES, zoneName } from '../../src/render/lines/settings-text.ts';

/** Every time zone by its current IANA name; those with the most padel fans first. */
const ZONES: readonly string[] = [
  ...new Set([...ZONE_CHOICES, ...Intl.supportedValuesOf('timeZone')]),
];

/** Abbreviations mean several zones, or only half of a year: they are never taken. */
const ABBREVIATED: readonly (readonly [abbreviations: string, ...zones: string[]])[] = [
  ['aest', 'Australia/Sydney', 'Australia/Brisbane'],
  ['art', 'America/Argentina/Buenos_Aires'],
  ['ast', 'Asia/Riyadh', 'America/Halifax', 'America/Puerto_Rico'],
  ['brt', 'America/Sao_Paulo'],
  ['bst', 'Europe/London', 'Asia/Dhaka'],
  ['cat', 'Africa/Maputo', 'Africa/Harare'],
  ['cet cest met', 'Europe/Madrid', 'Europe/Paris', 'Europe/Rome', 'Europe/Berlin'],
  ['clt', 'America/Santiago'],
  ['cdt', 'America/Chicago', 'America/Havana'],
  ['cst', 'America/Chicago', 'America/Mexico_City', 'Asia/Shanghai'],
  ['eet eest', 'Europe/Helsinki', 'Europe/Athens', 'Africa/Cairo'],
  ['edt', 'America/New_York', 'America/Toronto'],
  ['est', 'America/New_York', 'America/Toronto', 'America/Panama'],
  ['gmt', 'UTC', 'Europe/London', 'Europe/Dublin', 'Europe/Lisbon'],
  ['gst', 'Asia/Dubai'],
  ['hst', 'Pacific/Honolulu'],
  ['ist', 'Asia/Kolkata', 'Europe/Dublin', 'Asia/Jerusalem'],
  ['jst', 'Asia/Tokyo'],
  ['msk', 'Europe/Moscow'],
  ['mdt', 'America/Denver'],
  ['mst', 'America/Denver', 'America/Phoenix'],
  ['pdt', 'America/Los_Angeles', 'America/Tijuana'],
  ['pst', 'America/Los_Angeles', 'America/Tijuana', 'Asia/Manila'],
  ['pyt', 'America/Asuncion'],
  ['sast', 'Africa/Johannesburg'],
  ['sgt', 'Asia/Singapore'],
  ['wet west', 'Europe/Lisbon', 'Atlantic/Canary'],
];

const SUGGESTED = 5;

/** Where most padel is played. */
const PADEL_COUNTRIES: readonly string[] = 'ES IT AR FR PT SE BE NL MX CL'.split(' ');

/** A city there, or of the reader's own country, is so much likelier to be meant than one as large. */
const LIKELIER = 15;

/** A city is meant when the next of its name is not a fifth as likely. */
const FAR_LIKELIER = 5;

/** Who typed: in which locale, and in which language they read. */
type Typist = Pick<CommandUser, 'typesIn' | 'locale'>;

const ofZone = (zone: string): TypedChoice => ({ value: zone, shown: zoneName(zone) });

/** `Sevilla, Spain (Europe/Madrid)`. */
const ofCity =
  ({ locale }: Typist) =>
  ({ name, country, zone }: City): TypedChoice => {
    const place = country === '' ? name : `${name}, ${countryName(locale, country)}`;
    return { value: zone, shown: `${place} (${zoneName(zone)})` };
  };

/**
 * How likely a city is meant. Discord's usual locale says nothing of the country, nor does the present time
 * zone: who types a city wants another.
 */
const likelihoodFor = ({ typesIn }: Typist) => {
  const { region = '' } = new Intl.Locale(typesIn).maximize();
  const likelier = [...PADEL_COUNTRIES, ...(region === 'US' ? [] : [region])];
  return ({ country, population }: City): number =>
    population * LIKELIER ** likelier.filter((each) => each === country).length;
};

/**
 * The typed time zone: by full name, in any spelling, by an older name, or by a city, in five languages.
 * @param now determines which zones currently have a typed offset
 * @throws Unclear with what may be meant for a city of several zones, of which the likeliest is meant where it
 * is far ahead, an abbreviation, an offset, which lacks summer time, and an unknown name
 */
export const parseTimeZone = (text: string, now: Instant, typist: Typist): string => {
  const wanted = normalizeText(text);
  const [, ...abbreviated] = ABBREVIATED.find(([each]) => each.split(' ').includes(wanted)) ?? [];
  const named = ZONES.find((zone) => normalizeText(zone) === wanted);
  if (named !== undefined) return named;
  if (abbreviated.length === 0) {
    const likelihood = likelihoodFor(typist);
    const cities = citiesCalled(text).toSorted((a, b) => likelihood(b) - likelihood(a));
    const [city, next] = cities;
    if (city !== undefined) {
      if (next === undefined) return city.zone;
      const choices = cities.map(ofCity(typist));
      // One without a number may be as large.
      const isFirstMeant =
        next.population > 0 && likelihood(city) > FAR_LIKELIER * likelihood(next);
      throw new Unclear('ambiguous-name', { typed: text, choices, isFirstMeant });
    }
    const zone = renamed(text.trim().replaceAll(' ', '_'));
    if (zone !== undefined) return zone;
  }
  const choices = abbreviated.length > 0 ? abbreviated.map(ofZone) : nearest(text, now, typist);
  if (choices.length === 0) throw new UserError('no-such-zone', { name: text });
  const problem = abbreviated.length > 0 ? 'ambiguous-name' : 'did-you-mean';
  throw new Unclear(problem, { typed: text, choices });
};

/** The current name of a renamed zone; the runtime would also accept offsets and abbreviations, which are shorter. */
const renamed = (name: string): string | undefined =>
  /^(?:[a-z]{4}|[a-z]{2,3}\/)/i.test(name) ? timeZoneNamed(name) : undefined;

const nearest = (text: string, now: Instant, typist: Typist): readonly TypedChoice[] => {
  const offset = offsetIn(text);
  const having = offset === null ? [] : zonesWith(offset, now);
  if (having.length > 0 || normalizeText(text) === '') return having.map(ofZone);
  const begun = citiesBeginning(text, SUGGESTED);
  return (begun.length > 0 ? begun : citiesLike(text, SUGGESTED)).map(ofCity(typist));
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
  for (const zone of ZONES) {
    if (offsetAt(zone, at) === offset) found.push(zone);
    if (found.length === SUGGESTED) break;
  }
  return found;
};
