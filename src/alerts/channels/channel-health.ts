import type { ChannelFailure } from '../../domain/alerts/delivery-reasons.ts';
import { channelsWithoutPin } from '../../store/boards/boards.ts';
import { refreshBoard } from '../../store/boards/board-changes.ts';
import {
  brokenChannels,
  markRepaired,
  resetFailureNotice,
} from '../../store/channels/channel-failures.ts';
import { noteGoneRoles } from '../../store/channels/gone-roles.ts';
import type { Channel } from '../../store/channels/channels.ts';
import type { AlertsContext } from '../delivery/delivery.ts';

interface ChannelHealthOptions extends Pick<AlertsContext, 'db' | 'log'> {
  /** Whether the bot may write in a channel, according to the gateway's cache. */
  readonly mayWrite: (channel: Channel) => boolean;
  /** The same of pinning a message. */
  readonly mayPin?: (channel: Channel) => boolean;
  /** Whether a server has a role; true where another process serves it. */
  readonly isRole?: (guildId: string, roleId: string) => boolean;
  readonly ready: (channelKey: number) => Promise<void>;
}

/** Failures that a restored permission ends; for other reasons the permission proves nothing. */
const ENDS_WITH_PERMISSION: ReadonlySet<string> = new Set<ChannelFailure>([
  'missing-access',
  'missing-permissions',
  'thread-closed',
]);

/** Resumes the broken channels of a server once they are writable again. Their settings were kept. */
export const createChannelHealth = (options: ChannelHealthOptions) => {
  const { db, mayWrite, mayPin = () => false, isRole = () => true, ready, log } = options;

  const pinBoards = async (guildId: string): Promise<void> => {
    for (const { channel } of await channelsWithoutPin(db, guildId)) {
      if (mayPin(channel)) await refreshBoard(db, channel.key);
    }
  };

  const recheck = async (channels: readonly Channel[]): Promise<void> => {
    for (const channel of channels) {
      const { key, discordId, broken } = channel;
      if (!mayWrite(channel)) continue;
      await markRepaired(db, key);
      // The failure was repaired: the next one is reported again.
      if (broken !== null && ENDS_WITH_PERMISSION.has(broken)) await resetFailureNotice(db, key);
      log.info({ channel: discordId, reason: broken }, 'channel resumed');
      await ready(key);
    }
  };

  return {
    /** The bot's access to a server may have changed. */
    accessChanged: (guildId: string): void => {
      brokenChannels(db, guildId)
        .then(recheck)
        .then(() => pinBoards(guildId))
        .then(() => noteGoneRoles(db, isRole, guildId))
        .catch((error: unknown) => {
          log.error({ err: error, guildId }, 'broken channels could not be checked, retrying');
        });
    },
    /** Access to the given servers may have changed while this process was not connected. */
    review: async (isIncluded: (guildId: string) => boolean): Promise<void> => {
      await recheck((await brokenChannels(db)).filter(({ guildId }) => isIncluded(guildId)));
      await noteGoneRoles(db, (guildId, roleId) => !isIncluded(guildId) || isRole(guildId, roleId));
    },
  };
};
