import { Resvg } from '@resvg/resvg-js';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import satori, { type Font } from 'satori';
import type { Picture } from './picture.ts';
import { asPng } from './png.ts';

const WEIGHTS = [400, 600, 700] as const;

/** Subsets for the scripts of players' names: Latin with all accents, Greek, Cyrillic. */
const SUBSETS = ['latin', 'latin-ext', 'greek', 'cyrillic', 'vietnamese'] as const;

const loadFonts = (): Promise<Font[]> =>
  Promise.all(
    WEIGHTS.flatMap((weight) =>
      SUBSETS.map(async (subset): Promise<Font> => {
        const file = import.meta.resolve(
          `@fontsource/inter/files/inter-${subset}-${weight}-normal.woff`,
        );
        return {
          name: `Inter ${subset}`,
          weight,
          style: 'normal',
          data: await readFile(fileURLToPath(file)),
        };
      }),
    ),
  );

let fonts: Promise<Font[]> | undefined;

/** Renders a picture as PNG. Fonts are loaded with the first picture. */
export const drawPicture = async ({
  root,
  width,
  height,
}: Omit<Picture, 'alt'>): Promise<Uint8Array> => {
  fonts ??= loadFonts();
  // Passing the same array each time keeps satori from parsing the fonts again.
  const svg = await satori(root, { width, height, fonts: await fonts });
  return asPng(new Resvg(svg, { font: { loadSystemFonts: false } }).render());
};
