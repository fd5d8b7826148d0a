import { Routes, type REST, type RESTGetAPIApplicationCommandsResult } from 'discord.js';
import type { Logger } from '../lib/logger.ts';

/** Ids of the commands by their name; those that are not known yet are missing. */
export type CommandIds = () => ReadonlyMap<string, string>;

/**
 * Under which ids Discord knows our commands: with them a text can name a command that is run by a
 * click. They are read at once, and again when somebody asks and none are known.
 */
export const createCommandIds = (rest: REST, applicationId: string, log: Logger): CommandIds => {
  let known: ReadonlyMap<string, string> = new Map();
  let isReading = false;

  const read = async (): Promise<void> => {
    if (isReading) return;
    isReading = true;
    try {
      // Discord's answer to "Get Global Application Commands"; names and ids are read.
      const commands = (await rest.get(
        Routes.applicationCommands(applicationId),
      )) as RESTGetAPIApplicationCommandsResult;
      known = new Map(commands.map(({ name, id }) => [name, id]));
    } catch (error) {
      log.warn({ err: error }, 'command ids unreadable, retrying when they are needed');
    } finally {
      isReading = false;
    }
  };

  void read();
  return () => {
    if (known.size === 0) void read();
    return known;
  };
};
