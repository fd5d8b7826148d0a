import type { MeasuredNode } from '@takumi-rs/core';
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
    .flatMap((text) => text.replaceAll('\u2212', '-').split(/[\s/·:]+/))
    .filter((word) => /[\p{L}\p{N}]/u.test(word) && !word.endsWith('…'))
    // The initial of a name, without its full stop.
    .map((word) => word.replace(/^(\p{L})\.$/u, '$1'));

/** Every line of text of a picture, and where it is. */
export const runsIn = ({ transform, runs, children }: MeasuredNode): readonly Run[] => {
  const [, , , , x, y] = transform;
  return [
    ...runs.map((run) => ({
      text: run.text,
      left: Math.round(x + run.x),
      top: Math.round(y + run.y),
      right: Math.round(x + run.x + run.width),
      bottom: Math.round(y + run.y + run.height),
    })),
    ...children.flatMap(runsIn),
  ];
};

type Run = Readonly<Record<'left' | 'top' | 'right' | 'bottom', number>> & {
  readonly text: string;
};
