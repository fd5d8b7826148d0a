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

/** Regions that the runtime names and ISO 3166-1 does not: unions, islands of their own, and codes left to users. */
const NO_COUNTRY = /^(?:AA|AC|CP|CQ|DG|E[AUZ]|IC|Q[M-Z]|TA|UN|X[A-JL-Z]|ZZ)$/;

/** Today's code of a country, whose former ones (`UK`, `DD`) the runtime knows. */
const currentCode = (code: string): string => new Intl.Locale(`und-${code}`).region ?? code;

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');

const namesByCode = (): ReadonlyMap<string, string> => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(
    (code) => !NO_COUNTRY.test(code) && currentCode(code) === code,
  );
  return new Map(
    codes.flatMap((code) => {
      const name = names.of(code);
      return name === undefined ? [] : [[code, name] as const];
    }),
  );
};

const NAMES = namesByCode();

const BY_NAME: ReadonlyMap<string, string> = new Map(
  [...[...NAMES].map(([code, name]) => [name, code] as const), ...Object.entries(OTHER_NAMES)].map(
    ([name, code]) => [keyOf(name), code],
  ),
);

/** Whether a text is a country's ISO 3166 alpha-2 code (or Kosovo's `XK`), in capital letters. */
export const isCountry = (code: string): boolean => NAMES.has(code);

/** The ISO 3166 alpha-2 code of a country, from its code or its English name; null for anything else. */
export const countryCodeOf = (text: string): string | null => {
  const word = text.trim().toUpperCase();
  const code = /^[A-Z]{2}$/.test(word) ? currentCode(word) : BY_NAME.get(keyOf(text));
  return code !== undefined && isCountry(code) ? code : null;
};
