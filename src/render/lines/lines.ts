import { DESCRIPTION_MAX } from '../../discord/message-limits.ts';
import type { Instant } from '../../domain/terms.ts';
import type { Translate } from '../../i18n/i18n.ts';
import { timestamp } from '../../i18n/text.ts';

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

/** One line for each that exists; an empty string is a blank line. */
export const joinedLines = (lines: readonly (string | null | undefined)[]): string =>
  lines.filter((line) => line !== null && line !== undefined).join('\n');

/** The parts that exist and are not empty, separated by dots: `Madrid P1 · Men`. */
export const dotted = (parts: readonly (string | null | undefined)[]): string =>
  parts.filter(Boolean).join(' · ');

export const readAtLine = (t: Translate, at: Instant): string =>
  `-# ${t('readAt', { when: timestamp(at, 'R') })}`;
