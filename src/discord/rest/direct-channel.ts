import { Routes, type REST } from 'discord.js';
import { meaningOf } from './send-outcome.ts';
import { idIn } from './wire.ts';

/** Opens or finds a user's direct message channel; null when they accept none. */
export const directChannelOf = async (rest: REST, userId: string): Promise<string | null> => {
  try {
    return idIn(await rest.post(Routes.userChannels(), { body: { recipient_id: userId } }));
  } catch (error) {
    if (meaningOf(error) === 'direct-messages-closed') return null;
    throw error;
  }
};
