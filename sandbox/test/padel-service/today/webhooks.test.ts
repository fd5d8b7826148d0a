import { describe, expect, it, onTestFinished } from 'vitest';
import type { PadelService } from '#sandbox/padel-service/index.ts';
import { createDeliveries, POLICY_TODAY } from '#sandbox/padel-service/webhooks/deliveries.ts';
import { EVENT_NAMES_TODAY } from '#sandbox/padel-service/webhooks/event-names.ts';
import { postSigned, signatureOf } from '#sandbox/padel-service/webhooks/post.ts';
import { aReceiver, manualTimers } from '../receiver.ts';
import { aService, PRO } from '../service.ts';

const BUSINESS = { authorization: 'Bearer sandbox-business' };

const ask = (service: PadelService, method: 'GET' | 'POST' | 'PATCH', path = '', body?: object) =>
  service.inject({
    method,
    url: `/api/webhooks${path}`,
    headers: BUSINESS,
    ...(body === undefined ? {} : { payload: body }),
  });

interface Shown {
  readonly id: number;
  readonly secret: string;
  readonly events: readonly string[];
}

describe('a webhook in the `today` profile', () => {
  it('is created on Business, shows its secret once, and gets events of every draw', async () => {
    const service = await aService({
      ...{ profile: 'today', opening: 'team-event', allowLoopbackWebhooks: true },
    });
    const receiver = await aReceiver();
    const subscription = { url: receiver.url, events: [...EVENT_NAMES_TODAY] };
    const refused = await service.inject({
      method: 'POST',
      url: '/api/webhooks',
      headers: PRO,
      payload: subscription,
    });
    expect(refused.statusCode).toBe(402);
    const created = (await ask(service, 'POST', '', subscription)).json<Shown>();
    expect(created.id).toBe(2);
    const masked = `********...${created.secret.slice(-4)}`;
    expect((await ask(service, 'GET', '/2')).json()).toMatchObject({ id: 2, secret: masked });
    expect((await ask(service, 'GET')).json<{ data: Shown[] }>().data.map(({ id }) => id)).toEqual([
      1, 2,
    ]);

    await service.steer({ advance: 24 * 3600 });
    await service.webhooksIdle();
    const bodies = receiver.received.map(({ body }) => body);
    const events = new Set(bodies.map((body) => (JSON.parse(body) as { event: string }).event));
    expect(events).toContain('match.group.updated');
    expect(events).toContain('match.updated');
    expect(receiver.received[0]?.headers['signature']).toBe(
      signatureOf(bodies[0] ?? '', created.secret),
    );
    // Delivery is at least once: some bodies come again unchanged.
    expect(new Set(bodies).size).toBeLessThan(bodies.length);

    const paused = await ask(service, 'PATCH', '/2', { events: [] });
    expect(paused.json()).toMatchObject({ events: [], secret: masked });
    await service.steer({ advance: 24 * 3600 });
    await service.webhooksIdle();
    expect(receiver.received).toHaveLength(bodies.length);

    await service.steer({ profile: 'specification' });
    expect((await ask(service, 'GET')).statusCode).toBe(404);
  });

  it('is attempted three times, three seconds each, and then fails', async () => {
    const receiver = await aReceiver(() => null);
    const timers = manualTimers();
    const deliveries = createDeliveries({
      receiver: () => ({ url: receiver.url, secret: 'ours' }),
      bodyOf: (news) => JSON.stringify(news),
      policy: () => POLICY_TODAY,
      timers,
      post: postSigned,
    });
    onTestFinished(() => deliveries.stop());
    deliveries.add([{ subject: 'match', kind: 'updated', id: 7, at: 0 }]);
    for (const wait of [1_000, 10_000, null]) {
      await timers.runOut(3_000);
      if (wait !== null) await timers.runOut(wait);
    }
    await deliveries.idle();
    expect(deliveries.recent()).toMatchObject([{ state: 'failed', tries: 3 }]);
  });
});
