import { ChannelType, Routes, type APIThreadChannel } from 'discord.js';
import { describe, expect, it } from 'vitest';
import {
  areMentionable,
  mayWrite,
  missingPermissionsIn,
  timedOutUntil,
} from '#src/discord/servers/access.ts';
import { MINUTE } from '#src/lib/time.ts';
import { waitForDiscord } from '#src/discord/gateway/login.ts';
import { readIdentity } from '#src/discord/gateway/login.ts';
import { isMember } from '#src/discord/servers/guilds.ts';
import { registerCommands } from '#src/discord/registered.ts';
import {
  BOT,
  FANS_ROLE_ID,
  GUILD_ID,
  MODERATOR_ROLE_ID,
  OWNER_ID,
} from '#sandbox/discord/guild/accounts.ts';
import { ALERTS, aLocalDiscord, control, GENERAL, rest } from '../../sandbox/test/discord/setup.ts';
import { freePort } from '../free-port.ts';
import { aLog } from '../lib/log.ts';
import { aCommand, aDispatcher, aRest, says } from './bot.ts';

/** A channel that no server has. */
const NOT_THERE = { discordId: '1100000000000009999', guildId: GUILD_ID };

const inText = (discordId: string) => ({ discordId, guildId: GUILD_ID, kind: 'text' }) as const;

const NOWHERE = 'http://127.0.0.1:1/api';
const COMMANDS = [aCommand('ping', () => Promise.resolve(says('pong')))];

describe('logging in', () => {
  it('names DISCORD_TOKEN, but not the token, when Discord refuses the token', async () => {
    const { apiUrl } = await aLocalDiscord();
    const failure = readIdentity(aRest({ apiUrl, token: 'a-wrong.token.indeed' }).rest);
    await expect(failure).rejects.toThrow('DISCORD_TOKEN');
    await expect(failure).rejects.not.toThrow('a-wrong.token.indeed');
  });

  it('names DISCORD_API_URL when no Discord is at that address', async () => {
    const failure = readIdentity(aRest({ apiUrl: NOWHERE, token: 'a.b.c' }).rest);
    await expect(failure).rejects.toThrow('DISCORD_API_URL');
  });

  it('waits for an unreachable Discord, but fails at once when the token is refused', async () => {
    const port = await freePort();
    const log = aLog();
    const waiting = { monotonic: () => performance.now(), random: () => 0, log };
    const token = 'a-wrong.token.indeed';
    const { rest } = aRest({ apiUrl: `http://127.0.0.1:${port}/api`, token });
    const refused = waitForDiscord(() => readIdentity(rest), waiting);
    refused.catch(() => undefined);
    await expect.poll(() => log.lines).toEqual(['warn Discord unreachable, retrying']);
    await aLocalDiscord({ port });
    await expect(refused).rejects.toThrow('DISCORD_TOKEN');
  });

  it('reads the ids of the bot and its application', async () => {
    const local = await aLocalDiscord();
    expect(await readIdentity(aRest(local).rest)).toEqual({
      userId: BOT.id,
      applicationId: local.applicationId,
      publicKey: local.publicKey,
    });
  });
});

describe('registering the commands', () => {
  it('replaces the commands that were registered before', async () => {
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
  ])('with %s names the variable to fix', async (_case, apiUrl, words) => {
    const registering = registerCommands({
      apiUrl: await apiUrl(),
      token: 'a-wrong.token.indeed',
      commands: COMMANDS,
    });
    await expect(registering).rejects.toThrow(words);
    await expect(registering).rejects.not.toThrow('a-wrong.token.indeed');
  });

  it('fails when Discord does not accept the commands', async () => {
    const { apiUrl, token } = await aLocalDiscord();
    const commands = [aCommand('NOT A NAME', () => Promise.resolve(says('x')))];
    const registering = registerCommands({ apiUrl, token, commands });
    await expect(registering).rejects.toThrow('Discord did not accept the commands');
  });
});

it("a time-out of the bot is known until it ends, and is none of the channels' permissions", async () => {
  let now = Date.now();
  const local = await aLocalDiscord({ now: () => now });
  const { servers } = await aDispatcher(local, COMMANDS);
  expect(timedOutUntil(servers, local.guildId)).toBeNull();
  await control(local).timeOut(10);
  await expect.poll(() => timedOutUntil(servers, local.guildId)).toBe(now + 10 * MINUTE);
  expect(missingPermissionsIn(servers, inText(ALERTS))).toEqual([]);
  expect(mayWrite(servers, inText(ALERTS))).toBe(false);
  const posting = { content: 'x' };
  const post = () => rest(local, 'POST', `/channels/${ALERTS}/messages`, posting);
  expect((await post()).body).toMatchObject({ code: 50_013 });
  const status = async (): Promise<number> => {
    now += 10 * MINUTE;
    return (await post()).status;
  };
  await expect.poll(status).toBe(200);
});

describe('access to a channel', () => {
  it('is known, and listeners are notified of every change', async () => {
    const local = await aLocalDiscord();
    const { servers } = await aDispatcher(local, COMMANDS);
    const changes: string[] = [];
    servers.listen({ accessChanged: (guildId) => changes.push(guildId) });
    expect(missingPermissionsIn(servers, inText(ALERTS))).toEqual([]);
    await control(local).deny('padel-alerts', 'EmbedLinks');
    await expect.poll(() => missingPermissionsIn(servers, inText(ALERTS))).toEqual(['EmbedLinks']);
    expect(missingPermissionsIn(servers, inText(GENERAL))).toEqual([]);
    await control(local).deny('padel-alerts');
    await expect.poll(() => missingPermissionsIn(servers, inText(ALERTS))).toEqual([]);
    expect(new Set(changes)).toEqual(new Set([local.guildId]));
    expect(changes.length).toBeGreaterThanOrEqual(2);
  });

  it('is missing for an unknown channel', async () => {
    const { servers } = await aDispatcher(await aLocalDiscord(), COMMANDS);
    expect(missingPermissionsIn(servers, { ...NOT_THERE, kind: 'text' })).toEqual(['ViewChannel']);
    expect(mayWrite(servers, { ...NOT_THERE, kind: 'text' })).toBe(false);
  });

  it('is assumed for an unknown thread, which may be archived', async () => {
    const { servers } = await aDispatcher(await aLocalDiscord(), COMMANDS);
    const thread = { ...NOT_THERE, kind: 'thread' } as const;
    expect(missingPermissionsIn(servers, thread)).toEqual([]);
    expect(mayWrite(servers, thread)).toBe(true);
  });

  it('to a thread is lost while it is locked, and listeners are notified both times', async () => {
    const local = await aLocalDiscord();
    const { servers, rest } = await aDispatcher(local, COMMANDS);
    let changes = 0;
    servers.listen({
      accessChanged: () => {
        changes += 1;
      },
    });
    const name = 'Semifinal';
    const body = { name, type: ChannelType.PublicThread };
    const opened = await rest.post(Routes.threads(ALERTS), { body });
    const { id } = opened as APIThreadChannel;
    const thread = { discordId: id, guildId: GUILD_ID, kind: 'thread' } as const;
    await expect.poll(() => servers.of(GUILD_ID)?.channels.get(id)?.name).toBe(name);
    expect(mayWrite(servers, thread)).toBe(true);
    await rest.patch(Routes.channel(id), { body: { locked: true } });
    await expect.poll(() => mayWrite(servers, thread)).toBe(false);
    expect(missingPermissionsIn(servers, thread)).toEqual([]);
    await rest.patch(Routes.channel(id), { body: { locked: false } });
    await expect.poll(() => mayWrite(servers, thread)).toBe(true);
    expect(changes).toBe(2);
  });
});

describe('roles to ping', () => {
  it('are mentionable when everyone may mention them, or when they are gone', async () => {
    const local = await aLocalDiscord();
    const { servers } = await aDispatcher(local, COMMANDS);
    const are = (...ids: string[]) => areMentionable(servers, local.guildId, ids);
    expect(are()).toBe(true);
    expect(are(FANS_ROLE_ID)).toBe(true);
    expect(are(FANS_ROLE_ID, MODERATOR_ROLE_ID)).toBe(false);
    // A role that is gone can ping nobody in any case.
    expect(are(NOT_THERE.discordId)).toBe(true);
  });
});

describe('membership of a server', () => {
  it('is what Discord says, and unknown for a server that Discord refuses', async () => {
    const local = await aLocalDiscord();
    const { rest } = aRest(local);
    const ask = (guildId: string, memberId: string) => isMember(rest, { guildId, memberId });
    expect(await ask(GUILD_ID, OWNER_ID)).toBe(true);
    expect(await ask(GUILD_ID, '1100000000000009999')).toBe(false);
    expect(await ask('1100000000000009998', OWNER_ID)).toBe(null);
  });
});
