import { parentPort } from 'node:worker_threads';
import type { Delivery, Order } from '#src/render/pictures/painter.ts';

/** A painter's thread that hangs for good at pictures 666 wide, and draws all others at once. */
parentPort?.on('message', ({ id, width }: Order) => {
  while (width === 666);
  parentPort?.postMessage({ id, png: new Uint8Array([width]) } satisfies Delivery);
});
