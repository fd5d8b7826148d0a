import { commands } from '../../commands/index.ts';
import { createMatchIndex } from '../../commands/match-index.ts';
import { startBuried } from '../alerts/cards/buried.ts';
import { createAbsentFollowers } from '../alerts/channels/absent-followers.ts';
import { createChannelHealth } from '../alerts/channels/channel-health.ts';
import type { ChannelNews } from '../alerts/channels/channel-news.ts';
import { startAgenda } from '../alerts/agenda.ts';
import { createMembership } from '../alerts/channels/membership.ts';
import { createTrust } from '../alerts/channels/trust.ts';
import { areMentionable, mayWrite, missingIn } from '../discord/access.ts';
import type { Asker, Place, Services } from '../discord/command.ts';
import { awaitDiscord } from '../discord/await-discord.ts';
import { createCommandIds } from '../discord/command-ids.ts';
import { directChannelOf } from '../discord/direct.ts';
import { createDispatch } from '../discord/dispatch.ts';
import { createGateway, type Gateway } from '../discord/gateway.ts';
import { createGreetingAnswered } from '../discord/greeting.ts';
import { leaveServer, ownerOf, welcomePlace } from '../discord/guilds.ts';
import type { Identity } from '../discord/identity.ts';
import { isMember } from '../discord/membership.ts';
import { createPlaceNames } from '../discord/place-names.ts';
import type { Refusals } from '../discord/refusals.ts';
import { createServers } from '../discord/servers.ts';
import { isOfShard, type Shard } from '../discord/shard.ts';
import { shardsWanted } from '../discord/shards-wanted.ts';
import { createUseLimits, type UseRates } from '../discord/use-limits.ts';
import type { REST } from 'discord.js';
import type { AlertChannel, PermissionName } from '../domain/alert-channel.ts';
import { answeredWelcome, WELCOME_CONTROL } from '../render/notices.ts';
import { createPainter } from '../render/pictures/painter.ts';
import type { Draw } from '../render/pictures/picture.ts';
import type { Logger } from '../lib/logger.ts';
import { findChannel, NO_GUILD } from '../store/channels.ts';
import type { Db } from '../store/database.ts';
import { createBlockList } from './block-list.ts';
import type { Context } from './context.ts';

export interface DiscordOptions extends Context {
  readonly rest: REST;
  readonly identity: Identity;
  readonly refusals: Refusals;
  /** Whether alerts are sent here: so is the care of direct messages, which are in no server. */
  readonly isSending: () => boolean;
  readonly channelNews: ChannelNews;
  readonly wake: () => void;
  /** How often members and servers may use the bot; what people do with their hands unless told. */
  readonly useRates?: UseRates | undefined;
  /** What commands need of the other parts. */
  readonly services: Pick<Services, 'api' | 'directory' | 'postIn' | 'status' | 'machine'>;
}

/**
 * What this process does with its share of Discord's servers: it answers their members, notes what
 * becomes of its place there, and mends what it can of their channels.
 */
export const openDiscord = (
  options: DiscordOptions,
): Gateway & { readonly connect: () => Promise<void> } => {
  const { config, db, rest, identity, refusals, channelNews, wake, processes, shutdown } = options;
  const { now, monotonic, log } = options;
  const { postIn } = options.services;
  const { channelReady } = channelNews;
  const servers = createServers({ ownId: identity.userId, now });
  const placeNames = createPlaceNames(servers);
  const commandIds = createCommandIds(rest, identity.applicationId, log);
  const painter = createPainter();
  shutdown.add('painter', painter.stop);

  const blocks = createBlockList({ db, monotonic, log });
  const leaveBlocked = async (guildId: string): Promise<void> => {
    if (await leaveServer(rest, guildId)) log.info({ guildId }, 'left a blocked server');
  };

  const services: Services = {
    ...options.services,
    ...channelNews,
    db,
    matches: createMatchIndex(db),
    now,
    greetingAnswered: createGreetingAnswered({
      rest,
      servers,
      control: WELCOME_CONTROL,
      answered: answeredWelcome,
      log,
    }),
    missingIn: (channel, more?: readonly PermissionName[]) => missingIn(servers, channel, more),
    areMentionable: (guildId, roleIds) => areMentionable(servers, guildId, roleIds),
    directChannel: (userId) => directChannelOf(rest, userId),
    placeOf: (place) => placeOf(db, place),
    draw: reported(painter.draw, log),
    commandIds,
    blocked: async (added) => {
      await blocks.refresh();
      // Whichever process serves it, and whether it is a server at all: Discord knows.
      if (added !== null) await leaveBlocked(added);
    },
  };
  const { operatorIds } = identity;
  const dispatch = createDispatch({
    commands,
    services,
    servers,
    operatorIds,
    limits: createUseLimits(monotonic, options.useRates),
    isBlocked: blocks.isBlocked,
    log,
  });
  let isLost = false;
  const gateway = createGateway({
    ...config.discord,
    refusals,
    servers,
    dispatch: (interaction) => {
      if (!isLost) dispatch(interaction);
    },
    ...(processes.shards.identify === null ? {} : { identify: processes.shards.identify }),
    log,
  });
  shutdown.add('discord', gateway.stop);
  // Another process serves these shards, and answers: before all else, whatever the rest takes.
  processes.lost
    .then(() => {
      isLost = true;
      return gateway.stop();
    })
    .catch((error: unknown) => {
      log.warn({ err: error }, 'the gateway could not be left');
    });

  const writable = (channel: AlertChannel): boolean => mayWrite(servers, channel);
  const health = createChannelHealth({ db, mayWrite: writable, ready: channelReady, log });
  const membership = createMembership({
    db,
    now,
    welcomePlace: (guildId) => welcomePlace(servers, guildId),
    post: postIn,
    ready: channelReady,
    log,
  });
  const buried = startBuried({ db, now, log, wake });
  shutdown.add('buried', buried.stop);
  const review = async (shard: Shard): Promise<void> => {
    // It may be left in the middle: then nothing is known of its servers, and nobody has left them.
    const isMeant = (guildId: string): boolean =>
      isOfShard(guildId, shard) && servers.isServed(guildId);
    for (const id of blocks.ids()) if (servers.isIn(id) && isMeant(id)) await leaveBlocked(id);
    await membership.review(servers.isIn, isMeant);
    await health.review(isMeant);
  };
  servers.listen({
    ...membership,
    joined: (guildId) => {
      if (!blocks.isBlocked([guildId])) {
        membership.joined(guildId);
        return;
      }
      leaveBlocked(guildId).catch((error: unknown) => {
        log.error({ err: error, guildId }, 'a blocked server could not be left');
      });
    },
    accessChanged: health.accessChanged,
    wrote: buried.wrote,
    resynced: (shard) => {
      review(shard).catch((error: unknown) => {
        log.error({ err: error, shard }, 'what has changed in servers could not be looked at');
      });
    },
  });

  const trust = createTrust({
    db,
    now,
    isServed: (guildId) => (guildId === NO_GUILD ? options.isSending() : servers.isServed(guildId)),
    directChannel: services.directChannel,
    ownerOf: (guildId) => ownerOf(servers, guildId),
    missingIn: (channel) => missingIn(servers, channel),
    namesOf: placeNames,
    commandIds,
    mayWrite: writable,
    post: postIn,
    ready: channelReady,
    log,
  });

  const absences = createAbsentFollowers({
    db,
    now,
    isServed: servers.isServed,
    isMember: (member) => isMember(rest, member),
    log,
  });

  return {
    ...gateway,
    connect: async () => {
      await blocks.refresh();
      const isAlone = processes.shards.identify === null;
      const { shards } = await awaitDiscord(() => shardsWanted(rest), options);
      await processes.shards.divide(shards, {
        serve: async (id, count) => {
          // With others, a shard that cannot be served here is left to them (divide-shards.ts).
          const serve = (): Promise<boolean> => gateway.serve(id, count);
          const isKnown = await (isAlone ? awaitDiscord(serve, options) : serve());
          if (isKnown) await review({ id, count });
        },
        leave: gateway.leave,
      });
      const agenda = startAgenda({
        parts: { notices: trust.notify, probes: trust.probe, absences },
        log,
        wake,
      });
      shutdown.addBeside('care of channels', agenda.stop, 'buried');
    },
  };
};

/** What was chosen for a channel. */
const placeOf = async (
  db: Db,
  { channelId, parentId }: Pick<Asker, 'channelId' | 'parentId'>,
): Promise<Place> => {
  const called = async (id: string | null) => (id === null ? undefined : await findChannel(db, id));
  const channel = (await called(channelId)) ?? (await called(parentId));
  return {
    locale: channel?.locale ?? null,
    isDelayed: (channel?.settings.delay ?? 0) > 0,
  };
};

/** An answer does without a picture that cannot be drawn; that it cannot is ours to know. */
const reported =
  (draw: Draw, log: Logger): Draw =>
  async (picture) => {
    try {
      return await draw(picture);
    } catch (error) {
      log.error({ err: error }, 'a picture could not be drawn');
      throw error;
    }
  };
