import type { AutocompleteRequest, Choice, Services } from '../../src/discord/command.ts';
import { CHOICES_MAX } from '../../src/discord/message-limits.ts';
import { normalizeText } from '../../src/domain/plain.ts';
import { TEAMS } from '../../src/domain/terms.ts';
import { UserError } from '../../src/errors.ts';
import { countryName } from '../../src/i18n/format.ts';
import { flagOf } from '../../src/render/people/names.ts';
import { countryNamed, fitsCountry } from './country.ts';
import { matchesToCome } from './match.ts';

/** An ISO 3166-1 code; teams other than nations have names. */
const NATION = /^[A-Z]{2}$/;

/** Countries that may have a team: first those in play or upcoming, then all with a player. */
const nations = async (services: Services): Promise<readonly string[]> => {
  const playing = (await matchesToCome(services)).flatMap(({ match: { tie } }) =>
    tie === undefined ? [] : TEAMS.map((team) => tie.teams[team].toUpperCase()),
  );
  const known = [...playing, ...services.directory.countries()];
  return [...new Set(known)].filter((code) => NATION.test(code));
};

/** Autocompletes a nation by its name in the user's language; its value is the code. */
export const suggestTeams = async (
  { locale, typed }: AutocompleteRequest,
  services: Services,
): Promise<readonly Choice[]> =>
  (await nations(services))
    .filter((code) => fitsCountry(locale, code, typed))
    .slice(0, CHOICES_MAX)
    .map((code) => ({ name: `${flagOf(code)} ${countryName(locale, code)}`, value: code }));

/**
 * The code of the chosen or typed nation.
 * @throws UserError when it has no known team or player.
 */
export const namedTeam = async (typed: string, services: Services): Promise<string> => {
  const code = countryNamed(await nations(services), normalizeText(typed));
  if (code === undefined) throw new UserError('unknown-country', { name: typed });
  return code;
};
