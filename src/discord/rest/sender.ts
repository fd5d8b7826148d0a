import type { SendPriority, Sender } from '../../alerts/delivery/sender.ts';
import { ShutdownError } from '../../lib/shutdown.ts';
import { channelWriter, directChannelOf } from './channel-writer.ts';
import { createPacer, DISCORD_GLOBAL, type Permit } from './pacer.ts';
import {
  createInvalidRequestCounter,
  type InvalidRequestCounter,
} from './invalid-request-counter.ts';
import { createRest, type RestOptions } from './rest.ts';

interface SenderOptions extends Pick<RestOptions, 'apiUrl' | 'token' | 'mayWrite'> {
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** Discord's id of the bot itself; null while it is not known. */
  readonly ownId?: () => string | null;
  /** Where invalid requests are counted, of this sender and of others in the process. */
  readonly invalidRequests?: InvalidRequestCounter;
  /** Milliseconds before the first send: the previous sender may just have sent. */
  readonly initialDelayMs?: number;
}

export interface RunningSender extends Sender {
  /** Milliseconds for which a global rate limit or too many invalid requests block all sends; 0 for none. */
  readonly blockedForMs: () => number;
  /** Gives up what has not been sent; resolves when what is under way is done. */
  readonly stop: () => Promise<void>;
}

/** Channels served at once, per priority: an urgent request finds a place however many are in flight. */
const IN_FLIGHT = 48;

/** A caller that has given up blocks no other. */
const LAST = Infinity;

interface Job {
  readonly channelId: string;
  readonly priority: SendPriority;
  readonly run: (permit: Permit) => Promise<void>;
  readonly abandon: (reason: Error) => void;
}

/**
 * Sends alerts inside Discord's limits. One request in flight per channel; by priority, then the channel
 * served longest ago, so that no channel waits behind a fan-out. A limit of a route is handed back
 * instead of holding the turn until it ends.
 */
export const createSender = (options: SenderOptions): RunningSender => {
  const { now, ownId = () => null, initialDelayMs = 0 } = options;
  const { invalidRequests = createInvalidRequestCounter({ now }) } = options;
  const pacer = createPacer({ ...DISCORD_GLOBAL, now, blockedForMs: invalidRequests.blockedForMs });
  pacer.pauseFor(initialDelayMs);
  const rest = createRest({ ...options, invalidRequests, pacer, isImpatient: true });
  const waiting: Job[] = [];
  const busy = new Set<string>();
  const running = new Set<Promise<void>>();
  const underWay = new Map<SendPriority, number>();
  const servedAt = new Map<string, number>();
  let serving = 0;
  let isAcquiring = false;
  let stopped = false;

  const comesBefore = (a: Job, b: Job): boolean =>
    a.priority !== b.priority
      ? a.priority < b.priority
      : (servedAt.get(a.channelId) ?? 0) < (servedAt.get(b.channelId) ?? 0);

  const inFlightAt = (priority: SendPriority): number => underWay.get(priority) ?? 0;

  const next = (): Job | undefined => {
    let best: Job | undefined;
    for (const job of waiting) {
      if (busy.has(job.channelId) || inFlightAt(job.priority) >= IN_FLIGHT) continue;
      if (best === undefined || comesBefore(job, best)) best = job;
    }
    return best;
  };

  /** A permit first, then the most urgent work at that moment. */
  const pump = (): void => {
    if (stopped || isAcquiring || next() === undefined) return;
    isAcquiring = true;
    pacer
      .acquire(() => next()?.priority ?? LAST)
      .then(
        (permit) => {
          isAcquiring = false;
          const job = next();
          if (job === undefined) permit.release();
          else {
            waiting.splice(waiting.indexOf(job), 1);
            serving += 1;
            servedAt.set(job.channelId, serving);
            busy.add(job.channelId);
            underWay.set(job.priority, inFlightAt(job.priority) + 1);
            const done = job.run(permit).finally(() => {
              busy.delete(job.channelId);
              underWay.set(job.priority, inFlightAt(job.priority) - 1);
              running.delete(done);
              pump();
            });
            running.add(done);
          }
          pump();
        },
        // The sender has stopped: the waiting work rejects with this.
        () => undefined,
      );
  };

  /** The priority of work that waits for a channel in service: it must not delay that. */
  const urgencyOf = (channelId: string, priority: SendPriority): number =>
    Math.min(
      priority,
      ...waiting.filter((job) => job.channelId === channelId).map((job) => job.priority),
    );

  return {
    inTurn: (channelId, priority, work) =>
      new Promise((resolve, reject) => {
        if (stopped) {
          reject(new ShutdownError('the sender has stopped'));
          return;
        }
        /** Its first request goes with the permit of the turn; every other takes one when it is about to go. */
        const begin = async (permit: Permit): Promise<void> => {
          let unused: Permit | null = permit;
          const asks = rest.paced(async () => {
            const taken = unused ?? (await pacer.acquire(() => urgencyOf(channelId, priority)));
            unused = null;
            return taken;
          });
          await work(channelWriter(asks, ownId, channelId))
            .then(resolve, reject)
            .finally(() => unused?.release());
        };
        waiting.push({ channelId, priority, run: begin, abandon: reject });
        pump();
      }),
    directChannel: async (userId) =>
      await directChannelOf(
        rest.paced(() => pacer.acquire(() => LAST)),
        userId,
      ),
    blockedForMs: pacer.blockedForMs,
    stop: async () => {
      stopped = true;
      for (const job of waiting.splice(0)) job.abandon(new ShutdownError('the sender has stopped'));
      pacer.stop();
      await Promise.all(running);
      await rest.close();
    },
  };
};
