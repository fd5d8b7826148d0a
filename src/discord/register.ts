import { Routes } from 'discord-api-types/v10';
import { definitionsOf, type Command } from './command.ts';
import { loginFailure } from './gateway/login.ts';
import { DiscordError } from './rest/errors.ts';
import { createInvalidRequestCounter } from './rest/invalid-request-counter.ts';
import { createRest, type RestOptions } from './rest/rest.ts';
import { idIn } from './rest/wire.ts';

/**
 * Registers the commands for all servers; commands that are not in the list are removed.
 * @throws an error whose message says what to fix
 */
export const registerCommands = async ({
  commands,
  ...access
}: Pick<RestOptions, 'apiUrl' | 'token'> & { readonly commands: readonly Command[] }) => {
  const invalidRequests = createInvalidRequestCounter();
  const rest = createRest({ ...access, invalidRequests });
  try {
    const id = idIn(await rest.get(Routes.currentApplication()));
    await rest.put(Routes.applicationCommands(id), {
      body: definitionsOf(commands),
    });
  } catch (error) {
    throw error instanceof DiscordError && error.status < 500 && error.status !== 401
      ? new Error(`Discord did not accept the commands: ${error.message}`, { cause: error })
      : loginFailure(error);
  } finally {
    await rest.close();
  }
};
