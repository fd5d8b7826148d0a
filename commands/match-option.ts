import {
  ApplicationCommandOptionType,
  type APIApplicationCommandStringOption,
} from 'discord-api-types/v10';
import type { AutocompleteRequest, Choice, Services } from '../src/discord/command.ts';
import type { HeldMatch } from '../src/domain/held-match.ts';
import { phaseOf, playersOf, type Match } from '../src/domain/match.ts';
import { UserError } from '../src/errors.ts';
import { localDate } from '../src/i18n/format.ts';
import type { Reader } from '../src/i18n/i18n.ts';
import { plain } from '../src/domain/plain.ts';
import { matchChoice } from '../src/render/match-choice.ts';
import { matchContext } from '../src/render/match-line.ts';
import { plainMatchName } from '../src/render/names.ts';
import { matchesOver, type ListedMatch } from '../src/store/match-lists.ts';
import { findMatch, matchesAhead } from '../src/store/matches.ts';
import { inOrderOfTime } from './match-order.ts';
import { nameOption } from './name-option.ts';
import { serviceDay } from './service-day.ts';

/** Matches that are over are offered as far back as this many. */
const OVER = 150;

/** Discord shows no more. */
const MAX_CHOICES = 25;

/** An option that takes a match: the names of its players in any order. */
export const matchOption = (
  labels: Parameters<typeof nameOption>[0],
  required: boolean,
): APIApplicationCommandStringOption => ({
  ...nameOption(labels, required),
  type: ApplicationCommandOptionType.String,
});

/** Matches that are on or to come, from the store: in the far west yesterday is still today. */
export const matchesToCome = async (services: Services): Promise<readonly HeldMatch[]> =>
  inOrderOfTime(await matchesAhead(services.db, serviceDay(services, -1)));

const wordsOf = (typed: string): readonly string[] => plain(typed).split(' ').filter(Boolean);

/** Everything by which a match may be called, in every language. */
const namesIn = ({ match, tournament }: ListedMatch): string => {
  const names = playersOf(match).flatMap(({ name, called }) => [name, called]);
  return [...names, match.court, match.roundName, tournament?.name].join(' ');
};

const isCalled = (said: string, words: readonly string[]): boolean => {
  const known = plain(said);
  return words.every((word) => known.includes(word));
};

const choicesAmong = (
  request: AutocompleteRequest,
  matches: readonly ListedMatch[],
): readonly Choice[] => {
  const words = wordsOf(request.typed);
  const choices: Choice[] = [];
  for (const held of matches) {
    if (choices.length === MAX_CHOICES) break;
    const name = matchChoice(request, held);
    // What the reader sees counts, too: they type "semifinal" or "women" in their own language.
    if (isCalled([namesIn(held), name, matchContext(request.t, held)].join(' '), words)) {
      choices.push({ name, value: String(held.match.id) });
    }
  }
  return choices;
};

/** Completes a match that is on or to come by its players, tournament or court. */
export const suggestMatches = async (
  request: AutocompleteRequest,
  services: Services,
): Promise<readonly Choice[]> => choicesAmong(request, await matchesToCome(services));

const byLatest = ({ match: a }: ListedMatch, { match: b }: ListedMatch): number =>
  (b.playedOn ?? '').localeCompare(a.playedOn ?? '');

/** In play first, then today's, those that were over last, then what is to come. A bye is no match. */
const everyMatch = async (services: Services): Promise<readonly ListedMatch[]> => {
  const ahead = await matchesToCome(services);
  const over = (await matchesOver(services.db, OVER)).filter(({ match }) => match.status !== 'bye');
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
  request: AutocompleteRequest,
  services: Services,
): Promise<readonly Choice[]> => choicesAmong(request, await everyMatch(services));

const MAX_SUGGESTIONS = 4;

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
  const words = wordsOf(typed);
  const fitting =
    words.length === 0 ? [] : matches.filter((each) => isCalled(namesIn(each), words));
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
