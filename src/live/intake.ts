import type { LivePoints } from '../domain/match/live-points.ts';
import { startLoop } from '../lib/loop.ts';
import { createTopic } from '../lib/topic.ts';
import { NotInPlan } from '../padel-api/errors.ts';
import { createTokenBucket } from '../lib/token-bucket.ts';
import { createMatchReader, type MatchReaderOptions } from './match-reader.ts';

interface IntakeOptions extends Omit<MatchReaderOptions, 'bucket' | 'wake'> {
  readonly hasList: () => boolean;
  /** The matches of the live list; undefined until it was read. */
  readonly listed: () => ReadonlySet<number> | undefined;
}

const BURST = 6;
/**
 * One read per interval after that: the live priority has 24 requests a minute
 * (padel-api/quota/sliding-window-log.ts), of which the poll of a two-page list needs six.
 */
const INTERVAL_MS = { withPoll: 5_000, withoutPoll: 3_000 } as const;

/** How often missing data is checked for a due read; a check is no request. */
const CATCH_UP_INTERVAL_MS = 10_000;

/** How many updates of one match may be queued; each is the whole match, so the newest are enough. */
const MAX_QUEUED = 16;

/** Processes updates of pushes and of the poll, and reads what they lack. */
export const startIntake = ({ hasList, listed, ...options }: IntakeOptions) => {
  const { requestOptions, monotonic, log } = options;
  const running = new Set<Promise<void>>();
  const queues = new Map<number, LivePoints[]>();
  const missing = createTopic();

  const track = (work: Promise<void>): void => {
    running.add(work);
    void work.finally(() => running.delete(work));
  };
  const logged = async (matchId: number, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (error instanceof NotInPlan || requestOptions.signal?.aborted === true) return;
      log.warn({ err: error, matchId }, 'update failed, the poll brings the next one');
    }
  };

  const reader = createMatchReader({
    ...options,
    bucket: createTokenBucket({
      monotonic,
      capacity: BURST,
      refillMs: () => INTERVAL_MS[hasList() ? 'withPoll' : 'withoutPoll'],
    }),
    wake: missing.publish,
  });
  const catchingUp = startLoop({
    onError: (error) => {
      log.warn({ err: error }, 'catching up on the matches in play failed');
    },
    run: async () => ((await reader.catchUp(listed())) ? CATCH_UP_INTERVAL_MS : null),
  });
  missing.subscribe(catchingUp.wake);

  const processQueue = async (matchId: number, queue: LivePoints[]): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const update = next;
      await logged(matchId, () => reader.take(update));
    }
    queues.delete(matchId);
  };

  return {
    refresh: reader.refresh,
    refreshing: reader.refreshing,
    readBySync: reader.readBySync,
    /**
     * Processes an update in the background, and logs its error. Updates of one match are processed
     * in their order.
     */
    take: (update: LivePoints): void => {
      const { matchId } = update;
      const queue = queues.get(matchId);
      if (queue === undefined) {
        const own = [update];
        queues.set(matchId, own);
        track(processQueue(matchId, own));
        return;
      }
      queue.push(update);
      if (queue.length > MAX_QUEUED) queue.shift();
    },
    /** The live list has changed. */
    wake: catchingUp.wake,
    /** Resolves when running work has ended; the signal of `requestOptions` ends pending requests. */
    stop: async (): Promise<void> => {
      await catchingUp.stop();
      while (running.size > 0) await Promise.all(running);
      reader.stop();
    },
  };
};
