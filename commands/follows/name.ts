import type {
  AutocompleteRequest,
  Choice,
  CommandRequest,
  CommandUser,
  Services,
} from '../../src/discord/command.ts';
import { CHOICES_MAX, CHOICE_TEXT_MAX } from '../../src/discord/message-limits.ts';
import { countryTarget, teamTarget, type FollowTarget } from '../../src/domain/alerts/follows.ts';
import { normalizeText } from '../../src/domain/plain.ts';
import { UserError } from '../../src/errors.ts';
import { shortened } from '../../src/i18n/text.ts';
import { namedBy, noNamesError, unclearName } from '../../src/padel-api/names/naming.ts';
import { suggestCountries, suggestTeams } from '../options/country.ts';
import { suggestMatches } from '../options/match.ts';
import { choiceOf as entryChoice } from '../options/name.ts';
import { suggestTournaments } from '../options/tournament.ts';
import { targetIn } from '../options/target-name.ts';

/** What each kind is called in a choice. */
const KIND_WORDS = {
  player: 'command.player.name',
  pair: 'command.pair.name',
  tournament: 'command.tournament.name',
  match: 'command.match.name',
  country: 'command.ranking.option.country.name',
  team: 'follow.nationalTeam',
} as const;

type NamedKind = keyof typeof KIND_WORDS;

interface Hits {
  readonly kind: NamedKind;
  readonly choices: readonly Choice[];
  /** No name of the kind begins with the typed text: these are similar. */
  readonly guessed: boolean;
}

/** A choice says of which kind it is; its value is the kind and the id: `player:123`. */
const choiceOf = ({ t }: CommandUser, kind: NamedKind, { name, value }: Choice): Choice => {
  const word = ` · ${t(KIND_WORDS[kind])}`;
  const countries = { country: countryTarget, team: teamTarget };
  const id = kind === 'country' || kind === 'team' ? countries[kind](`${value}`)?.id : value;
  return {
    name: shortened(name, CHOICE_TEXT_MAX - word.length) + word,
    value: `${kind}:${id ?? ''}`,
  };
};

/** What fits a typed text, the best of every kind first: only similar names where no name fits. */
const hitsOf = async (request: AutocompleteRequest, services: Services) => {
  const { directory } = services;
  const search = (kind: 'player' | 'pair'): Hits => {
    const { entries, guessed } = directory.search(kind, request.typed, CHOICES_MAX);
    return { kind, guessed, choices: entries.map((entry) => entryChoice(request, entry)) };
  };
  const tournaments: Hits = {
    kind: 'tournament',
    guessed: directory.search('tournament', request.typed, 1).guessed,
    choices: suggestTournaments(request, services, 'not-over'),
  };
  const all: readonly Hits[] = [
    search('player'),
    search('pair'),
    tournaments,
    { kind: 'match', ...(await suggestMatches(request, services)) },
    { kind: 'country', ...suggestCountries(request, services) },
    { kind: 'team', ...(await suggestTeams(request, services)) },
  ];
  const areClear = all.some(({ choices, guessed }) => choices.length > 0 && !guessed);
  const kinds = areClear ? all.filter(({ guessed }) => !guessed) : all;
  const ranks = Array.from({ length: CHOICES_MAX }, (_, rank) =>
    kinds.flatMap(({ kind, choices }) =>
      choices.slice(rank, rank + 1).map((choice) => choiceOf(request, kind, choice)),
    ),
  );
  return { choices: ranks.flat().slice(0, CHOICES_MAX), areClear };
};

/** Autocompletes a name of any kind that can be followed. */
export const suggestNames = async (
  request: AutocompleteRequest,
  services: Services,
): Promise<readonly Choice[]> => (await hitsOf(request, services)).choices;

const CHOSEN = /^[a-z]+:\d+$/;

const EXACT_KINDS = ['player', 'pair', 'tournament'] as const;

/**
 * What a name means: one that was chosen, the only one of that full name, the only one that fits, or the
 * player of that surname who is far ahead; a match only where nothing else fits.
 * @throws Unclear with the choices when it may be several
 */
export const targetNamed = async (
  request: CommandRequest,
  typed: string,
  services: Services,
): Promise<FollowTarget> => {
  if (CHOSEN.test(typed)) return targetIn(typed.split(':'));
  const { directory } = services;
  if (directory.size('player') === 0) throw noNamesError(directory, 'player');
  // Only blanks and signs: an empty search would match everything.
  if (normalizeText(typed) === '') throw new UserError('unknown-name', { name: typed });
  const exact = EXACT_KINDS.flatMap((kind) => directory.find(kind, typed));
  const [only] = exact;
  if (only !== undefined && exact.length === 1) return only;
  const found = await hitsOf({ ...request, option: 'name', typed }, services);
  const isMatch = ({ value }: Choice): boolean => String(value).startsWith('match:');
  // Who types what a choice says means that choice, and knows what it says.
  const said = found.choices.find(
    (each) => isMatch(each) && (each.name === typed || each.name.startsWith(`${typed} · `)),
  );
  if (said !== undefined) return targetIn(String(said.value).split(':'));
  const named = found.choices.filter((each) => !isMatch(each));
  // In which matches somebody plays tells which they won: those are only completed, as they are for everyone.
  const fitting = request.hidesScores === true ? named : found.choices;
  // Who names a pair means it, and not its match.
  const [first, ...others] = named.length > 0 ? named : fitting;
  if (first !== undefined && found.areClear && others.length === 0) {
    return targetIn(String(first.value).split(':'));
  }
  const player = namedBy(directory, 'player', typed);
  const meant = fitting.find(({ value }) => value === `player:${player?.id ?? ''}`);
  const ordered =
    meant === undefined ? fitting : [meant, ...fitting.filter((each) => each !== meant)];
  const choices = ordered.map(({ name, value }) => ({ value: String(value), shown: name }));
  throw unclearName(directory, 'player', {
    typed,
    choices,
    isFitting: first !== undefined && found.areClear,
    isFirstMeant: meant !== undefined,
  });
};
