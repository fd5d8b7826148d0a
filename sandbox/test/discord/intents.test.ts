import { Events, GatewayIntentBits, type Client } from 'discord.js';
import { expect, test } from 'vitest';
import { aBot, aLocalDiscord, channelOf, control, GENERAL, rest } from './setup.ts';

const { Guilds, GuildMessages, DirectMessages, MessageContent } = GatewayIntentBits;

interface MessageEvent {
  readonly t: string;
  readonly d: {
    readonly content?: string;
    readonly embeds?: readonly object[];
  };
}

/** Records the message events of a bot as they arrive. */
const messageEventsOf = (bot: Client<true>): MessageEvent[] => {
  const received: MessageEvent[] = [];
  bot.on(Events.Raw, (event: MessageEvent) => {
    if (event.t.startsWith('MESSAGE_')) received.push(event);
  });
  return received;
};

test.each([
  ['no intent for messages', [Guilds], [], []],
  ['the intent for server messages', [Guilds, GuildMessages], ['CREATE', 'UPDATE', 'DELETE'], []],
  ['the intent for direct messages', [Guilds, DirectMessages], [], ['CREATE', 'UPDATE', 'DELETE']],
] as const)('a bot with %s gets no others', async (_intents, intents, inServer, inDirect) => {
  const local = await aLocalDiscord();
  const bot = await aBot(local, { intents: [...intents] });
  const received = messageEventsOf(bot);
  const writeIn = async (channel: string) => {
    const { body } = await rest(local, 'POST', `/channels/${channel}/messages`, { content: 'x' });
    const path = `/channels/${channel}/messages/${String(body['id'])}`;
    await rest(local, 'PATCH', path, { content: 'y' });
    await rest(local, 'DELETE', path);
  };
  await writeIn(GENERAL);
  await writeIn((await control(local).direct('member')).id);
  // Every bot gets this event, and it comes after all the others.
  const last = new Promise((resolve) => {
    bot.once(Events.ChannelCreate, resolve);
  });
  await control(local).createChannel({ name: 'last' });
  await last;
  expect(received.map(({ t }) => t)).toEqual(
    [...inServer, ...inDirect].map((what) => `MESSAGE_${what}`),
  );
});

test('without the content intent a bot reads only its own messages, mentions and direct ones', async () => {
  const local = await aLocalDiscord();
  const blind = await aBot(local, { intents: [Guilds, GuildMessages, DirectMessages] });
  const seeing = await aBot(local, { intents: [Guilds, GuildMessages, MessageContent] });
  const [limited, all] = [messageEventsOf(blind), messageEventsOf(seeing)];
  const person = control(local);
  const { id } = await person.say('general', 'among us');
  await person.say('general', `<@${local.applicationId}> look`);
  const own = await channelOf(blind, GENERAL).send({
    embeds: [{ title: 'Mine' }],
    reply: { messageReference: id },
  });
  await own.edit({ content: 'mine too' });
  const direct = await person.direct('member');
  await person.say(direct.id, 'in private');
  await expect
    .poll(() => limited.map(({ d }) => d.content))
    .toEqual(['', `<@${local.applicationId}> look`, '', 'mine too', 'in private']);
  expect(limited.map(({ d }) => d.embeds?.length)).toEqual([0, 0, 1, 1, 0]);
  await expect
    .poll(() => all.map(({ d }) => d.content))
    .toEqual(['among us', `<@${local.applicationId}> look`, '', 'mine too']);
});
