import { SERVER_EVENT_STATUSES, type ServerEventStatus } from '../../domain/alerts/server-event.ts';
import type { Instant } from '../../domain/terms.ts';
import type { Db, Row } from '../connection/schema.ts';

/** A match that is a scheduled event of a server, or that the server refused. */
export interface ServerEvent {
  readonly matchId: number;
  readonly guildId: string;
  /** Discord's id of the event; null when it must not be created, or was deleted there. */
  readonly eventId: string | null;
  readonly status: ServerEventStatus | 'refused';
  /** What Discord shows of it: compared, to see whether an update is needed. */
  readonly shown: string;
  readonly at: Instant;
}

const eventOf = (row: Row<'serverEvents'>): ServerEvent => ({
  matchId: row.matchId,
  guildId: row.guildId,
  eventId: row.eventId,
  status: SERVER_EVENT_STATUSES.find((each) => each === row.status) ?? 'refused',
  shown: row.shown,
  at: row.at,
});

export const serverEvents = async (db: Db): Promise<readonly ServerEvent[]> =>
  (await db.selectFrom('serverEvents').selectAll().execute()).map(eventOf);

export const saveServerEvent = async (
  db: Db,
  { matchId, guildId, eventId, status, shown, at }: ServerEvent,
): Promise<void> => {
  const values = { eventId, status, shown, at };
  await db
    .insertInto('serverEvents')
    .values({ matchId, guildId, ...values })
    .onConflict((conflict) => conflict.columns(['matchId', 'guildId']).doUpdateSet(values))
    .execute();
};

/** Deletes the server event of a match, as if it had never existed. */
export const deleteServerEvent = async (
  db: Db,
  { matchId, guildId }: Pick<ServerEvent, 'matchId' | 'guildId'>,
): Promise<void> => {
  await db
    .deleteFrom('serverEvents')
    .where('matchId', '=', matchId)
    .where('guildId', '=', guildId)
    .execute();
};
