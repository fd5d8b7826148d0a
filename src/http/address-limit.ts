import { LRUCache } from 'lru-cache';
import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

export class AddressRateLimited extends Error {}

interface AddressLimitOptions {
  /** Requests of one address in each window. */
  readonly most: number;
  /** Milliseconds. */
  readonly window: number;
  /**
   * Monotonic milliseconds. @fastify/rate-limit uses the machine's clock: when that is set back by an
   * hour, an address at its limit would be refused for an hour.
   */
  readonly now: () => number;
}

/** Maximum number of counted addresses; beyond it the one with the oldest request is dropped. */
const MAX_ADDRESSES = 5_000;

/**
 * The sender's address: as a trusted proxy names it, else that of the connection. A proxy may pass on
 * any text.
 */
export const addressOf = ({ ip, socket }: FastifyRequest): string =>
  isIP(ip) === 0 ? (socket.remoteAddress ?? '') : ip;

/**
 * Rate limits the routes of a server by address, before the body is read. IPv6 addresses count by their
 * /64 network, since one host has all of it.
 * @throws AddressRateLimited into the error handler, with `Retry-After` set
 */
export const limitAddresses = (
  server: FastifyInstance,
  { most, window, now }: AddressLimitOptions,
): void => {
  const windows = new LRUCache<string, { readonly until: number; readonly count: number }>({
    max: MAX_ADDRESSES,
  });

  server.addHook('onRequest', (request, reply, done) => {
    const network = networkOf(addressOf(request));
    const last = windows.get(network);
    const current =
      last === undefined || now() >= last.until
        ? { until: now() + window, count: 1 }
        : { until: last.until, count: last.count + 1 };
    windows.set(network, current);
    if (current.count <= most) {
      done();
      return;
    }
    reply.header('retry-after', Math.ceil((current.until - now()) / 1_000));
    done(new AddressRateLimited());
  });
};

/** An IPv4 address as a dual-stack socket writes it. */
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

const GROUPS = 8;
const GROUPS_OF_NETWORK = 4;

/**
 * The unit of rate limits: an IPv4 address, or the /64 network of an IPv6 address, since one host has
 * all of it. Any other text is returned unchanged.
 */
export const networkOf = (address: string): string => {
  const [, mapped] = MAPPED.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  if (isIP(address) !== 6) return address;
  const [withoutZone = ''] = address.split('%', 1);
  // Normalized: small letters, no leading zeros, at most one `::`.
  const { hostname } = new URL(`http://[${withoutZone}]`);
  const [head = [], tail = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((groups) => groups.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: GROUPS - head.length - tail.length }, () => '0');
  return `${[...head, ...zeros, ...tail].slice(0, GROUPS_OF_NETWORK).join(':')}::/64`;
};
