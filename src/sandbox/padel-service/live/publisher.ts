import type { Instant } from '#src/domain/terms.ts';
import type { WorldClock } from '../clock.ts';
import type { Timers } from '../timers.ts';
import { HOUR, MINUTE } from '../world/days.ts';
import type { Match } from '../world/model.ts';
import type { PadelWorld } from '../world/world.ts';
import { feedOf, type FeedUpdate } from './feed.ts';

/** Publishes the feed as the world's clock goes on. */
export interface Publisher {
  /** Publishes everything up to the clock's present, in order, and waits for the next update. */
  catchUp: () => Promise<void>;
  stop: () => Promise<void>;
}

/** How far one look ahead for the next update goes, world and real time. */
const LOOK_AHEAD = 6 * HOUR;
const LONGEST_WAIT = 5 * MINUTE;

/** Feeds are recomputed from seeds; the few matches that are on are kept. */
const feedCache = (): ((match: Match) => readonly FeedUpdate[]) => {
  const known = new Map<number, readonly FeedUpdate[]>();
  return (match) => {
    const feed = known.get(match.id) ?? feedOf(match);
    known.delete(match.id);
    known.set(match.id, feed);
    const oldest = known.keys().next().value;
    if (known.size > 100 && oldest !== undefined) known.delete(oldest);
    return feed;
  };
};

/** Creates a publisher that has told everything up to the clock's present. */
export const createPublisher = ({
  world,
  clock,
  timers,
  publish,
}: {
  world: PadelWorld;
  clock: WorldClock;
  timers: Timers;
  /** Sends updates in their order; must not fail. */
  publish: (updates: readonly FeedUpdate[]) => Promise<void>;
}): Publisher => {
  const feed = feedCache();
  let told: Instant = clock.now();
  let running = Promise.resolve();
  let cancel = (): void => undefined;
  let isStopped = false;

  const between = (from: Instant, to: Instant): FeedUpdate[] =>
    world
      .coveredBetween(from, to)
      .flatMap((match) => feed(match).filter(({ at }) => at > from && at <= to))
      .sort((a, b) => a.at - b.at || a.match.id - b.match.id);

  const waitForNext = (): void => {
    cancel();
    if (isStopped) return;
    const next = between(told, told + LOOK_AHEAD).at(0)?.at ?? told + LOOK_AHEAD;
    const wait = clock.realWait(next);
    if (wait === null) return;
    cancel = timers.after(Math.min(Math.ceil(wait), LONGEST_WAIT), () => void catchUp());
  };

  const tell = async (): Promise<void> => {
    const now = clock.now();
    // In slices, so that a leap over weeks does not hold all its updates at once.
    while (told < now && !isStopped) {
      const to = Math.min(now, told + LOOK_AHEAD);
      await publish(between(told, to));
      told = to;
    }
    waitForNext();
  };

  const catchUp = (): Promise<void> => {
    running = running.then(tell);
    return running;
  };

  return {
    catchUp,
    async stop() {
      isStopped = true;
      cancel();
      await running;
    },
  };
};
