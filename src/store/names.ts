import type { DirectoryEntry, DirectoryKind } from '../domain/directory.ts';
import type { Category } from '../domain/terms.ts';
import type { Db, Row } from './schema.ts';

const KINDS: Readonly<Record<string, DirectoryKind>> = {
  player: 'player',
  tournament: 'tournament',
};
const CATEGORIES: Readonly<Record<string, Category>> = { men: 'men', women: 'women' };

/** All names that were kept, so that a restart can complete them at once. */
export const loadDirectory = async (db: Db): Promise<readonly DirectoryEntry[]> => {
  const rows = await db.selectFrom('directory').selectAll().execute();
  return rows.flatMap(entryOf);
};

const entryOf = (row: Row<'directory'>): DirectoryEntry[] => {
  const kind = KINDS[row.kind];
  if (kind === undefined) return [];
  const { id, name, country, ranking, category, start_date: startDate, end_date: endDate } = row;
  return [
    {
      kind,
      id,
      name,
      country,
      ranking,
      startDate,
      endDate,
      category: category === null ? null : (CATEGORIES[category] ?? null),
    },
  ];
};

/** Keeps names, over what was kept of them before. */
export const saveDirectory = async (db: Db, entries: readonly DirectoryEntry[]): Promise<void> => {
  if (entries.length === 0) return;
  await db
    .insertInto('directory')
    .values(
      entries.map(({ kind, id, name, category, country, ranking, startDate, endDate }) => ({
        kind,
        id,
        name,
        category,
        country,
        ranking,
        start_date: startDate,
        end_date: endDate,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['kind', 'id']).doUpdateSet((eb) => ({
        name: eb.ref('excluded.name'),
        category: eb.ref('excluded.category'),
        country: eb.ref('excluded.country'),
        ranking: eb.ref('excluded.ranking'),
        start_date: eb.ref('excluded.start_date'),
        end_date: eb.ref('excluded.end_date'),
      })),
    )
    .execute();
};
