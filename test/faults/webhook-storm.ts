import { createHmac } from 'node:crypto';
import type { Config } from '#src/config.ts';
import { pickFrom, type Random } from '#sandbox/padel-service/world/random.ts';
import type { World } from './world.ts';

/** Deliveries of a storm. */
const STORM = 120;

export const WEBHOOK_PATH = '/webhooks/padel';

const secretOf = ({ padel }: Pick<World, 'padel'>): string => padel.webhookSecret() ?? '';

/** How an operator would let the bot listen for the deliveries of this world. */
export const webhookConfig = (
  world: Pick<World, 'padel'>,
  port: number,
): NonNullable<Config['http']> => ({
  port,
  host: '127.0.0.1',
  trustProxy: [],
  webhook: {
    path: WEBHOOK_PATH,
    signing: { secrets: [secretOf(world)], header: 'Signature' },
  },
});

/** Lets the data service deliver to an address. */
export const deliverTo = async ({ padel }: Pick<World, 'padel'>, url: string): Promise<void> => {
  await padel.inject({
    method: 'PATCH',
    url: '/api/webhooks/1',
    headers: { authorization: 'Bearer sandbox-pro' },
    payload: { url },
  });
};

/** A delivery of a webhook, whoever sent it. */
export interface Sent {
  readonly body: string;
  readonly signature: string;
}

const signed = (body: string, secret: string): string =>
  createHmac('sha256', secret).update(body).digest('hex');

/** What says nothing true: somebody else's signature, none, half a body, an event that is none. */
const forged = (random: Random, genuine: Sent, secret: string): Sent => {
  const lie = genuine.body.replaceAll('"live"', '"finished"');
  return pickFrom<() => Sent>(random, [
    () => ({ body: lie, signature: genuine.signature }),
    () => ({ body: lie, signature: signed(lie, 'a guess') }),
    () => ({ body: lie, signature: '' }),
    () => {
      const half = genuine.body.slice(0, genuine.body.length / 2);
      return { body: half, signature: signed(half, secret) };
    },
    () => {
      const unknown = JSON.stringify({ event: 'match.abducted', data: { id: 1 } });
      return { body: unknown, signature: signed(unknown, secret) };
    },
  ])();
};

/** These matches as a delivery tells them, a moment after each other. */
export const genuineOf = async (
  world: Pick<World, 'padel'>,
  ids: readonly number[],
): Promise<readonly Sent[]> =>
  Promise.all(
    ids.map(async (id) => {
      const { body } = await world.padel.inject({
        url: `/api/matches/${id}`,
        headers: { authorization: 'Bearer sandbox-pro' },
      });
      const told = `{"event":"match.updated","occurred_at":"2026-04-30T17:50:00Z","data":${body}}`;
      return { body: told, signature: signed(told, secretOf(world)) };
    }),
  );

/** Replays and forgeries of what was sent before. */
export const stormOf = (
  world: Pick<World, 'padel'>,
  replayed: readonly Sent[],
  random: Random,
): readonly Sent[] =>
  Array.from({ length: STORM }, () => {
    const genuine = pickFrom(random, replayed);
    return random() < 0.5 ? genuine : forged(random, genuine, secretOf(world));
  });

/** Sends one, and answers with what status it was taken. */
export const deliver = async (url: string, { body, signature }: Sent): Promise<number> => {
  const headers = { 'content-type': 'application/json', signature };
  const { status } = await fetch(url, { method: 'POST', headers, body });
  return status;
};
