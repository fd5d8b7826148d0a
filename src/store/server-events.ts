import type { Instant } from '../domain/terms.ts';
import type { Db } from './schema.ts';

/** A match that stands among the events of a server. */
export interface ServerEvent {
  readonly matchId: number;
  readonly guildId: string;
  /** Discord's id of the event; null when it is not to be made, or was deleted there. */
  readonly eventId: string | null;
  /** What Discord shows of it: compared, to see whether it has to be changed. */
  readonly shown: string;
  readonly at: Instant;
}

/** The events of matches, of those that are not over for good. */
export const serverEvents = async (db: Db): Promise<readonly ServerEvent[]> => {
  const rows = await db.selectFrom('server_events').selectAll().execute();
  return rows.map((row) => ({
    matchId: row.match_id,
    guildId: row.guild_id,
    eventId: row.event_id,
    shown: row.shown,
    at: row.at,
  }));
};

/** Notes what a server shows of a match. */
export const noteServerEvent = async (
  db: Db,
  { matchId, guildId, eventId, shown, at }: ServerEvent,
): Promise<void> => {
  const values = { event_id: eventId, shown, at };
  await db
    .insertInto('server_events')
    .values({ match_id: matchId, guild_id: guildId, ...values })
    .onConflict((conflict) => conflict.columns(['match_id', 'guild_id']).doUpdateSet(values))
    .execute();
};
