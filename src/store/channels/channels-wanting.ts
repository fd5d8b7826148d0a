import { sql } from 'kysely';
import { bitOf, type AlertKind } from '../../domain/alerts/kinds.ts';
import { channelFromRow, type Channel } from './channels.ts';
import type { Db } from '../connection/schema.ts';

export const isKindWanted = async (db: Db, kind: AlertKind): Promise<boolean> => {
  const row = await db
    .selectFrom('channels')
    .select('id')
    .where(sql<number>`kinds & ${sql.lit(bitOf(kind))}`, '!=', 0)
    .where('left_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

export const channelsWanting = async (db: Db, kind: AlertKind): Promise<readonly Channel[]> => {
  const rows = await db
    .selectFrom('channels')
    .selectAll()
    .where(sql<number>`kinds & ${sql.lit(bitOf(kind))}`, '!=', 0)
    .where('left_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(channelFromRow);
};
