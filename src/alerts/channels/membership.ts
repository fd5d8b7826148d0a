import type { Instant } from '../../domain/terms.ts';
import { readerIn } from '../../i18n/i18n.ts';
import type { Logger } from '../../lib/logger.ts';
import type { MessageBody } from '../../render/message.ts';
import { returnPost, welcomePost } from '../../render/notices.ts';
import { markBroken } from '../../store/channel-health.ts';
import { channelsOfGuild, findChannel, NO_GUILD } from '../../store/channels.ts';
import { guildsWithChannels, leaveGuild, returnToGuild } from '../../store/guild-channels.ts';
import type { Db } from '../../store/database.ts';
import type { SendOutcome } from '../sender.ts';

export interface MembershipOptions {
  readonly db: Db;
  readonly now: () => Instant;
  /** Where a server is greeted, and the language that it reads; null where nothing can be said. */
  readonly welcomePlace: (
    guildId: string,
  ) => { readonly channelId: string; readonly locale: string } | null;
  readonly post: (
    channel: { readonly discordId: string; readonly kind: 'text' },
    body: MessageBody,
  ) => Promise<SendOutcome>;
  /** A channel can be written to again. */
  readonly ready: (channelKey: number) => Promise<void>;
  readonly log: Logger;
}

/** The servers come and go: what was chosen in one is kept for a while, and there again on return. */
export const createMembership = (options: MembershipOptions) => {
  const { db, now, welcomePlace, post, ready, log } = options;

  /** The error boundary of one event. */
  const attend = (what: string, guildId: string, work: Promise<void>): void => {
    work.catch((error: unknown) => {
      log.error({ err: error, guildId }, `${what} could not be noted`);
    });
  };

  /** Whether a server that was left is there again: its channels are then told what is on. */
  const comeBack = async (guildId: string): Promise<boolean> => {
    const isBack = await returnToGuild(db, guildId);
    if (isBack) for (const { key } of await channelsOfGuild(db, guildId)) await ready(key);
    return isBack;
  };

  const greet = async (guildId: string): Promise<void> => {
    const isBack = await comeBack(guildId);
    const isKnown = (await channelsOfGuild(db, guildId)).length > 0;
    if (isKnown && !isBack) return;
    const place = welcomePlace(guildId);
    if (place === null) return;
    const reader = readerIn(place.locale);
    const body = isBack ? returnPost(reader) : welcomePost(reader);
    await post({ discordId: place.channelId, kind: 'text' }, body);
    log.info({ guildId, isBack }, 'invited to a server');
  };

  const leave = async (guildId: string): Promise<void> => {
    await leaveGuild(db, guildId, now());
    log.info({ guildId }, 'removed from a server; its settings are kept for 30 days');
  };

  const deleted = async (channelId: string): Promise<void> => {
    const channel = await findChannel(db, channelId);
    if (channel !== undefined) await markBroken(db, channel.key, 'unknown-channel', now());
  };

  return {
    joined: (guildId: string): void => {
      attend('an invitation', guildId, greet(guildId));
    },
    left: (guildId: string): void => {
      attend('a removal', guildId, leave(guildId));
    },
    channelDeleted: (channelId: string): void => {
      attend('a deleted channel', channelId, deleted(channelId));
    },
    /**
     * At the start of a shard: what happened while nobody listened.
     * @param isIn whether the bot is in a server, asked when its turn comes: it may be invited meanwhile
     * @param isMeant whether a server belongs to it
     */
    review: async (
      isIn: (guildId: string) => boolean,
      isMeant: (guildId: string) => boolean,
    ): Promise<void> => {
      for (const guildId of await guildsWithChannels(db)) {
        if (guildId === NO_GUILD || !isMeant(guildId)) continue;
        if (isIn(guildId)) await comeBack(guildId);
        else await leaveGuild(db, guildId, now());
      }
    },
  };
};
