import {
  DiscordAPIError,
  RESTJSONErrorCodes,
  Routes,
  type REST,
  type RESTPostAPICurrentUserCreateDMChannelResult,
} from 'discord.js';

/** What Discord says when somebody takes no direct messages (documentation, "JSON error codes"). */
const CLOSED: ReadonlySet<number> = new Set([
  RESTJSONErrorCodes.CannotSendMessagesToThisUser,
  RESTJSONErrorCodes.CannotSendMessagesToThisUserDueToHavingNoMutualGuilds,
  RESTJSONErrorCodes.UnknownUser,
]);

/** Opens the direct messages with somebody, or finds them; null where they take none. */
export const directChannelOf = async (rest: REST, userId: string): Promise<string | null> => {
  try {
    // Discord's answer to "Create DM"; its id is read.
    const channel = (await rest.post(Routes.userChannels(), {
      body: { recipient_id: userId },
    })) as RESTPostAPICurrentUserCreateDMChannelResult;
    return channel.id;
  } catch (error) {
    if (error instanceof DiscordAPIError && CLOSED.has(Number(error.code))) return null;
    throw error;
  }
};
