import type { DirectoryEntry } from '#src/domain/people/directory.ts';
import { pairKey, type PairIds } from '#src/domain/people/pairs.ts';
import type { Directory } from '#src/padel-api/names/directory.ts';
import { createNames, type Names } from '#src/padel-api/names/names.ts';

const NOTHING = {
  shortName: null,
  called: null,
  category: null,
  country: null,
  ranking: null,
  startDate: null,
  endDate: null,
  lastMatchOn: null,
} as const;

/** A player of the directory. */
export const aPlayer = (
  id: number,
  name: string,
  more: Partial<DirectoryEntry> = {},
): DirectoryEntry => ({
  ...NOTHING,
  kind: 'player',
  id,
  name,
  category: 'men',
  country: 'ES',
  ...more,
});

/** A tournament of the directory. */
export const aTournament = (
  id: number,
  name: string,
  startDate: string | null = null,
): DirectoryEntry => ({ ...NOTHING, kind: 'tournament', id, name, country: 'ES', startDate });

/** A pair of the directory, from a match on that day. */
export const aPair = (
  ids: PairIds,
  name: string,
  lastMatchOn: string | null = null,
): DirectoryEntry => ({
  ...NOTHING,
  kind: 'pair',
  id: pairKey(ids),
  name,
  category: 'men',
  lastMatchOn,
});

/** The names of a directory that are stored nowhere. */
export const unstoredNames = (directory: Directory): Names =>
  createNames(directory, { save: () => Promise.resolve(), remove: () => Promise.resolve() });
