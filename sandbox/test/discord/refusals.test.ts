import { RESTJSONErrorCodes } from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import { MINUTE } from '../../../src/lib/time.ts';
import { ALERTS, aLocalDiscord, control, FORUM, rest } from './setup.ts';

const MESSAGES = `/channels/${ALERTS}/messages`;
const POST = { content: 'Set 1 to Vega / Lamas' };

const posted = async (local: Awaited<ReturnType<typeof aLocalDiscord>>, path = MESSAGES) => {
  const { status, body } = await rest(local, 'POST', path, POST);
  expect(status).toBe(200);
  return String(body['id']);
};

test("refuses each kind of request with any code of Discord's list, when told to", async () => {
  const local = await aLocalDiscord({ limits: { globalPerSecond: 10_000, messagesPer5s: 10_000 } });
  const id = await posted(local);
  const event = `/guilds/${local.guildId}/scheduled-events`;
  const acts = [
    ['post', 'POST', MESSAGES],
    ['edit', 'PATCH', `${MESSAGES}/${id}`],
    ['delete', 'DELETE', `${MESSAGES}/${id}`],
    ['thread', 'POST', `${MESSAGES}/${id}/threads`],
    ['pin', 'PUT', `/channels/${ALERTS}/messages/pins/${id}`],
    ['crosspost', 'POST', `${MESSAGES}/${id}/crosspost`],
    ['event', 'POST', event],
    ['direct', 'POST', '/users/@me/channels'],
  ] as const;
  for (const [act, method, path] of acts) {
    await control(local).faults({ refuses: { [act]: 200_000 } });
    expect((await rest(local, method, path, {})).body).toMatchObject({ code: 200_000 });
  }
  const codes = Object.values(RESTJSONErrorCodes).filter((code) => Number(code) > 0);
  for (const code of [...codes, 987_654]) {
    await control(local).faults({ refuses: { post: Number(code) } });
    const { status, body } = await rest(local, 'POST', MESSAGES, POST);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(body['code']).toBe(code);
  }
  await control(local).faults({ refuses: {} });
  await posted(local);
});

test('blocks messages and titles with the words of an AutoMod rule', async () => {
  const local = await aLocalDiscord();
  const id = await posted(local);
  await control(local).faults({ blockedWords: ['Vega'] });
  expect((await rest(local, 'POST', MESSAGES, POST)).body).toMatchObject({ code: 200_000 });
  const edit = await rest(local, 'PATCH', `${MESSAGES}/${id}`, POST);
  expect(edit.body).toMatchObject({ code: 200_000 });
  const thread = await rest(local, 'POST', `${MESSAGES}/${id}/threads`, { name: 'Vega / Lamas' });
  expect(thread.body).toMatchObject({ code: 200_001 });
});

test('a forum may demand a tag, and tags may be for moderators only', async () => {
  const local = await aLocalDiscord();
  const tags = [
    { name: 'Staff', moderated: true },
    { name: 'Live', moderated: false },
  ];
  await control(local).editChannel('match-day', { tags, requiresTag: true });
  await control(local).permit('match-day', ['ManageThreads'], []);
  const open = (applied_tags?: readonly string[]) =>
    rest(local, 'POST', `/channels/${FORUM}/threads`, {
      name: 'Final',
      message: POST,
      applied_tags,
    });
  const forum = (await rest(local, 'GET', `/channels/${FORUM}`)).body;
  const [staff = '', live = ''] = (forum['available_tags'] as { id: string }[]).map(({ id }) => id);
  expect(forum).toMatchObject({ flags: 16 });
  expect((await open()).body).toMatchObject({ code: 40_067 });
  expect((await open(['1'])).body).toMatchObject({ code: 10_087 });
  expect((await open([staff])).body).toMatchObject({ code: 50_013 });
  expect((await open([live])).body).toMatchObject({ applied_tags: [live] });
  await control(local).editChannel('match-day', { tags: tags.slice(0, 1) });
  expect((await open()).body).toMatchObject({ code: 40_066 });
});

test('archives a quiet thread, in which only a message opens it again', async () => {
  let now = Date.UTC(2026, 5, 7, 12);
  const local = await aLocalDiscord({ now: () => now, limits: { openThreads: 1 } });
  const first = await posted(local);
  const opened = await rest(local, 'POST', `${MESSAGES}/${first}/threads`, {
    name: 'Final',
    auto_archive_duration: 60,
  });
  expect(opened.status).toBe(201);
  const inThread = `/channels/${first}/messages`;
  const said = await posted(local, inThread);
  const isArchived = async () => {
    const { body } = await rest(local, 'GET', `/channels/${first}`);
    return (body['thread_metadata'] as { archived: boolean }).archived;
  };
  now += 61 * MINUTE;
  await expect.poll(isArchived).toBe(true);
  const refused = { code: 50_083 };
  expect((await rest(local, 'PATCH', `${inThread}/${said}`, POST)).body).toMatchObject(refused);
  expect((await rest(local, 'DELETE', `${inThread}/${said}`)).body).toMatchObject(refused);
  expect((await rest(local, 'PUT', `/channels/${first}/pins/${said}`)).body).toMatchObject(refused);
  await posted(local, inThread);
  expect(await isArchived()).toBe(false);
  // The guild has as many open threads as it may have.
  const second = await posted(local);
  const more = await rest(local, 'POST', `${MESSAGES}/${second}/threads`, { name: 'More' });
  expect(more.body).toMatchObject({ code: 160_006 });
  await control(local).editChannel(first, { locked: true });
  expect((await rest(local, 'POST', inThread, POST)).body).toMatchObject({ code: 160_005 });
});
