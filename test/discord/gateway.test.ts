import { describe, expect, it, onTestFinished } from 'vitest';
import {
  createGateway,
  type GatewayOptions,
  type IdentifyTurn,
} from '#src/discord/gateway/gateway.ts';
import { createServers } from '#src/discord/servers/servers.ts';
import { recommendedShards } from '#src/discord/gateway/shards.ts';
import { ShutdownError } from '#src/lib/shutdown.ts';
import type { LocalDiscord } from '#sandbox/discord/index.ts';
import { BOT } from '#sandbox/discord/guild/accounts.ts';
import { aFastClock } from '../lib/fast-clock.ts';
import { aLog } from '../lib/log.ts';
import { aLocalDiscord, control, GENERAL } from '../../sandbox/test/discord/setup.ts';
import { aRest } from './bot.ts';

/** A gateway that has served nothing yet, and what its servers tell; stopped with the test. */
const aGateway = (local: LocalDiscord, more: Partial<GatewayOptions> = {}) => {
  const servers = createServers({ ownId: BOT.id, now: Date.now });
  const told: string[] = [];
  servers.listen({
    joined: (id) => told.push(`joined ${id}`),
    left: (id) => told.push(`left ${id}`),
    messageCreated: (id) => told.push(`wrote ${id}`),
  });
  const log = aLog();
  const gateway = createGateway({
    apiUrl: local.apiUrl,
    token: local.token,
    invalidRequests: aRest(local).invalidRequests,
    servers,
    dispatch: () => undefined,
    identify: () => Promise.resolve(),
    log,
    ...more,
  });
  onTestFinished(gateway.stop);
  return { gateway, servers, told, log };
};

describe('a shard that is served', () => {
  it('brings its servers, and goes with them, and nobody is told', async () => {
    const local = await aLocalDiscord({ crowd: 20 });
    const { gateway, servers, told } = aGateway(local);
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
    expect(told).toEqual([]);
  });

  it('takes its turn to open a session', async () => {
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

  it('that is left before its turn comes is not connected', async () => {
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
    // Nothing is known of its servers: whoever takes them for left would be wrong.
    expect(await serving).toBe(false);
    expect(gateway.shards()).toEqual([]);
    expect(servers.ids().size).toBe(0);
    expect((await control(local).state()).bot.online).toBe(false);
  });

  it('hears what it missed when its connection was cut, and of no invitation', async () => {
    aFastClock();
    const local = await aLocalDiscord();
    const { gateway, told } = aGateway(local);
    await gateway.serve(0, 1);
    local.cutGateway();
    await control(local).say('general', 'meanwhile');
    await expect.poll(() => told).toEqual([`wrote ${GENERAL}`]);
    await control(local).cut({ forget: true });
    await expect.poll(() => gateway.isConnected()).toBe(false);
    await expect.poll(() => gateway.isConnected(), { timeout: 10_000 }).toBe(true);
    expect(told).toEqual([`wrote ${GENERAL}`]);
  });

  it('tells of invitations and removals', async () => {
    const local = await aLocalDiscord();
    const { gateway, told } = aGateway(local);
    await gateway.serve(0, 1);
    await control(local).remove();
    await control(local).invite();
    const { guildId } = local;
    await expect.poll(() => told).toEqual([`left ${guildId}`, `joined ${guildId}`]);
  });
});

describe('a shard that cannot be served', () => {
  it('because the end has come is not connected', async () => {
    const local = await aLocalDiscord();
    const { gateway } = aGateway(local);
    await gateway.stop();
    await expect(gateway.serve(0, 1)).rejects.toThrow(ShutdownError);
    expect(gateway.shards()).toEqual([]);
    expect((await control(local).state()).bot.online).toBe(false);
  });

  it('with a token that Discord refuses names the variable', async () => {
    const local = await aLocalDiscord();
    const { gateway } = aGateway(local, { token: 'a-wrong.token.indeed' });
    await expect(gateway.serve(0, 1)).rejects.toThrow('DISCORD_TOKEN');
    expect(gateway.shards()).toEqual([]);
  });

  it('where no Discord is names the variable of its address', async () => {
    const local = await aLocalDiscord();
    const { gateway } = aGateway(local, { apiUrl: 'http://127.0.0.1:1/api' });
    await expect(gateway.serve(0, 1)).rejects.toThrow('DISCORD_API_URL');
    expect(gateway.shards()).toEqual([]);
  });
});

it('says so each time that Discord refuses the token, as long as it runs', async () => {
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

it('asks over how many shards Discord wants the servers spread', async () => {
  const local = await aLocalDiscord({ limits: { shards: 40, maxConcurrency: 16 } });
  expect(await recommendedShards(aRest(local).rest)).toBe(40);
});
