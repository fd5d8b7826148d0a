import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { startLocalDiscord } from '#sandbox/discord/index.ts';
import { aLocalDiscord, ALERTS, aStateFile, control, GENERAL, rest } from './setup.ts';

const MAIN = fileURLToPath(new URL('../../discord/main.ts', import.meta.url));

/** Starts the program in a process of its own. */
const aProcess = (...args: string[]) => {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes: Buffer) => (output += bytes.toString()));
  }
  return { child, output: () => output };
};

test('a message that the API accepted survives kill -9, with its nonce', async () => {
  const file = aStateFile();
  const { child, output } = aProcess('--port', '0', '--state', file);
  await expect.poll(output, { timeout: 10_000 }).toContain('DISCORD_TOKEN');
  const apiUrl = /DISCORD_API_URL=(\S+)/.exec(output())?.[1] ?? '';
  const token = /DISCORD_TOKEN=(\S+)/.exec(output())?.[1] ?? '';
  const send = async (body: object) => {
    const response = await fetch(`${apiUrl}/v10/channels/${ALERTS}/messages`, {
      method: 'POST',
      headers: { authorization: `Bot ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await response.json()) as { id: string };
  };
  const sent = await send({ content: 'kept', nonce: 'n', enforce_nonce: true });
  child.kill('SIGKILL');
  await once(child, 'exit');

  const local = await aLocalDiscord({ stateFile: file });
  const again = await rest(local, 'POST', `/channels/${ALERTS}/messages`, {
    content: 'kept',
    nonce: 'n',
    enforce_nonce: true,
  });
  expect(again.body['id']).toBe(sent.id);
  expect(await control(local).messages('padel-alerts')).toHaveLength(1);
});

test('edits, deletions, threads, reactions, commands, events and permissions survive a restart', async () => {
  const stateFile = aStateFile();
  const first = await startLocalDiscord({ port: 0, stateFile });
  const path = `/channels/${GENERAL}/messages`;
  const [edited, deleted] = [
    await rest(first, 'POST', path, { content: 'first' }),
    await rest(first, 'POST', path, { content: 'gone' }),
  ].map(({ body }) => String(body['id']));
  await rest(first, 'PATCH', `${path}/${edited}`, { content: 'second' });
  await rest(first, 'DELETE', `${path}/${deleted}`);
  await rest(first, 'PUT', `${path}/${edited}/reactions/${encodeURIComponent('🎾')}/@me`);
  await rest(first, 'POST', `${path}/${edited}/threads`, { name: 'Talk' });
  await rest(first, 'PUT', `/applications/${first.applicationId}/commands`, [
    { name: 'h2h', description: 'd' },
  ]);
  await rest(first, 'POST', `/guilds/${first.guildId}/scheduled-events`, {
    name: 'Final',
    privacy_level: 2,
    entity_type: 3,
    entity_metadata: { location: 'Centre court' },
    scheduled_start_time: '2099-05-01T12:00:00Z',
    scheduled_end_time: '2099-05-01T14:00:00Z',
  });
  await control(first).deny('padel-alerts', 'SendMessages');
  const before = [await control(first).messages('general'), await control(first).state()];
  await first.stop();

  const second = await aLocalDiscord({ stateFile });
  expect([await control(second).messages('general'), await control(second).state()]).toEqual(
    before,
  );
  expect(JSON.stringify(before)).toMatch(/"second".*"Centre court"/);
  // New ids are greater than all earlier ones.
  const { body } = await rest(second, 'POST', path, { content: 'new' });
  expect(BigInt(String(body['id']))).toBeGreaterThan(BigInt(edited ?? 0));
});

test('an attachment is served after a restart, at the new address', async () => {
  const stateFile = aStateFile();
  const first = await startLocalDiscord({ port: 0, stateFile });
  const form = new FormData();
  form.set('payload_json', JSON.stringify({ attachments: [{ id: 0, description: 'a note' }] }));
  form.set('files[0]', new Blob(['hello'], { type: 'text/plain' }), 'my note.txt');
  const sent = await fetch(`${first.apiUrl}/v10/channels/${ALERTS}/messages`, {
    method: 'POST',
    headers: { authorization: `Bot ${first.token}` },
    body: form,
  });
  expect(sent.status).toBe(200);
  await first.stop();
  const second = await aLocalDiscord({ stateFile });
  const [message] = await control(second).messages('padel-alerts');
  const file = message?.attachments[0];
  expect(file).toMatchObject({ filename: 'my_note.txt', description: 'a note', size: 5 });
  expect(await (await fetch(file?.url ?? '')).text()).toBe('hello');
});

test('a line torn by a kill is dropped, and a damaged file is rejected', async () => {
  const stateFile = aStateFile();
  const first = await startLocalDiscord({ port: 0, stateFile });
  await control(first).say('general', 'whole');
  await first.stop();
  appendFileSync(stateFile, '{"type":"message","mess');
  const second = await startLocalDiscord({ port: 0, stateFile });
  expect((await control(second).messages('general')).at(-1)?.content).toBe('whole');
  await second.stop();
  expect(readFileSync(stateFile, 'utf8').endsWith('\n')).toBe(true);
  writeFileSync(stateFile, 'not a journal\n');
  await expect(startLocalDiscord({ port: 0, stateFile })).rejects.toThrow('line 1 cannot be read');
});

test.each([
  [['--port', 'x'], '--port must be a number'],
  [['--world', 'nowhere'], '--world must be an address'],
  [['--what'], "Unknown option '--what'"],
])('%j ends the program with a one-line message', async (args, sentence) => {
  const { child, output } = aProcess(...args);
  const [code] = (await once(child, 'exit')) as [number];
  expect([code, output()]).toEqual([2, expect.stringContaining(sentence)]);
  expect(output().trim().split('\n')).toHaveLength(1);
});

test('a port in use ends the program with a message, and the journal stays untouched', async () => {
  const stateFile = aStateFile();
  const local = await aLocalDiscord({ stateFile });
  const { child, output } = aProcess('--port', String(local.port), '--state', stateFile);
  const [code] = (await once(child, 'exit')) as [number];
  expect([code, output()]).toEqual([1, expect.stringContaining(`Port ${local.port} is in use`)]);
  // The journal still belongs to the process that has the port.
  await control(local).say('general', 'mine');
  expect(readFileSync(stateFile, 'utf8')).toContain('"mine"');
});
