import { createPublicKey, verify } from 'node:crypto';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { ACCOUNTS } from '#sandbox/discord/guild/accounts.ts';
import { aLocalDiscord, control, NORA, rest } from './setup.ts';

/** A receiver of an app's webhook events, which verifies them as Discord's documentation says. */
const aReceiver = async (publicKey: string, refusal = 401) => {
  const x = Buffer.from(publicKey, 'hex').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const events: unknown[] = [];
  const app = Fastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    done(null, body);
  });
  app.post('/', async ({ headers, body }, reply) => {
    const signed = Buffer.from(`${String(headers['x-signature-timestamp'])}${String(body)}`);
    const signature = Buffer.from(String(headers['x-signature-ed25519']), 'hex');
    if (!verify(null, signed, key, signature)) return reply.code(refusal).send();
    events.push(JSON.parse(String(body)));
    return reply.code(204).send();
  });
  onTestFinished(() => app.close());
  return { url: await app.listen({ host: '127.0.0.1', port: 0 }), events };
};

test('an application can be changed as in the developer portal', async () => {
  const local = await aLocalDiscord();
  const { application } = control(local);
  const shown = async () => (await rest(local, 'GET', '/applications/@me')).body;
  expect(await shown()).toMatchObject({ tags: ['sports', 'padel'], flags: 0 });
  await application({ privacy_policy_url: null, tags: [], flags: 8192, hasTeam: false });
  expect(await shown()).toMatchObject({ tags: [], flags: 8192, flags_new: '8192', team: null });
  expect(await shown()).not.toHaveProperty('privacy_policy_url');
  expect(await shown()).toHaveProperty('terms_of_service_url');
  await expect(application({ tags: ['x'.repeat(21)] })).rejects.toThrow('tags');
});

test('webhook events are signed, and sent only to a URL that verifies them', async () => {
  const local = await aLocalDiscord();
  const { application, addApp } = control(local);
  const { url, events } = await aReceiver(local.publicKey);
  const careless = await aReceiver(local.publicKey, 204);
  await expect(application({ event_webhooks_url: careless.url })).rejects.toThrow('204,204');

  const types = ['APPLICATION_DEAUTHORIZED'];
  await application({ event_webhooks_url: url, event_webhooks_types: types });
  await addApp(NORA, true);
  await addApp(NORA, false);
  await addApp(NORA, false);
  const { id, username } = ACCOUNTS.get(NORA) ?? {};
  expect(events).toMatchObject([
    { version: 1, type: 0, application_id: local.applicationId },
    { version: 1, type: 1, event: { type: types[0], data: { user: { id, username } } } },
  ]);
});
