import { LRUCache } from 'lru-cache';
import { fork, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { DrawPicture, Picture } from './picture.ts';

/** Draws in a process of its own: an alert never waits for a picture. */
export interface Painter {
  /**
   * A picture that was drawn lately is not drawn again.
   * @throws when it cannot be drawn, or not within the deadline
   */
  readonly draw: DrawPicture;
  readonly stop: () => Promise<void>;
}

interface PainterOptions {
  /** Milliseconds that a drawing may take once its turn has come, the start of a process included. */
  readonly deadline?: number;
  /** Milliseconds without a picture after which the process is ended. */
  readonly idle?: number;
  /** What the process runs: takes an `Order`, answers with its `Delivery`. */
  readonly program?: URL;
}

/** What goes to the process, and what comes back. */
export interface Order extends Omit<Picture, 'alt'> {
  readonly id: number;
}

export type PaintResult =
  | { readonly id: number; readonly png: Uint8Array }
  | { readonly id: number; readonly error: string };

interface Waiting extends PromiseWithResolvers<Uint8Array> {
  readonly order: Order;
}

/** Some tens of kilobytes each. */
const REMEMBERED = 200;

/** A busy machine needs two seconds for the first picture, and a hundredth of that for the next. */
const DEADLINE = 6_000;

/** People who ask for pictures ask for several. Not longer: a process takes 200 MB while it lives. */
const IDLE = 120_000;

const WORKER = new URL('./worker.ts', import.meta.url);

/**
 * Megabytes that V8 may take for objects: they live for one picture, apart from fonts and code. A
 * larger young generation draws no faster.
 */
const LIMITS = ['--max-old-space-size=160', '--max-semi-space-size=4'];

/**
 * The process is started with the first picture, draws one after the other, and is ended when it has
 * been idle. It is no thread, because memory that native code took (resvg's pixels, fonts) goes back
 * to the machine only when a process ends. One that dies, or does not deliver in time, is replaced
 * with the next picture.
 * @param remembered how many pictures are kept, at least one
 */
export const createPainter = (
  remembered = REMEMBERED,
  { deadline = DEADLINE, idle = IDLE, program = WORKER }: PainterOptions = {},
): Painter => {
  const drawn = new LRUCache<string, Promise<Uint8Array>>({ max: remembered });
  const queue: Waiting[] = [];
  let current: Waiting | undefined;
  /** Of what is drawn at the moment; otherwise of the process that is idle. */
  let timer: NodeJS.Timeout | undefined;
  let worker: ChildProcess | undefined;
  let orders = 0;
  let stopped = false;

  const drawNext = (): void => {
    clearTimeout(timer);
    current = queue.shift();
    if (current === undefined) {
      if (worker !== undefined) becomeIdle(worker);
      return;
    }
    timer = setTimeout(() => void dismiss('a picture was not drawn in time'), deadline);
    worker ??= start();
    worker.ref();
    worker.channel?.ref();
    // One that cannot be told is gone, or about to go: its end is told by an event.
    worker.send(current.order, () => undefined);
  };

  /** A process that only waits keeps nothing else from ending. */
  const becomeIdle = (waiting: ChildProcess): void => {
    waiting.unref();
    waiting.channel?.unref();
    timer = setTimeout(() => void dismiss('the painter was idle'), idle);
    timer.unref();
  };

  /** The process is lost, and with it what it was drawing; the others have theirs to come. */
  const fail = (error: Error): void => {
    worker = undefined;
    current?.reject(error);
    drawNext();
  };

  const dismiss = async (reason: string): Promise<void> => {
    const dismissed = worker;
    fail(new Error(reason));
    if (dismissed?.kill('SIGKILL') !== true) return;
    dismissed.ref();
    await once(dismissed, 'exit');
  };

  const deliver = (delivery: PaintResult): void => {
    if (delivery.id !== current?.order.id) return;
    // A copy: what arrived is a part of a larger buffer.
    if ('png' in delivery) current.resolve(new Uint8Array(delivery.png));
    else current.reject(new Error(delivery.error));
    drawNext();
  };

  const start = (): ChildProcess => {
    // Nothing of the environment: it holds tokens, and a drawing needs none of it.
    const started = fork(program, { execArgv: LIMITS, env: {}, serialization: 'advanced' });
    started.on('message', deliver);
    started.on('error', (error: Error) => {
      if (worker === started) fail(error);
    });
    started.on('exit', () => {
      if (worker === started) fail(new Error('the painter has stopped'));
    });
    return started;
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
      const key = keyOf({ root, width, height });
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

/** As short for every picture: what a picture is made of may be larger than its PNG. */
const keyOf = (picture: Omit<Order, 'id'>): string =>
  createHash('sha256').update(JSON.stringify(picture)).digest('base64');
