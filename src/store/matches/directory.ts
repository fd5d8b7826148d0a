import { playersOf, type Match } from '../../domain/match/match.ts';
import type { Rating } from '../../domain/people/ratings.ts';
import { DIRECTORY_KINDS, type DirectoryEntry } from '../../domain/people/directory.ts';
import { excluded } from '../connection/queries.ts';
import { prepared } from '../connection/prepared.ts';
import { renamePlayersInMatches } from './players-in-matches.ts';
import { saveRatingChanges, ratingColumns, ratingOf } from './ratings.ts';
import type { Db, Row } from '../connection/schema.ts';

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

const entryOf = ({
  displayName,
  eloHundredths,
  eloSince,
  eloReadAt,
  ...row
}: Row<'directory'>): DirectoryEntry[] => {
  const kind = DIRECTORY_KINDS.find((each) => each === row.kind);
  if (kind === undefined) return [];
  const rating = ratingOf({ eloHundredths, eloSince, eloReadAt });
  return [{ ...row, kind, called: displayName, ...rating }];
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
  const rows = entries.map(({ called, rating, ...entry }) => ({
    ...entry,
    ...ratingColumns(rating),
    displayName: called,
  }));
  await db
    .insertInto('directory')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['kind', 'id']).doUpdateSet(excluded(Object.keys(rows[0] ?? {}))),
    )
    .execute();
  await saveRatingChanges(
    db,
    entries.flatMap(({ id, rating }) => (rating === undefined ? [] : { playerId: id, ...rating })),
  );
};

/** The players by number: mostly the four of a match. */
const countriesQuery = prepared((db, players: Readonly<Record<string, number>>) =>
  db
    .selectFrom('directory')
    .select(['id', 'country'])
    .where('kind', '=', 'player')
    .where('id', 'in', Object.values(players)),
);

export const countriesOfPlayers = async (
  db: Db,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  if (playerIds.length === 0) return new Map();
  const rows = await countriesQuery(db, Object.fromEntries(playerIds.entries()));
  return new Map(rows.flatMap(({ id, country }) => (country === null ? [] : [[id, country]])));
};

/** The stored ratings of everybody in these matches. */
export const ratingsOfPlayersIn = async (
  db: Db,
  matches: readonly Match[],
): Promise<(playerId: number) => Rating | undefined> => {
  const ids = new Set(matches.flatMap(playersOf).map(({ id }) => id));
  const keys = [...ids].map((id) => ({ kind: 'player', id }) as const);
  const ratings = new Map((await directoryEntries(db, keys)).map(({ id, rating }) => [id, rating]));
  return (id) => ratings.get(id);
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
