import { crc32, deflateSync } from 'node:zlib';

/** An opaque image with four bytes a pixel: red, green, blue and one that is ignored. */
interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** The largest palette of PNG (PNG specification, 11.2.2 and 11.2.3). */
const COLOURS = 256;

/**
 * Encodes an image as PNG with a palette: a third of the bytes of true colour, and faster to
 * compress. The most common colours are kept; the rest, shades at the edges of letters, become the
 * nearest of them.
 */
export const asPng = ({ width, height, pixels }: Pixels): Uint8Array => {
  const colours = numbersOf(pixels);
  const counts = countsOf(colours);
  const common = [...counts.keys()]
    .sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))
    .slice(0, COLOURS);
  const palette = bytesOf(common);
  const places = placesIn(palette, [...counts.keys()]);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header(width, height)),
    chunk('PLTE', rgbOf(palette)),
    chunk('IDAT', deflateSync(scanlines(colours, width, height, places), { level: 5 })),
    chunk('IEND', new Uint8Array()),
  ]);
};

/**
 * Each pixel as one number, as pixels are only compared. Copies only when unaligned: first use of
 * some megabytes costs more than everything else here.
 */
const numbersOf = (pixels: Uint8Array): Uint32Array => {
  const { buffer, byteOffset, length } = pixels.byteOffset % 4 === 0 ? pixels : pixels.slice();
  return new Uint32Array(buffer, byteOffset, length / 4);
};

/** How often each colour occurs, counted by runs as most pixels repeat the previous one. */
const countsOf = (colours: Uint32Array): ReadonlyMap<number, number> => {
  const counts = new Map<number, number>();
  let start = 0;
  for (let end = 1; end <= colours.length; end += 1) {
    const colour = colours[start] ?? 0;
    if (end < colours.length && colours[end] === colour) continue;
    counts.set(colour, (counts.get(colour) ?? 0) + end - start);
    start = end;
  }
  return counts;
};

/** Colours as bytes, four each, in memory order. */
const bytesOf = (colours: readonly number[]): Uint8Array =>
  new Uint8Array(Uint32Array.from(colours).buffer);

/** Maps each colour to the palette index of the nearest one. */
const placesIn = (palette: Uint8Array, colours: readonly number[]): ReadonlyMap<number, number> => {
  const bytes = bytesOf(colours);
  return new Map(colours.map((colour, index) => [colour, nearest(palette, bytes, 4 * index)]));
};

const nearest = (palette: Uint8Array, bytes: Uint8Array, at: number): number => {
  const [red = 0, green = 0, blue = 0] = bytes.subarray(at, at + 3);
  let best = 0;
  let least = Infinity;
  for (let index = 0; index < palette.length && least > 0; index += 4) {
    const distance =
      ((palette[index] ?? 0) - red) ** 2 +
      ((palette[index + 1] ?? 0) - green) ** 2 +
      ((palette[index + 2] ?? 0) - blue) ** 2;
    if (distance < least) [best, least] = [index / 4, distance];
  }
  return best;
};

const rgbOf = (palette: Uint8Array): Uint8Array => palette.filter((_, index) => index % 4 !== 3);

/** Each line starts with its filter number: none, which is best for a palette. */
const scanlines = (
  colours: Uint32Array,
  width: number,
  height: number,
  places: ReadonlyMap<number, number>,
): Uint8Array => {
  const lines = new Uint8Array(height * (width + 1));
  let last = -1;
  let place = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const colour = colours[y * width + x] ?? 0;
      if (colour !== last) place = places.get(colour) ?? 0;
      last = colour;
      lines[y * (width + 1) + 1 + x] = place;
    }
  }
  return lines;
};

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** Eight bits a pixel, each a palette index. */
const header = (width: number, height: number): Uint8Array => {
  const bytes = Buffer.alloc(13);
  bytes.writeUInt32BE(width, 0);
  bytes.writeUInt32BE(height, 4);
  bytes.set([8, 3, 0, 0, 0], 8);
  return bytes;
};

const chunk = (type: string, data: Uint8Array): Uint8Array => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
};
