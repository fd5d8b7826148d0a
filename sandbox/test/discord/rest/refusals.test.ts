import { expect, test } from 'vitest';
import { aLocalDiscord, ALERTS, control, rest } from '../setup.ts';

const V2 = 1 << 15;
const button = (more: object) => ({ type: 2, style: 1, label: 'x', custom_id: 'a', ...more });
const row = (...components: object[]) => ({ type: 1, components });
const option = (more: object) => ({ type: 3, name: 'a', description: 'd', ...more });

const at = (path: string, code: string) =>
  path.split('.').reduceRight<object>((inner, key) => ({ [key]: inner }), {
    _errors: [expect.objectContaining({ code })],
  });

const REFUSED_MESSAGES: readonly (readonly [string, object, string, string])[] = [
  ['content that is too long', { content: 'x'.repeat(2_001) }, 'content', 'BASE_TYPE_MAX_LENGTH'],
  ['content that is a number', { content: 5 }, 'content', 'STRING_TYPE_CONVERT'],
  [
    'an embed title that is too long',
    { embeds: [{ title: 'x'.repeat(257) }] },
    'embeds.0.title',
    'BASE_TYPE_MAX_LENGTH',
  ],
  ['an empty embed', { embeds: [{ title: '' }] }, 'embeds.0.description', 'BASE_TYPE_REQUIRED'],
  [
    'a field without a value',
    { embeds: [{ fields: [{ name: 'n' }] }] },
    'embeds.0.fields.0.value',
    'BASE_TYPE_REQUIRED',
  ],
  [
    'too much text over all embeds',
    { embeds: [1, 2].map(() => ({ description: 'x'.repeat(3_001) })) },
    'embeds',
    'MAX_EMBED_SIZE_EXCEEDED',
  ],
  [
    'a picture whose URL has another scheme',
    { embeds: [{ image: { url: 'file:///x.png' } }] },
    'embeds.0.image.url',
    'URL_TYPE_INVALID_SCHEME',
  ],
  [
    'a button label that is too long',
    { components: [row(button({ label: 'x'.repeat(81) }))] },
    'components.0.components.0.label',
    'BASE_TYPE_MAX_LENGTH',
  ],
  [
    'two buttons with the same custom id',
    { content: 'x', components: [row(button({}), button({}))] },
    'components.0.components.1.custom_id',
    'COMPONENT_CUSTOM_ID_DUPLICATED',
  ],
  [
    'a link button without a link',
    { content: 'x', components: [row({ type: 2, style: 5, label: 'x' })] },
    'components.0.components.0.url',
    'BASE_TYPE_REQUIRED',
  ],
  [
    'six rows',
    {
      content: 'x',
      components: [1, 2, 3, 4, 5, 6].map((n) => row(button({ custom_id: String(n) }))),
    },
    'components',
    'BASE_TYPE_BAD_LENGTH',
  ],
  [
    'a container without the flag for it',
    { components: [{ type: 17, components: [{ type: 10, content: 'x' }] }] },
    'components.0.type',
    'UNION_TYPE_CHOICES',
  ],
  [
    'content beside components V2',
    { content: 'x', flags: V2, components: [{ type: 10, content: 'x' }] },
    'content',
    'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
  ],
  [
    'mentions that are allowed by type and by id',
    { content: 'x', allowed_mentions: { parse: ['users'], users: ['1'] } },
    'allowed_mentions',
    'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE',
  ],
  [
    'a poll',
    { poll: { question: { text: 'Who wins?' }, answers: [{ poll_media: { text: 'We' } }] } },
    'poll',
    'NOT_SUPPORTED',
  ],
  ['a sticker', { content: 'x', sticker_ids: ['1'] }, 'sticker_ids', 'NOT_SUPPORTED'],
  [
    'a nonce that is too long',
    { content: 'x', nonce: 'x'.repeat(26) },
    'nonce',
    'BASE_TYPE_MAX_LENGTH',
  ],
];

test.each(REFUSED_MESSAGES)('a message is rejected for %s', async (_reason, body, path, code) => {
  const local = await aLocalDiscord();
  const answer = await rest(local, 'POST', `/channels/${ALERTS}/messages`, body);
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({
    code: 50035,
    message: 'Invalid Form Body',
    errors: at(path, code),
  });
  expect(await control(local).messages('padel-alerts')).toEqual([]);
});

test.each([
  ['nothing at all', {}],
  ['blanks', { content: '  \n ' }],
  ['an empty list of embeds', { embeds: [] }],
])('a message of %s is rejected as empty', async (_reason, body) => {
  const local = await aLocalDiscord();
  const answer = await rest(local, 'POST', `/channels/${ALERTS}/messages`, body);
  expect([answer.status, answer.body]).toEqual([
    400,
    { message: 'Cannot send an empty message', code: 50006 },
  ]);
});

test('messages at the limits of Discord are accepted', async () => {
  const local = await aLocalDiscord();
  const send = (body: object) => rest(local, 'POST', `/channels/${ALERTS}/messages`, body);
  const answers = [
    await send({ content: 'é'.repeat(2_000) }),
    await send({ content: '🎾'.repeat(2_000) }),
    await send({ embeds: [{ title: 'x', color: null, timestamp: '2026-01-01T10:00:00+02:00' }] }),
    await send({ flags: V2, components: [{ type: 17, components: [{ type: 10, content: 'x' }] }] }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(answers[2]?.body['embeds']).toEqual([
    { type: 'rich', title: 'x', timestamp: '2026-01-01T08:00:00.000000+00:00' },
  ]);
});

const REFUSED_COMMANDS: readonly (readonly [string, object, string, string])[] = [
  [
    'capitals in its name',
    { name: 'H2H', description: 'd' },
    'name',
    'APPLICATION_COMMAND_INVALID_NAME',
  ],
  [
    'a blank in its name',
    { name: 'h 2', description: 'd' },
    'name',
    'APPLICATION_COMMAND_INVALID_NAME',
  ],
  ['no description', { name: 'h2h' }, 'description', 'BASE_TYPE_REQUIRED'],
  [
    'an invalid localized name',
    { name: 'h2h', description: 'd', name_localizations: { 'es-ES': 'Cara A' } },
    'name_localizations.es-ES',
    'APPLICATION_COMMAND_INVALID_NAME',
  ],
  [
    'a locale that does not exist',
    { name: 'h2h', description: 'd', name_localizations: { es: 'x' } },
    'name_localizations.es',
    'DICT_TYPE_INVALID_KEY',
  ],
  [
    'an optional option before a required one',
    { name: 'h2h', description: 'd', options: [option({}), option({ name: 'b', required: true })] },
    'options.1',
    'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
  ],
  [
    '26 choices',
    {
      name: 'h2h',
      description: 'd',
      options: [
        option({
          choices: Array.from({ length: 26 }, (_, n) => ({ name: String(n), value: String(n) })),
        }),
      ],
    },
    'options.0.choices',
    'BASE_TYPE_MAX_LENGTH',
  ],
  [
    'an option without a description',
    { name: 'h2h', description: 'd', options: [option({ description: '' })] },
    'options.0.description',
    'BASE_TYPE_REQUIRED',
  ],
];

test.each(REFUSED_COMMANDS)('a command is rejected for %s', async (_reason, body, path, code) => {
  const local = await aLocalDiscord();
  const commands = `/applications/${local.applicationId}/commands`;
  const answer = await rest(local, 'POST', commands, body);
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ code: 50035, errors: at(path, code) });
  const bulk = await rest(local, 'PUT', commands, [{ name: 'fine', description: 'd' }, body]);
  expect(bulk.body).toMatchObject({ errors: { 1: at(path, code) } });
});

test('a command is created, changed, listed and removed', async () => {
  const local = await aLocalDiscord();
  const commands = `/applications/${local.applicationId}/commands`;
  const made = await rest(local, 'POST', commands, {
    name: 'alerts',
    description: 'd',
    default_member_permissions: '32',
  });
  expect(made.status).toBe(201);
  const path = `${commands}/${String(made.body['id'])}`;
  expect((await rest(local, 'PATCH', path, { description: 'other' })).body).toMatchObject({
    name: 'alerts',
    description: 'other',
    default_member_permissions: '32',
  });
  expect((await control(local).state()).commands).toHaveLength(1);
  expect((await rest(local, 'DELETE', path)).status).toBe(204);
  expect((await rest(local, 'GET', path)).body).toMatchObject({ code: 10063 });
});
