import { describe, expect, it } from 'vitest';
import { createClient, login, missingIn, onAccessChanged } from '#src/discord/client.ts';
import { registerCommands } from '#src/discord/register.ts';
import { ALERTS, aLocalDiscord, control, GENERAL } from '../sandbox/discord/setup.ts';
import { aCommand, aDispatcher, says } from './bot.ts';

const NOWHERE = 'http://127.0.0.1:1/api';
const COMMANDS = [aCommand('ping', () => Promise.resolve(says('pong')))];

describe('logging in', () => {
  it('with a token that Discord refuses names the variable, and not the token', async () => {
    const local = await aLocalDiscord();
    const client = createClient({ apiUrl: local.apiUrl });
    const failure = login(client, 'a-wrong.token.indeed');
    await expect(failure).rejects.toThrow('DISCORD_TOKEN');
    await expect(failure).rejects.not.toThrow('a-wrong.token.indeed');
    await client.destroy();
  });

  it('where no Discord is names the variable of its address', async () => {
    const client = createClient({ apiUrl: NOWHERE });
    await expect(login(client, 'a.b.c')).rejects.toThrow('DISCORD_API_URL');
    await client.destroy();
  });
});

describe('registering the commands', () => {
  it('replaces those that were there', async () => {
    const local = await aLocalDiscord();
    const { apiUrl, token } = local;
    await registerCommands({ apiUrl, token, commands: COMMANDS });
    const renamed = [aCommand('pong', () => Promise.resolve(says('ping')))];
    await registerCommands({ apiUrl, token, commands: renamed });
    const { commands } = await control(local).state();
    expect(commands.map(({ name }) => name)).toEqual(['pong']);
  });

  it.each([
    ['a token that Discord refuses', async () => (await aLocalDiscord()).apiUrl, 'DISCORD_TOKEN'],
    ['no Discord at that address', () => Promise.resolve(NOWHERE), 'DISCORD_API_URL'],
  ])('with %s says what to mend', async (_case, apiUrl, words) => {
    const registering = registerCommands({
      apiUrl: await apiUrl(),
      token: 'a-wrong.token.indeed',
      commands: COMMANDS,
    });
    await expect(registering).rejects.toThrow(words);
    await expect(registering).rejects.not.toThrow('a-wrong.token.indeed');
  });

  it('that Discord does not accept repeats what Discord says', async () => {
    const { apiUrl, token } = await aLocalDiscord();
    const commands = [aCommand('NOT A NAME', () => Promise.resolve(says('x')))];
    const registering = registerCommands({ apiUrl, token, commands });
    await expect(registering).rejects.toThrow('Discord did not accept the commands');
  });
});

describe('access to a channel', () => {
  it('is known, and every change of it is told', async () => {
    const local = await aLocalDiscord();
    const { client } = await aDispatcher(local, COMMANDS);
    const changes: string[] = [];
    onAccessChanged(client, (guildId) => {
      changes.push(guildId);
    });
    expect(missingIn(client, ALERTS)).toEqual([]);
    await control(local).deny('padel-alerts', 'EmbedLinks');
    await expect.poll(() => missingIn(client, ALERTS)).toEqual(['EmbedLinks']);
    expect(missingIn(client, GENERAL)).toEqual([]);
    await control(local).deny('padel-alerts');
    await expect.poll(() => missingIn(client, ALERTS)).toEqual([]);
    expect(new Set(changes)).toEqual(new Set([local.guildId]));
    expect(changes.length).toBeGreaterThanOrEqual(2);
  });

  it('to a channel that is not there is none', async () => {
    const { client } = await aDispatcher(await aLocalDiscord(), COMMANDS);
    expect(missingIn(client, '1100000000000009999')).toEqual(['ViewChannel']);
  });
});
