import { afterEach, expect, it } from 'vitest';
import { createPainter, type Painter } from '#src/render/pictures/painter.ts';
import type { Picture } from '#src/render/pictures/picture.ts';

const PNG = [0x89, 0x50, 0x4e, 0x47];

const picture = (text: string): Picture => ({
  root: { type: 'div', props: { style: { display: 'flex', color: '#000' }, children: text } },
  width: 40,
  height: 20,
  alt: text,
});

let painter: Painter | undefined;

afterEach(() => painter?.stop());

it('draws in its thread, each picture once', async () => {
  painter = createPainter();
  const first = painter.draw(picture('6-4'));
  expect(painter.draw(picture('6-4'))).toBe(first);
  expect([...(await first).slice(0, 4)]).toEqual(PNG);
  expect(await painter.draw(picture('7-6'))).not.toEqual(await first);
});

it('says what was wrong with a picture, and draws the next one', async () => {
  painter = createPainter();
  const broken = { ...picture('6-4'), width: -1 };
  await expect(painter.draw(broken)).rejects.toThrow();
  expect([...(await painter.draw(picture('6-4'))).slice(0, 4)]).toEqual(PNG);
});

it('draws nothing once it has stopped, also what it had begun', async () => {
  painter = createPainter();
  const begun = painter.draw(picture('6-4'));
  const asked = begun.then(
    () => 'drawn',
    (error: unknown) => String(error),
  );
  await painter.stop();
  expect(await asked).toContain('the painter has stopped');
  await expect(painter.draw(picture('6-3'))).rejects.toThrow('the painter has stopped');
});
