import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { createPainter, type Painter } from '#src/render/pictures/painter.ts';
import type { Picture } from '#src/render/pictures/picture.ts';

const PNG = [0x89, 0x50, 0x4e, 0x47];

const picture = (text: string): Picture => ({
  root: { type: 'div', props: { style: { display: 'flex', color: '#000' }, children: text } },
  width: 40,
  height: 20,
  alt: text,
});

/** A busy machine starts a process in more than the product's deadline. */
const PATIENT = { deadline: 100_000 };

let painter: Painter | undefined;

afterEach(async () => {
  await painter?.stop();
  vi.useRealTimers();
});

/** The width at which the program of `stubborn-painter.ts` hangs. */
const ENDLESS = 666;

/** The width at which it returns the id of its process. */
const PROCESS_ID = 777;

/** A painter whose program never finishes a picture as wide as `ENDLESS`, on a fake clock. */
const aStubbornPainter = (deadline: number, idle = 60_000): Painter => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const program = new URL('./stubborn-painter.ts', import.meta.url);
  painter = createPainter(10, { deadline, idle, program });
  return painter;
};

/** The id of the process that draws this picture. */
const processOf = async (drawn: Painter, text: string): Promise<number> => {
  const bytes = await drawn.draw({ ...picture(text), width: PROCESS_ID });
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
};

const isAlive = (id: number): boolean => {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
};

const outcome = async (drawing: Promise<Uint8Array>): Promise<string> =>
  drawing.then(
    ([width]) => `drawn ${width}`,
    (error: unknown) => String(error),
  );

describe('the painter process', () => {
  const { draw, stop } = createPainter(undefined, PATIENT);
  afterAll(stop);

  it('draws outside the process of the bot, and each picture once', async () => {
    const first = draw(picture('6-4'));
    expect(draw(picture('6-4'))).toBe(first);
    expect([...(await first).slice(0, 4)]).toEqual(PNG);
    expect(await draw(picture('7-6'))).not.toEqual(await first);
  });

  it('reports a picture that cannot be drawn, and draws the next one', async () => {
    const broken = { ...picture('6-4'), width: -1 };
    await expect(draw(broken)).rejects.toThrow();
    expect([...(await draw(picture('6-3'))).slice(0, 4)]).toEqual(PNG);
  });
});

it('a stopped painter draws nothing, not even what it had started', async () => {
  painter = createPainter(undefined, PATIENT);
  const begun = painter.draw(picture('6-4'));
  const drawing = begun.then(
    () => 'drawn',
    (error: unknown) => String(error),
  );
  await painter.stop();
  expect(await drawing).toContain('the painter has stopped');
  await expect(painter.draw(picture('6-3'))).rejects.toThrow('the painter has stopped');
});

it('a picture that takes too long is given up, and a new process draws the next ones', async () => {
  const { draw } = aStubbornPainter(5_000);
  const drawing = [ENDLESS, 40, 41].map((width) => outcome(draw({ ...picture('6-4'), width })));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await Promise.all(drawing)).toEqual([
    'Error: a picture was not drawn in time',
    'drawn 40',
    'drawn 41',
  ]);
  // The idle timer of the process, which has nothing to draw.
  expect(vi.getTimerCount()).toBe(1);
});

it('the time limit of a picture starts with its turn, not while it waits for another', async () => {
  const { draw } = aStubbornPainter(5_000);
  const drawing = [ENDLESS, ENDLESS, 40].map((width, index) =>
    outcome(draw({ ...picture(`6-${index}`), width })),
  );
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await drawing[0]).toContain('not drawn in time');
  await vi.advanceTimersByTimeAsync(4_999);
  const second = vi.fn();
  void drawing[1]?.then(second);
  await vi.advanceTimersByTimeAsync(0);
  expect(second).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await drawing[1]).toContain('not drawn in time');
  expect(await drawing[2]).toBe('drawn 40');
});

it('a picture that was not drawn in time can be tried again', async () => {
  const { draw } = aStubbornPainter(5_000);
  const first = draw({ ...picture('6-4'), width: ENDLESS });
  const drawing = outcome(first);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await drawing).toContain('not drawn in time');
  const again = draw({ ...picture('6-4'), width: ENDLESS });
  expect(again).not.toBe(first);
  const drawingAgain = outcome(again);
  await painter?.stop();
  expect(await drawingAgain).toContain('the painter has stopped');
});

it('the process ends after a time without work, and a new one draws the next picture', async () => {
  const drawn = aStubbornPainter(5_000, 60_000);
  const first = await processOf(drawn, 'first');
  expect(first).not.toBe(process.pid);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(await processOf(drawn, 'before the end')).toBe(first);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(isAlive(first)).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  await expect.poll(() => isAlive(first)).toBe(false);
  expect(await processOf(drawn, 'after the end')).not.toBe(first);
});

it('warming up starts the process before the first picture, and never rejects', async () => {
  const drawn = aStubbornPainter(5_000);
  await drawn.warmUp();
  expect(vi.getTimerCount()).toBe(1);
  await drawn.stop();
  await drawn.warmUp();
});

it('a process that draws for longer than the idle time is not ended', async () => {
  const { draw } = aStubbornPainter(5_000, 1_000);
  const drawing = outcome(draw({ ...picture('6-4'), width: ENDLESS }));
  await vi.advanceTimersByTimeAsync(1_000);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await drawing).toBe('Error: a picture was not drawn in time');
});

it('a process that was killed is replaced', async () => {
  const drawn = aStubbornPainter(5_000);
  const first = await processOf(drawn, 'first');
  process.kill(first, 'SIGKILL');
  await expect.poll(() => isAlive(first)).toBe(false);
  expect(await processOf(drawn, 'second')).not.toBe(first);
});
