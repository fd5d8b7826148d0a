import type { REST } from 'discord.js';
import { expect, it, onTestFinished, vi } from 'vitest';
import { SEND_PRIORITIES } from '#src/alerts/delivery/sender.ts';
import { createClient } from '#src/discord/gateway/gateway.ts';
import { createEventWriter } from '#src/discord/rest/event-writer.ts';
import {
  createInvalidRequestCounter,
  type InvalidRequestCounter,
} from '#src/discord/rest/invalid-request-counter.ts';
import { closeRest, createRest } from '#src/discord/rest/rest.ts';
import { createSender } from '#src/discord/rest/sender.ts';
import { aLog } from '../lib/log.ts';
import { aRestServer } from './rest-server.ts';

interface World {
  readonly apiUrl: string;
  readonly token: string;
  readonly invalidRequests: InvalidRequestCounter;
}

const asking = (rest: REST) => {
  onTestFinished(() => {
    closeRest(rest);
  });
  return () => rest.get('/users/@me').catch(() => 'refused');
};

const SURFACES: Readonly<Record<string, (world: World) => () => Promise<unknown>>> = {
  'the sender of alerts': (world) => {
    const sender = createSender({ ...world, now: () => performance.now() });
    onTestFinished(sender.stop);
    return () =>
      sender.inTurn('1', SEND_PRIORITIES.set, (writer) => writer.post({ content: 'x' }, 'nonce'));
  },
  'the writer of scheduled events': (world) => {
    const writer = createEventWriter({
      ...world,
      ownId: () => null,
      mayWrite: () => true,
      blockedForMs: () => 0,
    });
    onTestFinished(writer.stop);
    return () => writer.list('1');
  },
  'the REST client for everything else': (world) => asking(createRest(world)),
  'the client of a shard': ({ apiUrl, token }) => {
    const client = createClient({
      apiUrl,
      shard: { id: 0, count: 1 },
      identify: () => Promise.resolve(),
      onDispatch: () => undefined,
      reconnects: {
        backoff: () => ({ nextDelayMs: () => 0, connected: () => undefined }),
        onReconnect: () => undefined,
        onUnreadable: () => undefined,
        onMalformed: () => undefined,
      },
      interaction: () => undefined,
      onShardingRequired: () => undefined,
      log: aLog(),
    });
    onTestFinished(() => client.destroy());
    return asking(client.rest.setToken(token));
  },
};

it.each(Object.entries(SURFACES))(
  '%s still sends its token after a refusal',
  async (_name, opened) => {
    const server = await aRestServer();
    let at = 0;
    const invalidRequests = createInvalidRequestCounter({ now: () => at });
    const ask = opened({ apiUrl: server.apiUrl, token: 'secret', invalidRequests });
    const refused = ask();
    (await server.next()).answer(401, { code: 0, message: '401: Unauthorized' });
    await refused;
    at += 1_000;
    const again = ask();
    const { answer, authorization } = await Promise.race([
      server.next(),
      again.then((outcome) => {
        throw new Error(`no request was sent: ${JSON.stringify(outcome)}`);
      }),
    ]);
    expect(authorization).toBe('Bot secret');
    answer(200, { id: '901' });
    await again;
  },
);

it.each(Object.entries(SURFACES).filter(([name]) => name !== 'the sender of alerts'))(
  '%s sends a request five minutes after it got a rate limit of a day',
  async (_name, opened) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const server = await aRestServer();
    const invalidRequests = createInvalidRequestCounter({ now: () => 0 });
    const ask = opened({ apiUrl: server.apiUrl, token: 'secret', invalidRequests });
    const refused = ask();
    (await server.next()).answer(
      429,
      { message: 'You are being rate limited.', retry_after: 86_400, global: true },
      { 'retry-after': '86400', 'x-ratelimit-global': 'true' },
    );
    await refused;
    // discord.js adds a little to each limit.
    vi.setSystemTime(Date.now() + 5 * 60_000 + 100);
    const again = ask();
    (await server.next()).answer(200, { id: '901' });
    await again;
  },
);
