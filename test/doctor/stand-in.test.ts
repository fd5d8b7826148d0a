import { expect, it, onTestFinished } from 'vitest';
import { openTemporaryServer, PROBE_EVENT } from '#src/doctor/temporary-server.ts';
import { freePort } from '../free-port.ts';
import { signed } from '../http/stage.ts';

const PATH = '/webhooks/padel';

const aStandIn = async (signing: { secrets: readonly string[]; header: string } | null) => {
  const port = await freePort();
  const standIn = await openTemporaryServer({ port, host: '127.0.0.1', path: PATH, signing });
  onTestFinished(standIn.stop);
  const send = async (body: string, headers: Readonly<Record<string, string>>, path = PATH) => {
    const url = `http://127.0.0.1:${port}${path}`;
    return (await fetch(url, { method: 'POST', body, headers })).status;
  };
  return { ...standIn, send };
};

const SIGNING = { secrets: ['new', 'old'], header: 'X-Signature' };
const OURS = JSON.stringify({ event: PROBE_EVENT });

it("responds to the doctor's deliveries as the bot would", async () => {
  const { send, received: arrivals } = await aStandIn(SIGNING);
  expect(await send(OURS, { 'x-signature': signed(OURS, 'new') })).toBe(204);
  expect(await send(OURS, { 'x-signature': signed(OURS, 'old') }, `${PATH}?a=b`)).toBe(204);
  expect(await send(OURS, { 'x-signature': signed(OURS, 'other') })).toBe(401);
  expect(await send(OURS, {})).toBe(401);
  expect(await send(OURS, { 'x-signature': signed(OURS, 'new') }, '/other')).toBe(404);
  expect(arrivals).toHaveLength(5);
});

it('accepts unsigned deliveries when no signing is configured', async () => {
  const { send } = await aStandIn(null);
  expect(await send(OURS, {})).toBe(204);
});

it("rejects the service's own deliveries with 503, so that the bot gets them later", async () => {
  const { send, received: arrivals } = await aStandIn(SIGNING);
  const news = JSON.stringify({ event: 'match.updated', data: { id: 1 } });
  expect(await send(news, { 'x-signature': signed(news, 'new') })).toBe(503);
  expect(arrivals).toEqual([]);
});
