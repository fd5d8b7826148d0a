import { LRUCache } from 'lru-cache';
import { DIRECTORY_KINDS, type DirectoryEntry } from '../../domain/people/directory.ts';
import type { Category } from '../../domain/terms.ts';
import { prepared } from '../connection/prepared.ts';
import { renamePlayersInMatches } from './players-in-matches.ts';
import { saveRatingChanges, ratingColumns, ratingOf } from './ratings.ts';
import type { Db, Row } from '../connection/schema.ts';

const CATEGORIES: Readonly<Record<string, Category>> = { men: 'men', women: 'women' };

/** All stored names, so that autocomplete works right after a restart. */
export const loadDirectory = async (db: Db): Promise<readonly DirectoryEntry[]> => {
  const rows = await db.selectFrom('directory').selectAll().execute();
  return rows.flatMap(entryOf);
};

export const directoryEntries = async (
  db: Db,
  keys: readonly Pick<DirectoryEntry, 'kind' | 'id'>[],
): Promise<readonly DirectoryEntry[]> => {
  const rows = await Promise.all(
    [...Map.groupBy(keys, ({ kind }) => kind)].map(([kind, those]) =>
      db
        .selectFrom('directory')
        .selectAll()
        .where('kind', '=', kind)
        .where(
          'id',
          'in',
          those.map(({ id }) => id),
        )
        .execute(),
    ),
  );
  return rows.flat().flatMap(entryOf);
};

const entryOf = (row: Row<'directory'>): DirectoryEntry[] => {
  const kind = DIRECTORY_KINDS.find((each) => each === row.kind);
  if (kind === undefined) return [];
  const { id, name, country, ranking, category } = row;
  return [
    {
      kind,
      id,
      name,
      shortName: row.shortName,
      called: row.displayName,
      country,
      ranking,
      startDate: row.startDate,
      endDate: row.endDate,
      lastMatchOn: row.lastMatchOn,
      category: category === null ? null : (CATEGORIES[category] ?? null),
      ...ratingOf(row),
    },
  ];
};

/**
 * Saves names over the stored ones, and each change of a rating.
 * @param renamed what players are called from now on, by id: stored matches call them so, too
 */
export const saveDirectory = async (
  db: Db,
  entries: readonly DirectoryEntry[],
  renamed: ReadonlyMap<number, string> = new Map(),
): Promise<void> => {
  if (entries.length === 0) return;
  await db.transaction().execute(async (tx) => {
    await saveEntries(tx, entries);
    await renamePlayersInMatches(tx, renamed);
  });
};

const saveEntries = async (db: Db, entries: readonly DirectoryEntry[]): Promise<void> => {
  await db
    .insertInto('directory')
    .values(
      entries.map(({ shortName, called, startDate, endDate, lastMatchOn, rating, ...entry }) => ({
        ...entry,
        ...ratingColumns(rating),
        shortName,
        displayName: called,
        startDate,
        endDate,
        lastMatchOn,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['kind', 'id']).doUpdateSet((eb) => ({
        name: eb.ref('excluded.name'),
        shortName: eb.ref('excluded.shortName'),
        displayName: eb.ref('excluded.displayName'),
        category: eb.ref('excluded.category'),
        country: eb.ref('excluded.country'),
        ranking: eb.ref('excluded.ranking'),
        startDate: eb.ref('excluded.startDate'),
        endDate: eb.ref('excluded.endDate'),
        lastMatchOn: eb.ref('excluded.lastMatchOn'),
        eloHundredths: eb.ref('excluded.eloHundredths'),
        eloSince: eb.ref('excluded.eloSince'),
        eloReadAt: eb.ref('excluded.eloReadAt'),
      })),
    )
    .execute();
  await saveRatingChanges(
    db,
    entries.flatMap(({ id, rating }) => (rating === undefined ? [] : { playerId: id, ...rating })),
  );
};

/** One prepared query per number of players. */
const prepareCountries = (count: number) =>
  prepared((db, given) =>
    db
      .selectFrom('directory')
      .select(['id', 'country'])
      .where('kind', '=', 'player')
      .where(
        'id',
        'in',
        Array.from({ length: count }, (_, index) => given(`id${index}`)),
      ),
  );

/** By number of players: mostly the four of a match. */
const countriesQueries = new LRUCache<number, ReturnType<typeof prepareCountries>>({ max: 20 });

export const countriesOfPlayers = async (
  db: Db,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  const count = playerIds.length;
  if (count === 0) return new Map();
  const query = countriesQueries.get(count) ?? prepareCountries(count);
  countriesQueries.set(count, query);
  const rows = await query(db, Object.fromEntries(playerIds.map((id, n) => [`id${n}`, id])));
  return new Map(rows.flatMap(({ id, country }) => (country === null ? [] : [[id, country]])));
};

export const countriesOfIds = async (
  db: Db,
  playerIds: readonly number[],
): Promise<readonly string[]> => [...(await countriesOfPlayers(db, playerIds)).values()];

export const removeFromDirectory = async (
  db: Db,
  keys: readonly Pick<DirectoryEntry, 'kind' | 'id'>[],
): Promise<void> => {
  for (const { kind, id } of keys) {
    await db.deleteFrom('directory').where('kind', '=', kind).where('id', '=', id).execute();
  }
};
