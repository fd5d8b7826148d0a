import { DESCRIPTION_MAX } from '../../discord/message-limits.ts';
import type { Instant } from '../../domain/terms.ts';
import type { Translate } from '../../i18n/i18n.ts';
import { outside, timestamp } from '../../i18n/text.ts';

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

/** How many more there are than are shown; null for none. */
export const moreLine = (t: Translate, more: number): string | null =>
  more > 0 ? t('dailyDigest.more', { count: more }) : null;

/** The first of a list, and how many more there are. */
export const cutList = (t: Translate, names: readonly string[], most: number): string =>
  [...names.slice(0, most), moreLine(t, names.length - most)]
    .flatMap((name) => name ?? [])
    .join(', ');

/** Leaves room in a description for spoiler marks and a note. */
export const TEXT_MAX = DESCRIPTION_MAX - 96;

/** A text, or its lines: those that do not exist are left out, an empty one is blank. */
export type Lines = string | readonly (string | null | undefined)[];

export const joinedLines = (lines: Exclude<Lines, string>): string =>
  lines.filter((line) => line !== null && line !== undefined).join('\n');

/** The parts that exist and are not empty, separated by dots: `Madrid P1 · Men`. */
export const dotted = (parts: readonly (string | null | undefined)[]): string =>
  parts.filter(Boolean).join(' · ');

/** Lines, each below its heading, which is said where it changes. */
export const underHeadings = <Item>(
  items: readonly Item[],
  headingOf: (item: Item) => string,
  lineOf: (item: Item) => string,
): readonly string[] =>
  items.flatMap((item, index) => {
    const heading = headingOf(item);
    const before = items[index - 1];
    const isSame = before !== undefined && headingOf(before) === heading;
    return [...(isSame ? [] : [`**${outside(heading, 60)}**`]), lineOf(item)];
  });

/** What the data plan lacks: `Points, Statistics: not in the data plan`. */
export const notInPlanLine = (t: Translate, ...names: readonly string[]): string =>
  t('labelled', { name: names.join(', '), value: t('player.notInPlan') });

/** `Points: nothing on record`. */
export const noRecordLine = (t: Translate, name: string): string =>
  t('labelled', { name, value: t('match.noRecord') });

export const readAtLine = (t: Translate, at: Instant): string =>
  `-# ${t('readAt', { when: timestamp(at, 'R') })}`;
