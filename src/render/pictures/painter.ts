import { Worker } from 'node:worker_threads';
import type { Draw, Picture } from './picture.ts';

/** Draws in a thread of its own: an alert never waits for a picture. */
export interface Painter {
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

/** The thread is started with the first picture; one that dies is replaced with the next. */
export const createPainter = (): Painter => {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let orders = 0;

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

  return {
    draw: ({ root, width, height }) => {
      worker ??= hire();
      worker.ref();
      const order: Waiting = Promise.withResolvers();
      orders += 1;
      waiting.set(orders, order);
      worker.postMessage({ id: orders, root, width, height } satisfies Order);
      return order.promise;
    },
    stop: async () => {
      await worker?.terminate();
    },
  };
};
