import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Renderer, type MeasuredNode, type Node } from '@takumi-rs/core';
import type { Element } from './element.ts';
import { FLAG } from './element.ts';
import { createFonts } from './fonts.ts';
import type { DrawPicture, Format, Picture } from './picture.ts';

/** Bytes kept of decoded drawings: each is drawn once. */
const CACHE = 1_000_000;

const EMPTY = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>');

interface Engine {
  readonly renderer: Renderer;
  readonly lettersOf: ReturnType<typeof createFonts>;
}

let engine: Engine | undefined;

/** Made with the first picture: where it cannot be made, the bot has everything but pictures. */
const theEngine = (): Engine => {
  if (engine === undefined) {
    const renderer = new Renderer({ cacheMaxBytes: CACHE });
    engine = { renderer, lettersOf: createFonts(renderer) };
  }
  return engine;
};

/** All parts of an element that are no boxes. */
const leavesOf = (element: Element): readonly Exclude<Element, { type: 'container' }>[] =>
  element.type === 'container' ? element.children.flatMap(leavesOf) : [element];

const flags = new Map<string, Promise<Buffer | null>>();

/** The drawing of a flag; null for a country that has none. */
const flagOf = (src: string): Promise<Buffer | null> => {
  const known = flags.get(src);
  if (known !== undefined) return known;
  const file = import.meta.resolve(`circle-flags/flags/${src.slice(FLAG.length)}.svg`);
  const flag = readFile(fileURLToPath(file)).catch((error: unknown) => {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isMissing) flags.delete(src);
    return null;
  });
  flags.set(src, flag);
  return flag;
};

const isFlag = (element: Element): element is Extract<Element, { type: 'image' }> =>
  element.type === 'image' && element.src.startsWith(FLAG);

const nodeOf = (element: Element, change: (text: string) => string): Node => {
  if (element.type === 'text') return { ...element, text: change(element.text) };
  if (element.type === 'image') return element;
  return { ...element, children: element.children.map((child) => nodeOf(child, change)) };
};

const prepared = async (picture: Picture, format: Format) => {
  const { root, width, height } = picture.drawing(format);
  const leaves = leavesOf(root);
  const text = leaves.map((leaf) => (leaf.type === 'text' ? leaf.text : '')).join('');
  const sources = leaves.flatMap((leaf) => (isFlag(leaf) ? [leaf.src] : []));
  const images = await Promise.all(
    [...new Set(sources)].map(async (src) => ({ src, data: (await flagOf(src)) ?? EMPTY })),
  );
  const { lettersOf } = theEngine();
  return { node: nodeOf(root, await lettersOf(text)), options: { width, height, images } };
};

/** Lays a picture out and draws it as PNG, off the event loop. */
export const drawPicture: DrawPicture = async (picture, format = 'inline') => {
  const { node, options } = await prepared(picture, format);
  return theEngine().renderer.render(node, { ...options, format: 'png' });
};

/** Where everything of a picture is. */
export const measurePicture = async (picture: Picture, format: Format): Promise<MeasuredNode> => {
  const { node, options } = await prepared(picture, format);
  return theEngine().renderer.measure(node, options);
};
