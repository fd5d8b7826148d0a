import type { APIEmbed } from 'discord-api-types/v10';
import { lengthOf } from '../text-length.ts';
import { issueIf, requiredIf, type FormIssue } from './form-errors.ts';

const EMBEDS_LENGTH = 6_000;
const LINK_SCHEMES = ['http:', 'https:', 'attachment:'];

type Part = readonly [path: readonly PropertyKey[], text: string | null | undefined];

/** Documented limits of a message's embeds that Discord's published schema lacks. */
export const embedRules = (embeds: readonly APIEmbed[]): FormIssue[] => [
  ...issueIf(
    embeds.reduce((sum, embed) => sum + lengthOfEmbed(embed), 0) > EMBEDS_LENGTH,
    ['embeds'],
    'MAX_EMBED_SIZE_EXCEEDED',
    `Embed size exceeds maximum size of ${EMBEDS_LENGTH}`,
  ),
  ...embeds.flatMap((embed, at) => [
    // Of an embed that shows nothing, Discord misses the description.
    ...requiredIf(isBlank(embed), ['embeds', at, 'description']),
    ...requiredParts(embed).flatMap(([path, text]) =>
      requiredIf((text ?? '').trim() === '', ['embeds', at, ...path]),
    ),
    ...links(embed).flatMap(([path, link]) =>
      issueIf(
        Boolean(link) && !LINK_SCHEMES.includes(URL.parse(link ?? '')?.protocol ?? ''),
        ['embeds', at, ...path],
        'URL_TYPE_INVALID_SCHEME',
        `Scheme "${link?.split(':')[0] ?? ''}" is not supported. Scheme must be one of ('http', 'https').`,
      ),
    ),
  ]),
];

const isBlank = ({ title, description, fields, image, thumbnail, author, footer }: APIEmbed) =>
  !title && !description && !fields?.length && !image && !thumbnail && !author && !footer;

/** Characters of an embed as Discord counts them over all embeds of a message. */
const lengthOfEmbed = (embed: APIEmbed): number =>
  [
    embed.title,
    embed.description,
    embed.footer?.text,
    embed.author?.name,
    ...(embed.fields ?? []).flatMap(({ name, value }) => [name, value]),
  ].reduce((sum, text) => sum + lengthOf(text ?? ''), 0);

const requiredParts = ({ fields, footer, author }: APIEmbed): Part[] => [
  ...(fields ?? []).flatMap(({ name, value }, at): Part[] => [
    [['fields', at, 'name'], name],
    [['fields', at, 'value'], value],
  ]),
  ...(footer ? [[['footer', 'text'], footer.text] satisfies Part] : []),
  ...(author ? [[['author', 'name'], author.name] satisfies Part] : []),
];

const links = (embed: APIEmbed): Part[] => [
  [['url'], embed.url],
  [['image', 'url'], embed.image?.url],
  [['thumbnail', 'url'], embed.thumbnail?.url],
  [['author', 'url'], embed.author?.url],
  [['author', 'icon_url'], embed.author?.icon_url],
  [['footer', 'icon_url'], embed.footer?.icon_url],
];
