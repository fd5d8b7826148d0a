import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { PadelService } from '#sandbox/padel-service/index.ts';
import { EVENT_NAMES } from '#sandbox/padel-service/webhooks/event-names.ts';
import { aFolder } from '../../folder.ts';
import { aService, askWebhook, FREE, PRO, startStill } from '../service.ts';

const webhookShape = z.strictObject({
  id: z.literal(1),
  self: z.literal('/api/webhooks/1'),
  url: z.string(),
  events: z.array(z.enum(EVENT_NAMES)),
  secret: z.string().min(16),
  created_at: z.iso.datetime({ offset: true }),
  updated_at: z.iso.datetime({ offset: true }),
});

describe('the webhook of the account', () => {
  let unchanged: PadelService;
  beforeAll(async () => {
    unchanged = await startStill();
  });
  afterAll(() => unchanged.stop());

  it('exists from the start, with all events and a secret', async () => {
    const service = await aService();
    const answer = await askWebhook(service, 'PATCH', {});
    expect(answer.statusCode).toBe(200);
    const webhook = webhookShape.parse(answer.json());
    expect(webhook.events).toEqual(EVENT_NAMES);
    expect(webhook.secret).toBe(service.webhookSecret());
    expect(webhook.updated_at).toBe(webhook.created_at);
  });

  it('changes only the fields that a request names', async () => {
    const service = await aService();
    const before = webhookShape.parse((await askWebhook(service, 'PATCH', {})).json());
    await service.steer({ advance: 60 });
    const url = 'https://bot.padel.club/hook';
    const moved = webhookShape.parse((await askWebhook(service, 'PATCH', { url })).json());
    expect(moved).toEqual({ ...before, url, updated_at: moved.updated_at });
    expect(Date.parse(moved.updated_at) - Date.parse(before.updated_at)).toBe(60_000);

    const events = ['match.updated', 'player.deleted'];
    const chosen = webhookShape.parse((await askWebhook(service, 'PATCH', { events })).json());
    expect(chosen).toEqual({ ...moved, events, updated_at: chosen.updated_at });
    const paused = webhookShape.parse((await askWebhook(service, 'PATCH', { events: [] })).json());
    expect(paused).toMatchObject({ url, events: [], secret: before.secret });
  });

  it.each([
    [
      'plain HTTP',
      { url: 'http://bot.padel.club' },
      'url',
      'The url field must be a public HTTPS URL.',
    ],
    [
      'this machine',
      { url: 'https://127.0.0.1/' },
      'url',
      'The url field must be a public HTTPS URL.',
    ],
    ['a URL that is not text', { url: 7 }, 'url', 'The url field must be a string.'],
    [
      'an unknown event',
      { events: ['match.lost'] },
      'events.0',
      'The selected events.0 is invalid.',
    ],
    [
      'events that are not a list',
      { events: 'match.updated' },
      'events',
      'The events field must be an array.',
    ],
    [
      'an event twice',
      { events: ['match.updated', 'match.updated'] },
      'events',
      'The events field has a duplicate value.',
    ],
  ])('rejects %s and does not change', async (_reason, change, field, message) => {
    const before = (await askWebhook(unchanged, 'PATCH', {})).body;
    const answer = await askWebhook(unchanged, 'PATCH', change);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toEqual({ message, errors: { [field]: [message] } });
    expect((await askWebhook(unchanged, 'PATCH', {})).body).toBe(before);
  });

  it('is the only one, and cannot be changed without a token', async () => {
    const service = await aService();
    expect((await askWebhook(service, 'PATCH', {}, 2)).statusCode).toBe(404);
    expect((await askWebhook(service, 'DELETE', undefined, 2)).statusCode).toBe(404);
    const url = '/api/webhooks/1';
    expect((await service.inject({ method: 'PATCH', url, payload: {} })).statusCode).toBe(401);
    expect((await service.inject({ method: 'DELETE', url })).statusCode).toBe(401);
    expect((await service.inject({ method: 'GET', url, headers: PRO })).statusCode).toBe(404);
    const free = await service.inject({ method: 'PATCH', url, payload: {}, headers: FREE });
    expect(free.statusCode).toBe(200);
  });

  it('stays deleted, even after a restart', async () => {
    const stateFile = join(aFolder(), 'state.json');
    const service = await aService({ stateFile });
    const answer = await askWebhook(service, 'DELETE');
    expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'Webhook deleted.' }]);
    for (const method of ['DELETE', 'PATCH'] as const) {
      expect((await askWebhook(service, method, {})).statusCode).toBe(404);
    }
    const again = await aService({ stateFile, webhook: { url: 'https://bot.padel.club/hook' } });
    expect((await askWebhook(again, 'PATCH', {})).statusCode).toBe(404);
    expect(again.webhookSecret()).toBeNull();
  });

  it('may point to this machine only if every start allows it', async () => {
    const stateFile = join(aFolder(), 'state.json');
    const url = 'http://127.0.0.1:3000/hook';
    await aService({ stateFile, webhook: { url }, allowLoopbackWebhooks: true });
    await expect(aService({ stateFile })).rejects.toThrow(
      `${stateFile} keeps a webhook that is no public HTTPS URL, "${url}". ` +
        'If it may lead to this machine, add --allow-loopback-webhooks',
    );
    await expect(aService({ stateFile, allowLoopbackWebhooks: true })).resolves.toBeDefined();
    const webhook = { url: 'https://bot.padel.club/hook' };
    await expect(aService({ stateFile, webhook })).resolves.toBeDefined();
    await expect(aService({ stateFile })).resolves.toBeDefined();
  });

  it('survives a restart unchanged, except for what the start sets', async () => {
    const stateFile = join(aFolder(), 'state.json');
    const url = 'https://bot.padel.club/hook';
    const first = await aService({ stateFile });
    await askWebhook(first, 'PATCH', { url, events: ['match.created'] });
    const before = (await askWebhook(first, 'PATCH', {})).json<object>();
    const second = await aService({ stateFile });
    expect((await askWebhook(second, 'PATCH', {})).json()).toEqual(before);
    const secret = 'of another receiver';
    const third = await aService({ stateFile, webhook: { secret } });
    expect((await askWebhook(third, 'PATCH', {})).json()).toEqual({ ...before, secret });
  });

  it('cannot be configured with a URL that is not allowed', async () => {
    const webhook = { url: 'http://127.0.0.1:9/hook' };
    await expect(aService({ webhook })).rejects.toThrow(/must have a public HTTPS URL, not "http:/);
  });
});
