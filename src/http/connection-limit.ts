import type { Server } from 'node:http';
import { BlockList, isIP, type DropArgument, type Socket } from 'node:net';
import { networkOf } from './address-limit.ts';

interface ConnectionLimitOptions {
  /** Concurrent connections of one address, and of all together. */
  readonly most: { readonly each: number; readonly all: number };
  /** Proxies (addresses and networks): only the total limit applies to them. */
  readonly trustProxy: readonly string[];
  /** Called for each connection that is closed because of a limit. */
  readonly onExceeded: (address: string) => void;
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

const listOf = (networks: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
};

/**
 * Closes connections above the limit of an address as soon as they open, so that one address cannot use
 * all of them. IPv6 addresses count by their /64 network.
 */
export const limitConnections = (server: Server, options: ConnectionLimitOptions): void => {
  const { most, trustProxy, onExceeded } = options;
  const proxies = listOf(trustProxy);
  const open = new Map<string, number>();

  server.maxConnections = most.all;
  server.on('drop', (refused?: DropArgument) => {
    onExceeded(refused?.remoteAddress ?? '');
  });
  server.on('connection', (socket: Socket) => {
    const { remoteAddress: address = '' } = socket;
    if (isIP(address) !== 0 && proxies.check(address, familyOf(address))) return;
    const network = networkOf(address);
    const count = (open.get(network) ?? 0) + 1;
    open.set(network, count);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
    if (count <= most.each) return;
    socket.destroy();
    onExceeded(address);
  });
};
