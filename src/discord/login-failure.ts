import { DiscordAPIError, DiscordjsError, DiscordjsErrorCodes } from 'discord.js';

/** Whether Discord has refused the bot's token: only the operator can fix that. */
export const isTokenRefusal = (error: unknown): boolean =>
  (error instanceof DiscordjsError && error.code === DiscordjsErrorCodes.TokenInvalid) ||
  (error instanceof DiscordAPIError && error.status === 401) ||
  (error instanceof Error && error.cause !== undefined && isTokenRefusal(error.cause));

/** Why the login failed; the message names the environment variable to fix. */
export const loginFailure = (cause: unknown): Error =>
  new Error(
    isTokenRefusal(cause)
      ? 'DISCORD_TOKEN is refused by Discord: copy the bot token again from the developer portal'
      : 'Discord cannot be reached: check the network, and DISCORD_API_URL if it is set',
    { cause },
  );
