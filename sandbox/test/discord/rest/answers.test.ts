import { expect, test } from 'vitest';
import { INVITED } from '#sandbox/discord/guild/bot.ts';
import { createAnswerCheck } from './published-answers.ts';
import {
  aBot,
  aLocalDiscord,
  ALERTS,
  ANNOUNCEMENTS,
  control,
  FORUM,
  GENERAL,
  NORA,
  rest,
} from '../setup.ts';

const V2 = 1 << 15;
const row = (...components: object[]) => ({ type: 1, components });
const select = (type: number, more: object = {}) =>
  row({ type, custom_id: `select ${type}`, ...more });

/** A message with everything that a message can hold: in the old style, then with components V2. */
const RICH = {
  content: `<@${NORA}>`,
  embeds: [
    {
      title: 't',
      url: 'https://example.org',
      timestamp: '2026-01-01T00:00:00Z',
      author: { name: 'a' },
      footer: { text: 'f' },
      image: { url: 'https://example.org/x.png' },
      thumbnail: { url: 'https://example.org/x.png' },
      fields: [{ name: 'n', value: 'v' }],
    },
  ],
  components: [
    row({ type: 2, style: 1, label: 'x', custom_id: 'a', emoji: { name: '🔥' } }),
    row({ type: 2, style: 5, label: 'x', url: 'https://example.org' }),
    select(3, { options: [{ label: 'One', value: 'one' }] }),
    select(5),
    select(8),
  ],
};

const NEW_STYLE = {
  flags: V2,
  components: [
    select(6),
    select(7),
    {
      type: 17,
      components: [
        { type: 10, content: 'x' },
        { type: 14 },
        {
          type: 9,
          components: [{ type: 10, content: 'y' }],
          accessory: { type: 11, media: { url: 'https://example.org/x.png' } },
        },
        { type: 12, items: [{ media: { url: 'https://example.org/x.png' } }] },
      ],
    },
  ],
};

const COMMAND = {
  name: 'h2h',
  description: 'd',
  options: [
    { type: 3, name: 'text', description: 'd', required: true, max_length: 9 },
    { type: 4, name: 'number', description: 'd', choices: [{ name: 'One', value: 1 }] },
    { type: 7, name: 'where', description: 'd' },
  ],
};

const EVENT = {
  name: 'Final',
  privacy_level: 2,
  entity_type: 3,
  entity_metadata: { location: 'Court 1' },
  scheduled_start_time: '2999-01-01T10:00:00Z',
  scheduled_end_time: '2999-01-01T12:00:00Z',
};

test("all responses match Discord's published schemas", async () => {
  const answers = createAnswerCheck();
  const local = await aLocalDiscord({
    onAnswer: answers.onAnswer,
    limits: { messagesPer5s: 50, editsPer5s: 50, globalPerSecond: 500 },
  });
  await control(local).invite([
    ...INVITED,
    'ManageRoles',
    'ManageChannels',
    'ManageWebhooks',
    'CreatePrivateThreads',
  ]);
  const guild = `/guilds/${local.guildId}`;
  const app = `/applications/${local.applicationId}`;
  const messages = `/channels/${ALERTS}/messages`;
  const statuses: string[] = [];
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await rest(local, method, path, body);
    statuses.push(`${method} ${path} ${answer.status}`);
    return String(answer.body['id']);
  };

  const rich = await ask('POST', messages, RICH);
  const fresh = await ask('POST', messages, NEW_STYLE);
  await ask('PATCH', `${messages}/${fresh}`, NEW_STYLE);
  await ask('PUT', `${messages}/${rich}/reactions/${encodeURIComponent('🔥')}/@me`);
  await ask('GET', `${messages}/${rich}/reactions/${encodeURIComponent('🔥')}`);
  await ask('PUT', `${messages}/pins/${rich}`);
  await ask('GET', `${messages}/pins`);
  await ask('GET', `/channels/${ALERTS}/pins`);
  const thread = await ask('POST', `${messages}/${rich}/threads`, { name: 'Final' });
  await ask('GET', `/channels/${thread}`);
  await ask('GET', `/channels/${thread}/thread-members`);
  await ask('PATCH', `/channels/${thread}`, { archived: true });
  await ask('GET', `/channels/${ALERTS}/threads/archived/public`);
  await ask('POST', `/channels/${ALERTS}/threads`, { name: 'Private', type: 12 });
  await ask('POST', `/channels/${FORUM}/threads`, { name: 'Post', message: { content: 'x' } });
  await ask('GET', `${guild}/threads/active`);
  await ask('GET', `${messages}?limit=9`);
  await ask('GET', `${messages}/${rich}`);
  const news = await ask('POST', `/channels/${ANNOUNCEMENTS}/messages`, { content: 'x' });
  await ask('POST', `/channels/${ANNOUNCEMENTS}/messages/${news}/crosspost`);
  const reply = { content: 'x', message_reference: { message_id: rich } };
  await ask('POST', messages, reply);
  for (const channel of [GENERAL, FORUM]) await ask('GET', `/channels/${channel}`);
  await ask('PATCH', `/channels/${GENERAL}`, { topic: 'x' });
  const made = await ask('POST', `${guild}/channels`, { name: 'made' });
  await ask('DELETE', `/channels/${made}`);
  const direct = await ask('POST', '/users/@me/channels', { recipient_id: NORA });
  await ask('POST', `/channels/${direct}/messages`, { content: 'x' });

  for (const path of ['', '/channels', '/members?limit=9', '/roles', '/webhooks']) {
    await ask('GET', `${guild}${path}`);
  }
  await ask('GET', `${guild}/members/search?query=n`);
  await ask('GET', `${guild}/members/${NORA}`);
  const role = await ask('POST', `${guild}/roles`, { name: 'x', permissions: '0', color: 5 });
  await ask('PATCH', `${guild}/roles/${role}`, { hoist: true });
  await ask('GET', `${guild}/roles/${role}`);
  const webhook = await ask('POST', `/channels/${ALERTS}/webhooks`, { name: 'x' });
  await ask('PATCH', `/webhooks/${webhook}`, { name: 'y' });
  await ask('GET', `/webhooks/${webhook}`);
  await ask('GET', `/channels/${ALERTS}/webhooks`);
  const event = await ask('POST', `${guild}/scheduled-events`, EVENT);
  await ask('PATCH', `${guild}/scheduled-events/${event}`, { name: 'y' });
  await ask('GET', `${guild}/scheduled-events/${event}`);
  await ask('GET', `${guild}/scheduled-events`);

  const command = await ask('POST', `${app}/commands`, COMMAND);
  await ask('PUT', `${app}/commands`, [COMMAND]);
  await ask('PATCH', `${app}/commands/${command}`, { description: 'e' });
  await ask('GET', `${app}/commands/${command}`);
  await ask('GET', `${app}/commands`);
  await ask('PUT', `${app}/guilds/${local.guildId}/commands`, [COMMAND]);
  for (const path of [
    '/gateway',
    '/gateway/bot',
    '/users/@me',
    '/users/@me/guilds',
    `/users/${NORA}`,
    '/applications/@me',
    '/oauth2/applications/@me',
  ]) {
    await ask('GET', path);
  }
  expect(statuses.filter((status) => !/ 20[0-4]$/.test(status))).toEqual([]);

  await ask('POST', messages, {});
  await ask('GET', '/channels/1');
  await control(local).faults({ rateLimited: true });
  await ask('GET', '/users/@me');
  await control(local).faults({ rateLimited: false });
  expect(answers.issues()).toEqual([]);
  expect(answers.checked().length).toBeGreaterThan(50);
});

test("the response to an interaction callback matches Discord's published schema", async () => {
  const answers = createAnswerCheck();
  const local = await aLocalDiscord({ onAnswer: answers.onAnswer });
  const bot = await aBot(local);
  await bot.application.commands.set([COMMAND]);
  const callbacks: Promise<unknown>[] = [];
  bot.on('interactionCreate', (asked) => {
    if (asked.isChatInputCommand()) {
      callbacks.push(asked.reply({ content: 'x', withResponse: true }));
    }
  });
  await control(local).run('/h2h text:x');
  await Promise.all(callbacks);
  expect(answers.issues()).toEqual([]);
  expect(answers.checked()).toContain('POST /interactions/{}/{}/callback 200');
});
