import { setImmediate as turn } from 'node:timers/promises';
import {
  ApplicationCommandOptionType,
  type APIApplicationCommandStringOption,
} from 'discord-api-types/v10';
import type { AutocompleteRequest, Choice, Services } from '../src/discord/command.ts';
import { CHOICES_MAX } from '../src/discord/message-limits.ts';
import type { HeldMatch } from '../src/domain/held-match.ts';
import { phaseOf, playersOf, type Match } from '../src/domain/match.ts';
import { UserError } from '../src/errors.ts';
import { localDate } from '../src/i18n/format.ts';
import type { Reader } from '../src/i18n/i18n.ts';
import { plain } from '../src/domain/plain.ts';
import { searchWords } from '../src/padel-api/name-index.ts';
import { plainMatchName } from '../src/render/names.ts';
import type { ListedMatch } from '../src/store/match-lists.ts';
import { findMatch } from '../src/store/matches.ts';
import { nameOption } from './name-option.ts';
import { serviceDay } from './service-day.ts';

/** Discord shows no more. */

/** An option that takes a match: the names of its players in any order. */
export const matchOption = (
  labels: Parameters<typeof nameOption>[0],
  required: boolean,
): APIApplicationCommandStringOption => ({
  ...nameOption(labels, required),
  type: ApplicationCommandOptionType.String,
});

/** In the far west yesterday is still today. */
export const firstDayAhead = (services: Services): string => serviceDay(services, -1);

/** Matches that are on or to come, in the order of time. */
export const matchesToCome = async (services: Services): Promise<readonly HeldMatch[]> => {
  const from = firstDayAhead(services);
  // What should have begun before that is left out: nobody told what became of it.
  return (await services.matches.ahead()).filter(
    ({ match, state }) => phaseOf(state.status) === 'playing' || (match.playedOn ?? from) >= from,
  );
};

/** Somebody who types. */
type Typing = Reader & Pick<AutocompleteRequest, 'typed'>;

/** Whether every word of a search stands in what is said of a match. */
const fits = (searched: string, words: readonly string[]): boolean =>
  words.every((word) => searched.includes(word));

/** Matches that are put into words before others have their turn. */
const IN_ONE_TURN = 8;

const choicesAmong = async (
  request: Typing,
  matches: readonly ListedMatch[],
  { matches: index }: Services,
): Promise<readonly Choice[]> => {
  const words = searchWords(request.typed);
  const choices: Choice[] = [];
  for (const [at, held] of matches.entries()) {
    if (choices.length === CHOICES_MAX) break;
    if (at % IN_ONE_TURN === IN_ONE_TURN - 1) await turn();
    const { choice, searched } = index.namesOf(request, held);
    if (fits(searched, words)) choices.push({ name: choice, value: String(held.match.id) });
  }
  return choices;
};

/** Completes a match that is on or to come by its players, tournament or court. */
export const suggestMatches = async (
  request: AutocompleteRequest,
  services: Services,
): Promise<readonly Choice[]> => choicesAmong(request, await matchesToCome(services), services);

const byLatest = ({ match: a }: ListedMatch, { match: b }: ListedMatch): number =>
  (b.playedOn ?? '').localeCompare(a.playedOn ?? '');

/** In play first, then today's, those that were over last, then what is to come. A bye is no match. */
const everyMatch = async (services: Services): Promise<readonly ListedMatch[]> => {
  const ahead = await matchesToCome(services);
  const over = (await services.matches.over()).filter(({ match }) => match.status !== 'bye');
  const today = serviceDay(services);
  const isNext = ({ match, state }: HeldMatch): boolean =>
    phaseOf(state.status) === 'playing' || (match.playedOn !== null && match.playedOn <= today);
  return [
    ...ahead.filter(isNext),
    ...over.toSorted(byLatest),
    ...ahead.filter((held) => !isNext(held)),
  ];
};

/** Completes any match that we hold. */
export const suggestAnyMatch = async (
  request: Typing,
  services: Services,
): Promise<readonly Choice[]> => choicesAmong(request, await everyMatch(services), services);

const MAX_SUGGESTIONS = 4;

/** Everything by which a match may be called, in every language. */
const namesIn = ({ match, tournament }: ListedMatch): string => {
  const names = playersOf(match).flatMap(({ name, called }) => [name, called]);
  return [...names, match.court, match.roundName, tournament?.name].join(' ');
};

/** A match told apart from others of the same pairs: by its day. */
const suggestionFor = ({ locale }: Reader, match: Match): string => {
  const name = plainMatchName(match);
  return match.playedOn === null ? name : `${name} (${localDate(locale, match.playedOn)})`;
};

/** The only match of which everything typed is true. */
const onlyCalled = <M extends ListedMatch>(
  typed: string,
  matches: readonly M[],
  { api }: Services,
  reader: Reader | null = null,
): M => {
  if (matches.length === 0 && api.failingSince() !== null) throw new UserError('service-down');
  const words = searchWords(typed);
  const fitting =
    words.length === 0 ? [] : matches.filter((each) => fits(plain(namesIn(each)), words));
  const [only, ...more] = fitting;
  if (only === undefined) throw new UserError('unknown-match', { name: typed });
  if (more.length === 0) return only;
  const suggestions = fitting
    .slice(0, MAX_SUGGESTIONS)
    .map(({ match }) => (reader === null ? plainMatchName(match) : suggestionFor(reader, match)));
  throw new UserError('ambiguous-name', { name: typed, suggestions: suggestions.join(', ') });
};

const ID = /^\s*\d{1,15}\s*$/;

/**
 * The match on or to come that was chosen from the list, or of which everything typed is true and
 * of no other.
 * @throws UserError when there is none such.
 */
export const matchNamed = async (typed: string, services: Services): Promise<HeldMatch> => {
  const held = ID.test(typed) ? await findMatch(services.db, Number(typed)) : undefined;
  return held ?? onlyCalled(typed, await matchesToCome(services), services);
};

/**
 * The id of the match that was chosen from the list, or of the only one of all we hold of which
 * everything typed is true. An id stands for itself: the service may know more than we hold.
 * @throws UserError when there is none such.
 */
export const anyMatchNamed = async (
  reader: Reader,
  typed: string,
  services: Services,
): Promise<number> =>
  ID.test(typed)
    ? Number(typed)
    : onlyCalled(typed, await everyMatch(services), services, reader).match.id;
