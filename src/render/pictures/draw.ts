import { Renderer, type Node } from '@takumi-rs/core';
import type { Element } from './element.ts';
import { createFonts } from './fonts.ts';
import type { Picture } from './picture.ts';

/** Bytes kept of decoded drawings: each is drawn once. */
const CACHE = 1_000_000;

const renderer = new Renderer({ cacheMaxBytes: CACHE });
const lettersOf = createFonts(renderer);

const textOf = (element: Element): string => {
  if (element.type === 'text') return element.text;
  return element.type === 'container' ? element.children.map(textOf).join('') : '';
};

const nodeOf = (element: Element, change: (text: string) => string): Node => {
  if (element.type === 'text') return { ...element, text: change(element.text) };
  if (element.type === 'image') return element;
  return { ...element, children: element.children.map((child) => nodeOf(child, change)) };
};

/** Lays a picture out and draws it as PNG, off the event loop. */
export const drawPicture = async ({
  root,
  width,
  height,
}: Omit<Picture, 'alt'>): Promise<Uint8Array> => {
  const node = nodeOf(root, await lettersOf(textOf(root)));
  return renderer.render(node, { width, height, format: 'png' });
};
