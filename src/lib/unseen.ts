/**
 * Characters that nobody sees, of which some turn the text around them: directions, fillers, blanks
 * without width. What joins letters and emoji (U+200C, U+200D, variation selectors, tags) stays.
 */
const UNSEEN = /\p{Default_Ignorable_Code_Point}|[\u2800\uFFF9-\uFFFB]/gu;

const JOINS = /^(?:[\u200C\u200D]|\p{Variation_Selector}|[\u{E0020}-\u{E007F}])$/u;

const NOTHING = /^[\s\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

export const withoutUnseen = (text: string): string =>
  text.replace(UNSEEN, (each) => (JOINS.test(each) ? each : ''));

/** Whether there is anything to see of a text. */
export const isVisible = (text: string): boolean => !NOTHING.test(text);
