/** Characters that begin markdown, a mention or a link in Discord. */
const SPECIAL = /[\\*_~`|>#[\]()<@:]/g;

const segmenter = new Intl.Segmenter();

/** The characters of a text as a reader counts them. */
export const charactersOf = (text: string): readonly string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment);

/**
 * Cuts a text to a length of `max` as Discord counts it, between two characters; the last one is an
 * ellipsis when something is missing. A reader's one character may be thousands to Discord.
 */
export const shortened = (text: string, max: number): string => {
  if (text.length <= max) return text;
  let kept = '';
  for (const { segment } of segmenter.segment(text)) {
    if (kept.length + segment.length >= max) break;
    kept += segment;
  }
  return `${kept}…`;
};

/** What is not seen but changes what is: the writing direction, blanks without width. */
const UNSEEN = /[\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;

/** An outside string on one line, as it is seen. */
const onOneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(UNSEEN, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** An outside string where Discord reads no markdown: an embed's author, a choice. */
export const outsidePlain = (text: string, max: number): string => shortened(onOneLine(text), max);

/**
 * An outside string (a name, a court, a label) as it may stand in markdown: on one line, cut to
 * `max` in length, with everything escaped that Discord would read as formatting or a mention.
 */
export const outside = (text: string, max = 80): string =>
  outsidePlain(text, max).replace(SPECIAL, '\\$&');

/** An outside string inside a code block, where only the fence itself is special. */
export const outsideInCode = (text: string, max: number): string =>
  outsidePlain(text.replaceAll('`', "'"), max);

/**
 * A Discord timestamp, shown in each reader's own zone: `R` "5 minutes ago", `t` "21:14", `T`
 * "21:14:07", `D` "7 June 2026", `f` both day and time.
 */
export const timestamp = (at: number, style: 'R' | 't' | 'T' | 'D' | 'f'): string =>
  `<t:${Math.floor(at / 1000)}:${style}>`;
