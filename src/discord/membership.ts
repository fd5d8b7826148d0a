import { DiscordAPIError, RESTJSONErrorCodes, Routes, type REST } from 'discord.js';

/** Errors of users who are not in a server (documentation, "JSON error codes"). */
const ABSENT: ReadonlySet<number> = new Set([
  RESTJSONErrorCodes.UnknownMember,
  RESTJSONErrorCodes.UnknownUser,
]);

/** Whether a user is a member of a server; null when Discord does not answer. */
export const isMember = async (
  rest: REST,
  { guildId, memberId }: { readonly guildId: string; readonly memberId: string },
): Promise<boolean | null> => {
  try {
    await rest.get(Routes.guildMember(guildId, memberId));
    return true;
  } catch (error) {
    return error instanceof DiscordAPIError && ABSENT.has(Number(error.code)) ? false : null;
  }
};
