import { parentPort } from 'node:worker_threads';
import { drawPicture } from './draw.ts';
import type { Delivery, Order } from './painter.ts';

/** The painter's thread: draws what it is told to, in turn. */
const draw = async ({ id, ...picture }: Order): Promise<Delivery> => {
  try {
    return { id, png: await drawPicture(picture) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
};

parentPort?.on('message', (order: Order) => {
  void draw(order).then((delivery) => parentPort?.postMessage(delivery));
});
