import { once } from 'node:events';
import { connect } from 'node:net';
import { errorCode } from './error-code.ts';
import { withTimeout } from './with-timeout.ts';

/** Whether another program has a server's port. */
export const isPortTaken = (error: unknown): boolean => errorCode(error) === 'EADDRINUSE';

/** Whether a server's address is not one of this machine. */
export const isForeignAddress = (error: unknown): boolean => errorCode(error) === 'EADDRNOTAVAIL';

/** All addresses of a machine; the IPv6 one includes IPv4. */
const EVERY = { both: '::', ipv4: '0.0.0.0' } as const;

const NO_IPV6: ReadonlySet<string | null> = new Set(['EAFNOSUPPORT', 'EADDRNOTAVAIL']);

/** Listens on a host; without IPv6, `::` means all IPv4 addresses. */
export const listenOn = async <T>(
  host: string,
  listen: (host: string) => Promise<T>,
): Promise<T> => {
  try {
    return await listen(host);
  } catch (error) {
    if (host !== EVERY.both || !NO_IPV6.has(errorCode(error))) throw error;
    return await listen(EVERY.ipv4);
  }
};

/** The origin by which this machine reaches a server on a host. */
export const localOrigin = (host: string, port: number): string => {
  if (host === EVERY.both || host === EVERY.ipv4) return `http://127.0.0.1:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
};

export interface TcpAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * Opens and closes a TCP connection: unlike a WebSocket, it reports why it fails.
 * @throws the system's error (`ECONNREFUSED`, `ENOTFOUND`), or TimeoutError
 */
export const probePort = async ({ host, port }: TcpAddress, timeoutMs: number): Promise<void> => {
  const socket = connect({ host, port });
  try {
    await withTimeout(once(socket, 'connect'), timeoutMs);
  } finally {
    socket.destroy();
  }
};
