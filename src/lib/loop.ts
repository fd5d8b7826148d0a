import { backoffDelayMs, withJitter } from './backoff.ts';

export interface Loop {
  /** Runs the loop now: there may be work. */
  wake: () => void;
  stop: () => Promise<void>;
}

export interface LoopOptions {
  /** Does the due work. @returns milliseconds until the next run at the latest; null for none */
  readonly run: (signal: AbortSignal) => Promise<number | null>;
  /** The one error boundary of the loop. */
  readonly onError: (error: unknown) => void;
  /** Before the first run, unless it is woken; none by default. */
  readonly firstDelayMs?: number;
  readonly retryDelayMs?: number;
  /** Each failed run in a row doubles the delay up to this, with jitter; by default it stays the same. */
  readonly maxRetryDelayMs?: number;
  readonly random?: () => number;
}

const JITTER = [0.8, 1.2] as const;

/** The longest delay of `setTimeout`. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * A background loop: runs at the start or soon after it, when woken, and after the delay that a run returns; never twice
 * at a time. A wake during a run causes another run.
 */
export const startLoop = (options: LoopOptions): Loop => {
  const { run, onError, retryDelayMs = 1_000, maxRetryDelayMs, random = Math.random } = options;
  const { firstDelayMs = 0 } = options;
  const stopping = new AbortController();
  let wakes = 0;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let failures = 0;

  const nextRetryDelayMs = (): number => {
    if (maxRetryDelayMs === undefined) return retryDelayMs;
    const delayMs = backoffDelayMs({ firstMs: retryDelayMs, maxMs: maxRetryDelayMs }, failures);
    return withJitter(delayMs, JITTER, random);
  };

  const runOnce = async (): Promise<number | null> => {
    try {
      const next = await run(stopping.signal);
      failures = 0;
      return next;
    } catch (error) {
      if (!stopping.signal.aborted) onError(error);
      failures += 1;
      return nextRetryDelayMs();
    }
  };

  const runWhileWoken = async (): Promise<void> => {
    let next: number | null;
    let answered: number;
    do {
      answered = wakes;
      next = await runOnce();
    } while (wakes > answered && !stopping.signal.aborted);
    running = undefined;
    if (next !== null && !stopping.signal.aborted) {
      timer = setTimeout(wake, Math.min(Math.max(next, 0), MAX_TIMER_MS));
    }
  };

  const wake = (): void => {
    if (stopping.signal.aborted) return;
    wakes += 1;
    clearTimeout(timer);
    running ??= runWhileWoken();
  };

  if (firstDelayMs === 0) wake();
  else timer = setTimeout(wake, firstDelayMs);
  return {
    wake,
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
};
