import { DiscordAPIError } from 'discord.js';
import { expect, test } from 'vitest';
import { answering } from './answering.ts';
import { messageIn } from './setup.ts';

test('a command reaches the bot with typed options, and its response comes back', async () => {
  const person = await answering(async (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    const { options, memberPermissions, locale, user } = interaction;
    await interaction.reply(
      JSON.stringify({
        player: options.getString('player'),
        last: options.getInteger('last'),
        round: options.getString('round'),
        manages: memberPermissions.has('ManageGuild'),
        mayWrite: interaction.appPermissions.has('SendMessages'),
        locale,
        user: user.username,
      }),
    );
  });
  const answer = await person.run('/h2h player:Ana Vega last:3 round:Final');
  expect(answer.status).toBe('answered');
  expect(JSON.parse(messageIn(answer).content)).toEqual({
    player: 'Ana Vega',
    last: 3,
    round: '1',
    manages: false,
    mayWrite: true,
    locale: 'en-US',
    user: 'nora',
  });
});

test('a suggested choice is sent as its value, and other text as it was typed', async () => {
  const person = await answering(async (interaction) => {
    if (interaction.isAutocomplete()) {
      const typed = interaction.options.getFocused();
      await interaction.respond([{ name: `Ana ${typed}`, value: 'id:17' }]);
    }
    if (interaction.isChatInputCommand()) {
      await interaction.reply(interaction.options.getString('player', true));
    }
  });
  expect(await person.autocomplete('/h2h player:Veg')).toEqual({
    option: 'player',
    choices: [{ name: 'Ana Veg', value: 'id:17' }],
  });
  expect(messageIn(await person.run('/h2h player:Ana Veg')).content).toBe('id:17');
  expect(messageIn(await person.run('/h2h player:Ana')).content).toBe('Ana');
  // The choice was suggested to one person, not to the other.
  expect(messageIn(await person.run('/h2h player:Ana Veg', 'iker')).content).toBe('Ana Veg');
});

test('a command line that Discord would not send is rejected with a message that says why', async () => {
  const person = await answering(() => undefined);
  await expect(person.run('/h2h')).rejects.toThrow('/h2h also needs: player');
  await expect(person.run('/h2h player:A last:99')).rejects.toThrow('last must be at most 9');
  await expect(person.run('/h2h player:A last:x')).rejects.toThrow('last must be a whole number');
  await expect(person.run('/h2h player:A round:Semi')).rejects.toThrow(
    'round must be one of: Final',
  );
  await expect(person.run('/nothing')).rejects.toThrow('There are: /h2h, /alerts');
  await expect(person.run('/alerts')).rejects.toThrow('/alerts needs one of: setup');
  await expect(person.run('/alerts setup channel:general')).rejects.toThrow('it needs ManageGuild');
});

test('a moderator can run a command that needs a permission, and channels are resolved', async () => {
  const person = await answering(async (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    await interaction.reply(interaction.options.getChannel('channel', true).name);
  });
  const answer = await person.run('/alerts setup channel:#padel-alerts', 'moderator');
  expect(messageIn(answer).content).toBe('padel-alerts');
});

test('choices that Discord would reject are rejected', async () => {
  const codes: unknown[] = [];
  const person = await answering((interaction) => {
    if (!interaction.isAutocomplete()) return;
    interaction
      .respond([{ name: 'x', value: 'x'.repeat(101) }])
      .catch((error: unknown) => codes.push(error instanceof DiscordAPIError && error.code));
  });
  expect((await person.autocomplete('/h2h player:x')).choices).toEqual([]);
  expect(codes).toEqual([50035]);
});
