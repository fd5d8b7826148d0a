import { describe, expect, it } from 'vitest';
import { inTime, Late } from '#src/lib/in-time.ts';

describe('work in time', () => {
  it('is what it comes to', async () => {
    expect(await inTime(Promise.resolve('done'), 60_000)).toBe('done');
    await expect(inTime(Promise.reject(new Error('failed')), 60_000)).rejects.toThrow('failed');
  });

  it('is not waited for any longer', async () => {
    await expect(inTime(new Promise(() => undefined), 5)).rejects.toThrow(Late);
  });

  it('that fails when nobody waits any more disturbs nobody', async () => {
    const { promise, reject } = Promise.withResolvers<never>();
    await expect(inTime(promise, 5)).rejects.toThrow(Late);
    reject(new Error('too late'));
  });
});
