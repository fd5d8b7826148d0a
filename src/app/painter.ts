import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { withTimeout } from '../lib/with-timeout.ts';
import { drawPicture } from '../render/pictures/draw.ts';
import type { DrawPicture } from '../render/pictures/picture.ts';

/** Some tens of kilobytes each. */
const REMEMBERED = 200;

/** Milliseconds for one drawing once its turn comes. */
const DEADLINE = 6_000;

/**
 * Draws one picture at a time, so that the threads of the process are left to others; recently drawn ones are cached.
 * @param remembered the size of the cache, at least one
 */
export const createPainter = (
  remembered = REMEMBERED,
  draw: DrawPicture = drawPicture,
): DrawPicture => {
  const drawn = new LRUCache<string, Promise<Uint8Array>>({ max: remembered });
  let turn: Promise<unknown> = Promise.resolve();
  return (picture, format = 'inline') => {
    // A hash: the description of a picture may be larger than its PNG.
    const description = JSON.stringify(picture.drawing(format));
    const key = createHash('sha256').update(description).digest('base64');
    const known = drawn.get(key);
    if (known !== undefined) return known;
    const drawing = turn.then(() => withTimeout(draw(picture, format), DEADLINE));
    turn = drawing.catch(() => drawn.delete(key));
    drawn.set(key, drawing);
    return drawing;
  };
};
