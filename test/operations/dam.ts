import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy to a server on this machine that can block data while its connections stay open. */
export interface Dam {
  readonly port: number;
  /** Blocks all data from now on, in both directions, on old and new connections. */
  readonly shut: () => void;
  /** Bytes that were blocked so far. */
  readonly held: () => number;
  readonly stop: () => Promise<void>;
}

export const openDam = async (port: number): Promise<Dam> => {
  const sockets = new Set<Socket>();
  let isShut = false;
  let held = 0;

  const pass = (from: Socket, to: Socket): void => {
    sockets.add(from);
    from.on('data', (bytes) => {
      if (isShut) held += bytes.length;
      else to.write(bytes);
    });
    from.on('error', () => undefined);
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  };

  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    pass(near, far);
    pass(far, near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    // `address()` of a listening TCP server is an object.
    port: (server.address() as AddressInfo).port,
    shut: () => {
      isShut = true;
    },
    held: () => held,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
