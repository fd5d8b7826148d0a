import { fullNameWithDisplayName } from '../../domain/people/display-names.ts';
import type { DirectoryEntry, DirectoryKind } from '../../domain/people/directory.ts';
import { normalizeText } from '../../domain/plain.ts';
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

/**
 * The entry that the user named: by id (a choice of autocomplete), by full name, or by a part that only
 * one entry matches.
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
  const exact = directory.find(kind, typed);
  const close = directory.search(kind, typed, MAX_SUGGESTIONS);
  const fitting = exact.length > 0 ? exact : close.guessed ? [] : close.entries;
  const [only] = fitting;
  if (only !== undefined && fitting.length === 1) return only;
  if (only === undefined && directory.fillLevel(kind) !== 'all') {
    throw notLoadedError(directory, kind, typed, listed(close.entries, dateText));
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

/** The typed names of two sides; partners may be missing. */
interface TypedTeams {
  readonly player: string;
  readonly partner: string | null;
  readonly opponent: string;
  readonly opponentPartner: string | null;
}

/**
 * The two sides that the user named: one player each, or two.
 * @throws UserError when a name is unknown, a player occurs twice, only one side has a partner, or men
 * and women are mixed
 */
export const teamsWithShortNames = (
  directory: Directory,
  typed: TypedTeams,
): ByTeam<readonly DirectoryEntry[]> => {
  const player = (name: string | null): DirectoryEntry[] =>
    name === null ? [] : [withShortNames(directory, 'player', name)];
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
