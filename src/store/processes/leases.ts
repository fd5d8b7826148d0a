import {
  SERVER_NOW,
  LIVE_SESSIONS_QUERY,
  applicationName,
  type PostgresSession,
} from '../migrations/postgres-session.ts';

/** A lease expires this long after its last renewal, milliseconds. */
export const LEASE_DURATION_MS = 5_000;

export interface LeaseRow {
  readonly name: string;
  readonly holder: string | null;
  readonly epoch: number;
  /** Milliseconds since it was released or expired; null while it is held. */
  readonly freeFor: number | null;
  /** Data that its holder publishes to the other processes. */
  readonly note: string | null;
}

interface HeldLease {
  readonly name: string;
  readonly epoch: number;
  readonly note?: string | undefined;
}

const IS_EXPIRED = `${SERVER_NOW} >= leases.renewed_at + ${LEASE_DURATION_MS}`;

/** The holder's connection is closed: its process has ended. */
const IS_SESSION_ENDED = `leases.session not in (${LIVE_SESSIONS_QUERY})`;

const MS_SINCE_RELEASED = `case
  when holder is null then ${SERVER_NOW} - renewed_at
  when ${IS_EXPIRED} then ${SERVER_NOW} - renewed_at - ${LEASE_DURATION_MS}
  when ${IS_SESSION_ENDED} then 0 end`;

/** Not renewed for an hour. */
const IS_LONG_EXPIRED = `${SERVER_NOW} >= leases.renewed_at + 3600000`;

/** All leases; those that expired more than an hour ago are left out. */
export const readLeases = ({ query }: PostgresSession): Promise<LeaseRow[]> =>
  query<LeaseRow & { freeFor: number | null }>(
    `select name, holder, epoch, ${MS_SINCE_RELEASED}::int as "freeFor", note from leases
      where not (${IS_LONG_EXPIRED})`,
  );

/**
 * Acquires a free lease. The connections of an expired holder to this database are terminated with it,
 * so that its open transactions roll back even if it wakes up later. Leases that ended processes left
 * behind an hour ago are deleted.
 * @returns its epoch, or null when another process was faster
 */
export const acquireLease = async (
  { query, id }: PostgresSession,
  processId: string,
  name: string,
): Promise<number | null> => {
  const [taken] = await query<{ epoch: number }>(
    `with former as (select holder from leases where name = $1),
     forgotten as (delete from leases where name in (
      select name from leases where name <> $1 and ${IS_LONG_EXPIRED} and ${IS_SESSION_ENDED}
        for update skip locked)),
     taken as (insert into leases (name, holder, epoch, renewed_at, session)
      values ($1, $2, 1, ${SERVER_NOW}, $3)
      on conflict (name) do update set holder = $2, epoch = leases.epoch + 1,
        renewed_at = ${SERVER_NOW}, session = $3, note = null
      where leases.holder is null or ${IS_EXPIRED} or ${IS_SESSION_ENDED}
      returning epoch)
     select epoch, (select count(pg_terminate_backend(pid)) from pg_stat_activity, former
      where datname = current_database() and former.holder <> $2
        and application_name = $4 || former.holder) as ended from taken`,
    [name, processId, id, applicationName('')],
  );
  return taken?.epoch ?? null;
};

/** Renews the leases that have not expired. @returns the names of those still held */
export const renewLeases = async (
  { query }: PostgresSession,
  processId: string,
  held: readonly HeldLease[],
): Promise<ReadonlySet<string>> => {
  const renewed = await query<{ name: string }>(
    `update leases set renewed_at = ${SERVER_NOW}, note = coalesce(held.note, leases.note)
      from unnest($2::text[], $3::bigint[], $4::text[]) as held (name, epoch, note)
      where leases.name = held.name and leases.epoch = held.epoch and leases.holder = $1
        and not (${IS_EXPIRED})
      returning leases.name`,
    [
      processId,
      held.map(({ name }) => name),
      held.map(({ epoch }) => epoch),
      held.map(({ note }) => note ?? null),
    ],
  );
  return new Set(renewed.map(({ name }) => name));
};

/** Releases leases: others can acquire them at once. */
export const releaseLeases = async (
  { query }: PostgresSession,
  processId: string,
  names: readonly string[],
): Promise<void> => {
  await query(
    `update leases set holder = null, renewed_at = ${SERVER_NOW} where holder = $1 and name = any($2)`,
    [processId, names],
  );
};

/** Discord lets one shard of each bucket identify itself in this time, milliseconds. */
const TURN_MS = 5_000;

/** Acquires a turn, of which all processes together have one every five seconds. */
export const acquireTurn = async (
  { query, id }: PostgresSession,
  name: string,
): Promise<boolean> => {
  const taken = await query(
    `insert into leases (name, epoch, renewed_at, session) values ($1, 1, ${SERVER_NOW}, $2)
      on conflict (name) do update set epoch = leases.epoch + 1, renewed_at = ${SERVER_NOW}
      where ${SERVER_NOW} >= leases.renewed_at + ${TURN_MS}
      returning name`,
    [name, id],
  );
  return taken.length > 0;
};
