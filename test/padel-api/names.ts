import type { DirectoryEntry } from '#src/domain/directory.ts';

/** A player of the directory. */
export const aPlayer = (
  id: number,
  name: string,
  more: Partial<DirectoryEntry> = {},
): DirectoryEntry => ({
  kind: 'player',
  id,
  name,
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
  category: null,
  country: 'ES',
  ranking: null,
  startDate,
  endDate: null,
  lastMatchOn: null,
});
