import type { Db, Row } from '../connection/schema.ts';

/** A match that is a scheduled event of a server, or that the server refused. */
export type ServerEvent = Readonly<Row<'serverEvents'>>;

/** Of all servers, or of one. */
export const serverEvents = (db: Db, guildId?: string): Promise<readonly ServerEvent[]> => {
  const all = db.selectFrom('serverEvents').selectAll();
  return (guildId === undefined ? all : all.where('guildId', '=', guildId)).execute();
};

export const saveServerEvent = async (db: Db, event: ServerEvent): Promise<void> => {
  await db
    .insertInto('serverEvents')
    .values(event)
    .onConflict((conflict) => conflict.columns(['matchId', 'guildId']).doUpdateSet(event))
    .execute();
};

/** Deletes the server event of a match, as if it had never existed. */
export const deleteServerEvent = async (
  db: Db,
  { matchId, guildId }: Pick<ServerEvent, 'matchId' | 'guildId'>,
): Promise<void> => {
  await db
    .deleteFrom('serverEvents')
    .where((eb) => eb.and({ matchId, guildId }))
    .execute();
};
