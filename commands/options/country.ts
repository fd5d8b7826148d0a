import type { AutocompleteRequest, Services } from '../../src/discord/command.ts';
import { Unclear } from '../../src/errors.ts';
import { countryName } from '../../src/i18n/format.ts';
import { LOCALES, type Locale, type Reader } from '../../src/i18n/i18n.ts';
import { isCountry } from '../../src/domain/people/countries.ts';
import { normalizeText } from '../../src/domain/plain.ts';
import { countryTarget } from '../../src/domain/alerts/follows.ts';
import { textEntry } from '../../src/domain/people/directory.ts';
import { createDirectory } from '../../src/padel-api/names/directory.ts';
import { flagOf } from '../../src/render/lines/names.ts';
import { CHOICES_MAX } from '../../src/discord/message-limits.ts';
import { TEAMS } from '../../src/domain/terms.ts';
import { matchesToCome } from './match.ts';

/** The countries that fit what is typed, by their names in the user's language, else similar ones; the value is the code. */
const choicesAmong = (
  { locale, typed }: Pick<AutocompleteRequest, 'locale' | 'typed'>,
  codes: readonly string[],
) => {
  const fitting = codes.filter((code) => fitsCountry(locale, code, typed));
  const guessed = fitting.length === 0;
  const choices = (guessed ? codesLike(codes, typed) : fitting).slice(0, CHOICES_MAX);
  return {
    guessed,
    choices: choices.map((code) => ({
      name: `${flagOf(code)} ${countryName(locale, code)}`,
      value: code,
    })),
  };
};

/** Countries by their names in every language, found as names are. */
const names = createDirectory();

const codesLike = (codes: readonly string[], typed: string): readonly string[] => {
  const idOf = (code: string): number => countryTarget(code)?.id ?? 0;
  const missing = codes.filter((code) => names.get('tournament', idOf(code)) === undefined);
  const textOf = (code: string) => LOCALES.map((locale) => countryName(locale, code)).join(' ');
  names.put(missing.map((code) => textEntry(idOf(code), textOf(code))));
  const { entries } = names.search('tournament', typed, names.size('tournament'));
  const ids = new Set(entries.map(({ id }) => id));
  return codes.filter((code) => ids.has(idOf(code)));
};

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
 * @throws Unclear with the countries that may be meant, or those with the most players
 */
export const namedCountry = (
  { locale }: Pick<Reader, 'locale'>,
  typed: string,
  { directory }: Services,
): string => {
  const codes = directory.countries();
  const code = countryNamed(codes, normalizeText(typed));
  if (code !== undefined) return code;
  const { choices: found, guessed } = choicesAmong({ locale, typed }, codes);
  const isFound = found.length > 0;
  const offered = isFound ? found : choicesAmong({ locale, typed: '' }, codes).choices;
  const choices = offered.map(({ name, value }) => ({ value, shown: name }));
  if (!isFound) throw new Unclear('unknown-country', { typed, choices });
  const problem = guessed ? 'did-you-mean' : 'ambiguous-name';
  throw new Unclear(problem, { typed, choices, isFirstMeant: choices.length === 1 });
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
  choicesAmong(request, await nations(request, services));
