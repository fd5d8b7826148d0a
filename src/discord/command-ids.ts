import { Events, type Client } from 'discord.js';
import type { Logger } from '../lib/logger.ts';

/** Ids of the commands by their name; those that are not known yet are missing. */
export type CommandIds = () => ReadonlyMap<string, string>;

/**
 * Under which ids Discord knows our commands: with them a text can name a command that is run by a
 * click. They are read once the client is ready, and again when somebody asks and none are known.
 */
export const createCommandIds = (client: Client, log: Logger): CommandIds => {
  let known: ReadonlyMap<string, string> = new Map();
  let isReading = false;

  const read = async (): Promise<void> => {
    if (isReading || !client.isReady()) return;
    isReading = true;
    try {
      const commands = await client.application.commands.fetch();
      known = new Map(commands.map(({ name, id }) => [name, id]));
    } catch (error) {
      log.warn({ err: error }, 'the ids of the commands could not be read');
    } finally {
      isReading = false;
    }
  };

  client.once(Events.ClientReady, () => void read());
  return () => {
    if (known.size === 0) void read();
    return known;
  };
};
