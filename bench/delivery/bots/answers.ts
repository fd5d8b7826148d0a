import { Routes } from 'discord-api-types/v10';

/** Any application: interactions are distinguished by their token, which starts with the bot's name. */
const APPLICATION = '800000000000000000';

let interactions = 0;

/** What both discord.js and we ask Discord with. */
interface Rest {
  readonly patch: (
    route: `/${string}`,
    options: { readonly body: object; readonly auth: false },
  ) => Promise<unknown>;
}

/**
 * Edits the answer of an interaction each time of another interaction: requests of
 * one are sent one after the other.
 * @returns milliseconds until Discord responds
 */
export const editAnswer = async (rest: Rest, bot: string): Promise<number> => {
  interactions += 1;
  const began = performance.now();
  await rest.patch(Routes.webhookMessage(APPLICATION, `${bot}.${interactions}`), {
    body: { content: 'Still the better pair.' },
    auth: false,
  });
  return performance.now() - began;
};
