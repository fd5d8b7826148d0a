import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ShutdownError } from '#src/lib/shutdown.ts';
import { aStore } from './migrated.ts';
import { setCheckpoint } from '#src/store/processes/checkpoints.ts';
import { writeWithRetry } from '#src/store/connection/with-retry.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a write with retries', () => {
  it('runs once when it succeeds', async () => {
    const act = vi.fn(() => Promise.resolve('done'));
    expect(await writeWithRetry(act)).toBe('done');
    expect(act).toHaveBeenCalledTimes(1);
  });

  it('is retried with growing delays until it succeeds', async () => {
    const tries: number[] = [];
    const begun = Date.now();
    const done = writeWithRetry(() => {
      tries.push(Date.now() - begun);
      if (tries.length < 5) throw new Error('the database is locked');
      return Promise.resolve('done');
    });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await done).toBe('done');
    expect(tries).toEqual([0, 250, 750, 1_750, 3_750]);
  });

  it('is not retried when the database was closed, which is final', async () => {
    const { db, close } = await aStore();
    await close();
    const write = vi.fn(() => setCheckpoint(db, 'schedule-read', 0));
    await expect(writeWithRetry(write)).rejects.toBeInstanceOf(ShutdownError);
    expect(write).toHaveBeenCalledTimes(1);
  });

  it('fails after a minute with the error of the write', async () => {
    const done = writeWithRetry(() => Promise.reject(new Error('the disk is full')));
    const failed = expect(done).rejects.toThrow('the disk is full');
    await vi.advanceTimersByTimeAsync(61_000);
    await failed;
  });
});
