import { fullNameWithDisplayName } from '../../domain/people/display-names.ts';
import type { DirectoryEntry, DirectoryKind } from '../../domain/people/directory.ts';
import { idsOfPair } from '../../domain/people/pairs.ts';
import { normalizedWords, normalizeText } from '../../domain/plain.ts';
import { TEAMS, type ByTeam } from '../../domain/terms.ts';
import { UserError, type Problem } from '../../errors.ts';
import type { Directory } from './directory.ts';

const MAX_SUGGESTIONS = 4;

const UNKNOWN: Readonly<Record<DirectoryKind, Problem>> = {
  player: 'unknown-player',
  pair: 'unknown-pair',
  tournament: 'unknown-tournament',
};

/** How a local date is displayed; by default as the service writes it. */
type DateText = (date: string) => string;

const listed = (entries: readonly DirectoryEntry[], dateText: DateText): string =>
  entries
    .map((entry) => {
      const { startDate } = entry;
      const name = fullNameWithDisplayName(entry);
      return startDate === null ? name : `${name} (${dateText(startDate)})`;
    })
    .join(', ');

/** Why no name can be found yet: the names are being loaded, or the service does not respond. */
export const noNamesError = (directory: Directory, kind: DirectoryKind): UserError =>
  new UserError(directory.fillLevel(kind) === 'unreachable' ? 'service-down' : 'directory-empty');

/** A name may be unknown because it was not loaded yet, or is misspelled. */
const notLoadedError = (
  directory: Directory,
  kind: DirectoryKind,
  name: string,
  suggestions: string,
): UserError => {
  const values = { name, known: String(directory.size(kind)) };
  return suggestions === ''
    ? new UserError('directory-partial', values)
    : new UserError('directory-partial-suggestions', { ...values, suggestions });
};

interface Found {
  /** What the text names, however many. */
  readonly fitting: readonly DirectoryEntry[];
  /** What it may be meant to name. */
  readonly close: readonly DirectoryEntry[];
}

const foundBy = (directory: Directory, kind: DirectoryKind, typed: string): Found => {
  const exact = directory.find(kind, typed);
  const { entries, guessed } = directory.search(kind, typed, MAX_SUGGESTIONS);
  if (exact.length > 0) return { fitting: exact, close: entries };
  // One misspelled word is like many names; two together are like few pairs.
  const isClear = !guessed || (kind === 'pair' && normalizedWords(typed).length > 1);
  return { fitting: isClear ? entries : [], close: entries };
};

/**
 * The entry that the user named: by id (a choice of autocomplete), by full name, or by a part that only
 * one entry matches; a pair also with typos in its names.
 * @throws UserError when no entry, or more than one, matches
 */
export const withShortNames = (
  directory: Directory,
  kind: DirectoryKind,
  typed: string,
  dateText: DateText = (date) => date,
): DirectoryEntry => {
  if (directory.size(kind) === 0) throw noNamesError(directory, kind);
  // Only blanks and signs: an empty search would match everything.
  if (normalizeText(typed) === '') throw new UserError(UNKNOWN[kind], { name: typed });
  const { fitting, close } = foundBy(directory, kind, typed);
  const [only] = fitting;
  if (only !== undefined && fitting.length === 1) return only;
  if (only === undefined && directory.fillLevel(kind) !== 'all') {
    throw notLoadedError(directory, kind, typed, listed(close, dateText));
  }
  if (only !== undefined) {
    const suggestions = listed(fitting.slice(0, MAX_SUGGESTIONS), dateText);
    throw new UserError('ambiguous-name', { name: typed, suggestions });
  }
  if (kind === 'player' && close.length > 0) {
    const suggestions = listed(close, dateText);
    throw new UserError('unknown-player-suggestions', { name: typed, suggestions });
  }
  throw new UserError(UNKNOWN[kind], { name: typed });
};

/** What separates the names of a pair: `Vega / Lamas`, `Vega & Lamas`, `Vega + Lamas`. */
const BETWEEN_NAMES = /[/&+]/;

/** Two player ids of a pair that was chosen from the list: `12-34`. */
const CHOSEN_PAIR = /^(\d{1,9})-(\d{1,9})$/;

/** The two players; undefined unless the directory has both. */
const playersWith = (
  directory: Directory,
  ids: readonly [number, number],
): readonly DirectoryEntry[] | undefined => {
  const players = ids.flatMap((id) => directory.get('player', id) ?? []);
  return players.length === 2 ? players : undefined;
};

const chosenPair = (directory: Directory, typed: string): readonly DirectoryEntry[] | undefined => {
  const [, one, two] = CHOSEN_PAIR.exec(typed.trim()) ?? [];
  return playersWith(directory, [Number(one), Number(two)]);
};

const isPartOf = (directory: Directory, kind: DirectoryKind, typed: string): boolean => {
  const { entries, guessed } = directory.search(kind, typed, 1);
  return entries.length > 0 && !guessed;
};

const playersOfPair = (directory: Directory, typed: string): readonly DirectoryEntry[] => {
  const players = playersWith(directory, idsOfPair(withShortNames(directory, 'pair', typed).id));
  if (players === undefined) throw new UserError('unknown-pair', { name: typed });
  return players;
};

/**
 * The one or two players whom one field names: a player as `withShortNames` finds them, or a pair by its
 * name, by both names (`Vega / Lamas`, `vega lamas`), or by the beginning of each. A name that no player
 * has may be misspelled: then known pairs are searched for both names together. Two who never played
 * together are a pair where a sign separates them.
 * @throws UserError when nobody, or more than one player or pair, matches
 */
export const sideWithShortNames = (
  directory: Directory,
  typed: string,
): readonly DirectoryEntry[] => {
  const chosen = chosenPair(directory, typed);
  if (chosen !== undefined) return chosen;
  const halves = typed.split(BETWEEN_NAMES).filter((half) => normalizeText(half) !== '');
  const areTwo = halves.length === 2;
  const names = areTwo ? halves.map((half) => half.trim()) : [typed];
  const isPair =
    (areTwo || !isPartOf(directory, 'player', typed)) && isPartOf(directory, 'pair', typed);
  const isMisspelledPair = (): boolean =>
    (areTwo
      ? names.some((name) => foundBy(directory, 'player', name).fitting.length === 0)
      : foundBy(directory, 'player', typed).close.length === 0) &&
    foundBy(directory, 'pair', typed).fitting.length > 0;
  return isPair || isMisspelledPair()
    ? playersOfPair(directory, typed)
    : names.map((name) => withShortNames(directory, 'player', name));
};

/**
 * The two players whom two fields name: each by their own name, or both together as the only known pair
 * of these names.
 * @throws UserError when nobody, or more than one player, matches, or a field names a pair
 */
export const partnersWithShortNames = (
  directory: Directory,
  ...names: readonly [player: string, partner: string]
): readonly DirectoryEntry[] => {
  const together = names.join(' / ');
  const areClear = names.every((name) => foundBy(directory, 'player', name).fitting.length === 1);
  if (!areClear && foundBy(directory, 'pair', together).fitting.length === 1) {
    return playersOfPair(directory, together);
  }
  const [player, partner] = names;
  const named = sideWithShortNames(directory, player);
  if (named.length > 1) throw new UserError('pair-or-players');
  return [...named, withShortNames(directory, 'player', partner)];
};

/** The typed names of two sides; partners may be missing. */
interface TypedTeams {
  readonly player: string;
  readonly partner: string | null;
  readonly opponent: string;
  readonly opponentPartner: string | null;
}

/**
 * The two sides that the user named: one player each, or two, as a pair in one field or in two.
 * @throws UserError when a name is unknown, a pair gets a further partner, a player occurs twice, only
 * one side has a partner, or men and women are mixed
 */
export const teamsWithShortNames = (
  directory: Directory,
  typed: TypedTeams,
): ByTeam<readonly DirectoryEntry[]> => {
  const side = (name: string, partner: string | null): readonly DirectoryEntry[] =>
    partner === null
      ? sideWithShortNames(directory, name)
      : partnersWithShortNames(directory, name, partner);
  const teams = {
    team_1: side(typed.player, typed.partner),
    team_2: side(typed.opponent, typed.opponentPartner),
  };
  const everybody = TEAMS.flatMap((team) => teams[team]);
  const twice = everybody.find(
    (entry, index) => everybody.findIndex(({ id }) => id === entry.id) < index,
  );
  if (twice !== undefined) throw new UserError('same-player', { name: twice.name });
  if (teams.team_1.length !== teams.team_2.length) throw new UserError('too-many-players');
  const categories = everybody.flatMap(({ category }) => category ?? []);
  if (new Set(categories).size > 1) {
    throw new UserError('mixed-categories');
  }
  return teams;
};
