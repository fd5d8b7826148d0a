import type { DirectoryEntry, DirectoryKind } from '../../domain/people/directory.ts';
import { hasKey, idsOfPair, pairKey, type PairIds } from '../../domain/people/pairs.ts';
import { normalizedWords, normalizeText } from '../../domain/plain.ts';
import { byTeam, opponentOf, TEAMS, type ByTeam } from '../../domain/terms.ts';
import { Unclear, UserError, type TypedChoice } from '../../errors.ts';
import { partsOf } from '../../lib/text.ts';
import { directoryBeside } from './beside.ts';
import type { Directory } from './directory.ts';
import { hasWords } from './index.ts';
import { namedWords } from './words.ts';

/** Names that are compared, and names that are offered. */
const COMPARED = 100;
const OFFERED = 25;

/** Why no name can be found yet: the names are being loaded, or the service does not respond. */
export const noNamesError = (directory: Directory, kind: DirectoryKind): UserError =>
  directory.fillLevel(kind) === 'unreachable'
    ? new UserError('service-down')
    : new UserError('names-loading', { known: String(directory.size(kind)) });

const chosen = (entries: readonly DirectoryEntry[]): readonly TypedChoice[] =>
  [...new Set(entries)].slice(0, OFFERED).map((entry) => ({
    value: entry.kind === 'pair' ? idsOfPair(entry.id).join('-') : String(entry.id),
    shown: entry,
  }));

interface Found {
  /** What the text names, however many. */
  readonly fitting: readonly DirectoryEntry[];
  /** What it may be meant to name. */
  readonly close: readonly DirectoryEntry[];
}

const foundBy = (directory: Directory, kind: DirectoryKind, typed: string): Found => {
  const ids = kind === 'pair' ? pairIdsIn(typed) : undefined;
  const pair = ids === undefined ? undefined : directory.get('pair', pairKey(ids));
  const exact = pair === undefined ? directory.find(kind, typed) : [pair];
  const { entries, guessed } = directory.search(kind, typed, COMPARED);
  if (exact.length > 0) return { fitting: exact, close: entries };
  // One misspelled word is like many names; two together are like few pairs.
  const isClear = !guessed || (kind === 'pair' && normalizedWords(typed).length > 1);
  return { fitting: isClear ? entries : [], close: entries };
};

/** The place in the ranking; of a pair that of the lower partner. */
const placeOf = (directory: Directory, { kind, id, ranking }: DirectoryEntry): number =>
  kind === 'pair'
    ? Math.max(...idsOfPair(id).map((each) => directory.get('player', each)?.ranking ?? Infinity))
    : (ranking ?? Infinity);

/** The best known is meant within this place, when the next is beyond so many times its own. */
const FAR_AHEAD = { place: 100, times: 3 } as const;

/**
 * Which of several is meant: the only one with the typed words, not just their letters; the one far ahead
 * of its namesakes in the ranking; or the current pair of such a player.
 */
const meantAmong = (
  directory: Directory,
  kind: DirectoryKind,
  typed: string,
  fitting: readonly DirectoryEntry[],
): DirectoryEntry | undefined => {
  const words = namedWords(typed);
  const places = fitting
    .filter((entry) => hasWords(entry, words))
    .map((entry) => ({ entry, place: placeOf(directory, entry) }))
    .sort((a, b) => a.place - b.place);
  const [best, next] = places;
  if (best !== undefined) {
    const isAhead =
      best.place <= FAR_AHEAD.place && (next?.place ?? Infinity) > FAR_AHEAD.times * best.place;
    if (next === undefined || isAhead) return best.entry;
  }
  const player = kind === 'pair' ? namedBy(directory, 'player', typed) : undefined;
  return player === undefined ? undefined : directory.pairsOf(player.id)[0];
};

/** The only one that a text names, or that is meant by it; undefined for none. */
export const namedBy = (
  directory: Directory,
  kind: DirectoryKind,
  typed: string,
): DirectoryEntry | undefined => {
  const { fitting } = foundBy(directory, kind, typed);
  return fitting.length > 1 ? meantAmong(directory, kind, typed, fitting) : fitting[0];
};

interface UnclearName {
  readonly typed: string;
  /** What it may mean, the one that is meant first. */
  readonly choices: readonly TypedChoice[];
  /** The text fits the choices; else they are only similar. */
  readonly isFitting: boolean;
  readonly isFirstMeant: boolean;
}

/** Why a text names nothing yet, with a menu of what it may mean; the only similar name of all is meant. */
export const unclearName = (
  directory: Directory,
  kind: DirectoryKind,
  { typed, choices, isFitting, isFirstMeant }: UnclearName,
): UserError => {
  if (isFitting) return new Unclear('ambiguous-name', { typed, choices, isFirstMeant });
  const areAllKnown = directory.fillLevel(kind) === 'all';
  if (choices.length > 0) {
    const isMeant = isFirstMeant || (areAllKnown && choices.length === 1);
    return new Unclear('did-you-mean', { typed, choices, isFirstMeant: isMeant });
  }
  return areAllKnown
    ? new UserError('unknown-name', { name: typed })
    : new UserError('names-loading', { known: String(directory.size(kind)) });
};

/**
 * The entry that the user named: by id (a choice of autocomplete), by full name, or by a part that only
 * one entry matches; a pair also with typos in its names.
 * @throws Unclear with what may be meant when no entry, or more than one, matches
 */
export const resolveName = (
  directory: Directory,
  kind: DirectoryKind,
  typed: string,
): DirectoryEntry => {
  if (directory.size(kind) === 0) throw noNamesError(directory, kind);
  // Only blanks and signs: an empty search would match everything.
  if (normalizeText(typed) === '') throw new UserError('unknown-name', { name: typed });
  const { fitting, close } = foundBy(directory, kind, typed);
  const [only] = fitting;
  if (only !== undefined && fitting.length === 1) return only;
  const meant = only === undefined ? undefined : meantAmong(directory, kind, typed, fitting);
  throw unclearName(directory, kind, {
    typed,
    choices: chosen([...(meant === undefined ? [] : [meant]), ...fitting, ...close]),
    isFitting: only !== undefined,
    isFirstMeant: meant !== undefined,
  });
};

/** Two player ids of a pair that was chosen from the list: `12-34`. */
const CHOSEN_PAIR = /^(\d{1,9})-(\d{1,9})$/;

const pairIdsIn = (typed: string): PairIds | undefined => {
  const [, one, two] = CHOSEN_PAIR.exec(typed.trim()) ?? [];
  const ids = [Number(one), Number(two)] as const;
  return one !== undefined && hasKey(ids) ? ids : undefined;
};

/** The two players; undefined unless the directory has both. */
const playersWith = (
  directory: Directory,
  ids: readonly [number, number],
): readonly DirectoryEntry[] | undefined => {
  const players = ids.flatMap((id) => directory.get('player', id) ?? []);
  return players.length === 2 ? players : undefined;
};

const chosenPair = (directory: Directory, typed: string): readonly DirectoryEntry[] | undefined => {
  const ids = pairIdsIn(typed);
  return ids === undefined ? undefined : playersWith(directory, ids);
};

const isPartOf = (directory: Directory, kind: DirectoryKind, typed: string): boolean => {
  const { entries, guessed } = directory.search(kind, typed, 1);
  return entries.length > 0 && !guessed;
};

const playersOfPair = (directory: Directory, typed: string): readonly DirectoryEntry[] => {
  const players = playersWith(directory, idsOfPair(resolveName(directory, 'pair', typed).id));
  if (players === undefined) throw new UserError('unknown-name', { name: typed });
  return players;
};

/**
 * The one or two players whom one field names: a player as `resolveName` finds them, or a pair by its
 * name, by both names (`Vega / Lamas`, `vega lamas`), or by the beginning of each. A name that no player
 * has may be misspelled: then known pairs are searched for both names together. Two who never played
 * together are a pair where a sign separates them.
 * @throws UserError when nobody, or more than one player or pair, matches
 */
export const resolveSide = (directory: Directory, typed: string): readonly DirectoryEntry[] => {
  const chosen = chosenPair(directory, typed);
  if (chosen !== undefined) return chosen;
  const halves = partsOf(typed);
  const areTwo = halves.length === 2;
  const names = areTwo ? halves : [typed];
  const isPair =
    (areTwo || !isPartOf(directory, 'player', typed)) && isPartOf(directory, 'pair', typed);
  const isMisspelledPair = (): boolean =>
    (areTwo
      ? names.some((name) => foundBy(directory, 'player', name).fitting.length === 0)
      : foundBy(directory, 'player', typed).close.length === 0) &&
    foundBy(directory, 'pair', typed).fitting.length > 0;
  return isPair || isMisspelledPair()
    ? playersOfPair(directory, typed)
    : names.map((name) => resolveName(directory, 'player', name));
};

/** Whom a field names so far; nobody while the text fits nobody, or several. */
export const namedSoFar = (
  directory: Directory,
  typed: string | null,
): readonly DirectoryEntry[] => {
  if (typed === null) return [];
  try {
    return resolveSide(directory, typed);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const meant = error instanceof Unclear ? error.meant : undefined;
    return meant === undefined ? [] : resolveSide(directory, meant.value);
  }
};

/**
 * The two players whom two fields name: each by their own name, or both together as the only known pair
 * of these names.
 * @throws UserError when nobody, or more than one player, matches, or a field names a pair
 */
export const resolvePartners = (
  directory: Directory,
  ...names: readonly [player: string, partner: string]
): readonly DirectoryEntry[] => {
  const together = names.join(' / ');
  const areClear = names.every((name) => foundBy(directory, 'player', name).fitting.length === 1);
  if (!areClear && foundBy(directory, 'pair', together).fitting.length === 1) {
    return playersOfPair(directory, together);
  }
  const [player, partner] = names;
  const named = resolveSide(directory, player);
  if (named.length > 1) throw new UserError('pair-or-players');
  return [...named, resolveName(directoryBeside(directory, named), 'player', partner)];
};

/** A player alone against a pair means their current pair. */
const withCurrentPartner = (
  directory: Directory,
  side: readonly DirectoryEntry[],
  opponents: readonly DirectoryEntry[],
): readonly DirectoryEntry[] => {
  const [player, partner] = side;
  if (player === undefined || partner !== undefined || opponents.length < 2) return side;
  const isOpponent = (id: number): boolean => opponents.some((opponent) => opponent.id === id);
  const current = directory.pairsOf(player.id).find(({ id }) => !idsOfPair(id).some(isOpponent));
  return (current && playersWith(directory, idsOfPair(current.id))) ?? side;
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
export const resolveTeams = (
  directory: Directory,
  typed: TypedTeams,
): ByTeam<readonly DirectoryEntry[]> => {
  const side = (
    name: string,
    partner: string | null,
    others: readonly DirectoryEntry[],
  ): readonly DirectoryEntry[] => {
    const beside = directoryBeside(directory, others);
    return partner === null ? resolveSide(beside, name) : resolvePartners(beside, name, partner);
  };
  const team_1 = side(typed.player, typed.partner, namedSoFar(directory, typed.opponent));
  const named = { team_1, team_2: side(typed.opponent, typed.opponentPartner, team_1) };
  const teams = byTeam((team) =>
    withCurrentPartner(directory, named[team], named[opponentOf(team)]),
  );
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
