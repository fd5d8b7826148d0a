import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { IdentifyTurn } from '#src/discord/gateway/connection.ts';
import { createGateway, type GatewayOptions } from '#src/discord/gateway/gateway.ts';
import { createServers } from '#src/discord/servers/servers.ts';
import { recommendedShards } from '#src/discord/gateway/login.ts';
import { ShutdownError } from '#src/lib/shutdown.ts';
import type { LocalDiscord } from '#sandbox/discord/index.ts';
import { BOT } from '#sandbox/discord/guild/accounts.ts';
import { aFastClock } from '../lib/fast-clock.ts';
import { aLog } from '../lib/log.ts';
import { aLocalDiscord, control, GENERAL } from '../../sandbox/test/discord/setup.ts';
import { aRest } from './bot.ts';

/** A gateway that serves no shard yet, and the events of its servers; stopped with the test. */
const aGateway = (
  local: Pick<LocalDiscord, 'apiUrl' | 'token'>,
  more: Partial<GatewayOptions> = {},
) => {
  const servers = createServers({ ownId: BOT.id, now: Date.now });
  const events: string[] = [];
  servers.listen({
    joined: (id) => events.push(`joined ${id}`),
    left: (id) => events.push(`left ${id}`),
    messageCreated: (id) => events.push(`wrote ${id}`),
  });
  const log = aLog();
  const gateway = createGateway({
    ...aRest(local),
    token: local.token,
    servers,
    dispatch: () => undefined,
    identify: () => Promise.resolve(),
    log,
    ...more,
  });
  onTestFinished(gateway.stop);
  return { gateway, servers, events, log };
};

describe('a shard that is served', () => {
  it('adds its servers and removes them again, without events', async () => {
    const local = await aLocalDiscord({ crowd: 20 });
    const { gateway, servers, events } = aGateway(local);
    expect(await gateway.serve(0, 2)).toBe(true);
    const ofFirst = servers.ids();
    await gateway.serve(1, 2);
    expect(gateway.shards()).toEqual([0, 1]);
    expect(gateway.isConnected()).toBe(true);
    expect(servers.ids().size).toBe(21);
    await gateway.leave(1);
    expect(gateway.shards()).toEqual([0]);
    expect(servers.ids()).toEqual(ofFirst);
    await gateway.serve(1, 2);
    expect(servers.ids().size).toBe(21);
    expect(events).toEqual([]);
  });

  it('asks once for its turn to identify', async () => {
    const local = await aLocalDiscord({ limits: { maxConcurrency: 16 } });
    const turns: [number, number][] = [];
    const identify: IdentifyTurn = (shardId, maxConcurrency) => {
      turns.push([shardId, maxConcurrency]);
      return Promise.resolve();
    };
    const { gateway } = aGateway(local, { identify });
    await Promise.all([gateway.serve(2, 4), gateway.serve(2, 4)]);
    expect(turns).toEqual([[2, 16]]);
  });

  it('is not connected when it is left before its turn', async () => {
    aFastClock();
    const local = await aLocalDiscord();
    const { promise: asked, resolve } = Promise.withResolvers<AbortSignal>();
    const { gateway, servers } = aGateway(local, {
      identify: (_shardId, _maxConcurrency, signal) => {
        resolve(signal);
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            reject(new Error('the turn was given up'));
          });
        });
      },
    });
    const serving = gateway.serve(0, 1);
    await asked;
    expect(gateway.isConnected()).toBe(false);
    await gateway.leave(0);
    // False: its servers are unknown, and must not be taken for servers that the bot has left.
    expect(await serving).toBe(false);
    expect(gateway.shards()).toEqual([]);
    expect(servers.ids().size).toBe(0);
    expect((await control(local).state()).bot.online).toBe(false);
  });

  it('gets what it missed while its connection was cut, and reports no join', async () => {
    aFastClock();
    const local = await aLocalDiscord();
    const { gateway, events } = aGateway(local);
    await gateway.serve(0, 1);
    local.cutGateway();
    await control(local).say('general', 'meanwhile');
    await expect.poll(() => events).toEqual([`wrote ${GENERAL}`]);
    await control(local).cut({ forget: true });
    await expect.poll(() => gateway.isConnected()).toBe(false);
    await expect.poll(() => gateway.isConnected(), { timeout: 10_000 }).toBe(true);
    expect(events).toEqual([`wrote ${GENERAL}`]);
  });

  it('reports that the bot has joined or left a server', async () => {
    const local = await aLocalDiscord();
    const { gateway, events } = aGateway(local);
    await gateway.serve(0, 1);
    await control(local).remove();
    await control(local).invite();
    const { guildId } = local;
    await expect.poll(() => events).toEqual([`left ${guildId}`, `joined ${guildId}`]);
  });
});

describe('a shard that cannot be served', () => {
  it('because the gateway has stopped is not connected', async () => {
    const local = await aLocalDiscord();
    const { gateway } = aGateway(local);
    await gateway.stop();
    await expect(gateway.serve(0, 1)).rejects.toThrow(ShutdownError);
    expect(gateway.shards()).toEqual([]);
    expect((await control(local).state()).bot.online).toBe(false);
  });

  it('because Discord refuses the token names DISCORD_TOKEN', async () => {
    const local = await aLocalDiscord();
    const { gateway } = aGateway({ ...local, token: 'a-wrong.token.indeed' });
    await expect(gateway.serve(0, 1)).rejects.toThrow('DISCORD_TOKEN');
    expect(gateway.shards()).toEqual([]);
  });

  it('because no Discord is at the address names DISCORD_API_URL', async () => {
    const { gateway } = aGateway({ apiUrl: 'http://127.0.0.1:1/api', token: 'a.b.c' });
    await expect(gateway.serve(0, 1)).rejects.toThrow('DISCORD_API_URL');
    expect(gateway.shards()).toEqual([]);
  });
});

it('says that a shard has too many servers, not that the token is wrong', async () => {
  const local = await aLocalDiscord({ crowd: 20, limits: { serversPerShard: 15 } });
  const { gateway, log } = aGateway(local);
  const serving = gateway.serve(0, 1);
  expect(await gateway.shardingRequired).toBe(1);
  expect(await serving).toBe(false);
  expect(log.lines.join()).not.toContain('DISCORD_TOKEN');
});

it('logs that Discord refuses the token, until the gateway stops', async () => {
  const local = await aLocalDiscord();
  const { invalidRequests } = aRest(local);
  const { gateway, log } = aGateway(local, { invalidRequests });
  const said = ['error Discord refuses DISCORD_TOKEN, alerts paused, retrying: was it reset?'];
  invalidRequests.countTokenResponse(401);
  expect(log.lines).toEqual(said);
  await gateway.stop();
  invalidRequests.countTokenResponse(200);
  invalidRequests.countTokenResponse(401);
  expect(log.lines).toEqual(said);
});

it('reads the number of shards that Discord recommends', async () => {
  const local = await aLocalDiscord({ limits: { shards: 40, maxConcurrency: 16 } });
  expect(await recommendedShards(aRest(local).rest)).toBe(40);
});

it.each(['{"op":10}', '{"op":9}', '{"op":0,"t":"READY","s":1}'])(
  'survives the malformed frame %s: reconnects, and logs it',
  async (frame) => {
    aFastClock({ speed: 20, clocks: ['performance'] });
    const local = await aLocalDiscord();
    const { gateway, events, log } = aGateway(local);
    await gateway.serve(0, 1);
    await control(local).frame(frame);
    await expect.poll(() => log.lines).toContain('warn gateway frame malformed, reconnecting');
    await expect.poll(gateway.isConnected, { timeout: 10_000 }).toBe(true);
    await control(local).say('general', 'still there?');
    await expect.poll(() => events).toContain(`wrote ${GENERAL}`);
  },
);

it.each([
  ...['5', 'null', '[]', '{', '{"op":77}', '{"op":0}', '{"op":0,"t":"MESSAGE_CREATE","s":9}'],
  ...['{"op":10,"d":{}}', '{"op":10,"d":{"heartbeat_interval":"soon"}}'],
  ...['{"op":10,"d":{"heartbeat_interval":0}}', '{"op":10,"d":{"heartbeat_interval":1e12}}'],
])('goes on after the frame %s', async (frame) => {
  aFastClock({ speed: 20, clocks: ['performance'] });
  const local = await aLocalDiscord();
  const { gateway, events } = aGateway(local);
  await gateway.serve(0, 1);
  await control(local).frame(frame);
  const heard = async (): Promise<readonly string[]> => {
    await control(local).say('general', 'still there?');
    return events;
  };
  await expect.poll(heard, { timeout: 10_000 }).toContain(`wrote ${GENERAL}`);
  await expect.poll(gateway.isConnected, { timeout: 10_000 }).toBe(true);
});

it('connects after a first frame that is malformed', async () => {
  let isFirst = true;
  const local = await aLocalDiscord();
  const { gateway, log } = aGateway(local, {
    identify: async () => {
      // The shard has got its Hello.
      if (isFirst) await control(local).frame('{"op":10}');
      isFirst = false;
    },
  });
  expect(await gateway.serve(0, 1)).toBe(true);
  expect(log.lines).toContain('warn gateway frame malformed, reconnecting');
});

/** A Discord that passes each connection to its gateway to the test. */
const aCutDiscord = async (upgrade: (socket: Duplex) => void): Promise<string> => {
  const server = createServer((_request, response) => {
    const { port } = server.address() as AddressInfo;
    const session_start_limit = { total: 9, remaining: 9, reset_after: 1_000, max_concurrency: 1 };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ url: `ws://127.0.0.1:${port}`, shards: 1, session_start_limit }));
  });
  server.on('upgrade', (_request: IncomingMessage, socket: Duplex) => {
    upgrade(socket);
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}/api`;
};

it('stops while it connects, even if the gateway then refuses the connection', async () => {
  let ended: Promise<void> | undefined;
  const apiUrl = await aCutDiscord((socket) => {
    // Stops first: an error after that must be handled by the gateway itself.
    ended = gateway.stop();
    socket.destroy();
  });
  const { gateway } = aGateway({ apiUrl, token: 'a.b.c' });
  void gateway.serve(0, 1).catch(() => undefined);
  await expect.poll(() => ended !== undefined).toBe(true);
  await ended;
});

it('reconnects with a growing delay and one warning when connections are cut', async () => {
  aFastClock({ speed: 5, clocks: ['performance'] });
  const calls: number[] = [];
  const apiUrl = await aCutDiscord((socket) => {
    calls.push(performance.now());
    socket.destroy();
  });
  const { gateway, log } = aGateway({ apiUrl, token: 'a.b.c' }, { random: () => 0.5 });
  void gateway.serve(0, 1).catch(() => undefined);
  // @discordjs/ws alone waits half a second each time.
  await expect.poll(() => calls, { timeout: 10_000 }).toHaveLength(4);
  const [, second = 0, third = 0, fourth = 0] = calls;
  expect(third - second).toBeGreaterThan(1_200);
  expect(fourth - third).toBeGreaterThan(1_900);
  const lost = 'warn gateway connection lost, reconnecting';
  expect(log.lines.filter((line) => line === lost)).toHaveLength(1);
  expect(log.lines.length).toBeLessThan(4);
});
