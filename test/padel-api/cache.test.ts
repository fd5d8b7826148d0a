import { describe, expect, it, vi } from 'vitest';
import { NotFound, QuotaSpent } from '#src/padel-api/errors.ts';
import { createCache } from '#src/padel-api/request/cache.ts';

const KEY = { path: '/key' };

const FRESH_MS = 1_000;
const STALE_WHILE_REVALIDATE_MS = 3_000;
const STALE_IF_ERROR_MS = 10_000;

/** A cache with a fake clock, in front of a source that returns `1`, `2`, `3` … */
const aCache = () => {
  const clock = { now: 1_000_000, setBack: 0 };
  let reads = 0;
  const read = vi.fn<(question: { readonly path: string }) => Promise<number>>(() => {
    reads += 1;
    return Promise.resolve(reads);
  });
  const cache = createCache<number>(
    {
      freshMs: () => FRESH_MS,
      staleWhileRevalidateMs: () => STALE_WHILE_REVALIDATE_MS,
      staleIfErrorMs: STALE_IF_ERROR_MS,
    },
    read,
    { now: () => clock.now - clock.setBack, monotonic: () => clock.now },
  );
  const value = async (): Promise<number> => (await cache.read(KEY)).value;
  return { clock, read, cache, value };
};

const gone = new NotFound();
const spent = new QuotaSpent(0);

/** Waits for a background refresh. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a cached response', () => {
  it('is read once while it is fresh, and says when it was read', async () => {
    const { clock, cache, read } = aCache();
    const readAt = clock.now;
    await cache.read(KEY);
    clock.now += FRESH_MS - 1;
    expect(await cache.read(KEY)).toEqual({ value: 1, readAt });
    expect(read).toHaveBeenCalledOnce();
  });

  it('is served stale while it is read again', async () => {
    const { clock, cache, read, value } = aCache();
    const readAt = clock.now;
    await value();
    clock.now += FRESH_MS + 1;
    expect(await cache.read(KEY)).toEqual({ value: 1, readAt });
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
    expect(await cache.read(KEY)).toEqual({ value: 1, readAt });
    expect(await value()).toBe(2);
  });

  it('that is much older is served to a caller that gives up; the read serves the next one', async () => {
    const { clock, cache, read, value } = aCache();
    await value();
    clock.now += STALE_WHILE_REVALIDATE_MS + 1;
    const { promise, resolve } = Promise.withResolvers<number>();
    read.mockReturnValueOnce(promise);
    const impatient = new AbortController();
    const waiting = cache.read(KEY, { signal: impatient.signal });
    impatient.abort();
    expect((await waiting).value).toBe(1);
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
    expect((await cache.read(KEY)).value).toBe(2);
    slow.resolve(9);
    await settled();
    expect(await value()).toBe(2);
  });

  it('is kept apart from the responses of other keys', async () => {
    const { cache, read } = aCache();
    read.mockImplementation(({ path }) => Promise.resolve(path.length));
    const [one, two] = await Promise.all([
      cache.read({ path: '/a' }),
      cache.read({ path: '/two', body: [] }),
    ]);
    expect([one.value, two.value]).toEqual([2, 4]);
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
});

describe('a response that is put into the cache', () => {
  it('is served from then on, with its age', async () => {
    const { clock, cache, read } = aCache();
    const readAt = clock.now;
    cache.put(KEY, 7);
    clock.now += FRESH_MS - 1;
    expect(await cache.read(KEY)).toEqual({ value: 7, readAt });
    expect(read).not.toHaveBeenCalled();
  });

  it('neither changes a running read nor is overwritten by it', async () => {
    const { cache, read } = aCache();
    const { promise, resolve } = Promise.withResolvers<number>();
    read.mockReturnValueOnce(promise);
    const waiting = cache.read(KEY);
    cache.put(KEY, 7);
    resolve(3);
    expect((await waiting).value).toBe(3);
    expect((await cache.read(KEY)).value).toBe(7);
  });

  it('is served even when a running read fails', async () => {
    const { cache, read } = aCache();
    const { promise, reject } = Promise.withResolvers<number>();
    read.mockReturnValueOnce(promise);
    const waiting = cache.read(KEY);
    cache.put(KEY, 7);
    reject(new Error('down'));
    await expect(waiting).rejects.toThrow('down');
    expect((await cache.read(KEY)).value).toBe(7);
  });
});

describe('the freshness of a response', () => {
  it('may depend on its value, to the millisecond', async () => {
    let now = 1_000_000;
    const read = vi.fn(() => Promise.resolve(500));
    const cache = createCache<number>(
      {
        freshMs: (value) => value,
        staleWhileRevalidateMs: () => STALE_WHILE_REVALIDATE_MS,
        staleIfErrorMs: STALE_IF_ERROR_MS,
      },
      read,
      { now: () => now, monotonic: () => now },
    );
    await cache.read(KEY);
    now += 499;
    await cache.read(KEY);
    expect(read).toHaveBeenCalledOnce();
    now += 2;
    await cache.read(KEY);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('may be zero, which does not mean forever', async () => {
    let now = 1_000_000;
    const read = vi.fn(() => Promise.resolve(1));
    const cache = createCache<number>(
      { freshMs: () => 0, staleWhileRevalidateMs: () => 0, staleIfErrorMs: 0 },
      read,
      { now: () => now, monotonic: () => now },
    );
    await cache.read(KEY);
    now += 2;
    await cache.read(KEY);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('decides with which priority it is read: that of a waiting person, or of a refresh', async () => {
    const { clock, cache, read } = aCache();
    await cache.read(KEY);
    clock.now += FRESH_MS + 1;
    await cache.read(KEY);
    await settled();
    clock.now += STALE_IF_ERROR_MS + 1;
    await cache.read(KEY);
    expect(read.mock.calls).toEqual([
      [KEY, 'person', undefined],
      [KEY, 'refresh', undefined],
      [KEY, 'person', undefined],
    ]);
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

  it('leaves a running one of a lower priority, which others join and whose response is cached', async () => {
    const { cache, read, value } = aCache();
    const slow = Promise.withResolvers<number>();
    read.mockReturnValueOnce(slow.promise);
    const sync = cache.read(KEY, { priority: 'background' });
    read.mockRejectedValueOnce(down);
    await expect(value()).rejects.toBe(down);
    const joined = cache.read(KEY, { priority: 'names' });
    slow.resolve(9);
    expect([(await sync).value, (await joined).value, await value()]).toEqual([9, 9, 9]);
    expect(read).toHaveBeenCalledTimes(2);
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
    cache.put(KEY, 5);
    clock.now += STALE_WHILE_REVALIDATE_MS + 1;
    read.mockRejectedValueOnce(gone);
    await expect(value()).rejects.toBe(gone);
  });

  it('that means "gone" drops it for everybody, no matter who asked', async () => {
    const { read, cache, value } = aCache();
    await value();
    read.mockRejectedValueOnce(gone);
    await expect(cache.read(KEY, { priority: 'background' })).rejects.toBe(gone);
    expect(await value()).toBe(2);
  });

  it('that means "quota spent" serves the cached response with its age, however old', async () => {
    const { clock, read, cache, value } = aCache();
    const readAt = clock.now;
    await value();
    clock.now += 20 * STALE_IF_ERROR_MS;
    read.mockRejectedValueOnce(spent);
    expect(await cache.read(KEY)).toEqual({ value: 1, readAt });
    read.mockRejectedValueOnce(spent);
    await expect(cache.read({ path: '/another' })).rejects.toBe(spent);
  });

  it('is thrown when the cached response is too old', async () => {
    const { clock, read, value } = aCache();
    await value();
    clock.now += STALE_IF_ERROR_MS + 1;
    read.mockRejectedValueOnce(down);
    await expect(value()).rejects.toBe(down);
  });
});
