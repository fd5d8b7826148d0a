import { expect, it, vi } from 'vitest';
import { createLimiter } from '#src/lib/limiter.ts';
import { ShutdownError } from '#src/lib/shutdown.ts';

/** Four at once, and how often somebody was woken after each that was done. */
const wokenAfter = async (enough?: number): Promise<readonly number[]> => {
  const wake = vi.fn<() => void>();
  const onError = vi.fn<(error: unknown, name: string) => void>();
  const limiter = createLimiter({ capacity: 4, wake, onError, ...(enough ? { enough } : {}) });
  const pieces = Array.from({ length: 4 }, () => Promise.withResolvers<undefined>());
  for (const [n, { promise }] of pieces.entries()) limiter.launch(`piece ${n}`, () => promise);
  const woken: number[] = [];
  for (const [n, { resolve, reject }] of pieces.entries()) {
    if (n === 0) reject(new Error('a bug'));
    else resolve(undefined);
    await new Promise((settled) => setImmediate(settled));
    woken.push(wake.mock.calls.length);
  }
  expect(onError.mock.calls).toMatchObject([[{ message: 'a bug' }, 'piece 0']]);
  expect(limiter.available()).toBe(4);
  return woken;
};

it('looks for more when half of the places are free, also after a failure', async () => {
  expect(await wokenAfter()).toEqual([0, 1, 2, 3]);
});

it('looks for more as soon as there is as much room as was asked for', async () => {
  expect(await wokenAfter(1)).toEqual([1, 2, 3, 4]);
  expect(await wokenAfter(4)).toEqual([0, 0, 0, 1]);
});

it('tells nobody of what was stopped, and looks for nothing more: it has not failed', async () => {
  const onError = vi.fn<(error: unknown, name: string) => void>();
  const wake = vi.fn<() => void>();
  const limiter = createLimiter({ capacity: 4, wake, onError });
  limiter.launch('piece', () => Promise.reject(new ShutdownError('the house closes')));
  await new Promise((settled) => setImmediate(settled));
  expect(limiter.available()).toBe(4);
  expect(onError).not.toHaveBeenCalled();
  expect(wake).not.toHaveBeenCalled();
});
