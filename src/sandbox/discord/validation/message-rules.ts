import {
  MessageFlags,
  type APIEmbed,
  type APIMessageTopLevelComponent,
} from 'discord-api-types/v10';
import { lengthOf } from '../text-length.ts';
import { componentRules } from './component-rules.ts';
import type { FormIssue } from './form-errors.ts';

const CONTENT_LENGTH = 2_000;
const EMBEDS_LENGTH = 6_000;
const LINK_SCHEMES = ['http:', 'https:', 'attachment:'];

/** The parts of a message that these rules look at, in whatever request it comes. */
export interface MessageForm {
  readonly content?: string | null | undefined;
  readonly embeds?: readonly APIEmbed[] | null | undefined;
  readonly components?: readonly APIMessageTopLevelComponent[] | null | undefined;
  readonly flags?: number | null | undefined;
  readonly poll?: unknown;
  readonly sticker_ids?: readonly string[] | null | undefined;
  readonly allowed_mentions?:
    | {
        readonly parse?: readonly string[] | null | undefined;
        readonly users?: readonly string[] | null | undefined;
        readonly roles?: readonly string[] | null | undefined;
      }
    | null
    | undefined;
}

/** Documented limits of a bot's message that Discord's published schema lacks. */
export const messageRules = (form: MessageForm): FormIssue[] => {
  const isV2 = ((form.flags ?? 0) & MessageFlags.IsComponentsV2) !== 0;
  return [
    ...contentRules(form),
    ...embedRules(form.embeds ?? []),
    ...mentionRules(form),
    ...(isV2 ? legacyFields(form) : []),
    ...componentRules(form.components ?? [], isV2),
  ];
};

/** The rules of an edit: a message that shows components V2 keeps to theirs. */
export const editRules =
  (flagsBefore: number | undefined) =>
  (form: MessageForm): FormIssue[] =>
    messageRules({
      ...form,
      flags: (form.flags ?? 0) | ((flagsBefore ?? 0) & MessageFlags.IsComponentsV2),
    });

const contentRules = ({ content }: MessageForm): FormIssue[] =>
  lengthOf(content ?? '') > CONTENT_LENGTH
    ? [
        {
          path: ['content'],
          code: 'BASE_TYPE_MAX_LENGTH',
          message: `Must be ${CONTENT_LENGTH} or fewer in length.`,
        },
      ]
    : [];

/** Characters of an embed as Discord counts them over all embeds of a message. */
export const embedLength = (embed: APIEmbed): number =>
  [
    embed.title,
    embed.description,
    embed.footer?.text,
    embed.author?.name,
    ...(embed.fields ?? []).flatMap(({ name, value }) => [name, value]),
  ].reduce((sum, text) => sum + lengthOf(text ?? ''), 0);

const embedRules = (embeds: readonly APIEmbed[]): FormIssue[] => {
  const total = embeds.reduce((sum, embed) => sum + embedLength(embed), 0);
  const tooLong = total > EMBEDS_LENGTH;
  return [
    ...(tooLong
      ? [
          {
            path: ['embeds'],
            code: 'MAX_EMBED_SIZE_EXCEEDED',
            message: `Embed size exceeds maximum size of ${EMBEDS_LENGTH}`,
          },
        ]
      : []),
    ...embeds.flatMap((embed, at) => [...emptyParts(embed, at), ...linkRules(embed, at)]),
  ];
};

const emptyParts = (embed: APIEmbed, at: number): FormIssue[] => {
  const parts: [PropertyKey[], string | undefined][] = [
    ...(embed.fields ?? []).flatMap(({ name, value }, field): [PropertyKey[], string][] => [
      [['fields', field, 'name'], name],
      [['fields', field, 'value'], value],
    ]),
    ...(embed.footer ? [[['footer', 'text'], embed.footer.text] satisfies [string[], string]] : []),
    ...(embed.author ? [[['author', 'name'], embed.author.name] satisfies [string[], string]] : []),
  ];
  return parts
    .filter(([, text]) => (text ?? '').trim() === '')
    .map(([path]) => ({
      path: ['embeds', at, ...path],
      code: 'BASE_TYPE_REQUIRED',
      message: 'This field is required',
    }));
};

const linkRules = (embed: APIEmbed, at: number): FormIssue[] => {
  const links: [PropertyKey[], string | null | undefined][] = [
    [['url'], embed.url],
    [['image', 'url'], embed.image?.url],
    [['thumbnail', 'url'], embed.thumbnail?.url],
    [['author', 'url'], embed.author?.url],
    [['author', 'icon_url'], embed.author?.icon_url],
    [['footer', 'icon_url'], embed.footer?.icon_url],
  ];
  return links
    .filter(([, link]) => link && !LINK_SCHEMES.includes(URL.parse(link)?.protocol ?? ''))
    .map(([path, link]) => ({
      path: ['embeds', at, ...path],
      code: 'URL_TYPE_INVALID_SCHEME',
      message: `Scheme "${String(link).split(':')[0] ?? ''}" is not supported. Scheme must be one of ('http', 'https').`,
    }));
};

const mentionRules = ({ allowed_mentions: allowed }: MessageForm): FormIssue[] =>
  (['users', 'roles'] as const)
    .filter((kind) => allowed?.parse?.includes(kind) && (allowed[kind]?.length ?? 0) > 0)
    .map((kind) => ({
      path: ['allowed_mentions'],
      code: 'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE',
      message: `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`,
    }));

const legacyFields = (form: MessageForm): FormIssue[] =>
  (['content', 'embeds', 'poll', 'sticker_ids'] as const)
    .filter((field) => {
      const value = form[field];
      return Array.isArray(value) ? value.length > 0 : Boolean(value);
    })
    .map((field) => ({
      path: [field],
      code: 'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
      message: `The '${field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`,
    }));
