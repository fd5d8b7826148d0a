import { Routes } from 'discord-api-types/v10';
import type { Logger } from '../../lib/logger.ts';
import type { Rest } from '../rest/rest.ts';
import { applicationCommandsWire } from '../rest/wire.ts';

/**
 * Reads the ids of our commands by name, which texts need for clickable command mentions. They are read
 * at once, and again when they are needed and unknown.
 */
export const createCommandIds = (rest: Rest, applicationId: string, log: Logger) => {
  let known: ReadonlyMap<string, string> = new Map();
  let isReading = false;

  const read = async (): Promise<void> => {
    if (isReading) return;
    isReading = true;
    try {
      const commands = applicationCommandsWire.parse(
        await rest.get(Routes.applicationCommands(applicationId)),
      );
      known = new Map(commands.map(({ name, id }) => [name, id]));
    } catch (error) {
      log.warn({ err: error }, 'command ids unreadable, retrying when they are needed');
    } finally {
      isReading = false;
    }
  };

  void read();
  return (): ReadonlyMap<string, string> => {
    if (known.size === 0) void read();
    return known;
  };
};
