import { createHmac } from 'node:crypto';
import type { Config } from '#src/config.ts';
import { pickFrom, type Random } from '#sandbox/padel-service/world/random.ts';
import type { World } from './world.ts';

/** Deliveries in one storm. */
const STORM = 120;

export const WEBHOOK_PATH = '/webhooks/padel';

const secretOf = ({ padel }: Pick<World, 'padel'>): string => padel.webhookSecret() ?? '';

/** The configuration with which an operator lets the bot receive the webhooks of this world. */
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

/** Lets the data service send its webhooks to an address. */
export const deliverTo = async ({ padel }: Pick<World, 'padel'>, url: string): Promise<void> => {
  await padel.inject({
    method: 'PATCH',
    url: '/api/webhooks/1',
    headers: { authorization: 'Bearer sandbox-pro' },
    payload: { url },
  });
};

/** A webhook delivery, genuine or forged. */
export interface Sent {
  readonly body: string;
  readonly signature: string;
}

const signed = (body: string, secret: string): string =>
  createHmac('sha256', secret).update(body).digest('hex');

/** A false delivery: with the signature of another body, a guess or none; half a body; no event. */
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

/** Genuine deliveries, one for each of these matches. */
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
      const sent = `{"event":"match.updated","occurred_at":"2026-04-30T17:50:00Z","data":${body}}`;
      return { body: sent, signature: signed(sent, secretOf(world)) };
    }),
  );

/** Replays and forgeries of earlier deliveries. */
export const stormOf = (
  world: Pick<World, 'padel'>,
  replayed: readonly Sent[],
  random: Random,
): readonly Sent[] =>
  Array.from({ length: STORM }, () => {
    const genuine = pickFrom(random, replayed);
    return random() < 0.5 ? genuine : forged(random, genuine, secretOf(world));
  });

/** Sends a delivery, and returns the status of the response. */
export const deliver = async (url: string, { body, signature }: Sent): Promise<number> => {
  const headers = { 'content-type': 'application/json', signature };
  const { status } = await fetch(url, { method: 'POST', headers, body });
  return status;
};
