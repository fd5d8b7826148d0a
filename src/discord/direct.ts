import {
  DiscordAPIError,
  RESTJSONErrorCodes,
  Routes,
  type REST,
  type RESTPostAPICurrentUserCreateDMChannelResult,
} from 'discord.js';

/** Errors of users who accept no direct messages (documentation, "JSON error codes"). */
const CLOSED: ReadonlySet<number> = new Set([
  RESTJSONErrorCodes.CannotSendMessagesToThisUser,
  RESTJSONErrorCodes.CannotSendMessagesToThisUserDueToHavingNoMutualGuilds,
  RESTJSONErrorCodes.UnknownUser,
]);

/** Opens or finds a user's direct message channel; null when they accept none. */
export const directChannelOf = async (rest: REST, userId: string): Promise<string | null> => {
  try {
    // Discord's response to "Create DM"; its id is read.
    const channel = (await rest.post(Routes.userChannels(), {
      body: { recipient_id: userId },
    })) as RESTPostAPICurrentUserCreateDMChannelResult;
    return channel.id;
  } catch (error) {
    if (error instanceof DiscordAPIError && CLOSED.has(Number(error.code))) return null;
    throw error;
  }
};
