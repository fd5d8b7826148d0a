/** The length of a text in characters as Discord counts them: Unicode code points. */
export const lengthOf = (text: string): number => Array.from(text).length;
