import type { APIEmbed } from 'discord-api-types/v10';
import { DESCRIPTION_MAX, FIELD_MAX } from '../discord/message-limits.ts';
import { linesWithin } from './lines.ts';
import { COLOURS, covered, type AnswerFile, type MessageBody } from './message.ts';

/**
 * A score in a text: `6-4`, `7-6(5)`, `40-A`, also with a long dash; a share, `62 %`, `38% – 62%`; or how long
 * a match lasted, `2 h 13`, which tells how many sets it had. Dates, times and ids are none.
 */
const SCORE =
  /(?<![\d:-])\d{1,3}\s?[-–]\s?(?:\d{1,3}|A)(?:\(\d+\))?(?![\d:-])|(?<![\d.,])\d{1,3}(?:[.,]\d{1,2})?\s?%|(?<!\d)\d{1,2} h \d{2}(?!\d)/gu;

const hasScore = (text: string): boolean => text.search(SCORE) !== -1;

/** Whether everything is covered, or the lines with scores alone. */
export type Concealed = 'all' | 'scores';

const BARS = '||'.length * 2;

/** A text under one spoiler; what was covered in it already stays so, cut at a line that fits. */
const coveredText = (text: string, max: number): string => {
  const lines = linesWithin(text.replaceAll('||', '').split('\n'), max - BARS);
  // A code block that was cut still ends.
  const fences = lines.filter((line) => line.startsWith('```')).length;
  return covered([...lines, ...(fences % 2 === 0 ? [] : ['```'])].join('\n'), true);
};

const concealedText = (text: string, extent: Concealed, max: number): string => {
  if (extent === 'all') return coveredText(text, max);
  return text
    .split('\n')
    .map((line) => (hasScore(line) ? coveredText(line, max) : line))
    .join('\n');
};

/** Titles and the like take no spoiler: one with a score becomes a covered line of the description. */
const concealedEmbed = (
  { title, author, footer, image: _image, thumbnail: _thumbnail, ...embed }: APIEmbed,
  extent: Concealed,
  moved: readonly string[],
  open: NonNullable<MessageBody['open']>,
): APIEmbed => {
  const name = author?.name ?? '';
  const told = [name, title ?? '', footer?.text ?? ''].filter(hasScore);
  const { description = '' } = embed;
  const shown = open.includes(description) ? description : '';
  const hidden = [...moved, ...told, shown === '' ? description : ''].filter(Boolean).join('\n');
  const concealed = [concealedText(hidden, extent, DESCRIPTION_MAX - shown.length), shown]
    .filter(Boolean)
    .join('\n');
  return {
    ...embed,
    ...(name === '' || hasScore(name) ? {} : { author: { name } }),
    ...(title === undefined || hasScore(title) ? {} : { title }),
    ...(footer === undefined || hasScore(footer.text) ? {} : { footer }),
    ...(concealed === '' ? {} : { description: concealed }),
    ...(embed.fields === undefined
      ? {}
      : {
          fields: embed.fields.map((field) =>
            open.includes(field)
              ? field
              : {
                  ...field,
                  name: withoutScores(field.name),
                  value: concealedText(field.value, extent, FIELD_MAX),
                },
          ),
        }),
    // The colour of a result is one.
    color: extent === 'all' ? COLOURS.scheduled : (embed.color ?? COLOURS.scheduled),
  };
};

/** For what takes no spoiler: labels of menus, names of choices. */
export const withoutScores = (text: string): string =>
  hasScore(text)
    ? text
        .replaceAll(SCORE, '')
        .split(/\s/)
        .filter(Boolean)
        .join(' ')
        .replace(/^[·–-] | [·–-]$/g, '') || '…'
    : text;

const LABELS: ReadonlySet<string> = new Set(['label', 'description', 'placeholder']);

/** Labels of buttons and menus without scores; ids and values stay. */
const concealedComponents = (components: MessageBody['components']): MessageBody['components'] =>
  // A copy of the same shape, in which strings became other strings.
  JSON.parse(JSON.stringify(components ?? []), (key, value: unknown) =>
    LABELS.has(key) && typeof value === 'string' ? withoutScores(value) : value,
  ) as MessageBody['components'];

/** Discord covers attachments by their name; a description would be read aloud. */
const spoilerFile = ({ name, data }: AnswerFile): AnswerFile => ({
  name: `SPOILER_${name}`,
  data,
  description: '',
});

/**
 * An answer or a direct message for somebody who hides scores: texts under spoilers, except those that
 * tell no result; pictures as covered attachments; and no score in the words outside an embed, which a
 * notification may show.
 */
export const conceal = (
  { open: stays = [], ...body }: MessageBody,
  extent: Concealed = 'all',
): MessageBody => {
  const { embeds = [], files = [] } = body;
  const content = body.content ?? '';
  const lines = content.split('\n');
  const moved = lines.filter((line) => hasScore(line) || line.includes('||'));
  // What a line covers is all that it hides: the teams before it stay.
  const open = lines
    .map((line) =>
      line.includes('||') ? line.slice(0, line.indexOf('||')).replace(/: ?$/, '') : line,
    )
    .filter((line) => !hasScore(line));
  const shown = moved.length > 0 && embeds.length === 0 ? [{}] : embeds;
  return {
    ...body,
    content: open.join('\n'),
    embeds: shown.map((embed, at) => concealedEmbed(embed, extent, at === 0 ? moved : [], stays)),
    components: concealedComponents(body.components),
    ...(files.length === 0
      ? {}
      : { files: files.map((file) => (isPicture(file) ? spoilerFile(file) : file)) }),
  };
};

const isPicture = ({ name }: AnswerFile): boolean => name.endsWith('.png');
