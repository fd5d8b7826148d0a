import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

const isTakingPictures = process.env['MODE'] === 'screenshots';

/** Maximum size of a picture in bytes: a page with a few of them still opens at once. */
const PICTURE_MAX = 150_000;

export interface Guide {
  /** Returns a label of the bot, and expects it in bold in the guide. */
  readonly label: (label: string) => string;
  /** Takes a picture, and expects that the guide shows it; kept only with `--mode picture`. */
  readonly takePicture: (shown: Locator, name: string) => Promise<void>;
  /** Removes the pictures unless they are to be kept. */
  readonly close: () => void;
}

/** A page of docs/ whose steps a test follows, with the labels and pictures of the page. */
export const openGuide = (page: 'members' | 'moderators'): Guide => {
  const text = readFileSync(`docs/${page}.md`, 'utf8').replaceAll(/\s+/g, ' ');
  const folder = isTakingPictures ? `docs/${page}` : mkdtempSync(join(tmpdir(), 'bandeja-'));
  return {
    label: (label) => {
      expect(text.includes(`**${label}**`), `the guide names ${label}`).toBe(true);
      return label;
    },
    takePicture: async (shown, name) => {
      expect(text.includes(`](${page}/${name})`), `the guide shows ${name}`).toBe(true);
      const path = join(folder, name);
      // The picture must show no hover effect.
      await shown.page().mouse.move(0, 0);
      await shown.screenshot({ path });
      expect(statSync(path).size).toBeLessThan(PICTURE_MAX);
    },
    close: () => {
      if (!isTakingPictures) rmSync(folder, { recursive: true });
    },
  };
};
