import { InteractionType } from 'discord-api-types/v10';
import { Events } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { GUILD_ID } from '#sandbox/discord/guild/accounts.ts';
import { aBot, aLocalDiscord, control, rest } from './setup.ts';

describe('a forged interaction', () => {
  it('reaches the bot unchanged, and its response comes back', async () => {
    const local = await aLocalDiscord();
    const bot = await aBot(local);
    bot.on(Events.InteractionCreate, (interaction) => {
      if (!interaction.isChatInputCommand()) return;
      const typed = interaction.options.getString('name') ?? '';
      void interaction.reply(`typed ${typed.length}`);
    });
    const answer = await control(local).forge({
      channel: 'general',
      type: InteractionType.ApplicationCommand,
      data: {
        id: '1',
        name: 'nobody-registered-it',
        type: 1,
        options: [{ name: 'name', type: 3, value: 'a'.repeat(5_000) }],
      },
    });
    expect(answer).toMatchObject({
      status: 'answered',
      message: { content: 'typed 5000' },
    });
  });
});

describe('a bot that leaves its server', () => {
  it('gets an event, is in no server, and cannot leave again', async () => {
    const local = await aLocalDiscord();
    const bot = await aBot(local);
    const left = new Promise((resolve) =>
      bot.once(Events.GuildDelete, ({ id }) => {
        resolve(id);
      }),
    );
    expect((await rest(local, 'DELETE', `/users/@me/guilds/${GUILD_ID}`)).status).toBe(204);
    expect(await left).toBe(GUILD_ID);
    const again = await rest(local, 'DELETE', `/users/@me/guilds/${GUILD_ID}`);
    expect(again).toMatchObject({ status: 404, body: { code: 10_004 } });
  });
});
