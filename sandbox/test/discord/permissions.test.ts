import { Events, OverwriteType, PermissionFlagsBits, type APIOverwrite } from 'discord.js';
import { expect, test } from 'vitest';
import {
  ALL_PERMISSIONS,
  basePermissions,
  channelPermissions,
} from '#sandbox/discord/permissions.ts';
import { aBot, aLocalDiscord, ALERTS, channelOf, control, rest } from './setup.ts';

const { ViewChannel, SendMessages, EmbedLinks, Administrator, ManageMessages } =
  PermissionFlagsBits;
const member = { userId: '7', isOwner: false, roleIds: ['1', '2'] };
const EVERYONE = '100';
const role = (id: string, allow: bigint, deny: bigint): APIOverwrite => ({
  id,
  type: OverwriteType.Role,
  allow: String(allow),
  deny: String(deny),
});
const own = (allow: bigint, deny: bigint): APIOverwrite => ({
  ...role('7', allow, deny),
  type: OverwriteType.Member,
});
const base = ViewChannel | SendMessages | EmbedLinks;
const inChannel = (...overwrites: APIOverwrite[]) =>
  channelPermissions(base, member, EVERYONE, overwrites);

test.each([
  ['without overwrites the permissions of the roles apply', [], base],
  [
    'an overwrite for everyone denies a permission',
    [role(EVERYONE, 0n, EmbedLinks)],
    ViewChannel | SendMessages,
  ],
  [
    'an overwrite for a role gives the permission back',
    [role(EVERYONE, 0n, EmbedLinks), role('1', EmbedLinks, 0n)],
    base,
  ],
  [
    'of two role overwrites the one that allows wins',
    [role('1', 0n, EmbedLinks), role('2', EmbedLinks, 0n)],
    base,
  ],
  [
    'an overwrite for a role that the member lacks has no effect',
    [role('9', 0n, EmbedLinks)],
    base,
  ],
  [
    'an overwrite for the member overrides those for roles',
    [role('1', EmbedLinks, 0n), own(0n, EmbedLinks)],
    ViewChannel | SendMessages,
  ],
  [
    'a member who cannot see a channel has no permission there',
    [own(ManageMessages, ViewChannel)],
    0n,
  ],
  ['a member who cannot send messages cannot embed links', [own(0n, SendMessages)], ViewChannel],
])('%s', (_reason, overwrites, expected) => {
  expect(inChannel(...overwrites)).toBe(expected);
});

test('owners and administrators have all permissions, whatever the overwrites say', () => {
  const roles = { everyoneId: EVERYONE, ofRole: (id: string) => (id === '1' ? Administrator : 0n) };
  expect(basePermissions(member, roles)).toBe(ALL_PERMISSIONS);
  expect(basePermissions({ ...member, roleIds: [] }, roles)).toBe(0n);
  expect(basePermissions({ ...member, roleIds: [], isOwner: true }, roles)).toBe(ALL_PERMISSIONS);
  const overwrites = [own(0n, ViewChannel)];
  expect(channelPermissions(Administrator, member, EVERYONE, overwrites)).toBe(ALL_PERMISSIONS);
});

test('a denied permission reaches the bot as an event, is enforced, and can be given back', async () => {
  const local = await aLocalDiscord();
  const bot = await aBot(local);
  const person = control(local);
  const channel = channelOf(bot, ALERTS);
  const mayWrite = () => channel.permissionsFor(bot.user)?.has('SendMessages');
  const updates: (boolean | undefined)[] = [];
  bot.on(Events.ChannelUpdate, () => updates.push(mayWrite()));

  expect(await person.deny('padel-alerts', 'SendMessages')).toMatchObject({
    deniedToBot: ['SendMessages'],
  });
  await expect.poll(() => updates).toEqual([false]);
  await expect(channel.send('x')).rejects.toMatchObject({ code: 50013, status: 403 });
  await person.deny('padel-alerts', 'ViewChannel');
  await expect(channel.send('x')).rejects.toMatchObject({ code: 50001, status: 403 });
  await person.deny('padel-alerts');
  await expect.poll(() => updates.at(-1)).toBe(true);
  await channel.send('back');
  await expect(person.deny('padel-alerts', 'Everything')).rejects.toThrow(
    '"Everything" is no permission',
  );
});

test('embeds need a permission of their own', async () => {
  const local = await aLocalDiscord();
  await control(local).deny('padel-alerts', 'EmbedLinks');
  const send = (body: object) => rest(local, 'POST', `/channels/${ALERTS}/messages`, body);
  expect((await send({ content: 'x' })).status).toBe(200);
  expect((await send({ embeds: [{ title: 'x' }] })).body).toMatchObject({ code: 50013 });
});

test('the bot cannot edit messages of others, and unknown things have error codes', async () => {
  const local = await aLocalDiscord();
  const { id, channel_id: channel } = await control(local).say('general', 'mine');
  const edit = await rest(local, 'PATCH', `/channels/${channel}/messages/${id}`, { content: 'x' });
  expect(edit.body).toMatchObject({ code: 50005 });
  const unknown = await rest(local, 'GET', `/channels/${channel}/messages/1`);
  expect([unknown.status, unknown.body]).toEqual([
    404,
    { message: 'Unknown Message', code: 10008 },
  ]);
  expect((await rest(local, 'GET', '/channels/1')).body).toMatchObject({ code: 10003 });
  const noToken = await fetch(`${local.apiUrl}/v10/users/@me`);
  expect([noToken.status, await noToken.json()]).toEqual([
    401,
    { message: '401: Unauthorized', code: 0 },
  ]);
});
