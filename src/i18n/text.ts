import { withoutInvisible } from '../lib/text.ts';

/** Characters that start markdown, a mention or a link in Discord. */
const SPECIAL = /[\\*_~`|>#[\]()<@:]/g;

/**
 * Wraps right-to-left text so that its neighbours, above all a score, keep their order (Unicode,
 * "Bidirectional Algorithm": first strong isolate, pop directional isolate).
 */
const ISOLATE = '\u2068';
const END = '\u2069';

const ISOLATED = /(\u2068[^\u2066-\u2069]*\u2069)/;

/** Letters and digits of right-to-left scripts. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** Removes isolates where they have no effect, or where a text must match exactly. */
export const withoutIsolates = (text: string): string => text.replace(/[\u2068\u2069]/g, '');

/** Isolates a text that contains right-to-left letters. */
const isolated = (text: string): string => {
  const around = text.split(ISOLATED).filter((_, index) => index % 2 === 0);
  return RIGHT_TO_LEFT.test(around.join('')) ? `${ISOLATE}${withoutIsolates(text)}${END}` : text;
};

const segmenter = new Intl.Segmenter();

/** The characters of a text as a reader counts them (graphemes). */
export const charactersOf = (text: string): readonly string[] =>
  Array.from(segmenter.segment(withoutIsolates(text)), ({ segment }) => segment);

/**
 * Cuts a text to `max` UTF-16 units, as Discord counts, between two graphemes, and ends it with an
 * ellipsis. One grapheme may be thousands of units long.
 */
export const shortened = (text: string, max: number): string => {
  if (text.length <= max) return text;
  let kept = '';
  /** Closes an isolate that is cut. */
  let end = '';
  for (const { segment } of segmenter.segment(text)) {
    const endAfter = segment === ISOLATE ? END : segment === END ? '' : end;
    if (kept.length + segment.length + endAfter.length >= max) break;
    kept += segment;
    end = endAfter;
  }
  return `${kept}…${end}`;
};

/** An outside string on one line without invisible characters; keeps its isolates. */
const onOneLine = (text: string): string =>
  text
    .toWellFormed()
    .split(ISOLATED)
    .map((part, index) =>
      index % 2 === 0 ? withoutInvisible(part) : `${ISOLATE}${withoutInvisible(part)}${END}`,
    )
    .join('')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/**
 * An outside string for fields without markdown: an embed's author, a choice. Right-to-left text is
 * isolated within `max`.
 */
export const outsidePlain = (text: string, max: number): string => {
  const line = onOneLine(text);
  return isolated(line) === line
    ? shortened(line, max)
    : isolated(shortened(withoutIsolates(line), max - 2));
};

/**
 * An outside string (a name, a court, a label) escaped for markdown: one line, at most `max` long
 * before escaping.
 */
export const outside = (text: string, max = 80): string =>
  outsidePlain(text, max).replace(SPECIAL, '\\$&');

/** An outside string for a code block: only the fence is special. `max` excludes isolates. */
export const outsideInCode = (text: string, max: number): string =>
  isolated(shortened(withoutIsolates(onOneLine(text.replaceAll('`', "'"))), max));

/**
 * A Discord timestamp, shown in each reader's own time zone: `R` "5 minutes ago", `t` "21:14", `T`
 * "21:14:07", `D` "7 June 2026", `f` date and time.
 */
export const timestamp = (at: number, style: 'R' | 't' | 'T' | 'D' | 'f'): string =>
  `<t:${Math.floor(at / 1000)}:${style}>`;
