import type { AutocompleteRequest, Choice, Services } from '../../src/discord/command.ts';
import { UserError } from '../../src/errors.ts';
import { countryName } from '../../src/i18n/format.ts';
import { LOCALES, type Locale } from '../../src/i18n/i18n.ts';
import { isCountry } from '../../src/domain/people/countries.ts';
import { normalizeText } from '../../src/domain/plain.ts';
import type { Directory } from '../../src/padel-api/names/directory.ts';
import { flagOf } from '../../src/render/lines/names.ts';
import { CHOICES_MAX } from '../../src/discord/message-limits.ts';
import { TEAMS } from '../../src/domain/terms.ts';
import { matchesToCome } from './match.ts';

/** The countries that fit what is typed, by their names in the user's language; the value is the code. */
const choicesAmong = (
  { locale, typed }: AutocompleteRequest,
  codes: readonly string[],
): readonly Choice[] =>
  codes
    .filter((code) => fitsCountry(locale, code, typed))
    .map((code) => ({ name: `${flagOf(code)} ${countryName(locale, code)}`, value: code }));

export const suggestCountries = (request: AutocompleteRequest, { directory }: Services) =>
  choicesAmong(request, directory.countries());

/** By the beginning of its name in a language, or as `countryNamed` finds it. */
const fitsCountry = (locale: Locale, code: string, typed: string): boolean => {
  const wanted = normalizeText(typed);
  return (
    normalizeText(countryName(locale, code)).startsWith(wanted) ||
    countryNamed([code], wanted) !== undefined
  );
};

/**
 * The code of the chosen or typed country, in any language, since users may read another language
 * than the server's.
 * @throws UserError when no player is from such a country.
 */
export const namedCountry = (directory: Directory, typed: string): string => {
  const code = countryNamed(directory.countries(), normalizeText(typed));
  if (code === undefined) throw new UserError('unknown-country', { name: typed });
  return code;
};

/** The country of a normalized name in any language, or of a code. */
const countryNamed = (codes: readonly string[], wanted: string): string | undefined =>
  codes.find(
    (each) =>
      each.toLowerCase() === wanted ||
      LOCALES.some((locale) => normalizeText(countryName(locale, each)) === wanted),
  );

/** Countries that may have a team: first those in play or upcoming, then all with a player; for who hides scores, these. */
const nations = async (
  { hidesScores }: Pick<AutocompleteRequest, 'hidesScores'>,
  services: Services,
): Promise<readonly string[]> => {
  const ahead = hidesScores === true ? [] : await matchesToCome(services);
  const playing = ahead.flatMap(({ match: { tie } }) =>
    tie === undefined ? [] : TEAMS.flatMap((team) => tie.teams[team] ?? []),
  );
  const known = [...playing, ...services.directory.countries()];
  return [...new Set(known)].filter(isCountry);
};

export const suggestTeams = async (request: AutocompleteRequest, services: Services) =>
  choicesAmong(request, await nations(request, services)).slice(0, CHOICES_MAX);
