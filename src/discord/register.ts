import { DiscordAPIError, REST, Routes } from 'discord.js';
import { definitionsOf, type Command } from './command.ts';
import { loginFailure } from './gateway/wait-for-discord.ts';
import { idIn } from './rest/wire.ts';

interface RegisterOptions {
  readonly apiUrl: string;
  readonly token: string;
  readonly commands: readonly Command[];
}

/**
 * Registers the commands for all servers; commands that are not in the list are removed.
 * @throws an error whose message says what to fix
 */
export const registerCommands = async (options: RegisterOptions): Promise<void> => {
  const { apiUrl, token, commands } = options;
  const rest = new REST({ api: apiUrl, version: '10', timeout: 10_000 }).setToken(token);
  try {
    const id = idIn(await rest.get(Routes.currentApplication()));
    await rest.put(Routes.applicationCommands(id), {
      body: definitionsOf(commands),
    });
  } catch (error) {
    throw error instanceof DiscordAPIError && error.status !== 401
      ? new Error(`Discord did not accept the commands: ${error.message}`, { cause: error })
      : loginFailure(error);
  }
};
