import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy to a server whose connections can be interrupted. */
export interface TcpProxy {
  readonly port: number;
  /** Closes every connection, and accepts no new one. */
  readonly cut: () => void;
  /** Passes nothing on in either direction and closes nothing, like a pulled cable. */
  readonly mute: () => void;
  /** Restores the proxy; what was sent while it was muted arrives now. */
  readonly mend: () => void;
  readonly stop: () => Promise<void>;
}

interface Connection {
  readonly client: Socket;
  readonly server: Socket;
}

/** Starts a proxy to the server at `port` of this machine. */
export const startTcpProxy = async (port: number): Promise<TcpProxy> => {
  const connections = new Set<Connection>();
  let state: 'open' | 'cut' | 'muted' = 'open';

  const join = ({ client, server }: Connection): void => {
    client.pipe(server);
    server.pipe(client);
  };

  const separate = ({ client, server }: Connection): void => {
    client.unpipe(server).pause();
    server.unpipe(client).pause();
  };

  const proxy = createServer((client) => {
    if (state === 'cut') {
      client.destroy();
      return;
    }
    const connection = { client, server: connect(port, '127.0.0.1') };
    connections.add(connection);
    for (const socket of [client, connection.server]) {
      // An error is always followed by `close`, which is handled below.
      socket.on('error', () => undefined);
      socket.on('close', () => {
        client.destroy();
        connection.server.destroy();
        connections.delete(connection);
      });
    }
    if (state === 'open') join(connection);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');

  const closeAll = (): void => {
    for (const { client, server } of connections) {
      client.destroy();
      server.destroy();
    }
  };

  return {
    // `address()` of a listening TCP server is an object.
    port: (proxy.address() as AddressInfo).port,
    cut: () => {
      state = 'cut';
      closeAll();
    },
    mute: () => {
      state = 'muted';
      for (const connection of connections) separate(connection);
    },
    mend: () => {
      if (state === 'muted') for (const connection of connections) join(connection);
      state = 'open';
    },
    stop: async () => {
      closeAll();
      proxy.close();
      await once(proxy, 'close');
    },
  };
};
