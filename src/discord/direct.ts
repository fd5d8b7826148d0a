import { DiscordAPIError, RESTJSONErrorCodes, type Client } from 'discord.js';

/** What Discord says when somebody takes no direct messages (documentation, "JSON error codes"). */
const CLOSED: ReadonlySet<number> = new Set([
  RESTJSONErrorCodes.CannotSendMessagesToThisUser,
  RESTJSONErrorCodes.CannotSendMessagesToThisUserDueToHavingNoMutualGuilds,
  RESTJSONErrorCodes.UnknownUser,
]);

/** Opens the direct messages with somebody, or finds them; null where they take none. */
export const directChannelOf = async (client: Client, userId: string): Promise<string | null> => {
  try {
    return (await client.users.createDM(userId)).id;
  } catch (error) {
    if (error instanceof DiscordAPIError && CLOSED.has(Number(error.code))) return null;
    throw error;
  }
};
