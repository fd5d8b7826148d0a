import { nameWithCalled } from '../domain/called-names.ts';
import type { DirectoryEntry, DirectoryKind } from '../domain/directory.ts';
import { plain } from '../domain/plain.ts';
import { TEAMS, type ByTeam } from '../domain/terms.ts';
import { UserError, type Problem } from '../errors.ts';
import type { Directory } from './directory.ts';

const MAX_SUGGESTIONS = 4;

const UNKNOWN: Readonly<Record<DirectoryKind, Problem>> = {
  player: 'unknown-player',
  pair: 'unknown-pair',
  tournament: 'unknown-tournament',
};

/** How a local date is written; as the service does, unless told otherwise. */
type DateText = (date: string) => string;

const listed = (entries: readonly DirectoryEntry[], dateText: DateText): string =>
  entries
    .map((entry) => {
      const { startDate } = entry;
      const name = nameWithCalled(entry);
      return startDate === null ? name : `${name} (${dateText(startDate)})`;
    })
    .join(', ');

/** Why nobody can be named yet: the names are being read, or those who have them do not answer. */
export const noNames = (directory: Directory, kind: DirectoryKind): UserError =>
  new UserError(directory.known(kind) === 'unreachable' ? 'service-down' : 'directory-empty');

/** A name may be unknown because it has not been read yet, or mistyped. */
const tooEarly = (
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

/**
 * The one that was meant: chosen from the list (an id), named in full, or named so that only one
 * fits.
 * @throws UserError when nobody, or more than one, is called that.
 */
export const named = (
  directory: Directory,
  kind: DirectoryKind,
  typed: string,
  dateText: DateText = (date) => date,
): DirectoryEntry => {
  if (directory.size(kind) === 0) throw noNames(directory, kind);
  // Nothing but blanks and signs: nobody is called that, although a search for nothing finds all.
  if (plain(typed) === '') throw new UserError(UNKNOWN[kind], { name: typed });
  const exact = directory.find(kind, typed);
  const close = directory.search(kind, typed, MAX_SUGGESTIONS);
  const fitting = exact.length > 0 ? exact : close.guessed ? [] : close.entries;
  const [only] = fitting;
  if (only !== undefined && fitting.length === 1) return only;
  if (only === undefined && directory.known(kind) !== 'all') {
    throw tooEarly(directory, kind, typed, listed(close.entries, dateText));
  }
  if (only !== undefined) {
    const suggestions = listed(fitting.slice(0, MAX_SUGGESTIONS), dateText);
    throw new UserError('ambiguous-name', { name: typed, suggestions });
  }
  if (kind === 'player' && close.entries.length > 0) {
    const suggestions = listed(close.entries, dateText);
    throw new UserError('unknown-player-suggestions', { name: typed, suggestions });
  }
  throw new UserError(UNKNOWN[kind], { name: typed });
};

/** What was typed for the two sides of a question; partners may be missing. */
interface TypedTeams {
  readonly player: string;
  readonly partner: string | null;
  readonly opponent: string;
  readonly opponentPartner: string | null;
}

/**
 * The two sides that were meant: one player each, or two.
 * @throws UserError when a name is unknown, a player stands twice, one side has a partner and the
 * other has none, or men and women are mixed.
 */
export const namedTeams = (
  directory: Directory,
  typed: TypedTeams,
): ByTeam<readonly DirectoryEntry[]> => {
  const player = (name: string | null): DirectoryEntry[] =>
    name === null ? [] : [named(directory, 'player', name)];
  const teams = {
    team_1: [...player(typed.player), ...player(typed.partner)],
    team_2: [...player(typed.opponent), ...player(typed.opponentPartner)],
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
