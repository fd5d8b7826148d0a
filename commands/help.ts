import { InteractionContextType, PermissionFlagsBits } from 'discord-api-types/v10';
import type { CommandUser, Command, Services, Machine } from '../src/discord/command.ts';
import { helpMessage, type HelpTopic } from '../src/render/moderation/help.ts';
import { channelsOfGuild, type Channel } from '../src/store/channels/channels.ts';
import { wordIn } from './options/control-values.ts';
import { ALERTS_SUBS, ANYWHERE, labels, type AlertsSub } from './options/labels.ts';
import type { MessageBody } from '../src/render/message.ts';
import { statusMessage, type StatusView } from '../src/render/moderation/status.ts';
import { trackRecord } from '../src/store/matches/predictions.ts';
import {
  brokenSince,
  inPlaySummary,
  openEventCount,
  undeliveredPostCount,
} from '../src/store/outbox/backlog.ts';
import { findAlertChannel } from './alerts/channel.ts';

/** Commands by topic, in display order. */
export const TOPICS = {
  now: ['live', 'schedule', 'match', 'tournament'],
  people: ['player', 'pair', 'h2h', 'simulate', 'ranking'],
  alerts: ['follow', 'alerts', 'settings'],
} as const satisfies Readonly<Record<HelpTopic, readonly string[]>>;

const ORDER = ['now', 'people', 'alerts'] as const satisfies readonly HelpTopic[];

/** `/help`: first steps and the list of commands, in the user's language; and whether the bot works. */
export const helpFor = (commands: readonly Command[]): Command => ({
  definition: { ...labels((texts) => texts.command.help), ...ANYWHERE },
  visibility: 'private',
  isScoreless: true,
  run: (request, services) => showSteps(commands, request, services),
  component: {
    answer: 'update',
    run: (request, services) =>
      wordIn(['status', 'steps'], request.values[0]) === 'status'
        ? showStatus(request, services)
        : showSteps(commands, request, services),
  },
});

type Name = (typeof TOPICS)[HelpTopic][number];

const showSteps = async (commands: readonly Command[], user: CommandUser, services: Services) => {
  const { t, guildId, mayManage } = user;
  const channels = guildId === null ? [] : await channelsOfGuild(services.db, guildId);
  const byName = new Map(commands.map((command) => [command.definition.name, command]));
  const ids = services.commandIds();
  /** A clickable mention when the command's Discord id is known, else code. */
  const write = (name: Name, ...subs: readonly AlertsSub[]): string => {
    const id = ids.get(name);
    if (id !== undefined) return `</${[name, ...subs].join(' ')}:${id}>`;
    const below = subs.map((sub) => t(`command.alerts.sub.${sub}.name`));
    return `\`/${[t(`command.${name}.name`), ...below].join(' ')}\``;
  };
  return helpMessage(user, {
    where: guildId === null ? 'direct' : 'server',
    mayManage,
    managedKey: mayManage ? null : await managedBy(user, channels, services),
    supportUrl: services.supportUrl,
    alertChannelIds: channels
      .filter(({ broken, discordId }) => broken !== 'unknown-channel' && user.maySee(discordId))
      .map(({ discordId }) => discordId),
    steps: {
      setUp: write('alerts', 'setup'),
      follow: write('follow'),
      live: write('live'),
      h2h: write('h2h'),
    },
    topics: ORDER.map((topic) => ({
      topic,
      entries: TOPICS[topic].flatMap((name: Name) => {
        if (!isFor(byName.get(name), user)) return [];
        // Discord runs a command with subcommands by one of them only.
        return name === 'alerts'
          ? ALERTS_SUBS.map((sub) => ({
              command: write(name, sub),
              description: t(`command.alerts.sub.${sub}.description`),
            }))
          : [{ command: write(name), description: t(`command.${name}.description`) }];
      }),
    })).filter(({ entries }) => entries.length > 0),
  });
};

/** The first alert channel of a server whose alerts somebody manages without the permission. */
const managedBy = async (
  user: CommandUser,
  [first]: readonly Channel[],
  { mayManageAlerts }: Services,
): Promise<number | null> =>
  first !== undefined && (await mayManageAlerts(user)) ? first.key : null;

const FOR_MODERATORS = String(PermissionFlagsBits.ManageGuild);

const isFor = (command: Command | undefined, { guildId, mayManage }: CommandUser): boolean => {
  if (command === undefined) return false;
  const { contexts, default_member_permissions: needed } = command.definition;
  if (needed === FOR_MODERATORS && !mayManage) return false;
  return guildId !== null || contexts?.includes(InteractionContextType.BotDM) !== false;
};

/** The bot's health, from stored data, without a request. */
export const showStatus = async (user: CommandUser, services: Services): Promise<MessageBody> => {
  const { directory, status } = services;
  const { database, clockAheadMs } = await services.machine();
  return statusMessage(user, {
    ...status(),
    ...(await storedFor(user, services, database)),
    database: database?.kind ?? null,
    clockAheadMs,
    names: {
      player: directory.size('player'),
      pair: directory.size('pair'),
      tournament: directory.size('tournament'),
    },
    isLearning: directory.size('player') === 0 || directory.fillLevel('player') !== 'all',
    now: services.now(),
  });
};

const UNREAD = { inPlay: null, waiting: null, channel: null, trackRecord: null } as const;

/** Data from the database; empty when it has a known problem and a query fails. */
const storedFor = async (user: CommandUser, services: Services, trouble: Machine['database']) => {
  const { db } = services;
  const now = services.now();
  // A database that does not respond would not respond now.
  if (trouble?.kind === 'silent') return UNREAD;
  try {
    return {
      inPlay: await inPlaySummary(db, now),
      waiting: { posts: await undeliveredPostCount(db, now), news: await openEventCount(db, now) },
      channel: await channelOf(user, services),
      trackRecord: await trackRecord(db),
    };
  } catch (error) {
    if (trouble === null) throw error;
    return UNREAD;
  }
};

const channelOf = async (user: CommandUser, services: Services): Promise<StatusView['channel']> => {
  const { db, now } = services;
  const channel = await findAlertChannel(user, services);
  if (channel === undefined) return null;
  return {
    id: channel.discordId,
    brokenSince: await brokenSince(db, channel.key),
    posts: await undeliveredPostCount(db, now(), channel.key),
  };
};
