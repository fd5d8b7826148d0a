import { ChannelType, Routes, type APIThreadChannel } from 'discord.js';
import { describe, expect, it } from 'vitest';
import {
  areMentionable,
  createClient,
  login,
  mayWrite,
  missingIn,
  onAccessChanged,
} from '#src/discord/client.ts';
import { registerCommands } from '#src/discord/register.ts';
import { FANS_ROLE_ID, MODERATOR_ROLE_ID } from '#src/sandbox/discord/guild/accounts.ts';
import { ALERTS, aLocalDiscord, control, GENERAL } from '../sandbox/discord/setup.ts';
import { aCommand, aDispatcher, says } from './bot.ts';

/** A channel that no server has. */
const NOT_THERE = { discordId: '1100000000000009999' };

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
    expect(missingIn(client, { discordId: ALERTS, kind: 'text' })).toEqual([]);
    await control(local).deny('padel-alerts', 'EmbedLinks');
    await expect
      .poll(() => missingIn(client, { discordId: ALERTS, kind: 'text' }))
      .toEqual(['EmbedLinks']);
    expect(missingIn(client, { discordId: GENERAL, kind: 'text' })).toEqual([]);
    await control(local).deny('padel-alerts');
    await expect.poll(() => missingIn(client, { discordId: ALERTS, kind: 'text' })).toEqual([]);
    expect(new Set(changes)).toEqual(new Set([local.guildId]));
    expect(changes.length).toBeGreaterThanOrEqual(2);
  });

  it('to a channel that is not there is none', async () => {
    const { client } = await aDispatcher(await aLocalDiscord(), COMMANDS);
    expect(missingIn(client, { ...NOT_THERE, kind: 'text' })).toEqual(['ViewChannel']);
    expect(mayWrite(client, { ...NOT_THERE, kind: 'text' })).toBe(false);
  });

  it('to a thread that is not in sight is believed in: it may sleep', async () => {
    const { client } = await aDispatcher(await aLocalDiscord(), COMMANDS);
    const thread = { ...NOT_THERE, kind: 'thread' } as const;
    expect(missingIn(client, thread)).toEqual([]);
    expect(mayWrite(client, thread)).toBe(true);
  });

  it('to a thread is lost while somebody has locked it, and every change of that is told', async () => {
    const local = await aLocalDiscord();
    const { client } = await aDispatcher(local, COMMANDS);
    let changes = 0;
    onAccessChanged(client, () => {
      changes += 1;
    });
    const { rest } = client;
    const name = 'Semifinal';
    const body = { name, type: ChannelType.PublicThread };
    const opened = await rest.post(Routes.threads(ALERTS), { body });
    const { id } = opened as APIThreadChannel;
    const thread = { discordId: id, kind: 'thread' } as const;
    await expect.poll(() => client.channels.cache.has(id)).toBe(true);
    expect(mayWrite(client, thread)).toBe(true);
    await rest.patch(Routes.channel(id), { body: { locked: true } });
    await expect.poll(() => mayWrite(client, thread)).toBe(false);
    expect(missingIn(client, thread)).toEqual([]);
    await rest.patch(Routes.channel(id), { body: { locked: false } });
    await expect.poll(() => mayWrite(client, thread)).toBe(true);
    expect(changes).toBe(2);
  });
});

describe('roles to ping', () => {
  it('are mentionable where everybody may mention them', async () => {
    const local = await aLocalDiscord();
    const { client } = await aDispatcher(local, COMMANDS);
    const are = (...ids: string[]) => areMentionable(client, local.guildId, ids);
    expect(are()).toBe(true);
    expect(are(FANS_ROLE_ID)).toBe(true);
    expect(are(FANS_ROLE_ID, MODERATOR_ROLE_ID)).toBe(false);
    // Nothing would make a role ring that is gone.
    expect(are(NOT_THERE.discordId)).toBe(true);
  });
});
