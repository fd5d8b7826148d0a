import type { AutocompleteRequest, Choice, Services } from '../src/discord/command.ts';
import { UserError } from '../src/errors.ts';
import { countryName } from '../src/i18n/format.ts';
import { LOCALES } from '../src/i18n/i18n.ts';
import { plain } from '../src/domain/plain.ts';
import type { Directory } from '../src/padel-api/directory.ts';
import { flagOf } from '../src/render/names.ts';

/** Completes a country by its name in the reader's language; its value is the code. */
export const suggestCountries = (
  { locale, typed }: AutocompleteRequest,
  { directory }: Services,
): readonly Choice[] => {
  const wanted = plain(typed);
  return directory.countries().flatMap((code) => {
    const name = countryName(locale, code);
    const fits = plain(name).startsWith(wanted) || code.toLowerCase() === wanted;
    return fits ? [{ name: `${flagOf(code)} ${name}`, value: code }] : [];
  });
};

/**
 * The code of the country that was chosen, or typed: in any of our languages, since who types may
 * read another one than the server in which they are answered.
 * @throws UserError when no player comes from a country of that name.
 */
export const namedCountry = (directory: Directory, typed: string): string => {
  const wanted = plain(typed);
  const code = directory
    .countries()
    .find(
      (each) =>
        each.toLowerCase() === wanted ||
        LOCALES.some((locale) => plain(countryName(locale, each)) === wanted),
    );
  if (code === undefined) throw new UserError('unknown-country', { name: typed });
  return code;
};
