import { hash } from 'node:crypto';

/**
 * Invisible characters: directions, which may reorder the text around them, fillers, and blanks without
 * width. Joiners of letters and emoji (U+200C, U+200D, variation selectors, tags) are kept.
 */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}|[\u2800\uFFF9-\uFFFB]/gu;

const JOINS = /^(?:[\u200C\u200D]|\p{Variation_Selector}|[\u{E0020}-\u{E007F}])$/u;

const NOTHING = /^[\s\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

export const withoutInvisible = (text: string): string =>
  text.replace(INVISIBLE, (each) => (JOINS.test(each) ? each : ''));

/** Whether a text has any visible character. */
export const isVisible = (text: string): boolean => !NOTHING.test(text);

/** Cuts a text to a length in UTF-16 units, never inside a surrogate pair. */
export const truncate = (text: string, maxLength: number): string => {
  if (text.length <= maxLength) return text;
  const last = text.charCodeAt(maxLength - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? maxLength - 1 : maxLength);
};

/** What a text is recognised by without keeping it: a message may name members. */
export const textDigest = (text: string): string => hash('sha256', text, 'base64url');

/** What separates two names in one text: `Vega / Lamas`, `Vega & Lamas`, `Vega y Lamas`. */
const BETWEEN_NAMES = /[/&+]|\s(?:y|e|and|et|-)\s/i;

/** The names in a text: one, or those of a pair. */
export const partsOf = (typed: string): readonly string[] =>
  typed
    .split(BETWEEN_NAMES)
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
    .map((part) => part.trim());

/** What a text from outside is as JSON; null for what is none. */
export const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
