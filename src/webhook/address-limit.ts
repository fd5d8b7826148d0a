import { LRUCache } from 'lru-cache';
import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkOf } from './network.ts';

/** One address asks more often than it may. */
export class TooManyRequests extends Error {}

interface AddressLimitOptions {
  /** Requests of one address in each window. */
  readonly most: number;
  /** Milliseconds. */
  readonly window: number;
  /**
   * Monotonic milliseconds. The package for this (@fastify/rate-limit) reads the machine's clock: when
   * that is put back by an hour, whoever was at the limit would be refused for an hour.
   */
  readonly now: () => number;
}

/** Addresses that are counted; beyond them the one that asked longest ago begins anew. */
const REMEMBERED = 5_000;

/**
 * Who sends: the address that a trusted proxy names, else that of the connection. What a proxy passes
 * on unread may be anything, of any length.
 */
export const addressOf = ({ ip, socket }: FastifyRequest): string =>
  isIP(ip) === 0 ? (socket.remoteAddress ?? '') : ip;

/**
 * Refuses requests to the routes of a server above a number for each address, before their body is
 * read. IPv6 addresses count by their /64 network: whoever has one of them has them all.
 * @throws TooManyRequests into its error handler, with `Retry-After` set
 */
export const limitAddresses = (
  server: FastifyInstance,
  { most, window, now }: AddressLimitOptions,
): void => {
  const windows = new LRUCache<string, { readonly until: number; readonly count: number }>({
    max: REMEMBERED,
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
    done(new TooManyRequests());
  });
};
