import type { PaintResult, Order } from '#src/render/pictures/painter.ts';

/**
 * A painter program that hangs on pictures 666 wide and draws all others at once. For a picture 777
 * wide it returns the id of its process.
 */
process.on('message', ({ id, width }: Order) => {
  while (width === 666);
  const png = width === 777 ? new Uint8Array(4) : new Uint8Array([width]);
  if (width === 777) new DataView(png.buffer).setUint32(0, process.pid);
  process.send?.({ id, png } satisfies PaintResult);
});
