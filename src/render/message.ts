import type { RESTPostAPIChannelMessageJSONBody } from 'discord-api-types/v10';
import type { Category } from '../domain/terms.ts';
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

const CATEGORY_COLOURS: Readonly<Record<Category, number>> = { men: 0x4c6ef5, women: 0xbe4bdb };

/** The side of an embed repeats what a word says: whether it is about men or women. */
export const categoryColour = (category: Category | null): number =>
  category === null ? COLOURS.scheduled : CATEGORY_COLOURS[category];

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
