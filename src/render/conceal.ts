import type { APIEmbed } from 'discord-api-types/v10';
import { DESCRIPTION_MAX, FIELD_MAX } from '../discord/message-limits.ts';
import { shortMonths } from '../i18n/format.ts';
import { LOCALES, type Reader } from '../i18n/i18n.ts';
import { buttonRow } from './controls.ts';
import { linesWithin } from './lines/lines.ts';
import { COLOURS, covered, reply, type MessageBody } from './message.ts';

/**
 * What may be seen of an answer by somebody who hides scores: its heading, the parts that tell no result, and
 * a button for the rest. Nothing else of it is left, so that no length, order or colour tells a result.
 * Null where nothing is hidden.
 */
export const hide = (
  { t }: Pick<Reader, 't'>,
  { open = [], keeps = [], content = '', embeds = [], files = [] }: MessageBody,
  buttonId: string,
): MessageBody | null => {
  if (open === 'all') return null;
  const [{ author, title, description = '', fields = [] } = {}, ...others] = embeds;
  const told = [...(description === '' ? [] : [description]), ...fields];
  const openFields = fields.filter((field) => open.includes(field));
  const openLines = open.filter((part) => typeof part === 'string').join('\n');
  const isWhole = told.every((part) => open.includes(part));
  if (isWhole && content === '' && others.length + files.length === 0) return null;
  const heading: APIEmbed = {
    ...(author === undefined ? {} : { author: { name: author.name } }),
    ...(title === undefined ? {} : { title }),
    ...(openLines === '' ? {} : { description: openLines }),
    ...(openFields.length === 0 ? {} : { fields: openFields }),
  };
  const isEmpty = Object.keys(heading).length === 0;
  return reply({
    embeds: isEmpty ? [] : [{ ...heading, color: COLOURS.scheduled }],
    components: buttonRow(...keeps, { id: buttonId, label: t('catchUp.show') }),
  });
};

const MONTHS = LOCALES.flatMap(shortMonths).join('|');

/**
 * A score in a text: `6-4`, `7-6(5)`, `40-A`, also with a long dash; a share, `62 %`, `38% – 62%`; or how long
 * a match lasted, `2 h 13`, which tells how many sets it had. Dates (`Nov 9 – 15`, `9–15 nov`), times and ids
 * are none.
 */
const SCORE = new RegExp(
  [
    String.raw`(?<![\d:-])\d{1,3}\s?-\s?(?:\d{1,3}|A)(?:\(\d+\))?(?![\d:-])`,
    String.raw`(?<![\d:-])(?<!(?:${MONTHS})\.?\s)\d{1,3}\s?–\s?(?:\d{1,3}|A)(?:\(\d+\))?(?![\d:-]|\s(?:de\s)?(?:${MONTHS}))`,
    String.raw`(?<![\d.,])\d{1,3}(?:[.,]\d{1,2})?\s?%`,
    String.raw`(?<!\d)\d{1,2} h \d{2}(?!\d)`,
  ].join('|'),
  'u',
);

const hasScore = (text: string): boolean => text.search(SCORE) !== -1;

const BARS = '||'.length * 2;

/** A text under one spoiler; what was covered in it already stays so, cut at a line that fits. */
const coveredText = (text: string, max: number): string =>
  covered(linesWithin(text.replaceAll('||', '').split('\n'), max - BARS).join('\n'), true);

const withScoresCovered = (text: string, max: number): string =>
  text
    .split('\n')
    .map((line) => (hasScore(line) ? coveredText(line, max) : line))
    .join('\n');

/** A direct message without a score in its content, which a notification may show. */
export const conceal = (body: MessageBody): MessageBody => {
  const { embeds = [] } = body;
  const lines = (body.content ?? '').split('\n');
  const moved = lines.filter((line) => hasScore(line) || line.includes('||'));
  // What a line covers is all that it hides: the teams before it stay.
  const stays = lines
    .map((line) =>
      line.includes('||') ? line.slice(0, line.indexOf('||')).replace(/: ?$/, '') : line,
    )
    .filter((line) => !hasScore(line));
  const shown: APIEmbed[] =
    moved.length > 0 && embeds.length === 0 ? [{ color: COLOURS.scheduled }] : embeds;
  return {
    ...body,
    content: stays.join('\n'),
    embeds: shown.map(({ description = '', fields, ...embed }, at) => {
      const told = [...(at === 0 ? moved : []), description].filter(Boolean).join('\n');
      return {
        ...embed,
        ...(told === '' ? {} : { description: withScoresCovered(told, DESCRIPTION_MAX) }),
        ...(fields === undefined
          ? {}
          : {
              fields: fields.map((field) => ({
                ...field,
                value: withScoresCovered(field.value, FIELD_MAX),
              })),
            }),
      };
    }),
  };
};
