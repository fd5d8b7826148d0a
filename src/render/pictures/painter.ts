import { LRUCache } from 'lru-cache';
import { Worker } from 'node:worker_threads';
import type { Draw, Picture } from './picture.ts';

/** Draws in a thread of its own: an alert never waits for a picture. */
export interface Painter {
  /** A picture that was drawn lately is not drawn again. */
  readonly draw: Draw;
  readonly stop: () => Promise<void>;
}

/** What goes to the thread, and what comes back. */
export interface Order extends Omit<Picture, 'alt'> {
  readonly id: number;
}

export type Delivery =
  | { readonly id: number; readonly png: Uint8Array }
  | { readonly id: number; readonly error: string };

type Waiting = PromiseWithResolvers<Uint8Array>;

/** Some tens of kilobytes each. */
const REMEMBERED = 200;

/**
 * The thread is started with the first picture; one that dies is replaced with the next.
 * @param remembered how many pictures are kept, at least one
 */
export const createPainter = (remembered = REMEMBERED): Painter => {
  const drawn = new LRUCache<string, Promise<Uint8Array>>({ max: remembered });
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let orders = 0;
  let stopped = false;

  const fail = (error: Error): void => {
    worker = undefined;
    for (const each of waiting.values()) each.reject(error);
    waiting.clear();
  };

  const deliver = (delivery: Delivery): void => {
    const order = waiting.get(delivery.id);
    waiting.delete(delivery.id);
    if ('png' in delivery) order?.resolve(delivery.png);
    else order?.reject(new Error(delivery.error));
    if (waiting.size === 0) worker?.unref();
  };

  const hire = (): Worker => {
    const hired = new Worker(new URL('./worker.ts', import.meta.url), { execArgv: [] });
    hired.on('message', deliver);
    hired.on('error', fail);
    hired.on('exit', () => {
      if (worker === hired) fail(new Error('the painter has stopped'));
    });
    return hired;
  };

  const order = async (picture: Omit<Order, 'id'>): Promise<Uint8Array> => {
    if (stopped) throw new Error('the painter has stopped');
    worker ??= hire();
    worker.ref();
    const drawing: Waiting = Promise.withResolvers();
    orders += 1;
    waiting.set(orders, drawing);
    worker.postMessage({ id: orders, ...picture } satisfies Order);
    return await drawing.promise;
  };

  return {
    draw: ({ root, width, height }) => {
      const key = JSON.stringify([root, width, height]);
      const known = drawn.get(key);
      if (known !== undefined) return known;
      const drawing = order({ root, width, height });
      drawn.set(key, drawing);
      // A failure is not remembered.
      drawing.catch(() => drawn.delete(key));
      return drawing;
    },
    stop: async () => {
      stopped = true;
      await worker?.terminate();
    },
  };
};
