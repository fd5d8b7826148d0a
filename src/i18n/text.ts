/** Characters that begin markdown, a mention or a link in Discord. */
const SPECIAL = /[\\*_~`|>#[\]()<@:]/g;

const segmenter = new Intl.Segmenter();

/** The characters of a text as a reader counts them. */
export const charactersOf = (text: string): readonly string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment);

/** Cuts a text to `max` characters, the last of them an ellipsis when something is missing. */
export const shortened = (text: string, max: number): string => {
  const characters = charactersOf(text);
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`;
};

/**
 * An outside string (a name, a court, a label) as it may stand in markdown: on one line, cut to
 * `max` characters, with everything escaped that Discord would read as formatting or a mention.
 */
export const outside = (text: string, max = 80): string =>
  shortened(text.replace(/\s+/g, ' ').trim(), max).replace(SPECIAL, '\\$&');

/** An outside string inside a code block, where only the fence itself is special. */
export const outsideInCode = (text: string, max: number): string =>
  shortened(text.replace(/\s+/g, ' ').replaceAll('`', "'").trim(), max);

/** A Discord timestamp, shown in each reader's own zone: `R` "5 minutes ago", `t` "21:14". */
export const timestamp = (at: number, style: 'R' | 't' | 'f'): string =>
  `<t:${Math.floor(at / 1000)}:${style}>`;
