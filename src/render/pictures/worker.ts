import { drawPicture } from './draw.ts';
import type { PaintResult, Order } from './painter.ts';

/** The painter's process: draws what it is told to, in turn, and ends when nobody is left to tell it. */
const draw = async ({ id, ...picture }: Order): Promise<PaintResult> => {
  try {
    return { id, png: await drawPicture(picture) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
};

// A terminal sends Ctrl+C to both: the bot still needs the pictures of the answers that it finishes.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);

process.on('message', (order: Order) => {
  void draw(order).then((delivery) => process.send?.(delivery));
});
process.on('disconnect', () => process.exit());
