import { Resvg } from '@resvg/resvg-js';
import { describe, expect, it } from 'vitest';
import { asPng } from '#src/render/pictures/png.ts';

const SIZE = { width: 70, height: 40 };

/** An image whose pixels have these colours in turn. */
const image = (colours: readonly (readonly [number, number, number])[]) => {
  const { width, height } = SIZE;
  const pixels = Uint8Array.from({ length: 4 * width * height }, (_, at) => {
    const colour = colours[Math.floor(at / 4) % colours.length];
    return at % 4 === 3 ? 255 : (colour?.[at % 4] ?? 0);
  });
  return { ...SIZE, pixels };
};

/** The pixels that an independent reader of PNG finds. */
const read = (png: Uint8Array): Uint8Array => {
  const href = `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
  const { width, height } = SIZE;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <image width="${width}" height="${height}" href="${href}"/></svg>`;
  return new Uint8Array(new Resvg(svg).render().pixels);
};

const furthest = (a: Uint8Array, b: Uint8Array): number =>
  a.reduce((most, value, at) => Math.max(most, Math.abs(value - (b[at] ?? 0))), 0);

const shades = (count: number) =>
  Array.from({ length: count }, (_, n) => [n % 256, 128, Math.floor(n / 256) * 8] as const);

describe('a PNG', () => {
  it.each([
    ['of one colour', shades(1), 0],
    ['of as many colours as a palette holds', shades(256), 0],
    ['of more colours, with the nearest palette colours', shades(1_000), 32],
  ])('%s is read back as it was drawn', (_reason, colours, atMost) => {
    const original = image(colours);
    expect(furthest(read(asPng(original)), original.pixels)).toBeLessThanOrEqual(atMost);
  });
});
