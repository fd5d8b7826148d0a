import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

const isTakingPictures = process.env['MODE'] === 'picture';

/** Bytes: a page with a few of them still opens at once. */
const PICTURE_MAX = 150_000;

export interface Guide {
  /** A label of the bot's, as the guide has it in bold. */
  readonly label: (label: string) => string;
  /** Takes a picture that the guide shows; kept in mode picture. */
  readonly takePicture: (shown: Locator, name: string) => Promise<void>;
  /** Removes the pictures that are not kept. */
  readonly close: () => void;
}

/** What a page of docs/ promises: the test takes its steps, by its words, and its pictures. */
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
      // Nothing is pointed at.
      await shown.page().mouse.move(0, 0);
      await shown.screenshot({ path });
      expect(statSync(path).size).toBeLessThan(PICTURE_MAX);
    },
    close: () => {
      if (!isTakingPictures) rmSync(folder, { recursive: true });
    },
  };
};
