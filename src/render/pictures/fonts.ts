import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Renderer } from '@takumi-rs/core';
import anyAscii from 'any-ascii';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

/**
 * The packages of fonts, and their subsets of letters: the ranges of others (math, symbols) name more than is in them.
 * The first that has a letter draws it; Han letters look as in Japan.
 */
const FAMILIES = {
  inter: /^(latin|greek|cyrillic|vietnamese)/,
  'noto-sans-arabic': /^arabic$/,
  'noto-sans-hebrew': /^hebrew$/,
  'noto-sans-thai': /^thai$/,
  'noto-sans-jp': /^\[\d+\]$/,
  'noto-sans-kr': /^\[\d+\]$/,
  'noto-sans-sc': /^\[\d+\]$/,
} as const;

type Range = [first: number, last: number];

/** A file with a part of a font's letters. */
interface FontFile {
  readonly family: string;
  readonly name: string;
  readonly ranges: Range[];
}

const read = (path: string): Promise<Buffer> =>
  readFile(fileURLToPath(import.meta.resolve(`@fontsource-variable/${path}`)));

const unicodeWire = z.record(z.string(), z.string());

/** `U+0000-00FF,U+0131` */
const rangesOf = (text: string): Range[] =>
  text.split(',').map((range) => {
    const [first = NaN, last = first] = range
      .replace('U+', '')
      .split('-')
      .map((code) => Number.parseInt(code, 16));
    return [first, last];
  });

const filesOf = async ([family, wanted]: readonly [string, RegExp]): Promise<
  readonly FontFile[]
> => {
  const subsets = unicodeWire.parse(JSON.parse((await read(`${family}/unicode.json`)).toString()));
  const letters = Object.entries(subsets).filter(([subset]) => wanted.test(subset));
  return letters.map(([subset, ranges]) => ({
    family,
    name: `${family}-${subset.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`,
    ranges: rangesOf(ranges),
  }));
};

/** Neither a font nor a transliteration has them; a name of emoji has no letters. */
const NOT_DRAWN = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\p{C}/u;

interface Letter {
  readonly drawn: string;
  readonly file?: FontFile;
}

/** What could not be read is read again for the next picture. */
const forgetting =
  (forget: () => void) =>
  (error: unknown): never => {
    forget();
    throw error;
  };

/** Fonts for the letters of names, registered when a picture first needs them. */
export const createFonts = (renderer: Pick<Renderer, 'registerFont'>) => {
  let files: Promise<readonly FontFile[]> | undefined;
  const registered = new Map<FontFile, Promise<unknown>>();
  /** What is drawn for a letter: itself, others for one that no font has, or nothing. */
  const known = new LRUCache<string, Letter>({ max: 5_000 });

  const resolve = (all: readonly FontFile[], letter: string): Letter => {
    const code = letter.codePointAt(0) ?? 0;
    const file = all.find(({ ranges }) =>
      ranges.some(([first, last]) => first <= code && code <= last),
    );
    if (NOT_DRAWN.test(letter)) return { drawn: '' };
    // Fonts leave out the spaces between digits.
    if (/\p{Zs}/u.test(letter)) return { drawn: letter === ' ' ? ' ' : '\u00A0' };
    return file === undefined ? { drawn: anyAscii(letter) } : { drawn: letter, file };
  };

  const register = ({ family, name, ranges: unicodeRange }: FontFile): Promise<unknown> =>
    read(`${family}/files/${name}`).then((data) =>
      renderer.registerFont({ name: family, data, unicodeRange }),
    );

  /** Registers what a text needs. @returns a function that replaces letters that no font has */
  return async (text: string): Promise<(part: string) => string> => {
    files ??= Promise.all(Object.entries(FAMILIES).map(filesOf)).then((all) => all.flat());
    const all = await files.catch(
      forgetting(() => {
        files = undefined;
      }),
    );
    const drawn = new Map<string, string>();
    for (const letter of new Set(text)) {
      const found = known.get(letter) ?? resolve(all, letter);
      known.set(letter, found);
      drawn.set(letter, found.drawn);
      const file = found.file;
      if (file !== undefined && !registered.has(file)) {
        const forget = forgetting(() => registered.delete(file));
        registered.set(file, register(file).catch(forget));
      }
    }
    await Promise.all(registered.values());
    return (part) => Array.from(part, (letter) => drawn.get(letter) ?? '').join('');
  };
};
