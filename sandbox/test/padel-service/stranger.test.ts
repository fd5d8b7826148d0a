import Pusher from 'pusher';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIVE_EVENT, type PadelService } from '#sandbox/padel-service/index.ts';
import { SANDBOX_APP } from '#sandbox/realtime/index.ts';
import { aClient, next, subscribed } from '../realtime/listener.ts';
import { startStill } from './service.ts';
import { sceneOf } from './specification/scene.ts';

/** A client written from the specification alone: fetch, pusher-js and the provider's own SDK. */

let service: PadelService;
beforeAll(async () => {
  service = await startStill();
});
afterAll(() => service.stop());

interface Listing {
  readonly data: readonly { readonly id: number }[];
  readonly links: { readonly next: string };
  readonly meta: { readonly total: number };
}

interface Live {
  readonly id: number;
  readonly channel: string;
  readonly status?: string;
  readonly connections: { readonly match: string };
}

// A client that trusts the specification reads its shapes without checking them.
const get = async <T>(address: string): Promise<T> => {
  const answer = await fetch(address, { headers: { Authorization: 'Bearer sandbox-pro' } });
  expect(answer.status).toBe(200);
  return (await answer.json()) as T;
};

describe('a client written from the specification alone', () => {
  it('follows links.next to the end of a list', async () => {
    const ids: number[] = [];
    let address = `${service.apiUrl}/tournaments?per_page=50&sort_by=start_date`;
    let total = 0;
    while (address !== '') {
      const page: Listing = await get(address);
      ids.push(...page.data.map(({ id }) => id));
      total = page.meta.total;
      address = page.links.next;
    }
    expect(ids).toHaveLength(total);
    expect(new Set(ids).size).toBe(total);
  });

  it('follows the redirect of a merged record', async () => {
    const { merged } = await sceneOf(service);
    const { id } = await get<{ id: number }>(`${service.apiUrl}/players/${merged}`);
    expect(id).not.toBe(merged);
  });

  it('lists live matches, subscribes to one and gets its updates until it is over', async () => {
    const { data } = await get<{ data: readonly Live[] }>(`${service.apiUrl}/live`);
    const [listed] = data;
    if (!listed) throw new Error('Nothing is live');
    const { channel: name, connections } = await get<Live>(
      `${service.apiUrl}/matches/${listed.id}/live`,
    );
    const client = aClient(service);
    const channel = await subscribed(client, name);
    const finished = new Promise<Live>((resolve) => {
      channel.bind(LIVE_EVENT, (update: Live) => {
        if (!['live', 'ended'].includes(update.status ?? '')) resolve(update);
      });
    });
    await service.steer({ advance: 5 * 3600 });
    const last = await finished;
    client.unsubscribe(name);

    expect(last.id).toBe(listed.id);
    const match = await get<{ status: string }>(`${service.url}${connections.match}`);
    expect(match.status).toBe(last.status);
  });

  it('receives an event that the official SDK publishes', async () => {
    const { data } = await get<{ data: readonly Live[] }>(`${service.apiUrl}/live?page=1`);
    const name = data[0]?.channel ?? 'matches.1';
    const client = aClient(service);
    const received = next(await subscribed(client, name), LIVE_EVENT);
    const publisher = new Pusher({
      ...SANDBOX_APP,
      host: '127.0.0.1',
      port: String(service.port),
      useTLS: false,
    });
    await publisher.trigger(name, LIVE_EVENT, { id: 1, status: 'live' });
    expect(await received).toEqual({ id: 1, status: 'live' });
  });
});
