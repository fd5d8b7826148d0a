import type { AutocompleteRequest, Choice, Services } from '../src/discord/command.ts';
import type { HeldMatch } from '../src/domain/held-match.ts';
import { phaseOf } from '../src/domain/match.ts';
import { UserError } from '../src/errors.ts';
import { shortened } from '../src/i18n/text.ts';
import { plain } from '../src/padel-api/directory.ts';
import { matchContext } from '../src/render/match-line.ts';
import { plainMatchName } from '../src/render/names.ts';
import { findMatch, matchesAhead } from '../src/store/matches.ts';

const DAY = 24 * 60 * 60_000;

/** Matches that are on or to come, from the store: in the far west yesterday is still today. */
export const matchesToCome = ({ db, api }: Services): Promise<readonly HeldMatch[]> =>
  matchesAhead(db, new Date(api.serviceNow() - DAY).toISOString().slice(0, 10));

/** Discord's limit of a choice's name. */
const CHOICE_MAX = 100;

const labelOf = ({ t }: AutocompleteRequest, held: HeldMatch): string => {
  const parts = [plainMatchName(held.match), matchContext(t, held)];
  const isOn = phaseOf(held.state.status) === 'playing';
  return shortened([...(isOn ? [t('follow.onCourt')] : []), ...parts].join(' · '), CHOICE_MAX);
};

/** Completes a match by its players, tournament or court, those in play first. */
export const suggestMatches = async (
  request: AutocompleteRequest,
  services: Services,
): Promise<readonly Choice[]> => {
  const words = plain(request.typed).split(' ');
  const choices = (await matchesToCome(services)).map((held) => ({
    name: labelOf(request, held),
    value: String(held.match.id),
  }));
  return choices.filter(({ name }) => words.every((word) => plain(name).includes(word)));
};

/**
 * The match that was chosen from the list, or of which everything typed is true and of no other.
 * @throws UserError when there is none such.
 */
export const matchNamed = async (typed: string, services: Services): Promise<HeldMatch> => {
  if (/^\d{1,15}$/.test(typed.trim())) {
    const held = await findMatch(services.db, Number(typed));
    if (held !== undefined) return held;
  }
  const words = plain(typed).split(' ').filter(Boolean);
  const fitting = (await matchesToCome(services)).filter(({ match }) => {
    const name = plain(plainMatchName(match));
    return words.length > 0 && words.every((word) => name.includes(word));
  });
  const [only, ...more] = fitting;
  if (only === undefined || more.length > 0) throw new UserError('unknown-match', { name: typed });
  return only;
};
