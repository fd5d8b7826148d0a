import { DESCRIPTION_MAX } from '../discord/message-limits.ts';

/** As many of the first lines as fit into `max` characters, whole lines only. */
export const linesWithin = (lines: readonly string[], max: number): readonly string[] => {
  let length = 0;
  const tooMany = lines.findIndex((line, index) => {
    length += line.length + (index === 0 ? 0 : 1);
    return length > max;
  });
  return tooMany === -1 ? lines : lines.slice(0, tooMany);
};

/** The same as one text. */
export const joinedWithin = (lines: readonly string[], max: number): string =>
  linesWithin(lines, max).join('\n');

/** Of a description that may still get spoiler marks and a note around it. */
export const TEXT_MAX = DESCRIPTION_MAX - 96;
