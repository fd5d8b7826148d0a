import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Reader } from '#src/i18n/i18n.ts';
import { drawPicture } from '#src/render/pictures/draw.ts';
import { signature } from '#src/render/pictures/sheet.ts';
import { formatted } from '../formatted.ts';
import { aReader } from '../render/held.ts';
import { textsIn, wordsIn } from './drawn-text.ts';
import { TODAY } from './scenes.ts';
import { EXHIBITS, FOLDER, galleryPage, KEPT } from './page.ts';

const PAGE = 'docs/gallery.md';

/** `npm run gallery` puts everything in its place; a test run compares. */
const isMaking = process.env['MODE'] === 'gallery';

if (isMaking) {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
}

/** What a picture says about itself, counts for the reader, or says more shortly than the words do. */
const BESIDE_THE_FACTS = ({ t, locale }: Reader): readonly string[] => [
  t('button.headToHead'),
  t('simulate.title'),
  signature({ locale }, TODAY),
  t('momentum.legend'),
  t('probability.legend'),
  t('momentum.legendBreaks'),
  t('match.set', { number: '1 2 3' }),
  t('form.tally', { won: '0 1 2 3 4 5', lost: '0 1 2 3 4 5' }),
  t('form.walkoverShort'),
  t('form.latest'),
  t('form.earlier'),
  t('tournament.roundShort.16'),
  t('tournament.roundShort.32'),
  t('tournament.walkoverShort'),
  t('tournament.retiredShort'),
];

/** Width and height of a PNG, and whether its pixels are all there. */
const measured = (png: Uint8Array) => {
  const bytes = Buffer.from(png);
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const start = bytes.indexOf('IDAT');
  const data = bytes.subarray(start + 4, start + 4 + bytes.readUInt32BE(start - 4));
  return { width, height, pixels: inflateSync(data).length - height };
};

describe.each(EXHIBITS)('$scene.kind, $scene.data, in $locale', (exhibit) => {
  const { locale, picture, file, scene } = exhibit;
  const { root, alt, width, height } = picture;

  it('is drawn whole, light enough for a phone', async () => {
    const png = await drawPicture(picture);
    if (isMaking && KEPT.some((kept) => kept.file === file))
      writeFileSync(`${FOLDER}/${file}`, png);
    expect(png.length).toBeLessThan(scene.isAbridged ? 200_000 : 100_000);
    expect(measured(png)).toEqual({ width, height, pixels: width * height });
  });

  it('tells in words what it shows', () => {
    const beside = new Set(wordsIn(BESIDE_THE_FACTS(aReader(locale))));
    const facts = wordsIn(textsIn(root)).filter((word) => !beside.has(word));
    expect(facts.length).toBeGreaterThan(3);
    const words = alt.toLowerCase();
    const untold = facts.filter((word) => !words.includes(word.toLowerCase()));
    expect(scene.isAbridged ? [] : untold).toEqual([]);
    expect(alt.length).toBeLessThan(1_024);
    expect(alt).not.toMatch(/\*\*|\\|\{\{|…/);
  });
});

// Out of date? `npm run gallery` makes it anew.
describe('the gallery', () => {
  it('has every picture, in the size in which it is drawn', () => {
    expect(readdirSync(FOLDER).toSorted()).toEqual(KEPT.map(({ file }) => file).toSorted());
    for (const { file, picture } of KEPT) {
      const { width, height } = picture;
      expect({ file, ...measured(readFileSync(`${FOLDER}/${file}`)) }).toEqual({
        file,
        width,
        height,
        pixels: width * height,
      });
    }
  });

  it('shows them on its page with what they say', async () => {
    const page = await formatted(PAGE, galleryPage());
    if (isMaking) writeFileSync(PAGE, page);
    expect(readFileSync(PAGE, 'utf8')).toBe(page);
  });
});
