import type { Logger } from '../lib/logger.ts';
import { brokenChannels, markMended } from '../store/channels.ts';
import type { Db } from '../store/database.ts';

export interface ChannelHealthOptions {
  readonly db: Db;
  /** Whether Discord lets the bot write in a channel, as far as is known. */
  readonly mayWrite: (discordId: string) => boolean;
  readonly log: Logger;
  readonly wake: () => void;
}

/**
 * Takes broken channels of a server up again when something changed there and they can be written
 * to. Nothing has to be set up anew: their settings were kept.
 */
export const createChannelHealth = ({ db, mayWrite, log, wake }: ChannelHealthOptions) => {
  const recheck = async (guildId: string): Promise<void> => {
    const broken = await brokenChannels(db, guildId);
    const mended = broken.filter(({ discordId }) => mayWrite(discordId));
    for (const { key, discordId, broken: reason } of mended) {
      await markMended(db, key);
      log.info({ channel: discordId, reason }, 'channel resumed');
    }
    if (mended.length > 0) wake();
  };

  return {
    /** Something about the bot's access to a server may have changed. */
    accessChanged: (guildId: string): void => {
      recheck(guildId).catch((error: unknown) => {
        log.error({ err: error, guildId }, 'broken channels could not be checked');
      });
    },
  };
};
