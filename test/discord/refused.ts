import { DiscordError } from '#src/discord/rest/errors.ts';

/** An answer with this code. */
export const refused = (code: number | undefined, status = 403): DiscordError =>
  new DiscordError(status, JSON.stringify({ message: 'words of Discord', code }));
