import { setImmediate as turn } from 'node:timers/promises';
import type { AutocompleteRequest, Services } from '../../src/discord/command.ts';
import { CHOICES_MAX } from '../../src/discord/message-limits.ts';
import type { TrackedMatch } from '../../src/domain/match/state.ts';
import { isPlaying } from '../../src/domain/match/match.ts';
import { Unclear, UserError } from '../../src/errors.ts';
import type { Reader } from '../../src/i18n/i18n.ts';
import { namedWords } from '../../src/padel-api/names/words.ts';
import { compareDays, inOrderOfCourts } from '../../src/domain/tournament/order-of-play.ts';
import { tellingOf, type ListedMatch } from '../../src/store/matches/match-lists.ts';
import { serviceDay } from './day.ts';
import { nameOption } from './labels.ts';

export const matchOption = () =>
  nameOption(
    (texts) => ({ ...texts.command.match.option.match, name: texts.command.match.name }),
    true,
  );

/** Yesterday in UTC: in the far west it is still today. */
export const firstDayAhead = (services: Services): string => serviceDay(services, -1);

/** Matches in play or upcoming, in order of time. */
export const matchesToCome = async (services: Services): Promise<readonly TrackedMatch[]> => {
  const from = firstDayAhead(services);
  // Older ones are left out: the service never updated them.
  return (await services.matches.ahead()).filter(
    ({ match, state }) => isPlaying(state) || (match.playedOn ?? from) >= from,
  );
};

type Typing = Reader & Pick<AutocompleteRequest, 'typed'>;

const fits = (searched: string, words: readonly string[]): boolean =>
  words.every((word) => searched.includes(word));

/** Matches rendered before yielding to the event loop. */
const IN_ONE_TURN = 8;

/** The first matches with every typed word; where none has, those with words that sound or are written like the unknown ones. */
const matchesWith = async <M extends ListedMatch>(
  request: Typing,
  matches: readonly M[],
  { matches: index }: Services,
): Promise<{ readonly found: readonly M[]; readonly guessed: boolean }> => {
  const words = namedWords(request.typed);
  const found: M[] = [];
  const texts: string[] = [];
  for (const [at, held] of matches.entries()) {
    if (found.length === CHOICES_MAX) break;
    if (at % IN_ONE_TURN === IN_ONE_TURN - 1) await turn();
    const { searched } = index.namesOf(request, held);
    texts.push(searched);
    if (fits(searched, words)) found.push(held);
  }
  if (found.length > 0) return { found, guessed: false };
  const unknown = words.filter((word) => !texts.some((text) => text.includes(word)));
  const known = words.filter((word) => !unknown.includes(word));
  const alike = index.alike(unknown.join(' '));
  const close = matches.filter(
    ({ match }, at) => alike.has(match.id) && fits(texts[at] ?? '', known),
  );
  return { found: close.slice(0, CHOICES_MAX), guessed: true };
};

const choicesAmong = async (
  request: Typing,
  matches: readonly ListedMatch[],
  services: Services,
) => {
  const { found, guessed } = await matchesWith(request, matches, services);
  const nameOf = (held: ListedMatch): string => services.matches.namesOf(request, held).choice;
  const choices = found.map((held) => ({ name: nameOf(held), value: String(held.match.id) }));
  return { choices, guessed };
};

/** Matches that can be followed; for who hides scores, over or not. */
export const suggestMatches = async (request: AutocompleteRequest, services: Services) => {
  if (request.hidesScores !== true)
    return await choicesAmong(request, await matchesToCome(services), services);
  const from = firstDayAhead(services);
  const all = await everyMatchHidden(services);
  const ahead = all.filter(({ match }) => (match.playedOn ?? from) >= from);
  return await choicesAmong(request, ahead, services);
};

const byLatest = ({ match: a }: ListedMatch, { match: b }: ListedMatch): number =>
  compareDays(b.playedOn ?? '', a.playedOn ?? '');

/** The same matches for who hides scores, without those that tell a result: nothing of the order tells how far one is. */
const everyMatchHidden = async (services: Services): Promise<readonly ListedMatch[]> => {
  const [ahead, over] = [await matchesToCome(services), await services.matches.over()];
  const all = new Map([...ahead, ...over].map((held) => [held.match.id, held]));
  const matches = inOrderOfCourts([...all.values()].filter(({ match }) => match.status !== 'bye'));
  const today = serviceDay(services);
  const isTelling = await tellingOf(
    services.db,
    matches.map(({ match }) => match),
    today,
  );
  const told = matches.filter(({ match }) => !isTelling(match));
  const isToCome = ({ match }: ListedMatch): boolean => (match.playedOn ?? '9999') > today;
  return [...told.filter((held) => !isToCome(held)).toSorted(byLatest), ...told.filter(isToCome)];
};

/**
 * In play and due today first, then finished ones, latest first, then upcoming ones. A bye is no
 * match.
 */
const everyMatch = async ({ hidesScores }: Pick<Reader, 'hidesScores'>, services: Services) => {
  if (hidesScores === true) return await everyMatchHidden(services);
  const ahead = await matchesToCome(services);
  const over = (await services.matches.over()).filter(({ match }) => match.status !== 'bye');
  const today = serviceDay(services);
  const isNext = ({ match, state }: TrackedMatch): boolean =>
    isPlaying(state) || (match.playedOn !== null && match.playedOn <= today);
  return [
    ...ahead.filter(isNext),
    ...over.toSorted(byLatest),
    ...ahead.filter((held) => !isNext(held)),
  ];
};

export const suggestAnyMatch = async (request: Typing, services: Services) =>
  (await choicesAmong(request, await everyMatch(request, services), services)).choices;

const onlyCalled = async (
  reader: Reader,
  typed: string,
  services: Services,
): Promise<ListedMatch> => {
  const { api, matches: index } = services;
  const matches = await everyMatch(reader, services);
  if (matches.length === 0 && api.state().failingSince !== null)
    throw new UserError('service-down');
  const { found, guessed } = await matchesWith({ ...reader, typed }, matches, services);
  // Blanks and signs alone fit everything.
  const [only, ...more] = namedWords(typed).length > 0 ? found : [];
  if (only !== undefined && !guessed && more.length === 0) return only;
  const offered = only === undefined ? matches : found;
  const choices = offered.slice(0, CHOICES_MAX).map((held) => ({
    value: String(held.match.id),
    // The reader of an error is not known to hide scores.
    shown: reader.hidesScores === true ? index.namesOf(reader, held).choice : held,
  }));
  if (only === undefined) throw new Unclear('unknown-name', { typed, choices });
  const isFirstMeant = guessed && more.length === 0;
  throw new Unclear(guessed ? 'did-you-mean' : 'ambiguous-name', { typed, choices, isFirstMeant });
};

const ID = /^\s*\d{1,15}\s*$/;

/**
 * The id of the chosen match, or of the only stored one with every typed word, or with words like them. A
 * typed id is returned as it is: the service may have a match that is not stored.
 * @throws Unclear with what is offered when there is none, or more than one.
 */
export const anyMatchNamed = async (
  reader: Reader,
  typed: string,
  services: Services,
): Promise<number> =>
  ID.test(typed) ? Number(typed) : (await onlyCalled(reader, typed, services)).match.id;
