import type { DirectoryEntry } from '#src/domain/people/directory.ts';
import { pairKey, type PairIds } from '#src/domain/people/pairs.ts';

/** A player of the directory. */
export const aPlayer = (
  id: number,
  name: string,
  more: Partial<DirectoryEntry> = {},
): DirectoryEntry => ({
  kind: 'player',
  id,
  name,
  shortName: null,
  called: null,
  category: 'men',
  country: 'ES',
  ranking: null,
  startDate: null,
  endDate: null,
  lastMatchOn: null,
  ...more,
});

/** A tournament of the directory. */
export const aTournament = (
  id: number,
  name: string,
  startDate: string | null = null,
): DirectoryEntry => ({
  kind: 'tournament',
  id,
  name,
  shortName: null,
  called: null,
  category: null,
  country: 'ES',
  ranking: null,
  startDate,
  endDate: null,
  lastMatchOn: null,
});

/** A pair of the directory, from a match on that day. */
export const aPair = (
  ids: PairIds,
  name: string,
  lastMatchOn: string | null = null,
): DirectoryEntry => ({
  kind: 'pair',
  id: pairKey(ids),
  name,
  shortName: null,
  called: null,
  category: 'men',
  country: null,
  ranking: null,
  startDate: null,
  endDate: null,
  lastMatchOn,
});
