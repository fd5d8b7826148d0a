import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to a server that can be cut. */
export interface TcpProxy {
  readonly port: number;
  /** Closes every connection, and takes no other. */
  readonly cut: () => void;
  /** Lets nothing through in either direction, as when a cable is pulled: nobody is told. */
  readonly mute: () => void;
  /** The way is as it was; what was said meanwhile over a muted one arrives now. */
  readonly mend: () => void;
  readonly stop: () => Promise<void>;
}

interface Connection {
  readonly client: Socket;
  readonly server: Socket;
}

/** Stands between a process and the server at `port` of this machine. */
export const startTcpProxy = async (port: number): Promise<TcpProxy> => {
  const connections = new Set<Connection>();
  let manner: 'open' | 'cut' | 'muted' = 'open';

  const join = ({ client, server }: Connection): void => {
    client.pipe(server);
    server.pipe(client);
  };

  const part = ({ client, server }: Connection): void => {
    client.unpipe(server).pause();
    server.unpipe(client).pause();
  };

  const proxy = createServer((client) => {
    if (manner === 'cut') {
      client.destroy();
      return;
    }
    const connection = { client, server: connect(port, '127.0.0.1') };
    connections.add(connection);
    for (const socket of [client, connection.server]) {
      // A broken connection closes: that is told below.
      socket.on('error', () => undefined);
      socket.on('close', () => {
        client.destroy();
        connection.server.destroy();
        connections.delete(connection);
      });
    }
    if (manner === 'open') join(connection);
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
      manner = 'cut';
      closeAll();
    },
    mute: () => {
      manner = 'muted';
      for (const connection of connections) part(connection);
    },
    mend: () => {
      if (manner === 'muted') for (const connection of connections) join(connection);
      manner = 'open';
    },
    stop: async () => {
      closeAll();
      proxy.close();
      await once(proxy, 'close');
    },
  };
};
