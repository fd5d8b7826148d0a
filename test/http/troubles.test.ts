import SqliteDatabase from 'better-sqlite3';
import { sql } from 'kysely';
import { closeSync, openSync, writeSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { showStatus } from '#commands/help.ts';
import { databaseFindings } from '#src/doctor/database.ts';
import { clockFinding } from '#src/doctor/machine.ts';
import { openProcesses } from '#src/app/open-processes.ts';
import { createShutdown } from '#src/lib/shutdown.ts';
import { inspectDatabase } from '#src/store/inspection/inspection.ts';
import { openStore, type Db } from '#src/store/connection/database.ts';
import { judgeHealth } from '#src/http/health.ts';
import { createVitals, type Vitals } from '#src/http/vitals.ts';
import { aRequest, aStage } from '../commands/stage.ts';
import { aFastClock } from '../lib/fast-clock.ts';
import { aLog } from '../lib/log.ts';
import { aFolder, aStoreAt } from '../store/database-file.ts';
import { aChannel, aPlayer, follow, NOON } from '../store/rows.ts';
import { aHouse } from './stage.ts';

/** What the status in `/help` and `/health` report about a database. */
const reportsOf = async (db: Db, clockAheadMs = 0) => {
  const house = aHouse(() => ({ clockAheadMs }));
  const vitals: Vitals = await createVitals({
    db,
    botVitals: house,
    now: () => NOON,
    monotonic: () => 0,
  })();
  const { services } = await aStage([]);
  const machine = () => Promise.resolve(vitals);
  const { embeds } = await showStatus(aRequest(), { ...services, db, machine });
  const { ready, parts } = judgeHealth(vitals);
  return { ready, parts, status: embeds?.[0]?.description ?? '' };
};

/** What the doctor reports about it. */
const examined = async (file: string): Promise<string> =>
  databaseFindings(await inspectDatabase(`file:${file}`))
    .map(({ says, next = '' }) => `${says} ${next}`)
    .join('\n');

/** Overwrites a page of an index that `/health` does not read. */
const damage = (file: string): void => {
  const database = new SqliteDatabase(file);
  const page = Number(
    database
      .prepare("select rootpage from sqlite_master where name = 'follows_channel'")
      .pluck()
      .get(),
  );
  const size = Number(database.pragma('page_size', { simple: true }));
  database.close();
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(size, 0x5a), 0, size, (page - 1) * size);
  closeSync(descriptor);
};

const aFilledFile = async () => {
  const file = join(aFolder(), 'bandeja.sqlite');
  const { db, close } = await aStoreAt(file);
  await follow(db, await aChannel(db, 1), aPlayer(1));
  return { file, db, close };
};

describe('the status in /help, /health and the doctor agree on', () => {
  it('a healthy database', async () => {
    const { file, db } = await aFilledFile();
    const { parts, status: words } = await reportsOf(db);
    expect(parts.database).toEqual({ ok: true });
    expect(words).not.toContain('database');
    expect(await examined(file)).not.toContain('damaged');
  });

  it('a full disk', async () => {
    const { db } = await aFilledFile();
    await sql`create table filler (text text)`.execute(db);
    await sql`pragma max_page_count = 1`.execute(db);
    const fill = sql`insert into filler values (zeroblob(4000))`;
    await expect(
      (async () => {
        for (;;) await fill.execute(db);
      })(),
    ).rejects.toThrow('full');
    // A small row may still fit on its page: the trigger makes the write fail on this full disk.
    await sql`create temp trigger no_room before insert on checkpoints begin
      insert into filler values (zeroblob(4000)); end`.execute(db);
    const { ready, parts, status: words } = await reportsOf(db);
    expect(ready).toBe(false);
    expect(parts.database.why).toContain('Its disk is full. Free some space.');
    expect(words).toContain("The disk of the bot's database is full");
  });

  it('a damaged file that is mostly readable', async () => {
    const { file, close } = await aFilledFile();
    await close();
    damage(file);
    const { db } = await aStoreAt(file);
    const { ready, parts, status: words } = await reportsOf(db);
    expect(ready).toBe(false);
    expect(parts.database.why).toContain('The file is damaged. Restore the last backup');
    expect(words).toContain("The bot's database is damaged");
    expect(await examined(file)).toContain('The file is damaged. Restore the last backup');
  });

  it('a file that is damaged while the bot runs, once a query has hit the damage', async () => {
    const { file, db } = await aFilledFile();
    await sql`pragma wal_checkpoint(truncate)`.execute(db);
    await sql`pragma cache_size = 0`.execute(db);
    damage(file);
    expect((await reportsOf(db)).parts.database).toEqual({ ok: true });
    const met = sql`select channel_key from follows where channel_key > 0`.execute(db);
    await expect(met).rejects.toThrow('malformed');
    expect((await reportsOf(db)).parts.database.why).toContain('The file is damaged.');
  });

  it('tables of a later release that migrated while this one runs', async () => {
    const { file, db } = await aFilledFile();
    await sql`insert into kysely_migration (name, timestamp) values ('999-of-tomorrow', '2030')`.execute(
      db,
    );
    const { ready, parts, status: words } = await reportsOf(db);
    expect(ready).toBe(false);
    expect(parts.database.why).toContain('Its tables are from a later release. Run that release');
    expect(words).toContain("The bot's database comes from a newer version");
    expect(await examined(file)).toContain('They are from a later release (999-of-tomorrow).');
  });

  it('a clock that was set back by hours', async () => {
    const { db } = await aFilledFile();
    const back = -3 * 3_600_000;
    const { ready, parts, status: words } = await reportsOf(db, back);
    expect(ready).toBe(false);
    expect(parts.clock.why).toContain('3 h behind');
    expect(words).toContain('off by 180 min');
    expect(clockFinding(back)).toMatchObject({ verdict: 'error', says: 'It is 3 h behind.' });
  });

  it('a PostgreSQL that accepts connections and never responds', async () => {
    aFastClock();
    const mute = createServer(() => undefined).listen(0, '127.0.0.1');
    await new Promise((resolve) => mute.once('listening', resolve));
    onTestFinished(() => void mute.close());
    // `address()` of a listening TCP server is an object.
    const { port } = mute.address() as AddressInfo;
    const databaseUrl = `postgres://bandeja@127.0.0.1:${port}/bandeja`;
    const log = aLog();
    const opened = openProcesses({
      config: { databaseUrl },
      id: 'one',
      shutdown: createShutdown(log),
      log,
    });
    await expect(opened).rejects.toThrow('cannot be opened: it does not answer');
    const never = { kind: 'unusable', cause: new Error('timeout expired') } as const;
    expect(databaseFindings(never)[0]?.says).toBe('It does not answer.');
  });
});

it('a start on tables of a later release fails with its name and what to do', async () => {
  const { file, db, close } = await aFilledFile();
  await sql`insert into kysely_migration (name, timestamp) values ('999-of-tomorrow', '2030')`.execute(
    db,
  );
  await close();
  await expect(openStore(`file:${file}`, aLog())).rejects.toThrow(
    /of a later release \(999-of-tomorrow\): run that release/,
  );
});
