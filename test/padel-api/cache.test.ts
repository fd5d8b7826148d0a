import { describe, expect, it, vi } from 'vitest';
import { createCache } from '#src/padel-api/request/cache.ts';

const FRESH_MS = 1_000;
const STALE_WHILE_REVALIDATE_MS = 3_000;
const STALE_IF_ERROR_MS = 10_000;

/** A cache with a fake clock, in front of a source that returns `1`, `2`, `3` … */
const aCache = () => {
  const clock = { now: 1_000_000, setBack: 0 };
  let reads = 0;
  const read = vi.fn<() => Promise<number>>(() => {
    reads += 1;
    return Promise.resolve(reads);
  });
  const cache = createCache<number>({
    freshMs: () => FRESH_MS,
    staleWhileRevalidateMs: () => STALE_WHILE_REVALIDATE_MS,
    staleIfErrorMs: STALE_IF_ERROR_MS,
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

describe('a cached response', () => {
  it('is read once while it is fresh, and says when it was read', async () => {
    const { clock, cache, read } = aCache();
    const readAt = clock.now;
    await cache.get('key', read);
    clock.now += FRESH_MS - 1;
    expect(await cache.get('key', read)).toEqual({ value: 1, readAt });
    expect(read).toHaveBeenCalledOnce();
  });

  it('is served stale while it is read again', async () => {
    const { clock, cache, read, value } = aCache();
    const readAt = clock.now;
    await value();
    clock.now += FRESH_MS + 1;
    expect(await cache.get('key', read)).toEqual({ value: 1, readAt });
    await settled();
    expect(await value()).toBe(2);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('ages at the same pace when the wall clock is set back', async () => {
    const { clock, value } = aCache();
    await value();
    clock.setBack = 60 * 60_000;
    clock.now += STALE_WHILE_REVALIDATE_MS + 1;
    expect(await value()).toBe(2);
  });

  it('that is much older is read again before it is served', async () => {
    const { clock, value } = aCache();
    await value();
    clock.now += STALE_WHILE_REVALIDATE_MS + 1;
    expect(await value()).toBe(2);
  });

  it('that is much older is served, with its age, when reading it again fails', async () => {
    const { clock, cache, read, value } = aCache();
    const readAt = clock.now;
    await value();
    clock.now += STALE_WHILE_REVALIDATE_MS + 1;
    read.mockRejectedValueOnce(new Error('down'));
    expect(await cache.get('key', read)).toEqual({ value: 1, readAt });
    expect(await value()).toBe(2);
  });

  it('that is much older is served to a caller that gives up; the read serves the next one', async () => {
    const { clock, cache, read, value } = aCache();
    await value();
    clock.now += STALE_WHILE_REVALIDATE_MS + 1;
    const { promise, resolve } = Promise.withResolvers<number>();
    read.mockReturnValueOnce(promise);
    const giveUp = () => Promise.reject(new Error('too long'));
    expect((await cache.get('key', read, giveUp)).value).toBe(1);
    resolve(7);
    await settled();
    expect(await value()).toBe(7);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('that is much older is read separately from a running background refresh', async () => {
    const { clock, cache, read, value } = aCache();
    await value();
    clock.now += FRESH_MS + 1;
    const slow = Promise.withResolvers<number>();
    read.mockReturnValueOnce(slow.promise);
    await value();
    clock.now += STALE_WHILE_REVALIDATE_MS;
    expect((await cache.get('key', read)).value).toBe(2);
    slow.resolve(9);
    await settled();
    expect(await value()).toBe(2);
  });

  it('that is too old is read again before it is served', async () => {
    const { clock, value } = aCache();
    await value();
    clock.now += STALE_IF_ERROR_MS + 1;
    expect(await value()).toBe(2);
  });

  it('is kept apart from the responses of other keys', async () => {
    const { cache } = aCache();
    const [one, two] = await Promise.all([
      cache.get('one', () => Promise.resolve(1)),
      cache.get('two', () => Promise.resolve(2)),
    ]);
    expect([one.value, two.value]).toEqual([1, 2]);
  });
});

describe('identical requests', () => {
  it('share one read when they are made at the same time', async () => {
    const { read, value } = aCache();
    expect(await Promise.all(Array.from({ length: 50 }, value))).toEqual(Array(50).fill(1));
    expect(read).toHaveBeenCalledOnce();
  });

  it('share one refresh when the response is stale', async () => {
    const { clock, read, value } = aCache();
    await value();
    clock.now += FRESH_MS + 1;
    expect(await Promise.all(Array.from({ length: 50 }, value))).toEqual(Array(50).fill(1));
    await settled();
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('share one read when the response is too old', async () => {
    const { clock, read, value } = aCache();
    await value();
    clock.now += STALE_IF_ERROR_MS + 1;
    expect(await Promise.all([value(), value(), value()])).toEqual([2, 2, 2]);
    expect(read).toHaveBeenCalledTimes(2);
  });
});

describe('a response that is put into the cache', () => {
  it('is served from then on, with its age', async () => {
    const { clock, cache, read } = aCache();
    const readAt = clock.now;
    expect(cache.put('key', 7)).toEqual({ value: 7, readAt });
    clock.now += FRESH_MS - 1;
    expect(await cache.get('key', read)).toEqual({ value: 7, readAt });
    expect(read).not.toHaveBeenCalled();
  });

  it('neither changes a running read nor is overwritten by it', async () => {
    const { cache, read } = aCache();
    const { promise, resolve } = Promise.withResolvers<number>();
    const waiting = cache.get('key', () => promise);
    cache.put('key', 7);
    resolve(3);
    expect((await waiting).value).toBe(3);
    expect((await cache.get('key', read)).value).toBe(7);
  });

  it('is served even when a running read fails', async () => {
    const { cache, read } = aCache();
    const { promise, reject } = Promise.withResolvers<number>();
    const waiting = cache.get('key', () => promise);
    cache.put('key', 7);
    reject(new Error('down'));
    await expect(waiting).rejects.toThrow('down');
    expect((await cache.get('key', read)).value).toBe(7);
  });
});

describe('the freshness of a response', () => {
  it('may depend on its value, to the millisecond', async () => {
    let now = 1_000_000;
    const cache = createCache<number>({
      freshMs: (value) => value,
      staleWhileRevalidateMs: () => STALE_WHILE_REVALIDATE_MS,
      staleIfErrorMs: STALE_IF_ERROR_MS,
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

  it('may be zero, which does not mean forever', async () => {
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

  it('tells the read function whether a caller waits or was served the stale response', async () => {
    const { clock, cache } = aCache();
    const read = vi.fn<(isWaited: boolean) => Promise<number>>().mockResolvedValue(1);
    await cache.get('key', read);
    clock.now += FRESH_MS + 1;
    await cache.get('key', read);
    await settled();
    clock.now += STALE_IF_ERROR_MS + 1;
    await cache.get('key', read);
    expect(read.mock.calls).toEqual([[true], [false], [true]]);
  });
});

describe('a failed read', () => {
  const down = new Error('down');

  it('fails for every waiting caller, and is not cached', async () => {
    const { read, value } = aCache();
    read.mockRejectedValueOnce(down);
    const outcomes = await Promise.allSettled([value(), value()]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await value()).toBe(1);
  });

  it('does not drop the cached response', async () => {
    const { clock, read, value } = aCache();
    await value();
    for (const later of [1, 2, 3]) {
      clock.now += FRESH_MS + later;
      read.mockRejectedValueOnce(down);
      expect(await value()).toBe(1);
      await settled();
    }
    clock.now += 1;
    await value();
    await settled();
    expect(await value()).toBe(2);
  });

  it('that means "gone" is thrown and drops the cached response', async () => {
    const { clock, value, cache, read } = aCache();
    await value();
    clock.now += FRESH_MS + 1;
    read.mockRejectedValueOnce(gone);
    expect(await value()).toBe(1);
    await settled();
    read.mockRejectedValueOnce(gone);
    await expect(value()).rejects.toBe(gone);
    cache.put('key', 5);
    clock.now += STALE_WHILE_REVALIDATE_MS + 1;
    read.mockRejectedValueOnce(gone);
    await expect(value()).rejects.toBe(gone);
  });

  it('that means "quota spent" serves the cached response with its age, however old', async () => {
    const { clock, read, cache, value } = aCache();
    const readAt = clock.now;
    await value();
    clock.now += 20 * STALE_IF_ERROR_MS;
    read.mockRejectedValueOnce(spent);
    expect(await cache.get('key', read)).toEqual({ value: 1, readAt });
    read.mockRejectedValueOnce(spent);
    await expect(cache.get('another', read)).rejects.toBe(spent);
  });

  it('is thrown when the cached response is too old', async () => {
    const { clock, read, value } = aCache();
    await value();
    clock.now += STALE_IF_ERROR_MS + 1;
    read.mockRejectedValueOnce(down);
    await expect(value()).rejects.toBe(down);
  });
});
