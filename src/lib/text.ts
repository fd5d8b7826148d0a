/**
 * Characters that nobody sees, of which some turn the text around them: directions, fillers, blanks
 * without width. What joins letters and emoji (U+200C, U+200D, variation selectors, tags) stays.
 */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}|[\u2800\uFFF9-\uFFFB]/gu;

const JOINS = /^(?:[\u200C\u200D]|\p{Variation_Selector}|[\u{E0020}-\u{E007F}])$/u;

const NOTHING = /^[\s\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

export const withoutInvisible = (text: string): string =>
  text.replace(INVISIBLE, (each) => (JOINS.test(each) ? each : ''));

/** Whether there is anything to see of a text. */
export const isVisible = (text: string): boolean => !NOTHING.test(text);

/** Cuts a text to a length in UTF-16 units, never between the two halves of one character. */
export const truncate = (text: string, maxLength: number): string => {
  if (text.length <= maxLength) return text;
  const last = text.charCodeAt(maxLength - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? maxLength - 1 : maxLength);
};
