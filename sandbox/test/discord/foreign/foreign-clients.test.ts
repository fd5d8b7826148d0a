import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startLocalDiscord, type LocalDiscord } from '#sandbox/discord/index.ts';
import { INVITED } from '#sandbox/discord/guild/bot.ts';
import { startDiscordJs } from './discord-js.ts';
import { startEris } from './eris.ts';
import { COMMANDS, SCORE, type ForeignBot } from './foreign-bot.ts';
import { startOceanic } from './oceanic.ts';
import { createAnswerCheck } from '../rest/published-answers.ts';
import { ALERTS, control, GENERAL, messageIn, NORA } from '../setup.ts';

const FANS_ROLE = '1100000000000000013';
const SEND_MESSAGES = 1n << 11n;
const FLAG_EPHEMERAL = 64;

const answers = createAnswerCheck();
let local: LocalDiscord;
let person: ReturnType<typeof control>;

beforeAll(async () => {
  local = await startLocalDiscord({
    port: 0,
    limits: { messagesPer5s: 500, editsPer5s: 500 },
    onAnswer: answers.onAnswer,
  });
  person = control(local);
  await person.invite([...INVITED, 'ManageRoles', 'ManageChannels', 'ManageWebhooks']);
});
afterAll(() => local.stop());

describe.each([
  ['discord.js', startDiscordJs],
  ['oceanic.js', startOceanic],
  ['eris', startEris],
])('%s', (_library, start) => {
  let bot: ForeignBot;

  beforeAll(async () => {
    bot = await start(local);
  });
  afterAll(() => bot.stop());

  const newest = async (channel: string) => (await person.messages(channel)).at(-1);

  test('logs in and receives the server', () => {
    expect(bot.guildNames()).toEqual(['Padel Club']);
  });

  test('registers commands', async () => {
    expect(await bot.register()).toEqual(COMMANDS.map(({ name }) => name));
  });

  test('replies to a command', async () => {
    expect(messageIn(await person.run('/hello who:you')).content).toBe('Hello you');
  });

  test('responds to autocomplete', async () => {
    expect(await person.autocomplete('/hello who:Wor')).toMatchObject({
      choices: [{ name: 'Wor!', value: 'Wor!' }],
    });
  });

  test('defers, and edits the response', async () => {
    expect(messageIn(await person.run('/later')).content).toBe('Done');
  });

  test('sends a follow-up', async () => {
    expect(messageIn(await person.run('/twice')).content).toBe('First');
    await expect.poll(async () => (await newest('general'))?.content).toBe('Second');
  });

  test('sends an ephemeral response', async () => {
    const { flags, content } = messageIn(await person.run('/private'));
    expect([content, flags]).toEqual(['For you alone', FLAG_EPHEMERAL]);
  });

  test('updates the message of a button', async () => {
    const { id } = messageIn(await person.run('/board'));
    expect(messageIn(await person.press(id, 'press'))).toMatchObject({ id, content: 'Pressed' });
  });

  test('reads a select', async () => {
    const { id } = messageIn(await person.run('/board'));
    expect(messageIn(await person.press(id, 'choose', ['one'])).content).toBe('Chose one');
  });

  test('opens a form and reads it', async () => {
    const { modalId } = await person.run('/form');
    const answer = await person.submit(modalId ?? '', { name: 'Nora' });
    expect(messageIn(answer).content).toBe('Thanks, Nora');
  });

  test('responds with a file', async () => {
    const [file] = messageIn(await person.run('/file')).attachments;
    expect(file?.filename).toBe(SCORE.name);
    expect(await (await fetch(file?.url ?? '')).text()).toBe(SCORE.bytes.toString());
  });

  test('sends, edits and deletes a message', async () => {
    const { id } = await bot.send(ALERTS, 'first');
    expect(await bot.edit(ALERTS, id, 'second')).toMatchObject({ id, content: 'second' });
    await bot.remove(ALERTS, id);
    expect((await newest('padel-alerts'))?.id).not.toBe(id);
  });

  test('sends a file', async () => {
    expect(await bot.sendFile(ALERTS, SCORE.name, SCORE.bytes)).toEqual([SCORE.name]);
  });

  test('receives a message and replies to it', async () => {
    const { id } = await person.say('general', 'anybody there?');
    await expect.poll(() => bot.received).toContain('anybody there?');
    await bot.reply(GENERAL, id, 'me');
    expect(await newest('general')).toMatchObject({
      content: 'me',
      referenced_message: { content: 'anybody there?' },
    });
  });

  test('reads the message history', async () => {
    for (const content of ['one', 'two', 'three']) await bot.send(ALERTS, content);
    expect(await bot.history(ALERTS, 2)).toEqual(['three', 'two']);
  });

  test('reacts, lists reactions and removes its own', async () => {
    const { id } = await bot.send(ALERTS, 'match point');
    await bot.react(ALERTS, id, '🔥');
    expect(await bot.reactions(ALERTS, id, '🔥')).toEqual(['bandeja']);
    await bot.unreact(ALERTS, id, '🔥');
    expect((await newest('padel-alerts'))?.reactions).toBeUndefined();
  });

  test('pins a message, opens a thread on it and writes there', async () => {
    const { id } = await bot.send(ALERTS, 'the final');
    await bot.pin(ALERTS, id);
    const thread = await bot.openThread(ALERTS, id, 'Final');
    await bot.send(thread, 'first point');
    expect((await person.messages(thread)).at(-1)?.content).toBe('first point');
  });

  test('sends a direct message and receives the reply', async () => {
    await bot.direct(NORA, 'your match starts');
    const { id } = await person.direct('nora');
    expect((await person.messages(id)).at(-1)?.content).toBe('your match starts');
    await person.say(id, 'on my way', 'nora');
    await expect.poll(() => bot.received).toContain('on my way');
  });

  test('changes the permissions of a channel', async () => {
    await bot.deny(ALERTS, FANS_ROLE, SEND_MESSAGES);
    await expect(person.say('padel-alerts', 'x', 'nora')).rejects.toThrow('may not write');
    await bot.undeny(ALERTS, FANS_ROLE);
    await person.say('padel-alerts', 'allowed again', 'nora');
  });

  test('creates, renames, gives, takes and deletes a role', async () => {
    const role = await bot.createRole(local.guildId, 'Champion');
    expect(await bot.renameRole(local.guildId, role, 'Winner')).toBe('Winner');
    expect(await bot.roleNames(local.guildId)).toContain('Winner');
    await bot.giveRole(local.guildId, NORA, role);
    await bot.takeRole(local.guildId, NORA, role);
    await bot.deleteRole(local.guildId, role);
    expect((await person.state()).roles.map(({ name }) => name)).not.toContain('Winner');
  });

  test('writes through a webhook', async () => {
    const webhook = await bot.createWebhook(ALERTS, 'Scores');
    expect(await bot.webhookNames(ALERTS)).toEqual(['Scores']);
    const { id } = await bot.execute(webhook, '6-4', 'Umpire');
    await bot.editExecuted(webhook, id, '6-4 6-4');
    expect(await newest('padel-alerts')).toMatchObject({
      id,
      content: '6-4 6-4',
      author: { username: 'Umpire', bot: true },
      webhook_id: webhook.id,
    });
    await bot.deleteWebhook(webhook);
    const refused = await bot.execute(webhook, 'x', 'x').catch(bot.codeOf);
    expect(refused).toBe(10015);
  });

  test('resumes a cut connection and receives what was written meanwhile', async () => {
    const resumed = bot.resumed();
    local.cutGateway();
    await person.say('general', 'said meanwhile');
    await resumed;
    await expect.poll(() => bot.received).toContain('said meanwhile');
  });
});

test("all responses match Discord's published schemas", () => {
  expect(answers.issues()).toEqual([]);
  expect(answers.checked()).toContain('POST /channels/{}/messages 200');
});
