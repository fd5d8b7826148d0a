import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Logger } from '../lib/logger.ts';
import { clockCorrection } from '../lib/time.ts';
import { withTimeout } from '../lib/with-timeout.ts';
import { drawPicture } from '../render/pictures/draw.ts';
import type { DrawPicture } from '../render/pictures/picture.ts';

/** Some tens of kilobytes each. */
const REMEMBERED = 200;

/** Milliseconds for a picture, with those before it. */
const DEADLINE = 6_000;

/**
 * Draws one picture at a time, so that the threads of the process are left to others; recently drawn ones are cached.
 * @param remembered the size of the cache, at least one
 */
export const createPainter = (
  log: Pick<Logger, 'error'>,
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
    const work = turn.then(() => draw(picture, format));
    // One that never ends keeps its thread, and the pictures after it from theirs.
    turn = work.catch(() => undefined);
    const drawing = withTimeout(work, DEADLINE);
    drawing.catch((error: unknown) => {
      drawn.delete(key);
      log.error({ err: error }, 'picture could not be drawn');
    });
    drawn.set(key, drawing);
    return drawing;
  };
};

/** Draws pictures with the date of another clock: that of the data service, whose days they tell of. */
export const datedBy =
  (
    draw: DrawPicture,
    clock: { readonly now: () => number; readonly serviceNow: () => number },
  ): DrawPicture =>
  (picture, format) => {
    const aheadMs = clockCorrection(clock.now(), clock.serviceNow());
    return draw({ ...picture, drawing: (as) => picture.drawing(as, aheadMs) }, format);
  };
