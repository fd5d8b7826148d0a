import type { Element } from '#src/render/pictures/element.ts';

/**
 * Every text of a picture in full length, even if it is truncated when drawn.
 * @param fontSize only those that set this size themselves
 */
export const textsIn = (element: Element, fontSize?: number): readonly string[] => {
  if (element.type === 'text')
    return fontSize === undefined || element.style['fontSize'] === fontSize ? [element.text] : [];
  return element.type === 'container'
    ? element.children.flatMap((child) => textsIn(child, fontSize))
    : [];
};

/** The words and numbers of texts, without truncated ones and punctuation. */
export const wordsIn = (texts: readonly string[]): readonly string[] =>
  texts
    .flatMap((text) => text.split(/[\s/·:]+/))
    .filter((word) => /[\p{L}\p{N}]/u.test(word) && !word.endsWith('…'))
    // The initial of a name, without its full stop.
    .map((word) => word.replace(/^(\p{L})\.$/u, '$1'));
