import { expect, it, onTestFinished } from 'vitest';
import { NotFound, NotInPlan, RequestRefused } from '#src/padel-api/errors.ts';
import { PROFILES } from '#sandbox/padel-service/world/profile.ts';
import { startStill } from '../../../sandbox/test/padel-service/service.ts';
import { clientOf } from './scene.ts';

it.each(PROFILES)(
  'the webhook is changed, paused and deleted in the profile %s',
  async (profile) => {
    const service = await startStill({ profile });
    onTestFinished(service.stop);
    const client = clientOf(service, {});
    onTestFinished(client.close);
    const secret = service.webhookSecret();
    const change = (fields: Parameters<typeof client.updateWebhook>[1]) =>
      client.updateWebhook(1, fields);

    await change({ events: ['player.updated', 'match.created'] });
    const changed = await change({ url: 'https://bandeja.example/padel' });
    expect(changed).toMatchObject({ id: 1, url: 'https://bandeja.example/padel' });
    expect(changed.events.toSorted()).toEqual(['match.created', 'player.updated']);
    expect(service.webhookSecret()).toBe(secret);
    expect((await change({ events: [] })).events).toEqual([]);
    expect(await change({})).toMatchObject({ url: 'https://bandeja.example/padel', events: [] });
    await expect(change({ url: 'https://127.0.0.1/' })).rejects.toBeInstanceOf(RequestRefused);

    await client.deleteWebhook(1);
    await expect(change({})).rejects.toBeInstanceOf(NotFound);
    await expect(client.deleteWebhook(1)).rejects.toBeInstanceOf(NotFound);
  },
);

it.each(PROFILES)(
  'a webhook is created and listed by %s as the profile allows',
  async (profile) => {
    const service = await startStill({ profile });
    onTestFinished(service.stop);
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
    const pro = clientOf(service, {});
    onTestFinished(pro.close);
    await expect(pro.createWebhook(wanted)).rejects.toBeInstanceOf(NotInPlan);
  },
);
