import { setImmediate as turn } from 'node:timers/promises';
import { ChannelType, OverwriteType } from 'discord.js';
import { createServers } from '#src/discord/servers/servers.ts';
import { anEvent, anOverwrite } from '#test/discord/servers/events.ts';

/** The most that Discord allows a server. */
const CHANNELS = 500;
const ROLES = 250;

const BOT = '1090000000000000001';
const SERVER = '1100000000000000000';
const SHARD = { id: 0, count: 1 };
const EVENTS = 500;
/** Archived and locked ones, which Discord does not limit. */
const THREADS = 20_000;

const idOf = (index: number): string => String(1_100_000_000_001_000_000n + BigInt(index));

const aChannel = (index: number, roles: number, name = `channel-${index}`) => ({
  id: idOf(index),
  guild_id: SERVER,
  type: ChannelType.GuildText,
  name,
  position: index,
  parent_id: null,
  permission_overwrites: Array.from({ length: roles }, (_, role) =>
    anOverwrite(idOf(900_000 + role), OverwriteType.Role, {
      allow: BigInt(1_024 + role),
      deny: BigInt(2_048 * (index % 7)),
    }),
  ),
});

const cpuMsOf = (work: () => void): number => {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
};

/** Milliseconds of processor time. */
interface ServerCosts {
  readonly created: number;
  /** The longest turn in which a channel was changed. */
  readonly channel: number;
  readonly thread: number;
  /** The longest turn of one more locked thread of a channel that had so many. */
  readonly locked: number;
  /** The longest turn of a question about a channel. */
  readonly question: number;
}

/** The costs of a server with so many channels, each with an overwrite for each of so many roles. */
const costsOf = async (channels: number, roles: number): Promise<ServerCosts> => {
  const servers = createServers({ ownId: BOT, now: Date.now });
  const send = (t: string, d: object): void => {
    servers.onDispatch(SHARD, anEvent(t, d));
  };
  const longest = async (work: (index: number) => void): Promise<number> => {
    let most = 0;
    for (let index = 0; index < EVENTS; index += 1) {
      const before = process.threadCpuUsage();
      work(index % channels);
      await turn();
      const { user, system } = process.threadCpuUsage(before);
      most = Math.max(most, (user + system) / 1_000);
    }
    return most;
  };
  send('READY', { guilds: [{ id: SERVER, unavailable: true }] });
  const guild = {
    id: SERVER,
    name: 'Club',
    owner_id: idOf(1),
    preferred_locale: 'en-US',
    system_channel_id: null,
    members: [{ user: { id: BOT }, roles: [] }],
    roles: Array.from({ length: roles }, (_, role) => ({
      id: idOf(900_000 + role),
      permissions: '104324673',
      mentionable: false,
    })),
    channels: Array.from({ length: channels }, (_, index) => aChannel(index, roles)),
    threads: [],
  };
  const created = cpuMsOf(() => {
    send('GUILD_CREATE', guild);
  });
  for (let turns = 0; turns < channels; turns += 1) await turn();
  const question = (index: number): void => {
    servers.of(SERVER)?.channels.get(idOf(index));
  };
  const aThread = (index: number, parent = index, isLocked = false) => ({
    id: idOf(500_000 + index),
    guild_id: SERVER,
    type: ChannelType.PublicThread,
    name: 'thread',
    parent_id: idOf(parent),
    thread_metadata: { archived: isLocked, locked: isLocked },
  });
  let threads = 0;
  const locked = async (): Promise<number> => {
    let most = 0;
    while (threads < THREADS) {
      most = await longest(() => {
        threads += 1;
        send('THREAD_UPDATE', aThread(1_000 + threads, 0, true));
      });
    }
    return most;
  };
  // Warm-up.
  await longest(question);
  return {
    created,
    channel: await longest((index) => {
      send('CHANNEL_UPDATE', aChannel(index, roles, 'changed'));
    }),
    thread: await longest((index) => {
      send('THREAD_UPDATE', aThread(index));
    }),
    locked: await locked(),
    question: await longest(question),
  };
};

/** What an ordinary server costs, and the largest that Discord allows. */
export const serverCosts = async () => ({
  ordinary: await costsOf(30, 5),
  largest: await costsOf(CHANNELS, ROLES),
});
