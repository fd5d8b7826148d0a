import type { Discord } from '../discord.ts';
import { GUILD_ID } from '../guild/accounts.ts';
import type { StoredChannel } from '../state/state.ts';
import { isThread, presentChannel } from './present.ts';

/** Stores a new channel or thread and announces it. */
export const publishChannel = (discord: Discord, channel: StoredChannel): void => {
  discord.commit({ type: 'channel', channel });
  const shown = presentChannel(discord.state, channel);
  discord.dispatch(
    isThread(channel)
      ? { name: 'THREAD_CREATE', guildId: GUILD_ID, data: { ...shown, newly_created: true } }
      : { name: 'CHANNEL_CREATE', guildId: GUILD_ID, data: shown },
  );
  discord.stateChanged();
};

/** Stores a changed channel or thread and announces it. */
export const publishChannelEdit = (discord: Discord, channel: StoredChannel): void => {
  discord.commit({ type: 'channel', channel });
  discord.dispatch({
    name: isThread(channel) ? 'THREAD_UPDATE' : 'CHANNEL_UPDATE',
    guildId: GUILD_ID,
    data: presentChannel(discord.state, channel),
  });
  discord.stateChanged();
};

/** Removes a channel with all that is in it, its threads too, and announces it. */
export const publishChannelDeletion = (discord: Discord, channel: StoredChannel): void => {
  const shown = presentChannel(discord.state, channel);
  const children = [...discord.state.channels.values()].filter(
    ({ parentId }) => parentId === channel.id,
  );
  // Threads go with their channel, channels stay without their category.
  for (const child of children) {
    if (isThread(child)) discord.commit({ type: 'channel-gone', id: child.id });
    else publishChannelEdit(discord, { ...child, parentId: null });
  }
  discord.commit({ type: 'channel-gone', id: channel.id });
  const isOfThread = isThread(channel);
  const { id, type, parentId } = channel;
  discord.dispatch({
    name: isOfThread ? 'THREAD_DELETE' : 'CHANNEL_DELETE',
    guildId: GUILD_ID,
    data: isOfThread ? { id, type, guild_id: GUILD_ID, parent_id: parentId } : shown,
  });
  discord.stateChanged();
};
