import { expect, test } from 'vitest';
import { startLocalDiscord, type LocalDiscord } from '#sandbox/discord/index.ts';
import { INVITED } from '#sandbox/discord/guild/bot.ts';
import { aLocalDiscord, ALERTS, aStateFile, control, NORA, rest } from './setup.ts';

const FANS = '1100000000000000013';
const MODERATORS = '1100000000000000011';

const managing = async (local: LocalDiscord): Promise<LocalDiscord> => {
  await control(local).invite([...INVITED, 'ManageRoles', 'ManageChannels', 'ManageWebhooks']);
  return local;
};

test('a role changes the permissions of its members', async () => {
  const local = await managing(await aLocalDiscord());
  const guild = `/guilds/${local.guildId}`;
  const role = await rest(local, 'POST', `${guild}/roles`, { name: 'Judge', permissions: '8192' });
  const path = `${guild}/members/${NORA}/roles/${String(role.body['id'])}`;
  const mayManageMessages = async () => {
    const { people } = await control(local).state();
    return people.find(({ id }) => id === NORA)?.permissions.includes('ManageMessages');
  };
  expect((await rest(local, 'PUT', path)).status).toBe(204);
  expect(await mayManageMessages()).toBe(true);
  expect((await rest(local, 'GET', `${guild}/members/${NORA}`)).body['roles']).toEqual([
    FANS,
    role.body['id'],
  ]);
  expect((await rest(local, 'DELETE', path)).status).toBe(204);
  expect(await mayManageMessages()).toBe(false);
});

test.each([
  ['editing a role above the bot', 'PATCH', `/roles/${MODERATORS}`, {}, 50013],
  ['giving a role above the bot', 'PUT', `/members/${NORA}/roles/${MODERATORS}`, {}, 50013],
  ['a new role with permissions that the bot lacks', 'POST', '/roles', { permissions: '8' }, 50013],
  ['deleting a role that does not exist', 'DELETE', '/roles/1', undefined, 10011],
  ['giving the role of everyone', 'PUT', `/members/${NORA}/roles/1100000000000000001`, {}, 50028],
])('a role request is rejected: %s', async (_what, method, path, body, code) => {
  const local = await managing(await aLocalDiscord());
  const answer = await rest(local, method, `/guilds/${local.guildId}${path}`, body);
  expect(answer.body).toMatchObject({ code });
});

test('without the permissions the bot can create neither roles nor webhooks', async () => {
  const local = await aLocalDiscord();
  for (const path of [`/guilds/${local.guildId}/roles`, `/channels/${ALERTS}/webhooks`]) {
    expect((await rest(local, 'POST', path, { name: 'x' })).body).toMatchObject({ code: 50013 });
  }
});

test('the token of a webhook is required and sufficient to write through it', async () => {
  const local = await managing(await aLocalDiscord());
  const made = await rest(local, 'POST', `/channels/${ALERTS}/webhooks`, { name: 'Scores' });
  const post = (url: unknown, body: object) =>
    fetch(String(url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  expect((await post(made.body['url'], { content: '6-4' })).status).toBe(204);
  expect((await control(local).messages('padel-alerts')).at(-1)).toMatchObject({
    content: '6-4',
    author: { username: 'Scores' },
  });
  const wrong = await post(`${String(made.body['url'])}x`, { content: 'x' });
  expect([wrong.status, await wrong.json()]).toMatchObject([401, { code: 50027 }]);
  const withoutToken = await fetch(`${local.apiUrl}/webhooks/${String(made.body['id'])}`);
  expect(withoutToken.status).toBe(401);
});

test('roles and webhooks survive a restart', async () => {
  const stateFile = aStateFile();
  const first = await managing(await startLocalDiscord({ port: 0, stateFile }));
  const guild = `/guilds/${first.guildId}`;
  const role = await rest(first, 'POST', `${guild}/roles`, { name: 'Judge' });
  await rest(first, 'PUT', `${guild}/members/${NORA}/roles/${String(role.body['id'])}`);
  await rest(first, 'DELETE', `${guild}/roles/${FANS}`);
  await rest(first, 'POST', `/channels/${ALERTS}/webhooks`, { name: 'Scores' });
  await first.stop();

  const second = await aLocalDiscord({ stateFile });
  const names = (await control(second).state()).roles.map(({ name }) => name);
  expect(names).toEqual(['@everyone', 'Judge', 'Bandeja', 'Moderator']);
  const member = await rest(second, 'GET', `${guild}/members/${NORA}`);
  expect(member.body['roles']).toEqual([role.body['id']]);
  const webhooks = await rest(second, 'GET', `/channels/${ALERTS}/webhooks`);
  expect(webhooks.body).toMatchObject([{ name: 'Scores' }]);
});
