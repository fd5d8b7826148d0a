import { commands } from '../../commands/index.ts';
import { createMatchIndex } from '../../commands/options/match-index.ts';
import type { Wake } from '../alerts/delivery/delivery.ts';
import type { ChannelChanges } from '../alerts/channels/channel-news.ts';
import { areMentionable, missingPermissionsIn, timedOutUntil } from '../discord/servers/access.ts';
import type { CommandUser, ChannelPlace, OwnView, Services } from '../discord/command.ts';
import { waitForDiscord } from '../discord/gateway/login.ts';
import { createReadAttachment } from '../discord/interactions/attachments.ts';
import { createCommandIds } from '../discord/interactions/command-ids.ts';
import {
  createAlertManagers,
  createCommandPermissions,
} from '../discord/servers/alert-managers.ts';
import { directChannelOf } from '../discord/rest/channel-writer.ts';
import type { Rest } from '../discord/rest/rest.ts';
import { createDispatch } from '../discord/interactions/dispatch.ts';
import { createGateway, type Gateway } from '../discord/gateway/gateway.ts';
import { createGreetingAnswered } from '../discord/servers/greeting.ts';
import type { Identity } from '../discord/gateway/login.ts';
import type { InvalidRequestCounter } from '../discord/rest/invalid-request-counter.ts';
import { createServers } from '../discord/servers/servers.ts';
import { recommendedShards } from '../discord/gateway/login.ts';
import { createRefreshes } from '../discord/interactions/refreshes.ts';
import { createUseLimits, type InteractionRates } from '../discord/interactions/use-limits.ts';
import type { PermissionName } from '../domain/alerts/channel.ts';
import { NO_CHOICES } from '../domain/member-settings.ts';
import { answeredWelcome, WELCOME_CONTROL } from '../render/moderation/notices.ts';
import { hide } from '../render/conceal.ts';
import { offer, shared } from '../render/share.ts';
import { withNote } from '../render/message.ts';
import { again, menu, withMeant } from '../render/unclear.ts';
import { findChannel } from '../store/channels/channels.ts';
import type { Db } from '../store/connection/database.ts';
import { managerRoles } from '../store/channels/manager-roles.ts';
import { findMember } from '../store/follows/members.ts';
import { createBlockList } from './block-list.ts';
import type { Context } from './context.ts';
import { datedBy } from './painter.ts';
import { createServerCare } from './server-care.ts';

interface DiscordOptions extends Context {
  readonly rest: Rest;
  readonly identity: Identity;
  readonly invalidRequests: InvalidRequestCounter;
  readonly isSending: () => boolean;
  readonly channelNews: ChannelChanges;
  readonly wake: Wake;
  readonly useRates?: InteractionRates | undefined;
  readonly maxChannels?: number | undefined;
  /** What commands need of the other parts of the bot. */
  readonly services: Pick<Services, 'api' | 'directory' | 'postIn' | 'status' | 'machine'>;
}

/** Serves this process's share of the servers: answers their members, and maintains their alert channels. */
export const openDiscord = (
  options: DiscordOptions,
): Gateway & { readonly connect: () => Promise<void> } => {
  const { config, db, rest, identity, invalidRequests, channelNews, processes, shutdown } = options;
  const { now, monotonic, log } = options;
  const { shards } = processes;
  const servers = createServers({ ownId: identity.userId, now });
  const blocks = createBlockList({ db, log });
  const commandIds = createCommandIds(rest, identity.applicationId, log);
  const directChannel: Services['directChannel'] = (userId) => directChannelOf(rest, userId);

  const care = createServerCare({
    ...options,
    servers,
    blocks,
    channelReady: channelNews.channelReady,
    services: { commandIds, directChannel, postIn: options.services.postIn },
  });

  const permissions = createCommandPermissions({
    rest,
    applicationId: identity.applicationId,
    commandId: () => commandIds().get('alerts'),
    monotonic,
    log,
  });
  servers.listen({ commandPermissionsChanged: permissions.forget });

  const services: Services = {
    ...options.services,
    ...channelNews,
    maxChannels: options.maxChannels,
    db,
    supportUrl: config.supportUrl ?? null,
    whereToWatch: config.whereToWatch,
    matches: createMatchIndex(db),
    now,
    greetingAnswered: createGreetingAnswered({
      rest,
      servers,
      control: WELCOME_CONTROL,
      answered: answeredWelcome,
      log,
    }),
    missingIn: (channel, more?: readonly PermissionName[]) =>
      missingPermissionsIn(servers, channel, more),
    timedOutUntil: (guildId) => timedOutUntil(servers, guildId),
    areMentionable: (guildId, roleIds) => areMentionable(servers, guildId, roleIds),
    rolesOf: (guildId) => {
      const server = servers.of(guildId);
      return server === undefined ? null : new Set(server.roles.keys());
    },
    directChannel,
    placeOf: (place) => placeOf(db, place),
    mayManageAlerts: createAlertManagers({
      managerRoles: (guildId) => managerRoles(db, guildId),
      commandPermissions: permissions.of,
      log,
    }),
    viewOf: (userId) => viewOf(db, userId),
    draw: datedBy(options.draw, { now, serviceNow: () => options.services.api.serviceNow() }),
    commandIds,
  };
  const refreshes = createRefreshes({ now, log });
  const dispatch = createDispatch({
    rest,
    commands,
    services,
    servers,
    limits: createUseLimits(monotonic, options.useRates),
    refreshes,
    rendering: { hide, offer, shared, again, menu, withMeant, withNote },
    isBlocked: blocks.isBlocked,
    readAttachment: createReadAttachment(config.discord),
    log,
  });
  let isLost = false;
  const gateway = createGateway({
    rest,
    token: config.discord.token,
    invalidRequests,
    servers,
    dispatch: (interaction) => {
      if (!isLost) dispatch(interaction);
    },
    ...(shards.identify === null ? {} : { identify: shards.identify }),
    log,
  });
  shutdown.add('discord', gateway.stop);
  shutdown.add('refreshes', refreshes.stop);
  // At once, before the rest of the shutdown: another process now serves these shards.
  processes.leaseLost
    .then(() => {
      isLost = true;
      return gateway.stop();
    })
    .catch((error: unknown) => {
      log.warn({ err: error }, 'gateway could not be closed');
    });

  return {
    ...gateway,
    connect: async () => {
      await blocks.refresh();
      const isAlone = shards.identify === null;
      const wanted = await waitForDiscord(() => recommendedShards(rest), options);
      await shards.divide(wanted, {
        serve: async (id, count) => {
          // In a cluster, another process serves a shard that fails here (processes/divide-shards.ts).
          const serve = (): Promise<boolean> => gateway.serve(id, count);
          const isKnown = await (isAlone ? waitForDiscord(serve, options) : serve());
          if (isKnown) await care.review({ id, count });
        },
        leave: gateway.leave,
      });
      care.startAgenda();
    },
  };
};

const viewOf = async (db: Db, userId: string): Promise<OwnView> =>
  (await findMember(db, userId)) ?? NO_CHOICES;

/** The settings of a channel that affect answers there. */
const placeOf = async (
  db: Db,
  { channelId, parentId }: Pick<CommandUser, 'channelId' | 'parentId'>,
): Promise<ChannelPlace> => {
  const find = async (id: string | null) => (id === null ? undefined : await findChannel(db, id));
  const channel = (await find(channelId)) ?? (await find(parentId));
  return {
    locale: channel?.locale ?? null,
    timeZone: channel?.settings.timeZone ?? null,
    isGuarded: (channel?.settings.delay ?? 0) > 0 || channel?.settings.coverScores === true,
  };
};
