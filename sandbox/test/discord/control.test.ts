import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { ControlEvent } from '#sandbox/discord/shown-state.ts';
import type { LocalDiscord } from '#sandbox/discord/index.ts';
import { aBot, aLocalDiscord, ALERTS, control, rest } from './setup.ts';

/** The events of the stream that have arrived so far. */
const eventsOf = async (local: LocalDiscord): Promise<ControlEvent[]> => {
  const abort = new AbortController();
  onTestFinished(() => {
    abort.abort();
  });
  const response = await fetch(`${local.url}/sandbox/events`, { signal: abort.signal });
  const events: ControlEvent[] = [];
  let text = '';
  const read = async () => {
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (text + chunk).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks.filter((one) => one.startsWith('data: '))) {
        events.push(JSON.parse(block.slice('data: '.length)) as ControlEvent);
      }
    }
  };
  // The abort at the end of the test ends the stream.
  read().catch(() => undefined);
  return events;
};

test('the stream sends the state first, then every event', async () => {
  const local = await aLocalDiscord();
  const events = await eventsOf(local);
  await expect.poll(() => events.map(({ type }) => type)).toEqual(['state']);
  await rest(local, 'POST', `/channels/${ALERTS}/typing`);
  const { body } = await rest(local, 'POST', `/channels/${ALERTS}/messages`, { content: 'live' });
  const path = `/channels/${ALERTS}/messages/${String(body['id'])}`;
  await rest(local, 'PATCH', path, { content: 'final' });
  await rest(local, 'DELETE', path);
  await aBot(local);
  await expect
    .poll(() => events.map(({ type }) => type))
    .toEqual(['state', 'typing', 'message-create', 'message-update', 'message-delete', 'state']);
  expect(events.at(-1)).toMatchObject({ state: { bot: { online: true } } });
});

test('the state lists the commands that a person may run', async () => {
  const local = await aLocalDiscord();
  await rest(
    local,
    'PUT',
    `/applications/${local.applicationId}/guilds/${local.guildId}/commands`,
    [
      { name: 'alerts', description: 'd', default_member_permissions: '32' },
      { name: 'live', description: 'd' },
    ],
  );
  const namesFor = async (as: string) => {
    const response = await fetch(`${local.url}/sandbox/state?as=${as}`);
    const { commands } = (await response.json()) as { commands: { name: string }[] };
    return commands.map(({ name }) => name);
  };
  expect(await namesFor('member')).toEqual(['live']);
  expect(await namesFor('moderator')).toEqual(['alerts', 'live']);
});

test.each([
  ['/run', {}, 'as: '],
  ['/run', { as: 'member', channel: 'nowhere', command: '/x' }, 'There is no channel "nowhere"'],
  ['/run', { as: 'nobody', channel: 'general', command: '/x' }, 'There is nobody called "nobody"'],
  ['/press', { as: 'member', message: '1', customId: 'x' }, 'Nora sees no message 1'],
  ['/submit', { as: 'member', modalId: '1', values: {} }, 'Nora has no form 1 open'],
])('an invalid request to %s gets a 400 response that says why', async (path, body, words) => {
  const local = await aLocalDiscord();
  const response = await fetch(`${local.url}/sandbox${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({ message: expect.stringContaining(words) as string });
});

test('the world of a padel service can be steered through the local Discord', async () => {
  const world = { now: '2026-05-01T10:00:00Z', speed: 1, liveMatches: 2 };
  const requests: string[] = [];
  const service = createServer((request, response) => {
    request.on('data', (bytes: Buffer) =>
      requests.push(`${request.url ?? ''} ${bytes.toString()}`),
    );
    request.on('end', () => response.end(JSON.stringify({ ...world, speed: 20 })));
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    service.close();
  });
  const { port } = service.address() as AddressInfo;
  const local = await aLocalDiscord({ worldUrl: `http://127.0.0.1:${port}` });
  const events = await eventsOf(local);
  const steered = await fetch(`${local.url}/sandbox/world`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ speed: 20 }),
  });
  expect(await steered.json()).toMatchObject({ speed: 20 });
  expect(requests).toEqual(['/sandbox/world {"speed":20}']);
  await expect.poll(() => events.at(-1)).toMatchObject({ type: 'world', world: { speed: 20 } });
  expect((await control(local).state()).hasWorld).toBe(true);
  const alone = await aLocalDiscord();
  expect((await fetch(`${alone.url}/sandbox/world`)).status).toBe(404);
});

test('the page, its script and its style are served', async () => {
  const local = await aLocalDiscord();
  const types = await Promise.all(
    ['/', '/page.js', '/page.css'].map(async (path) => {
      const response = await fetch(local.url + path);
      return [response.status, response.headers.get('content-type')];
    }),
  );
  expect(types).toEqual([
    [200, 'text/html; charset=utf-8'],
    [200, 'text/javascript; charset=utf-8'],
    [200, 'text/css; charset=utf-8'],
  ]);
});
