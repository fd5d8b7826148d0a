import type { RESTPostAPIChannelMessageJSONBody } from 'discord-api-types/v10';
import type { Category } from '../domain/terms.ts';

/** A message as Discord's API takes it, for a post, an edit or an answer alike. */
export type MessageBody = Pick<
  RESTPostAPIChannelMessageJSONBody,
  'content' | 'embeds' | 'components' | 'allowed_mentions' | 'flags'
> & {
  /** Pictures, shown by embeds as `attachment://name`, and what is to be taken along. Answers only. */
  readonly files?: readonly AnswerFile[];
};

/** A file of an answer. */
export interface AnswerFile {
  readonly name: string;
  readonly data: Uint8Array;
  readonly description: string;
}

/** Nobody is pinged, whatever the text says. Every message carries mentions of its own or this. */
export const NO_MENTIONS = { parse: [] } satisfies MessageBody['allowed_mentions'];

/** Colours by state, on Discord's dark and light themes alike. */
export const COLOURS = { live: 0x2fbf71, final: 0x4c6ef5, scheduled: 0x868e96, warning: 0xf08c00 };

const CATEGORY_COLOURS: Readonly<Record<Category, number>> = { men: 0x4c6ef5, women: 0xbe4bdb };

/** The side of an embed repeats what a word says: whether it is about men or women. */
export const categoryColour = (category: Category | null): number =>
  category === null ? COLOURS.scheduled : CATEGORY_COLOURS[category];

/**
 * Discord pings at most 100 people in one message, of 2,000 characters at most; those who are left
 * over get a message of their own.
 */
export const MENTIONS_IN_ONE = 30;

/** Whom a message pings. */
export interface Pings {
  readonly memberIds: readonly string[];
  readonly roleIds: readonly string[];
}

export const NO_PINGS: Pings = { memberIds: [], roleIds: [] };

/** Pings exactly these roles and members, in front of a text. */
export const mentioning = ({ memberIds, roleIds }: Pings, text: string): MessageBody => {
  const users = memberIds.slice(0, MENTIONS_IN_ONE);
  const mentions = [...roleIds.map((id) => `<@&${id}>`), ...users.map((id) => `<@${id}>`)];
  return {
    content: [...mentions, text].join(' '),
    allowed_mentions: { parse: [], users, roles: [...roleIds] },
  };
};

/** Pings members who did not fit into the message before. */
export const mentionsOnly = (memberIds: readonly string[]): MessageBody => ({
  content: memberIds.map((id) => `<@${id}>`).join(' '),
  allowed_mentions: { parse: [], users: [...memberIds] },
});

/** Covers a text until somebody presses on it. Bars of outside strings are escaped already. */
export const covered = (text: string, isCovered: boolean): string =>
  isCovered && text !== '' ? `||${text}||` : text;
