import { expect, it, vi } from 'vitest';
import { createLimiter } from '#src/lib/limiter.ts';
import { ShutdownError } from '#src/lib/shutdown.ts';

/** Runs four pieces of work; returns the number of wakes after each one that ended. */
const wakesAfterEach = async (enough?: number): Promise<readonly number[]> => {
  const wake = vi.fn<() => void>();
  const onError = vi.fn<(error: unknown, name: string) => void>();
  const limiter = createLimiter({ capacity: 4, wake, onError, ...(enough ? { enough } : {}) });
  const pieces = Array.from({ length: 4 }, () => Promise.withResolvers<undefined>());
  for (const [n, { promise }] of pieces.entries()) limiter.launch(`piece ${n}`, () => promise);
  const wakes: number[] = [];
  for (const [n, { resolve, reject }] of pieces.entries()) {
    if (n === 0) reject(new Error('a bug'));
    else resolve(undefined);
    await new Promise((settled) => setImmediate(settled));
    wakes.push(wake.mock.calls.length);
  }
  expect(onError.mock.calls).toMatchObject([[{ message: 'a bug' }, 'piece 0']]);
  expect(limiter.available()).toBe(4);
  return wakes;
};

it('the limiter wakes its launcher when half of its capacity is free, also after a failure', async () => {
  expect(await wakesAfterEach()).toEqual([0, 1, 2, 3]);
});

it('the limiter wakes its launcher when the given capacity is free', async () => {
  expect(await wakesAfterEach(1)).toEqual([1, 2, 3, 4]);
  expect(await wakesAfterEach(4)).toEqual([0, 0, 0, 1]);
});

it('the limiter neither reports work that ended by a shutdown nor wakes its launcher', async () => {
  const onError = vi.fn<(error: unknown, name: string) => void>();
  const wake = vi.fn<() => void>();
  const limiter = createLimiter({ capacity: 4, wake, onError });
  limiter.launch('piece', () => Promise.reject(new ShutdownError('the house closes')));
  await new Promise((settled) => setImmediate(settled));
  expect(limiter.available()).toBe(4);
  expect(onError).not.toHaveBeenCalled();
  expect(wake).not.toHaveBeenCalled();
});

it('the limiter does not launch again what ended while its launcher was reading', async () => {
  const limiter = createLimiter({ capacity: 4, wake: () => undefined, onError: () => undefined });
  const work = vi.fn<() => Promise<void>>(() => Promise.resolve());
  limiter.launch('piece', work);
  limiter.reading();
  await new Promise((settled) => setImmediate(settled));
  limiter.launch('piece', work);
  expect(work).toHaveBeenCalledTimes(1);
  // The next reading is younger than its end.
  limiter.reading();
  limiter.launch('piece', work);
  expect(work).toHaveBeenCalledTimes(2);
});
