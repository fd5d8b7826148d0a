import { describe, expect, it } from 'vitest';
import { TimeoutError, withTimeout } from '#src/lib/with-timeout.ts';

describe('work with a timeout', () => {
  it('keeps its result or error when it ends in time', async () => {
    expect(await withTimeout(Promise.resolve('done'), 60_000)).toBe('done');
    await expect(withTimeout(Promise.reject(new Error('failed')), 60_000)).rejects.toThrow(
      'failed',
    );
  });

  it('is rejected with TimeoutError when it takes longer', async () => {
    await expect(withTimeout(new Promise(() => undefined), 5)).rejects.toThrow(TimeoutError);
  });

  it('causes no unhandled rejection when it fails after the timeout', async () => {
    const { promise, reject } = Promise.withResolvers<never>();
    await expect(withTimeout(promise, 5)).rejects.toThrow(TimeoutError);
    reject(new Error('too late'));
  });
});
