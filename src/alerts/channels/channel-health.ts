import type { ChannelFailure } from '../../domain/delivery-reasons.ts';
import type { Logger } from '../../lib/logger.ts';
import { brokenChannels, markMended, markWorking } from '../../store/channel-health.ts';
import type { Channel } from '../../store/channels.ts';
import type { Db } from '../../store/database.ts';

export interface ChannelHealthOptions {
  readonly db: Db;
  /** Whether Discord lets the bot write in a channel, as far as is known. */
  readonly mayWrite: (channel: Channel) => boolean;
  /** Called for each channel that can be written to again. */
  readonly ready: (channelKey: number) => Promise<void>;
  readonly log: Logger;
}

/** Reasons that are over as soon as the permission is there: for others that says little. */
const SEEN_TO_RETURN: ReadonlySet<string> = new Set<ChannelFailure>([
  'missing-access',
  'missing-permissions',
  'thread-closed',
]);

/**
 * Takes broken channels of a server up again when something changed there and they can be written
 * to. Nothing has to be set up anew: their settings were kept.
 */
export const createChannelHealth = ({ db, mayWrite, ready, log }: ChannelHealthOptions) => {
  const recheck = async (channels: readonly Channel[]): Promise<void> => {
    for (const channel of channels) {
      const { key, discordId, broken } = channel;
      if (!mayWrite(channel)) continue;
      await markMended(db, key);
      // Whoever was told has mended it: when it breaks again, that is news.
      if (broken !== null && SEEN_TO_RETURN.has(broken)) await markWorking(db, key);
      log.info({ channel: discordId, reason: broken }, 'channel resumed');
      await ready(key);
    }
  };

  return {
    /** Something about the bot's access to a server may have changed. */
    accessChanged: (guildId: string): void => {
      brokenChannels(db, guildId)
        .then(recheck)
        .catch((error: unknown) => {
          log.error({ err: error, guildId }, 'broken channels could not be checked');
        });
    },
    /** Much may have changed while nobody listened, in the servers that are meant. */
    review: async (isMeant: (guildId: string) => boolean): Promise<void> => {
      await recheck((await brokenChannels(db)).filter(({ guildId }) => isMeant(guildId)));
    },
  };
};
