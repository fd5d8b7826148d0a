import { ChannelType, PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { areMentionable, mayWrite, missingPermissionsIn } from '#src/discord/servers/access.ts';
import { guildOwner, welcomePlace } from '#src/discord/servers/guilds.ts';
import { createPlaceNames } from '#src/discord/servers/place-names.ts';
import { createServers, type GuildCache } from '#src/discord/servers/servers.ts';
import {
  aChannel,
  anEvent,
  aRole,
  aServer,
  aThread,
  CHANNEL,
  created,
  OUR_ROLE,
  ready,
  SERVER,
  US,
} from './events.ts';

const SHARD = { id: 0, count: 1 };
const OTHER = '1100000000000000002';
const THREAD = '1100000000000000202';
const NEWS = '1100000000000000203';
const { ViewChannel, SendMessages, EmbedLinks, SendMessagesInThreads } = PermissionFlagsBits;
const ALL = ViewChannel | SendMessages | EmbedLinks | SendMessagesInThreads;

/** Servers that have heard these events, and what they told from then on. */
const afterHearing = (...events: readonly ReturnType<typeof anEvent>[]) => {
  const servers = createServers({ ownId: US, now: () => 0 });
  const hear = (...more: typeof events) => {
    for (const event of more) servers.onDispatch(SHARD, event);
  };
  hear(...events);
  const told: string[] = [];
  servers.listen({
    joined: (id) => told.push(`joined ${id}`),
    left: (id) => told.push(`left ${id}`),
    accessChanged: (id) => told.push(`access ${id}`),
    resynced: ({ id }) => told.push(`shard ${id} anew`),
    messageCreated: (id) => told.push(`wrote ${id}`),
    channelDeleted: (id, name) => told.push(`deleted ${id} ${String(name)}`),
  });
  return { servers, hear, told };
};

const channelIds = (servers: GuildCache): readonly string[] =>
  [...(servers.of(SERVER)?.channels.entries() ?? [])].map(([id]) => id);

const inText = (discordId: string) => ({ discordId, guildId: SERVER, kind: 'text' }) as const;
const inThread = (discordId: string) => ({ discordId, guildId: SERVER, kind: 'thread' }) as const;

describe('a session', () => {
  it('that begins invites nobody, and is complete when all its servers have come', () => {
    const { servers, hear, told } = afterHearing();
    expect(servers.isComplete(0)).toBe(false);
    hear(ready(SERVER, OTHER), created(SERVER));
    expect(servers.isComplete(0)).toBe(false);
    expect(servers.ids()).toEqual(new Set([SERVER, OTHER]));
    hear(created(OTHER));
    expect(servers.isComplete(0)).toBe(true);
    expect(told).toEqual([]);
  });

  it('without servers is complete at once', () => {
    expect(afterHearing(ready()).servers.isComplete(0)).toBe(true);
  });

  it('tells of an invitation once, and of a removal', () => {
    const { hear, told } = afterHearing(ready());
    hear(created(SERVER), created(SERVER), anEvent('GUILD_DELETE', { id: SERVER }));
    hear(anEvent('GUILD_DELETE', { id: SERVER }));
    const access = `access ${SERVER}`;
    expect(told).toEqual([`joined ${SERVER}`, access, access, `left ${SERVER}`]);
  });

  it('takes an outage for what it is', () => {
    const { servers, hear, told } = afterHearing(ready(SERVER), created(SERVER));
    hear(anEvent('GUILD_DELETE', { id: SERVER, unavailable: true }), created(SERVER));
    expect(told).toEqual([`access ${SERVER}`]);
    expect(servers.of(SERVER)?.name).toBe('Padel Club');
  });

  it('that follows another tells what happened between them', () => {
    const { hear, told, servers } = afterHearing(ready(SERVER, OTHER), created(SERVER));
    const invited = '1100000000000000003';
    hear(ready(SERVER, invited), created(SERVER), created(invited));
    expect(told).toEqual([
      `left ${OTHER}`,
      'shard 0 anew',
      `joined ${invited}`,
      `access ${invited}`,
    ]);
    expect(servers.isComplete(0)).toBe(true);
  });
});

describe('a shard', () => {
  /** Two servers whose ids differ by one where shards are told apart. */
  const first = String(260_000_000_000n << 22n);
  const second = String(260_000_000_001n << 22n);

  it('that is left is forgotten without a word, and the others stay', () => {
    const { servers, told } = afterHearing();
    servers.onDispatch({ id: 0, count: 2 }, ready(first));
    servers.onDispatch({ id: 0, count: 2 }, created(first));
    servers.onDispatch({ id: 1, count: 2 }, ready(second));
    servers.onDispatch({ id: 1, count: 2 }, created(second));
    told.length = 0;
    servers.forget(0);
    expect(told).toEqual([]);
    expect(servers.ids()).toEqual(new Set([second]));
    expect(servers.isServed(first)).toBe(false);
    expect(servers.isServed(second)).toBe(true);
  });

  it('that another process serves is believed in', () => {
    const { servers } = afterHearing();
    const place = { discordId: CHANNEL, guildId: first, kind: 'text' } as const;
    servers.onDispatch({ id: 1, count: 2 }, ready(second));
    expect(missingPermissionsIn(servers, place)).toEqual([]);
    expect(mayWrite(servers, place)).toBe(true);
    expect(missingPermissionsIn(servers, { ...place, guildId: second })).toEqual(['ViewChannel']);
  });
});

describe('what is known of a server', () => {
  const known = () =>
    afterHearing(
      ready(SERVER),
      created(SERVER, {
        roles: [aRole(SERVER, ALL), aRole(OUR_ROLE, 0n)],
        threads: [aThread(THREAD)],
      }),
    );

  it('is its owner, its language, its names', () => {
    const { servers } = known();
    const nameOf = createPlaceNames(servers);
    expect(guildOwner(servers, SERVER)).toBe('1100000000000000102');
    expect(guildOwner(servers, OTHER)).toBeNull();
    expect(nameOf(inText(CHANNEL))).toEqual({ channelName: 'padel', serverName: 'Padel Club' });
    expect(nameOf({ discordId: '1', guildId: OTHER })).toEqual({
      channelName: null,
      serverName: null,
    });
  });

  it('follows its changes', () => {
    const { servers, hear, told } = known();
    const nobody = [aRole(SERVER, ALL), aRole(OUR_ROLE, 0n, { mentionable: true })];
    hear(anEvent('GUILD_UPDATE', { ...aServer(SERVER), name: 'Club Pádel', roles: nobody }));
    expect(servers.of(SERVER)?.name).toBe('Club Pádel');
    expect(areMentionable(servers, SERVER, [OUR_ROLE])).toBe(true);
    expect(servers.of(SERVER)?.channels.get(CHANNEL)?.name).toBe('padel');
    hear(anEvent('CHANNEL_CREATE', aChannel(NEWS)));
    expect(told).toEqual([]);
    expect(mayWrite(servers, inText(NEWS))).toBe(true);
  });

  it.each([
    ['a channel', 'CHANNEL_UPDATE', aChannel(CHANNEL, { name: 'news' })],
    ['a thread', 'THREAD_UPDATE', aThread(THREAD, { name: 'Final' })],
    ['a role', 'GUILD_ROLE_UPDATE', { guild_id: SERVER, role: aRole(SERVER, 0n) }],
    ['a role that is gone', 'GUILD_ROLE_DELETE', { guild_id: SERVER, role_id: OUR_ROLE }],
    ['its own roles', 'GUILD_MEMBER_UPDATE', { guild_id: SERVER, user: { id: US }, roles: [] }],
  ])('tells that what it may do could have changed with %s', (_what, name, data) => {
    const { hear, told } = known();
    hear(anEvent(name, data));
    expect(told).toEqual([`access ${SERVER}`]);
  });

  it('is none of the roles of others', () => {
    const { hear, told } = known();
    hear(anEvent('GUILD_MEMBER_UPDATE', { guild_id: SERVER, user: { id: '7' }, roles: [] }));
    expect(told).toEqual([]);
  });

  it('loses access with a role, and gets it back with another', () => {
    const { servers, hear } = known();
    hear(anEvent('GUILD_ROLE_UPDATE', { guild_id: SERVER, role: aRole(SERVER, 0n) }));
    expect(mayWrite(servers, inText(CHANNEL))).toBe(false);
    hear(anEvent('GUILD_ROLE_CREATE', { guild_id: SERVER, role: aRole(NEWS, ALL) }));
    const us = { guild_id: SERVER, user: { id: US }, roles: [NEWS] };
    hear(anEvent('GUILD_MEMBER_UPDATE', us));
    expect(mayWrite(servers, inText(CHANNEL))).toBe(true);
    hear(anEvent('GUILD_ROLE_DELETE', { guild_id: SERVER, role_id: NEWS }));
    expect(mayWrite(servers, inText(CHANNEL))).toBe(false);
  });

  it('forgets a thread that sleeps, unless it is locked', () => {
    const { servers, hear } = known();
    const asleep = { archived: true, locked: false };
    hear(anEvent('THREAD_UPDATE', aThread(THREAD, { thread_metadata: asleep })));
    expect(servers.of(SERVER)?.channels.get(THREAD)).toBeUndefined();
    expect(mayWrite(servers, inThread(THREAD))).toBe(true);
    const locked = { archived: true, locked: true };
    hear(anEvent('THREAD_UPDATE', aThread(THREAD, { thread_metadata: locked })));
    expect(mayWrite(servers, inThread(THREAD))).toBe(false);
  });

  it('has the open threads of a channel anew when it may see it again', () => {
    const { servers, hear } = known();
    const elsewhere = aThread(NEWS, { parent_id: OTHER });
    hear(anEvent('THREAD_CREATE', elsewhere));
    const next = aThread('1100000000000000204');
    const sync = { guild_id: SERVER, channel_ids: [CHANNEL], threads: [next], members: [] };
    hear(anEvent('THREAD_LIST_SYNC', sync));
    expect(channelIds(servers)).toEqual([CHANNEL, NEWS, next.id]);
    hear(anEvent('THREAD_LIST_SYNC', { guild_id: SERVER, threads: [], members: [] }));
    expect(channelIds(servers)).toEqual([CHANNEL]);
  });

  it('loses a channel with its threads, and remembers what they were called', () => {
    const { servers, hear, told } = known();
    const nameOf = createPlaceNames(servers);
    hear(anEvent('CHANNEL_DELETE', aChannel(CHANNEL)));
    expect(told).toEqual([`deleted ${CHANNEL} padel`, `deleted ${THREAD} Semifinal`]);
    expect(nameOf(inText(CHANNEL)).channelName).toBe('padel');
    expect(missingPermissionsIn(servers, inText(CHANNEL))).toEqual(['ViewChannel']);
  });

  it('is nothing of what the bot itself writes', () => {
    const { hear, told } = known();
    hear(anEvent('MESSAGE_CREATE', { channel_id: CHANNEL, author: { id: US } }));
    hear(anEvent('MESSAGE_CREATE', { channel_id: CHANNEL, author: { id: '7' } }));
    expect(told).toEqual([`wrote ${CHANNEL}`]);
  });

  it('is nothing of a server that is not known', () => {
    const { servers, hear, told } = known();
    hear(anEvent('CHANNEL_UPDATE', aChannel(NEWS, { guild_id: OTHER })));
    expect(told).toEqual([]);
    expect(servers.of(OTHER)).toBeUndefined();
  });
});

describe('where a server is greeted', () => {
  const VOICE = '1100000000000000205';
  const place = (more: object) =>
    welcomePlace(
      afterHearing(
        ready(SERVER),
        created(SERVER, { roles: [aRole(SERVER, ALL), aRole(OUR_ROLE, 0n)], ...more }),
      ).servers,
      SERVER,
    );
  const unwritable = { id: SERVER, type: 0, allow: '0', deny: String(SendMessages) };

  it.each<[string, object, string | null]>([
    [
      'is its channel for system messages',
      { channels: [aChannel(CHANNEL, { position: 0 }), aChannel(NEWS)], system_channel_id: NEWS },
      NEWS,
    ],
    [
      'is the first text channel where that is closed to the bot',
      {
        channels: [
          aChannel(VOICE, { type: ChannelType.GuildVoice, position: 0 }),
          aChannel(NEWS, { position: 3 }),
          aChannel(CHANNEL, { position: 2 }),
          aChannel(OTHER, { position: 1, permission_overwrites: [unwritable] }),
        ],
        system_channel_id: OTHER,
      },
      CHANNEL,
    ],
    ['is nowhere without one', { channels: [] }, null],
  ])('%s', (_where, more, expected) => {
    expect(place(more)).toEqual(
      expected === null ? null : { channelId: expected, locale: 'es-ES' },
    );
  });
});
