import { drawPicture } from './draw.ts';
import type { PaintResult, Order } from './painter.ts';

/** The painter's child process: draws pictures in order, and ends when its parent disconnects. */
const draw = async ({ id, ...picture }: Order): Promise<PaintResult> => {
  try {
    return { id, png: await drawPicture(picture) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
};

// A terminal sends Ctrl+C to both: the bot still needs pictures for responses that it finishes.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);

process.on('message', (order: Order) => {
  void draw(order).then((delivery) =>
    // The parent may have been killed meanwhile: `disconnect` ends this process.
    process.send?.(delivery, undefined, undefined, () => undefined),
  );
});
process.on('disconnect', () => process.exit());
