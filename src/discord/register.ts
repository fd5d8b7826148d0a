import { REST, Routes, type RESTGetCurrentApplicationResult } from 'discord.js';
import type { Command } from './command.ts';

export interface RegisterOptions {
  readonly apiUrl: string;
  readonly token: string;
  readonly commands: readonly Command[];
}

/** Tells Discord which commands there are, for all servers; what is not in the list disappears. */
export const registerCommands = async (options: RegisterOptions): Promise<void> => {
  const { apiUrl, token, commands } = options;
  const rest = new REST({ api: apiUrl, version: '10' }).setToken(token);
  // Discord's answer to "Get Current Application"; only its id is read.
  const { id } = (await rest.get(Routes.currentApplication())) as RESTGetCurrentApplicationResult;
  await rest.put(Routes.applicationCommands(id), {
    body: commands.map(({ definition }) => definition),
  });
};
