import Pusher from 'pusher';
import { afterEach, describe, expect, it } from 'vitest';
import { SANDBOX_APP } from '#sandbox/realtime/index.ts';
import { startRealtime } from './server.ts';

let running: Awaited<ReturnType<typeof startRealtime>> | null = null;

afterEach(async () => {
  await running?.stop();
  running = null;
});

const start = async (now?: () => number) => {
  running = await startRealtime(now);
  return running;
};

const EVENT = { name: 'point', channels: ['matches.1'], data: '{}' };

/** A URL that the official SDK signed for one body; a test may send another body to it. */
const signed = (body: string, path = '/apps/sandbox/events'): string => {
  const sdk = new Pusher({ ...SANDBOX_APP, cluster: 'eu' });
  return `${path}?${sdk.createSignedQueryString({ method: 'POST', path, body, params: {} })}`;
};

const post = async (url: string, body: string) => {
  const { server } = running ?? (await start());
  const headers = { 'content-type': 'application/json' };
  return server.inject({ method: 'POST', url, headers, body });
};

describe('the publish API', () => {
  it('responds with an empty object', async () => {
    const body = JSON.stringify(EVENT);
    const answer = await post(signed(body), body);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({});
  });

  it('rejects another secret, as the SDK sees it', async () => {
    const { publisher } = await start();
    await expect(publisher('wrong').trigger('matches.1', 'point', {})).rejects.toMatchObject({
      status: 401,
      body: 'Invalid signature',
    });
  });

  it('rejects a body that was changed after it was signed', async () => {
    const answer = await post(
      signed(JSON.stringify(EVENT)),
      JSON.stringify({ ...EVENT, data: '{"forged":true}' }),
    );
    expect(answer.statusCode).toBe(401);
    expect(answer.body).toContain('body_md5');
  });

  it('rejects a timestamp more than ten minutes away from its clock', async () => {
    const { publisher } = await start(() => Date.now() + 601_000);
    await expect(publisher().trigger('matches.1', 'point', {})).rejects.toMatchObject({
      status: 401,
      body: expect.stringContaining('Timestamp expired') as string,
    });
  });

  it('does not know other applications', async () => {
    const body = JSON.stringify(EVENT);
    const answer = await post(signed(body, '/apps/other/events'), body);
    expect(answer.statusCode).toBe(404);
  });

  it.each([
    ['no channel', { name: 'point', data: '{}' }, 400],
    ['a bad channel name', { ...EVENT, channels: ['a b'] }, 400],
    ['data that is not text', { ...EVENT, data: { score: 1 } }, 400],
    ['data beyond 10 kB', { ...EVENT, data: 'x'.repeat(10_241) }, 413],
  ])('rejects %s', async (_reason, event, status) => {
    const body = JSON.stringify(event);
    expect((await post(signed(body), body)).statusCode).toBe(status);
  });

  it('rejects a body that is not JSON', async () => {
    expect((await post(signed('{'), '{')).statusCode).toBe(400);
  });
});
