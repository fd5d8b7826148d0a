import { readerIn } from '../../i18n/i18n.ts';
import { returnPost, welcomePost } from '../../render/moderation/notices.ts';
import { markBroken } from '../../store/channels/channel-failures.ts';
import { channelsOfGuild, findChannel, NO_GUILD } from '../../store/channels/channels.ts';
import {
  guildsWithChannels,
  leaveGuild,
  returnToGuild,
} from '../../store/channels/guild-channels.ts';
import type { AlertsContext } from '../delivery/delivery.ts';
import type { PostIn } from './post-directly.ts';

interface MembershipOptions extends Pick<AlertsContext, 'db' | 'now' | 'log'> {
  /** The channel for the welcome post, and its language; null where the bot may not write. */
  readonly welcomePlace: (
    guildId: string,
  ) => { readonly channelId: string; readonly locale: string } | null;
  readonly post: PostIn;
  readonly ready: (channelKey: number) => Promise<void>;
}

/** Handles joined and left servers: the settings of a left one are kept for a while, and restored on return. */
export const createMembership = (options: MembershipOptions) => {
  const { db, now, welcomePlace, post, ready, log } = options;

  const handle = (what: string, guildId: string, work: Promise<void>): void => {
    work.catch((error: unknown) => {
      log.error({ err: error, guildId }, `${what} could not be stored`);
    });
  };

  /** Restores a server that was left; its channels then get what is on. @returns whether it had been left */
  const restore = async (guildId: string): Promise<boolean> => {
    const isBack = await returnToGuild(db, guildId);
    if (isBack) for (const { key } of await channelsOfGuild(db, guildId)) await ready(key);
    return isBack;
  };

  const greet = async (guildId: string): Promise<void> => {
    const isBack = await restore(guildId);
    const isKnown = (await channelsOfGuild(db, guildId)).length > 0;
    if (isKnown && !isBack) return;
    const place = welcomePlace(guildId);
    if (place === null) return;
    const reader = readerIn(place.locale);
    const body = isBack ? returnPost(reader) : welcomePost(reader);
    await post({ discordId: place.channelId, kind: 'text' }, body);
    log.info({ guildId, isBack }, 'joined a server');
  };

  const leave = async (guildId: string): Promise<void> => {
    await leaveGuild(db, guildId, now());
    log.info({ guildId }, 'left a server, settings kept for 30 days');
  };

  const deleted = async (channelId: string): Promise<void> => {
    const channel = await findChannel(db, channelId);
    if (channel !== undefined) await markBroken(db, channel.key, 'unknown-channel', now());
  };

  return {
    joined: (guildId: string): void => {
      handle('an invitation', guildId, greet(guildId));
    },
    left: (guildId: string): void => {
      handle('a removal', guildId, leave(guildId));
    },
    channelDeleted: (channelId: string): void => {
      handle('a deleted channel', channelId, deleted(channelId));
    },
    /** Catches up when a shard starts. `isIn` is asked in a server's turn: the bot may be invited meanwhile. */
    review: async (
      isIn: (guildId: string) => boolean,
      isIncluded: (guildId: string) => boolean,
    ): Promise<void> => {
      for (const guildId of await guildsWithChannels(db)) {
        if (guildId === NO_GUILD || !isIncluded(guildId)) continue;
        if (isIn(guildId)) await restore(guildId);
        else await leaveGuild(db, guildId, now());
      }
    },
  };
};
