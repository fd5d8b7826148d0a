import { withoutInvisible } from '../lib/text.ts';

/** Characters that begin markdown, a mention or a link in Discord. */
const SPECIAL = /[\\*_~`|>#[\]()<@:]/g;

/**
 * Around a text that is written from right to left: what stands beside it, a score above all, keeps its
 * order (Unicode, "Bidirectional Algorithm": first strong isolate, pop directional isolate).
 */
const ISOLATE = '\u2068';
const END = '\u2069';

const ISOLATED = /(\u2068[^\u2066-\u2069]*\u2069)/;

/** Letters of the scripts that are written from right to left, and their digits. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** A text for where the isolates of `outsidePlain` are of no use. */
export const withoutIsolates = (text: string): string => text.replace(/[\u2068\u2069]/g, '');

/** Isolates a text that would turn what stands beside it; any other stays as it is. */
const isolated = (text: string): string => {
  const around = text.split(ISOLATED).filter((_, index) => index % 2 === 0);
  return RIGHT_TO_LEFT.test(around.join('')) ? `${ISOLATE}${withoutIsolates(text)}${END}` : text;
};

const segmenter = new Intl.Segmenter();

/** The characters of a text as a reader counts them. */
export const charactersOf = (text: string): readonly string[] =>
  Array.from(segmenter.segment(withoutIsolates(text)), ({ segment }) => segment);

/**
 * Cuts a text to a length of `max` as Discord counts it, between two characters; the last one is an
 * ellipsis when something is missing. A reader's one character may be thousands to Discord.
 */
export const shortened = (text: string, max: number): string => {
  if (text.length <= max) return text;
  let kept = '';
  /** What ends an isolate that is cut. */
  let end = '';
  for (const { segment } of segmenter.segment(text)) {
    const endAfter = segment === ISOLATE ? END : segment === END ? '' : end;
    if (kept.length + segment.length + endAfter.length >= max) break;
    kept += segment;
    end = endAfter;
  }
  return `${kept}…${end}`;
};

/** An outside string on one line, as it is seen. Parts that are isolated stay so. */
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
 * An outside string where Discord reads no markdown: an embed's author, a choice. One that is written
 * from right to left is isolated, within `max`.
 */
export const outsidePlain = (text: string, max: number): string => {
  const line = onOneLine(text);
  return isolated(line) === line
    ? shortened(line, max)
    : isolated(shortened(withoutIsolates(line), max - 2));
};

/**
 * An outside string (a name, a court, a label) as it may stand in markdown: on one line, cut to
 * `max` in length, with everything escaped that Discord would read as formatting or a mention.
 */
export const outside = (text: string, max = 80): string =>
  outsidePlain(text, max).replace(SPECIAL, '\\$&');

/** An outside string inside a code block, where only the fence itself is special; an isolate takes no room. */
export const outsideInCode = (text: string, max: number): string =>
  isolated(shortened(withoutIsolates(onOneLine(text.replaceAll('`', "'"))), max));

/**
 * A Discord timestamp, shown in each reader's own zone: `R` "5 minutes ago", `t` "21:14", `T`
 * "21:14:07", `D` "7 June 2026", `f` both day and time.
 */
export const timestamp = (at: number, style: 'R' | 't' | 'T' | 'D' | 'f'): string =>
  `<t:${Math.floor(at / 1000)}:${style}>`;
