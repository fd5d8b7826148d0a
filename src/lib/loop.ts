export interface Loop {
  /** Something may be there to do. */
  wake: () => void;
  /** Ends the loop; resolves when the run in progress has ended. */
  stop: () => Promise<void>;
}

export interface LoopOptions {
  /** Does what there is to do; answers when to run again at the latest (milliseconds), or null. */
  readonly run: (signal: AbortSignal) => Promise<number | null>;
  /** The one error boundary of the loop. */
  readonly onError: (error: unknown) => void;
  /** Milliseconds to wait after a failed run. */
  readonly restAfterError?: number;
  /** Each failed run in a row doubles that wait up to this, with jitter; without it, it stays the same. */
  readonly maxRetryDelayMs?: number;
  /** 0 to 1, for the jitter. */
  readonly random?: () => number;
}

/** A wait is longer or shorter by up to this share of it: many do not retry at the same moment. */
const JITTER = 0.2;

const LONGEST = 2 ** 31 - 1;

/**
 * A background loop: runs at once, when woken, and when it asked to; never twice at a time. A wake
 * during a run is not lost: another run follows.
 */
export const startLoop = (options: LoopOptions): Loop => {
  const { run, onError, restAfterError = 1_000, maxRetryDelayMs, random = Math.random } = options;
  const stopping = new AbortController();
  let wakes = 0;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let failures = 0;

  const retryDelayMs = (): number => {
    if (maxRetryDelayMs === undefined) return restAfterError;
    const backoff = Math.min(maxRetryDelayMs, restAfterError * 2 ** (failures - 1));
    return backoff * (1 + JITTER * (2 * random() - 1));
  };

  const runOnce = async (): Promise<number | null> => {
    try {
      const next = await run(stopping.signal);
      failures = 0;
      return next;
    } catch (error) {
      if (!stopping.signal.aborted) onError(error);
      failures += 1;
      return retryDelayMs();
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
      timer = setTimeout(wake, Math.min(Math.max(next, 0), LONGEST));
    }
  };

  const wake = (): void => {
    if (stopping.signal.aborted) return;
    wakes += 1;
    clearTimeout(timer);
    running ??= runWhileWoken();
  };

  wake();
  return {
    wake,
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
};
