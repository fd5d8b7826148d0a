import type {
  APIEmbed,
  APIEmbedField,
  RESTPostAPIChannelMessageJSONBody,
} from 'discord-api-types/v10';
import { CONTENT_MAX } from '../discord/message-limits.ts';
import type { ButtonSpec } from './controls.ts';
import type { Category } from '../domain/terms.ts';
import { shortened } from '../i18n/text.ts';

/** A message for Discord's API: a post, an edit or a response. */
export type MessageBody = Pick<
  RESTPostAPIChannelMessageJSONBody,
  'content' | 'embeds' | 'components' | 'allowed_mentions' | 'flags'
> & {
  /** Attachments, shown by embeds as `attachment://name`, and downloads. Responses only. */
  readonly files?: readonly AnswerFile[];
  /** The fields, and lines instead of the description, that tell no result: open where scores are hidden. Responses only. */
  readonly open?: 'all' | readonly (APIEmbedField | string)[];
  /** Buttons that stay where scores are hidden. Responses only. */
  readonly keeps?: readonly ButtonSpec[];
  /** Its reader has come to the end of a match: what its controls tell of it is not hidden. Responses only. */
  readonly reveals?: true;
  /** The control of a public command whose private answer repeats it: it may be shared. Responses only. */
  readonly share?: string;
};

export interface AnswerFile {
  readonly name: string;
  readonly data: Uint8Array;
  readonly description: string;
}

/** A message that pings nobody, whatever its text says. */
export const reply = (body: Omit<MessageBody, 'allowed_mentions'>): MessageBody => ({
  ...body,
  allowed_mentions: { parse: [] },
});

/** An answer with a small line below its content; without it where that does not fit. */
export const withNote = (body: MessageBody, note: string): MessageBody => {
  const content = [body.content ?? '', `-# ${note}`].join('\n').trim();
  return content.length > CONTENT_MAX ? body : { ...body, content };
};

/** A message with one embed that pings nobody. The picture is attached and shown in the embed. */
export const embedReply = (
  embed: APIEmbed,
  {
    picture = null,
    ...rest
  }: Omit<MessageBody, 'allowed_mentions' | 'embeds'> & {
    readonly picture?: AnswerFile | null;
  } = {},
): MessageBody =>
  reply({ ...rest, embeds: [{ ...embed, ...imageOf(picture) }], ...filesOf(picture) });

export const imageOf = (picture: AnswerFile | null): Pick<APIEmbed, 'image'> =>
  picture === null ? {} : { image: { url: `attachment://${picture.name}` } };

export const filesOf = (picture: AnswerFile | null): Pick<MessageBody, 'files'> =>
  picture === null ? {} : { files: [picture] };

/** Colours by state, readable on Discord's dark and light themes. */
export const COLOURS = { live: 0x2fbf71, final: 0x4c6ef5, scheduled: 0x868e96, warning: 0xf08c00 };

const CATEGORY_COLOURS: Readonly<Record<Category, number>> = { men: 0x4c6ef5, women: 0xbe4bdb };

/** The embed's colour repeats in which category the match is played. */
export const categoryColour = (category: Category | null): number =>
  category === null ? COLOURS.scheduled : CATEGORY_COLOURS[category];

/**
 * Discord pings at most 100 people in a message of at most 2,000 characters; the rest get a
 * follow-up message.
 */
export const MENTIONS_IN_ONE = 30;

export interface Pings {
  readonly memberIds: readonly string[];
  readonly roleIds: readonly string[];
}

export const NO_PINGS: Pings = { memberIds: [], roleIds: [] };

/** Pings exactly these roles and members, in front of the text. */
export const mentioning = ({ memberIds, roleIds }: Pings, text: string): MessageBody => {
  const users = memberIds.slice(0, MENTIONS_IN_ONE);
  const mentions = [...roleIds.map((id) => `<@&${id}>`), ...users.map((id) => `<@${id}>`)];
  return {
    content: [...mentions, text].join(' '),
    allowed_mentions: { parse: [], users, roles: [...roleIds] },
  };
};

/** Pings the members who did not fit into the previous message. */
export const mentionsOnly = (memberIds: readonly string[]): MessageBody => ({
  content: memberIds.map((id) => `<@${id}>`).join(' '),
  allowed_mentions: { parse: [], users: [...memberIds] },
});

/**
 * Wraps a text in spoiler marks. Bars in outside strings are escaped already.
 * @param room the characters that every cover of its kind fills, so that its length tells nothing
 */
export const covered = (text: string, isCovered: boolean, room = 1): string =>
  isCovered && text !== ''
    ? `||${text.padEnd(Math.ceil(text.length / room) * room, '\u00a0')}||`
    : text;

/** The characters of a score with three tie-breaks and a remark. */
const SCORE_ROOM = 24;

/** A text of a list under a cover of one width, whatever it says: in the font whose characters are all alike. */
export const coveredCell = (text: string, room = SCORE_ROOM): string =>
  covered(`\`${shortened(text, room).padEnd(room, '\u00a0')}\``, true);
