import { startAgenda } from '../alerts/agenda/agenda.ts';
import { startPushedDownCounter } from '../alerts/kept/pushed-down.ts';
import { createAbsentFollowers } from '../alerts/channels/absent-followers.ts';
import { createChannelHealth } from '../alerts/channels/channel-health.ts';
import type { ChannelChanges } from '../alerts/channels/channel-news.ts';
import { createMembership } from '../alerts/channels/membership.ts';
import { createChannelFailureNotifier } from '../alerts/channels/channel-failure-notifier.ts';
import {
  isRole,
  mayWrite,
  missingPermissionsIn,
  timedOutUntil,
} from '../discord/servers/access.ts';
import type { Services } from '../discord/command.ts';
import type { Rest } from '../discord/rest/rest.ts';
import {
  createPlaceNames,
  isMember,
  leaveServer,
  welcomePlace,
} from '../discord/servers/guilds.ts';
import type { GuildCache } from '../discord/servers/servers.ts';
import { isOfShard, type Shard } from '../discord/gateway/shards.ts';
import type { Wake } from '../alerts/delivery/delivery.ts';
import type { AlertChannel } from '../domain/alerts/channel.ts';
import { NO_GUILD } from '../store/channels/channels.ts';
import type { BlockList } from './block-list.ts';
import type { Context } from './context.ts';

interface ServerCareOptions extends Context {
  readonly rest: Rest;
  readonly servers: GuildCache;
  readonly blocks: BlockList;
  /** Whether this process sends alerts: it also maintains direct messages, which have no server. */
  readonly isSending: () => boolean;
  readonly channelReady: ChannelChanges['channelReady'];
  readonly wake: Wake;
  readonly services: Pick<Services, 'commandIds' | 'directChannel' | 'postIn'>;
}

/** Maintains the servers of this process: handles their changes, and repairs channels. */
export const createServerCare = (options: ServerCareOptions) => {
  const { db, rest, servers, blocks, isSending, channelReady, wake, shutdown, log } = options;
  const { now, everyMinute } = options;
  const { commandIds, directChannel, postIn } = options.services;

  const leave = async (guildId: string): Promise<void> => {
    try {
      if (await leaveServer(rest, guildId)) log.info({ guildId }, 'left a blocked server');
    } catch (error) {
      log.error({ err: error, guildId }, 'blocked server could not be left, retrying');
    }
  };

  const leaveBlocked = async (isIncluded: (guildId: string) => boolean): Promise<void> => {
    for (const id of blocks.ids()) if (servers.isIn(id) && isIncluded(id)) await leave(id);
  };

  const writable = (channel: AlertChannel): boolean => mayWrite(servers, channel);
  const mayPin = (channel: AlertChannel): boolean =>
    missingPermissionsIn(servers, channel, ['PinMessages']).length === 0;
  const health = createChannelHealth({
    db,
    mayWrite: writable,
    mayPin,
    isRole: (guildId, roleId) => isRole(servers, guildId, roleId),
    ready: channelReady,
    log,
  });
  const membership = createMembership({
    db,
    now,
    welcomePlace: (guildId) => welcomePlace(servers, guildId),
    post: postIn,
    ready: channelReady,
    log,
  });
  const messageCounter = startPushedDownCounter({ db, now, log, wake });
  shutdown.add('message counter', messageCounter.stop);

  const review = async (shard: Shard): Promise<void> => {
    // The shard may be released meanwhile: its servers are then unknown, but were not left.
    const isIncluded = (guildId: string): boolean =>
      isOfShard(guildId, shard) && servers.isServed(guildId);
    await leaveBlocked(isIncluded);
    await membership.review(servers.isIn, isIncluded);
    await health.review(isIncluded);
  };
  servers.listen({
    ...membership,
    joined: (guildId) => {
      if (blocks.isBlocked([guildId])) void leave(guildId);
      else membership.joined(guildId);
    },
    accessChanged: health.accessChanged,
    messageCreated: messageCounter.messageCreated,
    resynced: (shard) => {
      review(shard).catch((error: unknown) => {
        log.error({ err: error, shard }, 'servers of a shard could not be reviewed');
      });
    },
  });

  const failureNotifier = createChannelFailureNotifier({
    db,
    now,
    isServed: (guildId) => (guildId === NO_GUILD ? isSending() : servers.isServed(guildId)),
    directChannel,
    ownerOf: (guildId) => servers.of(guildId)?.ownerId ?? null,
    missingIn: (channel) => missingPermissionsIn(servers, channel),
    timedOutUntil: (guildId) => timedOutUntil(servers, guildId),
    namesOf: createPlaceNames(servers),
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
    /** Compares the servers of a shard with the database. */
    review,
    /** Starts the scheduled jobs: blocks, notices to moderators, probes of channels, absent followers. */
    startAgenda: (): void => {
      const blocking = blocks.watch(() => leaveBlocked(servers.isServed));
      shutdown.addBeside('blocks', blocking.stop, 'message counter');
      const agenda = startAgenda({
        jobs: { notices: failureNotifier.notify, probes: failureNotifier.probe, absences },
        everyMinute,
        log,
        wake,
      });
      shutdown.addBeside('channel agenda', agenda.stop, 'message counter');
    },
  };
};
