import SqliteDatabase from 'better-sqlite3';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { Logger } from '#src/lib/logger.ts';
import { SECOND, MINUTE } from '#src/lib/time.ts';
import { randomFrom } from '#sandbox/padel-service/world/random.ts';
import { suffer } from './adversity.ts';
import { again, IS_SHORT, SEED } from './again.ts';
import { openDrivenEvening } from './driven-evening.ts';
import { watchDisk } from './failing-disk.ts';
import { AT_ONCE } from './listeners.ts';
import { noteRow } from './reliability.ts';
import { openVirtualEvening } from './virtual-evening.ts';
import { BEGIN, END } from './world.ts';

const afterwards: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const undo of afterwards.splice(0).reverse()) await undo();
});

/** The code of the SQLite error in a log line; undefined when it has none. */
const failureIn = (details: object): string | undefined =>
  'err' in details && details.err instanceof SqliteDatabase.SqliteError
    ? details.err.code
    : undefined;

describe('the bot with a database that cannot be written', () => {
  it('posts every alert exactly once when the disk is full or read-only for a while', async () => {
    const disk = watchDisk();
    afterwards.push(disk.stop);
    const failures = new Set<string | undefined>();
    const note = (details: object): void => {
      failures.add(failureIn(details));
    };
    const log: Logger = { debug: note, info: note, warn: note, error: note };
    const evening = await openVirtualEvening({}, log);
    afterwards.push(evening.stop);
    await evening.start();
    await evening.time.pass(MINUTE);
    const adversities = [
      { begin: disk.fill, end: disk.makeRoom },
      { begin: disk.protect, end: disk.unprotect },
    ];
    // Each fault is shorter than the five minutes for which Discord knows a nonce: by it a message
    // that was sent but could not be recorded is found.
    const times = await suffer(evening.time, randomFrom(SEED, 'disk'), adversities, {
      lasts: 4 * MINUTE,
      pauses: 2 * MINUTE,
    });
    const verdict = await evening.end();
    expect(verdict, again('storage.test.ts')).toMatchObject({ lost: [], twice: [], wrong: [] });
    expect([...failures]).toEqual(expect.arrayContaining(['SQLITE_FULL', 'SQLITE_READONLY']));
    await noteRow('disk', times, verdict);
  }, 900_000);

  it('posts every alert exactly once when another connection locks it for seconds', async () => {
    const evening = await openDrivenEvening({ listeners: AT_ONCE });
    afterwards.push(evening.stop);
    const other = new SqliteDatabase(evening.world.config.databaseUrl.slice('file:'.length));
    afterwards.push(() => {
      other.close();
    });
    const locks = IS_SHORT ? 1 : 6;
    const steps = 24;
    await evening.start();
    for (let step = 1; step <= steps; step += 1) {
      const isLocked = step % Math.floor(steps / locks) === 1;
      if (isLocked) other.exec('BEGIN IMMEDIATE');
      await evening.goOn(Math.ceil((END - BEGIN) / steps));
      // Longer than the bot waits for the lock.
      if (isLocked) {
        await pause(6 * SECOND);
        other.exec('COMMIT');
      }
      await evening.breathe();
    }
    const verdict = await evening.verdict();
    expect(verdict, again('storage.test.ts')).toMatchObject({ lost: [], twice: [], wrong: [] });
    await noteRow('locked', locks, verdict);
  }, 900_000);
});
