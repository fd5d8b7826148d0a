import { DiscordAPIError, REST, Routes, type RESTGetCurrentApplicationResult } from 'discord.js';
import type { Command } from './command.ts';

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
    // Discord's response to "Get Current Application"; only its id is read.
    const { id } = (await rest.get(Routes.currentApplication())) as RESTGetCurrentApplicationResult;
    await rest.put(Routes.applicationCommands(id), {
      body: commands.map(({ definition }) => definition),
    });
  } catch (error) {
    throw new Error(sentenceFor(error), { cause: error });
  }
};

const sentenceFor = (error: unknown): string => {
  if (!(error instanceof DiscordAPIError)) {
    return 'Discord cannot be reached: check the network, and DISCORD_API_URL if it is set';
  }
  return error.status === 401
    ? 'DISCORD_TOKEN is refused by Discord: copy the bot token again from the developer portal'
    : `Discord did not accept the commands: ${error.message}`;
};
