import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { shortMonths } from '#src/i18n/format.ts';
import type { Reader } from '#src/i18n/i18n.ts';
import { drawPicture, measurePicture } from '#src/render/pictures/draw.ts';
import { signature } from '#src/render/pictures/poster.ts';
import { formatted } from '../formatted.ts';
import { aReader } from '../render/held.ts';
import { initialsOf } from '#src/render/pictures/contenders.ts';
import { LONGEST, ORDINARY } from './casts.ts';
import { runsIn, textsIn, wordsIn } from './drawn-text.ts';
import { TODAY } from './scenes.ts';
import { EXHIBITS, FOLDER, galleryPage, KEPT } from './page.ts';

const PAGE = 'docs/gallery.md';

/** `npm run check -- gallery` writes the gallery; a test run only compares. */
const isMaking = process.env['MODE'] === 'gallery';

if (isMaking) {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
}

/** Texts that need not be in the alternative text: titles, legends, sums and short forms. */
const BESIDE_THE_FACTS = ({ t, locale }: Reader): readonly string[] => [
  ...[ORDINARY, LONGEST].flatMap(({ players }) => players.map(initialsOf)),
  t('button.headToHead'),
  t('simulate.title'),
  t('h2h.last'),
  t('button.momentum'),
  t('button.winProbability'),
  signature({ locale }, TODAY),
  t('momentum.legend'),
  t('metric.total_points_won'),
  t('metric.longest_streak'),
  '100% 50% 0% 100 50 0 →',
  t('match.set', { number: '1 2 3' }),
  // The axes of a ranking's curve.
  shortMonths(locale).join(' '),
  '10 12 14 38 39 41 42 200 400 600 800',
  t('tournament.walkoverShort'),
  t('tournament.retiredShort'),
];

const measured = (png: Uint8Array) => {
  const bytes = Buffer.from(png);
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const bits = bytes.readUInt8(24) * (CHANNELS.get(bytes.readUInt8(25)) ?? NaN);
  const data: Buffer[] = [];
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const isData = bytes.toString('latin1', at + 4, at + 8) === 'IDAT';
    if (isData) data.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)));
  }
  const row = (inflateSync(Buffer.concat(data)).length - height) / height;
  return { width, height, pixels: height * Math.floor((8 * row) / bits) };
};

/** The upright format has twice the pixels of the other. */
const BYTES_MAX = { inline: 100_000, phone: 125_000 } as const;

/** Of each colour type of PNG. */
const CHANNELS = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [6, 4],
]);

describe.each(EXHIBITS)('$scene.kind, $scene.data, $format, in $locale', (exhibit) => {
  const { locale, picture, format, drawing, file, scene } = exhibit;
  const { alt } = picture;
  const { root, width, height } = drawing;

  it('is drawn completely, in a file small enough for a phone', async () => {
    const png = await drawPicture(picture, format);
    if (isMaking && KEPT.some((kept) => kept.file === file))
      writeFileSync(`${FOLDER}/${file}`, png);
    expect(png.length).toBeLessThan(scene.isAbridged ? 200_000 : BYTES_MAX[format]);
    expect(measured(png)).toEqual({ width, height, pixels: width * height });
  });

  it('has all its words within its edges', async () => {
    const outside = runsIn(await measurePicture(picture, format)).filter(
      ({ left, top, right, bottom }) => left < 0 || top < 0 || right > width || bottom > height,
    );
    expect(outside).toEqual([]);
  });

  it('has an alternative text with all its facts', () => {
    const beside = new Set(wordsIn(BESIDE_THE_FACTS(aReader(locale))));
    const facts = wordsIn(textsIn(root)).filter((word) => !beside.has(word));
    expect(facts.length).toBeGreaterThan(3);
    const words = alt.toLowerCase();
    const missing = facts.filter((word) => !words.includes(word.toLowerCase()));
    expect(scene.isAbridged ? [] : missing).toEqual([]);
    expect(alt.length).toBeLessThan(1_024);
    expect(alt).not.toMatch(/\*\*|\\|\{\{|…/);
  });
});

// When these fail, run `npm run check -- gallery`.
describe('the gallery', () => {
  it('has every picture in its current size', () => {
    expect(readdirSync(FOLDER).toSorted()).toEqual(KEPT.map(({ file }) => file).toSorted());
    for (const { file, drawing } of KEPT) {
      const { width, height } = drawing;
      expect({ file, ...measured(readFileSync(`${FOLDER}/${file}`)) }).toEqual({
        file,
        width,
        height,
        pixels: width * height,
      });
    }
  });

  it('shows the pictures with their alternative texts in docs/gallery.md', async () => {
    const page = await formatted(PAGE, galleryPage());
    if (isMaking) writeFileSync(PAGE, page);
    expect(readFileSync(PAGE, 'utf8')).toBe(page);
  });
});
