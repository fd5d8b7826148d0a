import type {
  APIEmbed,
  APIEmbedField,
  RESTPostAPIChannelMessageJSONBody,
} from 'discord-api-types/v10';
import { CONTENT_MAX } from '../discord/message-limits.ts';
import type { ButtonSpec } from './controls.ts';
import type { Category } from '../domain/terms.ts';
import { shortened } from '../i18n/text.ts';
import { joinedLines, type Lines } from './lines/lines.ts';

/** A message for Discord's API: a post, an edit or a response. */
export type MessageBody = Pick<
  RESTPostAPIChannelMessageJSONBody,
  'content' | 'embeds' | 'components' | 'allowed_mentions' | 'flags'
> & {
  /** Attachments, shown by embeds as `attachment://name`, and downloads. Responses and edits only: a post has none. */
  readonly files?: readonly AnswerFile[] | undefined;
  /** The fields, and lines instead of the description, that tell no result: open where scores are hidden. Responses only. */
  readonly open?: 'all' | readonly (APIEmbedField | string)[] | undefined;
  /** Buttons that stay where scores are hidden. Responses only. */
  readonly keeps?: readonly (ButtonSpec | null)[] | undefined;
  /** Its reader has come to the end of a match: what its controls tell of it is not hidden. Responses only. */
  readonly reveals?: true;
  /** The control of a public command whose private answer repeats it: it may be shared. Responses only. */
  readonly share?: string | undefined;
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

/** An embed in one piece with the rest of its message: its author by name, its description as lines. */
type Answer = Omit<MessageBody, 'allowed_mentions' | 'embeds' | 'flags'> &
  Omit<APIEmbed, 'author' | 'description' | 'fields'> & {
    readonly author?: string | undefined;
    readonly description?: Lines | undefined;
    readonly fields?: readonly (APIEmbedField | null)[];
    /** Attached, and shown in the embed. */
    readonly picture?: AnswerFile | null;
    /** Below the embed. */
    readonly below?: APIEmbed | undefined;
  };

/** A message with an embed that pings nobody. */
export const embedReply = (answer: Answer): MessageBody => {
  const { content, components, open, keeps, share, files, ...rest } = answer;
  const { author = '', description, fields, picture = null, below, ...embed } = rest;
  const shown: APIEmbed = {
    ...(author === '' ? {} : { author: { name: author } }),
    ...embed,
    ...(description === undefined ? {} : { description: textOf(description) }),
    ...(fields === undefined ? {} : { fields: fields.filter((field) => field !== null) }),
    ...(picture === null ? {} : { image: { url: `attachment://${picture.name}` } }),
  };
  return reply({
    ...{ content, components, open, keeps, share },
    files: picture === null ? files : [picture, ...(files ?? [])],
    embeds: below === undefined ? [shown] : [shown, below],
  });
};

/** The same message with a picture in its first embed; null takes away the one that it had. */
export const withImage = (body: MessageBody, picture: AnswerFile | null): MessageBody => {
  if (picture === null) return { ...body, files: [] };
  const [first = {}, ...others] = body.embeds ?? [];
  const image = { url: `attachment://${picture.name}` };
  return { ...body, embeds: [{ ...first, image }, ...others], files: [picture] };
};

const textOf = (lines: Lines): string => (typeof lines === 'string' ? lines : joinedLines(lines));

/** Facts as fields side by side; those without a value are left out. */
export const factFields = (
  facts: readonly (readonly [name: string, value: string | null])[],
): APIEmbedField[] =>
  facts.flatMap(([name, value]) => (value === null ? [] : [{ name, value, inline: true }]));

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
