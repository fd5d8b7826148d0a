import { LRUCache } from 'lru-cache';
import { Worker } from 'node:worker_threads';
import type { Draw, Picture } from './picture.ts';

/** Draws in a thread of its own: an alert never waits for a picture. */
export interface Painter {
  /**
   * A picture that was drawn lately is not drawn again.
   * @throws when it cannot be drawn, or not within the deadline
   */
  readonly draw: Draw;
  readonly stop: () => Promise<void>;
}

export interface PainterOptions {
  /** Milliseconds that a drawing may take once its turn has come, the start of a thread included. */
  readonly deadline?: number;
  /** The program of the thread: takes an `Order`, answers with its `Delivery`. */
  readonly thread?: URL;
}

/** What goes to the thread, and what comes back. */
export interface Order extends Omit<Picture, 'alt'> {
  readonly id: number;
}

export type Delivery =
  | { readonly id: number; readonly png: Uint8Array }
  | { readonly id: number; readonly error: string };

interface Waiting extends PromiseWithResolvers<Uint8Array> {
  readonly order: Order;
}

/** Some tens of kilobytes each. */
const REMEMBERED = 200;

/** A busy machine needs two seconds for the first picture, and a hundredth of that for the next. */
const DEADLINE = 6_000;

const WORKER = new URL('./worker.ts', import.meta.url);

/**
 * The thread is started with the first picture, and draws one after the other. One that dies, or
 * does not deliver in time, is replaced with the next picture.
 * @param remembered how many pictures are kept, at least one
 */
export const createPainter = (
  remembered = REMEMBERED,
  { deadline = DEADLINE, thread = WORKER }: PainterOptions = {},
): Painter => {
  const drawn = new LRUCache<string, Promise<Uint8Array>>({ max: remembered });
  const queue: Waiting[] = [];
  let current: Waiting | undefined;
  let timer: NodeJS.Timeout | undefined;
  let worker: Worker | undefined;
  let orders = 0;
  let stopped = false;

  const drawNext = (): void => {
    clearTimeout(timer);
    current = queue.shift();
    if (current === undefined) {
      worker?.unref();
      return;
    }
    timer = setTimeout(() => void dismiss('a picture was not drawn in time'), deadline);
    worker ??= hire();
    worker.ref();
    worker.postMessage(current.order);
  };

  /** The thread is lost, and with it what it was drawing; the others have theirs to come. */
  const fail = (error: Error): void => {
    worker = undefined;
    current?.reject(error);
    drawNext();
  };

  const dismiss = async (reason: string): Promise<void> => {
    const dismissed = worker;
    fail(new Error(reason));
    await dismissed?.terminate();
  };

  const deliver = (delivery: Delivery): void => {
    if (delivery.id !== current?.order.id) return;
    if ('png' in delivery) current.resolve(delivery.png);
    else current.reject(new Error(delivery.error));
    drawNext();
  };

  const hire = (): Worker => {
    const hired = new Worker(thread, { execArgv: [] });
    hired.on('message', deliver);
    hired.on('error', (error: Error) => {
      if (worker === hired) fail(error);
    });
    hired.on('exit', () => {
      if (worker === hired) fail(new Error('the painter has stopped'));
    });
    return hired;
  };

  const order = async (picture: Omit<Order, 'id'>): Promise<Uint8Array> => {
    if (stopped) throw new Error('the painter has stopped');
    orders += 1;
    const waiting = { ...Promise.withResolvers<Uint8Array>(), order: { id: orders, ...picture } };
    queue.push(waiting);
    if (current === undefined) drawNext();
    return await waiting.promise;
  };

  return {
    draw: ({ root, width, height }) => {
      const key = JSON.stringify([root, width, height]);
      const known = drawn.get(key);
      if (known !== undefined) return known;
      const drawing = order({ root, width, height });
      drawn.set(key, drawing);
      // A failure is not remembered.
      drawing.catch(() => {
        if (drawn.peek(key) === drawing) drawn.delete(key);
      });
      return drawing;
    },
    stop: async () => {
      stopped = true;
      for (const each of queue.splice(0)) each.reject(new Error('the painter has stopped'));
      await dismiss('the painter has stopped');
    },
  };
};
