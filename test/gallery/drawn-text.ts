import type { Element } from '#src/render/pictures/element.ts';

const isElement = (child: unknown): child is Element =>
  typeof child === 'object' && child !== null && 'type' in child && 'props' in child;

/** Every text of a picture, whole, also where it is cut when it is drawn. */
export const textsIn = ({ props: { children } }: Element): readonly string[] => {
  if (typeof children === 'string') return [children];
  return (children ?? []).filter(isElement).flatMap(textsIn);
};

/** Words and numbers of texts; not those that are cut, and not what stands between them. */
export const wordsIn = (texts: readonly string[]): readonly string[] =>
  texts
    .flatMap((text) => text.split(/[\s/·:]+/))
    .filter((word) => /[\p{L}\p{N}]/u.test(word) && !word.endsWith('…'))
    // An initial stands for a name.
    .map((word) => word.replace(/^(\p{L})\.$/u, '$1'));
