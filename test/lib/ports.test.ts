import { describe, expect, it } from 'vitest';
import { listenOn, localOrigin } from '#src/lib/ports.ts';

/** Listens on a machine that has these hosts; resolves to the host, or fails with the code. */
const onMachine =
  (hosts: readonly string[], code: string) =>
  (host: string): Promise<string> =>
    hosts.includes(host)
      ? Promise.resolve(host)
      : Promise.reject(Object.assign(new Error(host), { code }));

describe('listening on every address', () => {
  it('covers IPv6 and IPv4 where there are both', async () => {
    expect(await listenOn('::', onMachine(['::', '0.0.0.0'], ''))).toBe('::');
  });

  it.each(['EAFNOSUPPORT', 'EADDRNOTAVAIL'])(
    'covers IPv4 where there is no IPv6: %s',
    async (code) => {
      expect(await listenOn('::', onMachine(['0.0.0.0'], code))).toBe('0.0.0.0');
    },
  );

  it.each([
    ['::', 'EADDRINUSE'],
    ['::1', 'EADDRNOTAVAIL'],
  ])('does not replace %s when that fails for another reason: %s', async (host, code) => {
    await expect(listenOn(host, onMachine(['0.0.0.0'], code))).rejects.toThrow(host);
  });
});

it.each([
  ['::', 'http://127.0.0.1:3000'],
  ['0.0.0.0', 'http://127.0.0.1:3000'],
  ['127.0.0.1', 'http://127.0.0.1:3000'],
  ['10.0.0.7', 'http://10.0.0.7:3000'],
  ['::1', 'http://[::1]:3000'],
])('a server on %s is reachable from this machine at %s', (host, origin) => {
  expect(localOrigin(host, 3000)).toBe(origin);
});
