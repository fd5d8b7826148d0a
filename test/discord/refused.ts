import { DiscordAPIError } from 'discord.js';

/** An answer with this code, as discord.js throws it. */
export const refused = (code: number | undefined, status = 403): DiscordAPIError => {
  const body = { message: 'words of Discord', ...(code === undefined ? {} : { code }) };
  // As discord.js makes it of an answer; the type knows no answer without a code.
  return new DiscordAPIError(
    body as { message: string; code: number },
    code ?? 0,
    status,
    'POST',
    '/',
    {
      body: undefined,
      files: undefined,
    },
  );
};
