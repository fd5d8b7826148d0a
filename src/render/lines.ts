import { DESCRIPTION_MAX } from '../discord/message-limits.ts';

/** The first lines that fit into `max` characters, never cutting a line. */
export const linesWithin = (lines: readonly string[], max: number): readonly string[] => {
  let length = 0;
  const tooMany = lines.findIndex((line, index) => {
    length += line.length + (index === 0 ? 0 : 1);
    return length > max;
  });
  return tooMany === -1 ? lines : lines.slice(0, tooMany);
};

/** Joins the first lines that fit into `max` characters. */
export const joinedWithin = (lines: readonly string[], max: number): string =>
  linesWithin(lines, max).join('\n');

/** Leaves room in a description for spoiler marks and a note. */
export const TEXT_MAX = DESCRIPTION_MAX - 96;
