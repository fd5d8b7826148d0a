import { describe, expect, it } from 'vitest';
import { TimeoutError, withTimeout } from '#src/lib/with-timeout.ts';

describe('work in time', () => {
  it('is what it comes to', async () => {
    expect(await withTimeout(Promise.resolve('done'), 60_000)).toBe('done');
    await expect(withTimeout(Promise.reject(new Error('failed')), 60_000)).rejects.toThrow(
      'failed',
    );
  });

  it('is not waited for any longer', async () => {
    await expect(withTimeout(new Promise(() => undefined), 5)).rejects.toThrow(TimeoutError);
  });

  it('that fails when nobody waits any more disturbs nobody', async () => {
    const { promise, reject } = Promise.withResolvers<never>();
    await expect(withTimeout(promise, 5)).rejects.toThrow(TimeoutError);
    reject(new Error('too late'));
  });
});
