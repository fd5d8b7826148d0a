import { describe, expect, it, vi } from 'vitest';
import { createCache } from '#src/padel-api/request/cache.ts';

const FRESH_FOR = 1_000;
const AT_ONCE_FOR = 3_000;
const SERVED_FOR = 10_000;

/** A cache with a fake clock, in front of a source that returns `1`, `2`, `3` … */
const aCache = () => {
  const clock = { now: 1_000_000, setBack: 0 };
  let reads = 0;
  const read = vi.fn<() => Promise<number>>(() => {
    reads += 1;
    return Promise.resolve(reads);
  });
  const cache = createCache<number>({
    freshMs: () => FRESH_FOR,
    staleWhileRevalidateMs: () => AT_ONCE_FOR,
    staleIfErrorMs: SERVED_FOR,
    now: () => clock.now - clock.setBack,
    monotonic: () => clock.now,
    isGone: (error) => error === gone,
    servesAnyAge: (error) => error === spent,
  });
  const value = async (): Promise<number> => (await cache.get('key', read)).value;
  return { clock, read, cache, value };
};

const gone = new Error('gone');
const spent = new Error('spent');

/** Waits for a background refresh. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('an answer', () => {
  it('is read once while it is fresh, and says when it was read', async () => {
    const { clock, cache, read } = aCache();
    const readAt = clock.now;
    await cache.get('key', read);
    clock.now += FRESH_FOR - 1;
    expect(await cache.get('key', read)).toEqual({ value: 1, readAt });
    expect(read).toHaveBeenCalledOnce();
  });

  it('is served as it was while it is read again', async () => {
    const { clock, cache, read, value } = aCache();
    const readAt = clock.now;
    await value();
    clock.now += FRESH_FOR + 1;
    expect(await cache.get('key', read)).toEqual({ value: 1, readAt });
    await settled();
    expect(await value()).toBe(2);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('grows old at the same pace when the clock of the machine is set back', async () => {
    const { clock, value } = aCache();
    await value();
    clock.setBack = 60 * 60_000;
    clock.now += AT_ONCE_FOR + 1;
    expect(await value()).toBe(2);
  });

  it('is waited for when it is much older: the first to ask gets the new one', async () => {
    const { clock, value } = aCache();
    await value();
    clock.now += AT_ONCE_FOR + 1;
    expect(await value()).toBe(2);
  });

  it('that is much older is served, with its age, when it cannot be read again', async () => {
    const { clock, cache, read, value } = aCache();
    const readAt = clock.now;
    await value();
    clock.now += AT_ONCE_FOR + 1;
    read.mockRejectedValueOnce(new Error('down'));
    expect(await cache.get('key', read)).toEqual({ value: 1, readAt });
    expect(await value()).toBe(2);
  });

  it('that is much older is served to who gives up waiting; the read serves the next one', async () => {
    const { clock, cache, read, value } = aCache();
    await value();
    clock.now += AT_ONCE_FOR + 1;
    const { promise, resolve } = Promise.withResolvers<number>();
    read.mockReturnValueOnce(promise);
    const giveUp = () => Promise.reject(new Error('too long'));
    expect((await cache.get('key', read, giveUp)).value).toBe(1);
    resolve(7);
    await settled();
    expect(await value()).toBe(7);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('is waited for in a read of its own, not in one that is in no hurry', async () => {
    const { clock, cache, read, value } = aCache();
    await value();
    clock.now += FRESH_FOR + 1;
    const slow = Promise.withResolvers<number>();
    read.mockReturnValueOnce(slow.promise);
    await value();
    clock.now += AT_ONCE_FOR;
    expect((await cache.get('key', read)).value).toBe(2);
    slow.resolve(9);
    await settled();
    expect(await value()).toBe(2);
  });

  it('is not served when it is too old: it is waited for', async () => {
    const { clock, value } = aCache();
    await value();
    clock.now += SERVED_FOR + 1;
    expect(await value()).toBe(2);
  });

  it('is kept apart from the answers to other questions', async () => {
    const { cache } = aCache();
    const [one, two] = await Promise.all([
      cache.get('one', () => Promise.resolve(1)),
      cache.get('two', () => Promise.resolve(2)),
    ]);
    expect([one.value, two.value]).toEqual([1, 2]);
  });
});

describe('identical questions', () => {
  it('at the same time are one', async () => {
    const { read, value } = aCache();
    expect(await Promise.all(Array.from({ length: 50 }, value))).toEqual(Array(50).fill(1));
    expect(read).toHaveBeenCalledOnce();
  });

  it('about a stale answer are one refresh', async () => {
    const { clock, read, value } = aCache();
    await value();
    clock.now += FRESH_FOR + 1;
    expect(await Promise.all(Array.from({ length: 50 }, value))).toEqual(Array(50).fill(1));
    await settled();
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('about an answer that is too old are one', async () => {
    const { clock, read, value } = aCache();
    await value();
    clock.now += SERVED_FOR + 1;
    expect(await Promise.all([value(), value(), value()])).toEqual([2, 2, 2]);
    expect(read).toHaveBeenCalledTimes(2);
  });
});

describe('what was read past the cache', () => {
  it('is served from then on, with its age', async () => {
    const { clock, cache, read } = aCache();
    const readAt = clock.now;
    expect(cache.put('key', 7)).toEqual({ value: 7, readAt });
    clock.now += FRESH_FOR - 1;
    expect(await cache.get('key', read)).toEqual({ value: 7, readAt });
    expect(read).not.toHaveBeenCalled();
  });

  it('does not disturb who waits for a read, nor is it lost to that older one', async () => {
    const { cache, read } = aCache();
    const { promise, resolve } = Promise.withResolvers<number>();
    const waiting = cache.get('key', () => promise);
    cache.put('key', 7);
    resolve(3);
    expect((await waiting).value).toBe(3);
    expect((await cache.get('key', read)).value).toBe(7);
  });

  it('does not disturb who waits for a read that fails', async () => {
    const { cache, read } = aCache();
    const { promise, reject } = Promise.withResolvers<number>();
    const waiting = cache.get('key', () => promise);
    cache.put('key', 7);
    reject(new Error('down'));
    await expect(waiting).rejects.toThrow('down');
    expect((await cache.get('key', read)).value).toBe(7);
  });
});

describe('how long an answer is fresh', () => {
  it('may depend on what it is, to the millisecond', async () => {
    let now = 1_000_000;
    const cache = createCache<number>({
      freshMs: (value) => value,
      staleWhileRevalidateMs: () => AT_ONCE_FOR,
      staleIfErrorMs: SERVED_FOR,
      now: () => now,
      monotonic: () => now,
    });
    const read = vi.fn(() => Promise.resolve(500));
    await cache.get('key', read);
    now += 499;
    await cache.get('key', read);
    expect(read).toHaveBeenCalledOnce();
    now += 2;
    await cache.get('key', read);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('may be no time at all, which is not for ever', async () => {
    let now = 1_000_000;
    const cache = createCache<number>({
      freshMs: () => 0,
      staleWhileRevalidateMs: () => 0,
      staleIfErrorMs: 0,
      now: () => now,
      monotonic: () => now,
    });
    const read = vi.fn(() => Promise.resolve(1));
    await cache.get('key', read);
    now += 2;
    await cache.get('key', read);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('is told to whoever reads it again: somebody waits, or was served the old one', async () => {
    const { clock, cache } = aCache();
    const read = vi.fn<(isWaited: boolean) => Promise<number>>().mockResolvedValue(1);
    await cache.get('key', read);
    clock.now += FRESH_FOR + 1;
    await cache.get('key', read);
    await settled();
    clock.now += SERVED_FOR + 1;
    await cache.get('key', read);
    expect(read.mock.calls).toEqual([[true], [false], [true]]);
  });
});

describe('a failed read', () => {
  const down = new Error('down');

  it('fails for everybody who waits, and is not remembered', async () => {
    const { read, value } = aCache();
    read.mockRejectedValueOnce(down);
    const outcomes = await Promise.allSettled([value(), value()]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await value()).toBe(1);
  });

  it('does not drop what we had', async () => {
    const { clock, read, value } = aCache();
    await value();
    for (const later of [1, 2, 3]) {
      clock.now += FRESH_FOR + later;
      read.mockRejectedValueOnce(down);
      expect(await value()).toBe(1);
      await settled();
    }
    clock.now += 1;
    await value();
    await settled();
    expect(await value()).toBe(2);
  });

  it('that says that there is no such thing is told, and drops what we had', async () => {
    const { clock, value, cache, read } = aCache();
    await value();
    clock.now += FRESH_FOR + 1;
    read.mockRejectedValueOnce(gone);
    expect(await value()).toBe(1);
    await settled();
    read.mockRejectedValueOnce(gone);
    await expect(value()).rejects.toBe(gone);
    cache.put('key', 5);
    clock.now += AT_ONCE_FOR + 1;
    read.mockRejectedValueOnce(gone);
    await expect(value()).rejects.toBe(gone);
  });

  it('that says that nothing is asked any more serves what we had, with its age, however old', async () => {
    const { clock, read, cache, value } = aCache();
    const readAt = clock.now;
    await value();
    clock.now += 20 * SERVED_FOR;
    read.mockRejectedValueOnce(spent);
    expect(await cache.get('key', read)).toEqual({ value: 1, readAt });
    read.mockRejectedValueOnce(spent);
    await expect(cache.get('another', read)).rejects.toBe(spent);
  });

  it('is told when what we had is too old', async () => {
    const { clock, read, value } = aCache();
    await value();
    clock.now += SERVED_FOR + 1;
    read.mockRejectedValueOnce(down);
    await expect(value()).rejects.toBe(down);
  });
});
