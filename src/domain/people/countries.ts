import { normalizeText } from '../plain.ts';

/** English names that the runtime does not have (Unicode CLDR has one name for each country). */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'Cabo Verde': 'CV',
  'Chinese Taipei': 'TW',
  Congo: 'CG',
  'Czech Republic': 'CZ',
  'DR Congo': 'CD',
  'Great Britain': 'GB',
  'Ivory Coast': 'CI',
  Korea: 'KR',
  Macau: 'MO',
  Macedonia: 'MK',
  Myanmar: 'MM',
  Palestine: 'PS',
  'Republic of Korea': 'KR',
  'Russian Federation': 'RU',
  'Slovak Republic': 'SK',
  Turkey: 'TR',
  UAE: 'AE',
  'United States of America': 'US',
  USA: 'US',
  'Viet Nam': 'VN',
};

/** A name without what differs between spellings: `St. Vincent & Grenadines`, `Hong Kong SAR China`. */
const keyOf = (name: string): string =>
  normalizeText(name.replaceAll('&', ' and '))
    .replace(/ sar china$/, '')
    .replace(/^st /, 'saint ')
    .replace(/\bthe /, '');

/** Codes of no country: unknown, and those that are left to users (ISO 3166-1, 8.1.3). */
const NO_COUNTRY = /^(?:AA|Q[M-Z]|X[A-JL-Z]|ZZ)$/;

/** Today's code of a country, whose former ones (`UK`, `DD`) the runtime knows. */
const currentCode = (code: string): string => new Intl.Locale(`und-${code}`).region ?? code;

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');

const codesByName = (): ReadonlyMap<string, string> => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(
    (code) => !NO_COUNTRY.test(code) && currentCode(code) === code,
  );
  const known = codes.map((code): [string, string] => [names.of(code) ?? code, code]);
  return new Map(
    [...known, ...Object.entries(OTHER_NAMES)].map(([name, code]) => [keyOf(name), code]),
  );
};

let byName: ReadonlyMap<string, string> | undefined;

/** The ISO 3166 alpha-2 code of a country, from its code or its English name; null for anything else. */
export const countryCodeOf = (text: string): string | null => {
  const code = text.trim().toUpperCase();
  if (/^[A-Z]{2}$/.test(code)) return NO_COUNTRY.test(code) ? null : currentCode(code);
  byName ??= codesByName();
  return byName.get(keyOf(text)) ?? null;
};
