import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { PadelApi } from '#src/padel-api/client.ts';
import { NotFound, NotInPlan, RequestRefused } from '#src/padel-api/errors.ts';
import type { PadelService } from '#sandbox/padel-service/index.ts';
import { PROFILES } from '#sandbox/padel-service/world/profile.ts';
import { startStill } from '../../../sandbox/test/padel-service/service.ts';
import { clientOf } from './scene.ts';

describe.each(PROFILES)('a webhook of the profile %s', (profile) => {
  let service: PadelService;
  let client: PadelApi;

  beforeAll(async () => {
    service = await startStill({ profile });
    client = clientOf(service, {});
    await client.updateWebhook(1, { url: 'https://bandeja.example/padel' });
  });

  afterAll(async () => {
    await client.close();
    await service.stop();
  });

  it('is returned by an empty change', async () => {
    expect(await client.updateWebhook(1, {})).toMatchObject({
      id: 1,
      url: 'https://bandeja.example/padel',
    });
  });

  it('changes only in the fields that are sent', async () => {
    const secret = service.webhookSecret();
    await client.updateWebhook(1, { events: ['player.updated', 'match.created'] });
    const changed = await client.updateWebhook(1, { url: 'https://bandeja.example/other' });
    expect(changed.url).toBe('https://bandeja.example/other');
    expect(changed.events.toSorted()).toEqual(['match.created', 'player.updated']);
    expect(service.webhookSecret()).toBe(secret);
  });

  it('is paused by an empty list of events', async () => {
    expect((await client.updateWebhook(1, { events: [] })).events).toEqual([]);
  });

  it.each(['http://bandeja.example', 'https://127.0.0.1/', 'nowhere'])(
    'cannot have the URL %s',
    async (url) => {
      await expect(client.updateWebhook(1, { url })).rejects.toBeInstanceOf(RequestRefused);
    },
  );

  it('that does not exist is not found', async () => {
    await expect(client.updateWebhook(2, {})).rejects.toBeInstanceOf(NotFound);
  });

  it('is created and listed by the public service alone', async () => {
    const api = clientOf(service, { token: 'sandbox-business' });
    onTestFinished(api.close);
    const wanted = { url: 'https://bandeja.example/new', events: ['match.created'] } as const;
    if (profile === 'specification') {
      await expect(api.createWebhook(wanted)).rejects.toBeInstanceOf(NotFound);
      await expect(api.webhooks()).rejects.toBeInstanceOf(NotFound);
      return;
    }
    const { id, secret } = await api.createWebhook(wanted);
    expect(secret).toMatch(/^[!-~]{16,}$/);
    expect(await api.webhooks()).toMatchObject([{ id: 1 }, { id, ...wanted }]);
    await expect(client.createWebhook(wanted)).rejects.toBeInstanceOf(NotInPlan);
  });

  it('is deleted for good', async () => {
    await client.deleteWebhook(1);
    await expect(client.updateWebhook(1, {})).rejects.toBeInstanceOf(NotFound);
    await expect(client.deleteWebhook(1)).rejects.toBeInstanceOf(NotFound);
  });
});
