import type { RESTPostAPIChannelMessageJSONBody } from 'discord-api-types/v10';
import type { PictureFile } from './pictures/picture.ts';

/** A message as Discord's API takes it, for a post, an edit or an answer alike. */
export type MessageBody = Pick<
  RESTPostAPIChannelMessageJSONBody,
  'content' | 'embeds' | 'components' | 'allowed_mentions' | 'flags'
> & {
  /** Pictures, shown by embeds as `attachment://name`. Answers only. */
  readonly files?: readonly PictureFile[];
};

/** Nobody is pinged, whatever the text says. Every message carries mentions of its own or this. */
export const NO_MENTIONS = { parse: [] } satisfies MessageBody['allowed_mentions'];

/** Colours by state, on Discord's dark and light themes alike. */
export const COLOURS = { live: 0x2fbf71, final: 0x4c6ef5, scheduled: 0x868e96, warning: 0xf08c00 };

/** Discord names at most 100 people in one message; beyond that, the channel reads it anyway. */
const MAX_MENTIONS = 50;

/** Pings exactly these members, in front of a text. */
export const mentioning = (memberIds: readonly string[], text: string): MessageBody => {
  const users = memberIds.slice(0, MAX_MENTIONS);
  const mentions = users.map((id) => `<@${id}>`).join(' ');
  return {
    content: mentions === '' ? text : `${mentions} ${text}`,
    allowed_mentions: { parse: [], users },
  };
};
