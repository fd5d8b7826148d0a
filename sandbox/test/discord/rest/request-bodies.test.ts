import { beforeAll, afterAll, expect, test } from 'vitest';
import { startLocalDiscord, type LocalDiscord } from '#sandbox/discord/index.ts';
import { ALERTS, GENERAL, NORA } from '../setup.ts';

let local: LocalDiscord;

beforeAll(async () => {
  local = await startLocalDiscord({ port: 0, limits: { messagesPer5s: 50 } });
});
afterAll(() => local.stop());

/** Sends a request whose body is exactly this text or form. */
const send = async (method: string, path: string, type: string | null, body: string | FormData) => {
  const response = await fetch(`${local.apiUrl}/v10${path}`, {
    method,
    headers: {
      authorization: `Bot ${local.token}`,
      ...(type === null ? {} : { 'content-type': type }),
    },
    body,
  });
  const text = await response.text();
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    body: (text === '' ? null : JSON.parse(text)) as unknown,
  };
};

const MESSAGES = `/channels/${ALERTS}/messages`;

test('responses are application/json without a charset, and errors are, too', async () => {
  const posted = await send('POST', MESSAGES, 'application/json; charset=utf-8', '{"content":"x"}');
  const refused = await send('POST', MESSAGES, 'application/json', '{}');
  expect([posted.status, posted.type]).toEqual([200, 'application/json']);
  expect([refused.status, refused.type]).toEqual([400, 'application/json']);
});

test('ids may be sent as numbers, and are not rounded', async () => {
  const direct = await send(
    'POST',
    '/users/@me/channels',
    'application/json',
    `{"recipient_id":${NORA}}`,
  );
  expect(direct.body).toMatchObject({ recipients: [{ id: NORA }] });
  const first = await send('POST', MESSAGES, 'application/json', '{"content":"first"}');
  const { id } = first.body as { id: string };
  const reply = `{"content":"<@${NORA}>","message_reference":{"channel_id":${ALERTS},"message_id":${id}},
    "allowed_mentions":{"users":[${NORA}]}}`;
  expect((await send('POST', MESSAGES, 'application/json', reply)).body).toMatchObject({
    message_reference: { message_id: id },
    mentions: [{ id: NORA }],
  });
});

test('a body that the endpoint does not read may be of any type', async () => {
  const typing = `/channels/${GENERAL}/typing`;
  expect((await send('POST', typing, 'application/octet-stream', '')).status).toBe(204);
  expect((await send('POST', typing, 'text/plain', 'anything')).status).toBe(204);
  expect(await send('POST', MESSAGES, 'text/plain', 'anything')).toMatchObject({
    status: 400,
    body: { code: 50035, errors: { _errors: [{ code: 'CONTENT_TYPE_INVALID' }] } },
  });
});

test('`payload_json` may be a part with a content type, and its ids are not rounded', async () => {
  const form = new FormData();
  const json = `{"content":"<@${NORA}>","allowed_mentions":{"users":[${NORA}]}}`;
  form.set('payload_json', new Blob([json], { type: 'application/json' }));
  form.set('files[0]', new Blob(['score']), 'score.txt');
  expect((await send('POST', MESSAGES, null, form)).body).toMatchObject({
    mentions: [{ id: NORA }],
    attachments: [{ filename: 'score.txt', size: 5 }],
  });
});
