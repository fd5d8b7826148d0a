import { LRUCache } from 'lru-cache';
import { fork, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { textElement, THEME } from './element.ts';
import type { DrawPicture, Picture } from './picture.ts';

/** Draws pictures in a child process, so that alerts never wait for one. */
export interface Painter {
  /**
   * Recently drawn pictures are cached.
   * @throws when drawing fails or exceeds the deadline
   */
  readonly draw: DrawPicture;
  /** Starts the process and loads its fonts before somebody waits for a picture. Never throws. */
  readonly warmUp: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

interface PainterOptions {
  /** Milliseconds for one drawing once its turn comes, including the start of the process. */
  readonly deadline?: number;
  /** Milliseconds without a picture until the process is ended. */
  readonly idle?: number;
  /** The child's program: takes an `Order`, replies with a `PaintResult`. */
  readonly program?: URL;
}

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

/** On a busy machine the first picture takes two seconds, the next a hundredth of that. */
const DEADLINE = 6_000;

/** People ask for several pictures in a row. Longer would waste the 200 MB of an idle process. */
const IDLE = 120_000;

const WORKER = new URL('./worker.ts', import.meta.url);

/**
 * V8's heap limits in megabytes: objects live for one picture, apart from fonts and code. A larger
 * young generation draws no faster.
 */
const LIMITS = ['--max-old-space-size=160', '--max-semi-space-size=4'];

/**
 * Starts a child process with the first picture (or to warm up), draws one picture at a time, and ends the process
 * when idle. Not a thread: native memory (resvg's pixels, fonts) returns to the machine only when a
 * process ends. A process that dies or exceeds the deadline is replaced with the next picture.
 * @param remembered the size of the cache, at least one
 */
export const createPainter = (
  remembered = REMEMBERED,
  { deadline = DEADLINE, idle = IDLE, program = WORKER }: PainterOptions = {},
): Painter => {
  const drawn = new LRUCache<string, Promise<Uint8Array>>({ max: remembered });
  const queue: Waiting[] = [];
  let current: Waiting | undefined;
  /** The deadline of the current drawing, or the idle timer. */
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
    // A failed send means that the process is ending: its exit event handles that.
    worker.send(current.order, () => undefined);
  };

  /** Lets the bot exit while the process is idle. */
  const becomeIdle = (waiting: ChildProcess): void => {
    waiting.unref();
    waiting.channel?.unref();
    timer = setTimeout(() => void dismiss('the painter was idle'), idle);
    timer.unref();
  };

  /** Fails the current drawing, as its process is gone, and continues with the next one. */
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
    // Copy: the received bytes are a view of a larger buffer.
    if ('png' in delivery) current.resolve(new Uint8Array(delivery.png));
    else current.reject(new Error(delivery.error));
    drawNext();
  };

  const start = (): ChildProcess => {
    // The environment holds tokens and is not needed.
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
    warmUp: async () => {
      await order(FIRST).catch(() => undefined);
    },
    draw: ({ root, width, height }) => {
      const key = keyOf({ root, width, height });
      const known = drawn.get(key);
      if (known !== undefined) return known;
      const drawing = order({ root, width, height });
      drawn.set(key, drawing);
      // Failures are not cached.
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

/** Letters, so that the fonts are read. */
const FIRST = {
  root: textElement({ fontFamily: THEME.font }, 'Bandeja'),
  width: 10,
  height: 10,
} as const;

/** A hash: the description of a picture may be larger than its PNG. */
const keyOf = (picture: Omit<Order, 'id'>): string =>
  createHash('sha256').update(JSON.stringify(picture)).digest('base64');
