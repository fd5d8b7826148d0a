import { ChannelType, PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { areMentionable, mayWrite, missingPermissionsIn } from '#src/discord/servers/access.ts';
import { createPlaceNames, welcomePlace } from '#src/discord/servers/guilds.ts';
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

/** Servers that have received these events, and the calls of their listener from then on. */
const afterEvents = (...events: readonly ReturnType<typeof anEvent>[]) => {
  const servers = createServers({ ownId: US, now: () => 0 });
  const dispatch = (...more: typeof events) => {
    for (const event of more) servers.onDispatch(SHARD, event);
  };
  dispatch(...events);
  const calls: string[] = [];
  servers.listen({
    joined: (id) => calls.push(`joined ${id}`),
    left: (id) => calls.push(`left ${id}`),
    accessChanged: (id) => calls.push(`access ${id}`),
    resynced: ({ id }) => calls.push(`shard ${id} anew`),
    messageCreated: (id) => calls.push(`wrote ${id}`),
    channelDeleted: (id, name) => calls.push(`deleted ${id} ${String(name)}`),
  });
  return { servers, dispatch, calls };
};

const channelIds = (servers: GuildCache): readonly string[] =>
  [...(servers.of(SERVER)?.channels.entries() ?? [])].map(([id]) => id);

const inText = (discordId: string) => ({ discordId, guildId: SERVER, kind: 'text' }) as const;
const inThread = (discordId: string) => ({ discordId, guildId: SERVER, kind: 'thread' }) as const;

describe('a session', () => {
  it('that begins reports no join, and is complete when all its servers have arrived', () => {
    const { servers, dispatch, calls } = afterEvents();
    expect(servers.isComplete(0)).toBe(false);
    dispatch(ready(SERVER, OTHER), created(SERVER));
    expect(servers.isComplete(0)).toBe(false);
    expect(servers.ids()).toEqual(new Set([SERVER, OTHER]));
    dispatch(created(OTHER));
    expect(servers.isComplete(0)).toBe(true);
    expect(calls).toEqual([]);
  });

  it('without servers is complete at once', () => {
    expect(afterEvents(ready()).servers.isComplete(0)).toBe(true);
  });

  it('reports each join and each removal once', () => {
    const { dispatch, calls } = afterEvents(ready());
    dispatch(created(SERVER), created(SERVER), anEvent('GUILD_DELETE', { id: SERVER }));
    dispatch(anEvent('GUILD_DELETE', { id: SERVER }));
    const access = `access ${SERVER}`;
    expect(calls).toEqual([`joined ${SERVER}`, access, access, `left ${SERVER}`]);
  });

  it('does not report an outage as a removal', () => {
    const { servers, dispatch, calls } = afterEvents(ready(SERVER), created(SERVER));
    dispatch(anEvent('GUILD_DELETE', { id: SERVER, unavailable: true }), created(SERVER));
    expect(calls).toEqual([`access ${SERVER}`]);
    expect(servers.of(SERVER)?.name).toBe('Padel Club');
  });

  it('that follows another one reports what changed in between', () => {
    const { dispatch, calls, servers } = afterEvents(ready(SERVER, OTHER), created(SERVER));
    const invited = '1100000000000000003';
    dispatch(ready(SERVER, invited), created(SERVER), created(invited));
    expect(calls).toEqual([
      `left ${OTHER}`,
      'shard 0 anew',
      `joined ${invited}`,
      `access ${invited}`,
    ]);
    expect(servers.isComplete(0)).toBe(true);
  });
});

describe('a shard', () => {
  /** Two servers whose ids differ by one in the bits that select the shard. */
  const first = String(260_000_000_000n << 22n);
  const second = String(260_000_000_001n << 22n);

  it('that is left is forgotten without events, and the others stay', () => {
    const { servers, calls } = afterEvents();
    servers.onDispatch({ id: 0, count: 2 }, ready(first));
    servers.onDispatch({ id: 0, count: 2 }, created(first));
    servers.onDispatch({ id: 1, count: 2 }, ready(second));
    servers.onDispatch({ id: 1, count: 2 }, created(second));
    calls.length = 0;
    servers.forget(0);
    expect(calls).toEqual([]);
    expect(servers.ids()).toEqual(new Set([second]));
    expect(servers.isServed(first)).toBe(false);
    expect(servers.isServed(second)).toBe(true);
  });

  it('that another process serves has assumed access to its channels', () => {
    const { servers } = afterEvents();
    const place = { discordId: CHANNEL, guildId: first, kind: 'text' } as const;
    servers.onDispatch({ id: 1, count: 2 }, ready(second));
    expect(missingPermissionsIn(servers, place)).toEqual([]);
    expect(mayWrite(servers, place)).toBe(true);
    expect(missingPermissionsIn(servers, { ...place, guildId: second })).toEqual(['ViewChannel']);
  });
});

describe('the state of a server', () => {
  const known = () =>
    afterEvents(
      ready(SERVER),
      created(SERVER, {
        roles: [aRole(SERVER, ALL), aRole(OUR_ROLE, 0n)],
        threads: [aThread(THREAD)],
      }),
    );

  it('has its owner and its names', () => {
    const { servers } = known();
    const nameOf = createPlaceNames(servers);
    expect(servers.of(SERVER)?.ownerId).toBe('1100000000000000102');
    expect(nameOf(inText(CHANNEL))).toEqual({ channelName: 'padel', serverName: 'Padel Club' });
    expect(nameOf({ discordId: '1', guildId: OTHER })).toEqual({
      channelName: null,
      serverName: null,
    });
  });

  it('follows changes of the server, and new channels', () => {
    const { servers, dispatch, calls } = known();
    const roles = [aRole(SERVER, ALL), aRole(OUR_ROLE, 0n, { mentionable: true })];
    dispatch(anEvent('GUILD_UPDATE', { ...aServer(SERVER), name: 'Club Pádel', roles }));
    expect(servers.of(SERVER)?.name).toBe('Club Pádel');
    expect(areMentionable(servers, SERVER, [OUR_ROLE])).toBe(true);
    expect(servers.of(SERVER)?.channels.get(CHANNEL)?.name).toBe('padel');
    dispatch(anEvent('CHANNEL_CREATE', aChannel(NEWS)));
    expect(calls).toEqual([]);
    expect(mayWrite(servers, inText(NEWS))).toBe(true);
  });

  it.each([
    ['a channel', 'CHANNEL_UPDATE', aChannel(CHANNEL, { name: 'news' })],
    ['a thread', 'THREAD_UPDATE', aThread(THREAD, { name: 'Final' })],
    ['a role', 'GUILD_ROLE_UPDATE', { guild_id: SERVER, role: aRole(SERVER, 0n) }],
    ['a role that is gone', 'GUILD_ROLE_DELETE', { guild_id: SERVER, role_id: OUR_ROLE }],
    [
      "the bot's own roles",
      'GUILD_MEMBER_UPDATE',
      { guild_id: SERVER, user: { id: US }, roles: [] },
    ],
  ])('reports that access may have changed with %s', (_what, name, data) => {
    const { dispatch, calls } = known();
    dispatch(anEvent(name, data));
    expect(calls).toEqual([`access ${SERVER}`]);
  });

  it('ignores the roles of other members', () => {
    const { dispatch, calls } = known();
    dispatch(anEvent('GUILD_MEMBER_UPDATE', { guild_id: SERVER, user: { id: '7' }, roles: [] }));
    expect(calls).toEqual([]);
  });

  it('loses access with a role, and gets it back with another', () => {
    const { servers, dispatch } = known();
    dispatch(anEvent('GUILD_ROLE_UPDATE', { guild_id: SERVER, role: aRole(SERVER, 0n) }));
    expect(mayWrite(servers, inText(CHANNEL))).toBe(false);
    dispatch(anEvent('GUILD_ROLE_CREATE', { guild_id: SERVER, role: aRole(NEWS, ALL) }));
    const us = { guild_id: SERVER, user: { id: US }, roles: [NEWS] };
    dispatch(anEvent('GUILD_MEMBER_UPDATE', us));
    expect(mayWrite(servers, inText(CHANNEL))).toBe(true);
    dispatch(anEvent('GUILD_ROLE_DELETE', { guild_id: SERVER, role_id: NEWS }));
    expect(mayWrite(servers, inText(CHANNEL))).toBe(false);
  });

  it('forgets an archived thread, unless it is locked', () => {
    const { servers, dispatch } = known();
    const archived = { archived: true, locked: false };
    dispatch(anEvent('THREAD_UPDATE', aThread(THREAD, { thread_metadata: archived })));
    expect(servers.of(SERVER)?.channels.get(THREAD)).toBeUndefined();
    expect(mayWrite(servers, inThread(THREAD))).toBe(true);
    const locked = { archived: true, locked: true };
    dispatch(anEvent('THREAD_UPDATE', aThread(THREAD, { thread_metadata: locked })));
    expect(mayWrite(servers, inThread(THREAD))).toBe(false);
  });

  it('keeps the last locked ones of a channel, however many there are', () => {
    const { servers, dispatch } = known();
    const thread_metadata = { archived: true, locked: true };
    const ids = Array.from({ length: 300 }, (_, n) => `${1_100_000_000_000_005_000n + BigInt(n)}`);
    for (const id of ids) dispatch(anEvent('THREAD_UPDATE', aThread(id, { thread_metadata })));
    const kept = channelIds(servers).filter((id) => ids.includes(id));
    expect(kept).toEqual(ids.slice(-100));
    const nowhere = aThread(THREAD, { thread_metadata, parent_id: '9' });
    dispatch(anEvent('THREAD_UPDATE', nowhere));
    expect(servers.of(SERVER)?.channels.get(THREAD)).toBeUndefined();
  });

  it('has a deleted thread only when Discord lists it again', () => {
    const { servers, dispatch, calls } = known();
    const deleted = { ...inThread(THREAD), broken: 'unknown-channel' } as const;
    dispatch(anEvent('THREAD_DELETE', aThread(THREAD)));
    dispatch(anEvent('GUILD_ROLE_UPDATE', { guild_id: SERVER, role: aRole(SERVER, ALL) }));
    expect(mayWrite(servers, deleted)).toBe(false);
    expect(missingPermissionsIn(servers, deleted)).toEqual(['ViewChannel']);
    calls.length = 0;
    dispatch(anEvent('THREAD_UPDATE', aThread(THREAD)));
    expect(calls).toEqual([`access ${SERVER}`]);
    expect(mayWrite(servers, deleted)).toBe(true);
  });

  it('replaces the open threads of a channel when the bot can see it again', () => {
    const { servers, dispatch } = known();
    const elsewhere = aThread(NEWS, { parent_id: OTHER });
    dispatch(anEvent('THREAD_CREATE', elsewhere));
    const next = aThread('1100000000000000204');
    const sync = { guild_id: SERVER, channel_ids: [CHANNEL], threads: [next], members: [] };
    dispatch(anEvent('THREAD_LIST_SYNC', sync));
    expect(channelIds(servers)).toEqual([CHANNEL, NEWS, next.id]);
    dispatch(anEvent('THREAD_LIST_SYNC', { guild_id: SERVER, threads: [], members: [] }));
    expect(channelIds(servers)).toEqual([CHANNEL]);
  });

  it('loses a deleted channel with its threads, but keeps the name of the channel', () => {
    const { servers, dispatch, calls } = known();
    const nameOf = createPlaceNames(servers);
    dispatch(anEvent('CHANNEL_DELETE', aChannel(CHANNEL)));
    expect(calls).toEqual([`deleted ${CHANNEL} padel`, `deleted ${THREAD} Semifinal`]);
    expect(nameOf(inText(CHANNEL)).channelName).toBe('padel');
    expect(missingPermissionsIn(servers, inText(CHANNEL))).toEqual(['ViewChannel']);
  });

  it('keeps nothing of voice channels and categories', () => {
    const voice = aChannel(NEWS, { type: ChannelType.GuildVoice });
    const channels = [
      aChannel(CHANNEL),
      voice,
      aChannel(OTHER, { type: ChannelType.GuildCategory }),
    ];
    const { servers, dispatch } = afterEvents(ready(SERVER), created(SERVER, { channels }));
    dispatch(anEvent('CHANNEL_UPDATE', voice));
    expect(channelIds(servers)).toEqual([CHANNEL]);
  });

  it('ignores messages of the bot itself', () => {
    const { dispatch, calls } = known();
    dispatch(anEvent('MESSAGE_CREATE', { channel_id: CHANNEL, author: { id: US } }));
    dispatch(anEvent('MESSAGE_CREATE', { channel_id: CHANNEL, author: { id: '7' } }));
    expect(calls).toEqual([`wrote ${CHANNEL}`]);
  });

  it('ignores changes of an unknown server', () => {
    const { servers, dispatch, calls } = known();
    dispatch(anEvent('CHANNEL_UPDATE', aChannel(NEWS, { guild_id: OTHER })));
    expect(calls).toEqual([]);
    expect(servers.of(OTHER)).toBeUndefined();
  });
});

describe('the channel for the greeting of a server', () => {
  const VOICE = '1100000000000000205';
  const place = (more: object) =>
    welcomePlace(
      afterEvents(
        ready(SERVER),
        created(SERVER, { roles: [aRole(SERVER, ALL), aRole(OUR_ROLE, 0n)], ...more }),
      ).servers,
      SERVER,
    );
  const unwritable = { id: SERVER, type: 0, allow: '0', deny: String(SendMessages) };

  it.each<[string, object, string | null]>([
    [
      'is the channel for system messages',
      { channels: [aChannel(CHANNEL, { position: 0 }), aChannel(NEWS)], system_channel_id: NEWS },
      NEWS,
    ],
    [
      'is the first writable text channel when the bot cannot post in the system channel',
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
    ['is null without a text channel', { channels: [] }, null],
  ])('%s', (_where, more, expected) => {
    expect(place(more)).toEqual(
      expected === null ? null : { channelId: expected, locale: 'es-ES' },
    );
  });
});
