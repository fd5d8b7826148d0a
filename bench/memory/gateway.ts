import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GatewayDispatchEvents, GatewayOpcodes } from 'discord-api-types/v10';
import { WebSocketServer, type WebSocket } from 'ws';
import { BOT_ID, serverData, serverId } from './servers.ts';

/** A Discord that only sends this many servers to each connecting bot. */
export interface ManyServers {
  readonly apiUrl: string;
  readonly close: () => Promise<void>;
}

/** `op` of a bot's first frame. */
const IDENTIFY: number = GatewayOpcodes.Identify;

const user = { id: BOT_ID, username: 'bandeja', discriminator: '0', avatar: null, bot: true };

export const tellOf = async (servers: number): Promise<ManyServers> => {
  const http = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    const limit = { total: 1_000, remaining: 1_000, reset_after: 1_000, max_concurrency: 1 };
    response.end(JSON.stringify({ url: url('ws'), shards: 1, session_start_limit: limit }));
  });
  const sockets = new WebSocketServer({ server: http });

  const url = (protocol: string): string => {
    // `address()` of a listening TCP server is an object.
    const { port } = http.address() as AddressInfo;
    return `${protocol}://127.0.0.1:${port}`;
  };

  const tellAll = async (socket: WebSocket): Promise<void> => {
    let sequence = 0;
    const tell = (t: GatewayDispatchEvents, d: object): Promise<void> => {
      sequence += 1;
      const frame = JSON.stringify({ op: GatewayOpcodes.Dispatch, s: sequence, t, d });
      // One after the other: a socket's buffer would be measured, too.
      return new Promise((sent) => {
        socket.send(frame, () => {
          sent();
        });
      });
    };
    await tell(GatewayDispatchEvents.Ready, {
      v: 10,
      user,
      guilds: Array.from({ length: servers }, (_, index) => ({
        id: serverId(index),
        unavailable: true,
      })),
      session_id: 'measured',
      resume_gateway_url: url('ws'),
      shard: [0, 1],
      application: { id: BOT_ID, flags: 0 },
    });
    for (let index = 0; index < servers; index += 1) {
      await tell(GatewayDispatchEvents.GuildCreate, serverData(index));
    }
  };

  sockets.on('connection', (socket) => {
    socket.on('message', (bytes: Buffer) => {
      // What discord.js sends is well formed.
      const { op } = JSON.parse(bytes.toString('utf8')) as { readonly op: number };
      if (op === IDENTIFY) void tellAll(socket);
      else socket.send(JSON.stringify({ op: GatewayOpcodes.HeartbeatAck }));
    });
    socket.send(JSON.stringify({ op: GatewayOpcodes.Hello, d: { heartbeat_interval: 41_250 } }));
  });
  await once(http.listen(0, '127.0.0.1'), 'listening');

  return {
    apiUrl: `${url('http')}/api`,
    close: async () => {
      for (const socket of sockets.clients) socket.terminate();
      http.close();
      await once(http, 'close');
    },
  };
};
