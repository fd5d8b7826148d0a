import type { Instant } from '../../../src/domain/terms.ts';
import type { WorldClock } from '../clock.ts';
import { followClock, type Follower } from '../follow-clock.ts';
import type { Timers } from '../timers.ts';
import type { Match } from '../world/model.ts';
import type { PadelWorld } from '../world/world.ts';
import { feedOf, type FeedUpdate } from './feed.ts';

/** Feeds are recomputed from seeds; the few live matches are kept. */
const feedCache = (): ((match: Match) => readonly FeedUpdate[]) => {
  const known = new Map<string, readonly FeedUpdate[]>();
  return (match) => {
    // An id may go to another match, and a match may have two.
    const key = `${match.id} ${match.seed}`;
    const feed = known.get(key) ?? feedOf(match);
    known.delete(key);
    known.set(key, feed);
    const oldest = known.keys().next().value;
    if (known.size > 100 && oldest !== undefined) known.delete(oldest);
    return feed;
  };
};

/** Publishes the feed as the world's clock runs, from its present on. */
export const createPublisher = ({
  world,
  clock,
  timers,
  publish,
  onError,
}: {
  world: PadelWorld;
  clock: WorldClock;
  timers: Timers;
  /** Sends updates in their order. */
  publish: (updates: readonly FeedUpdate[]) => Promise<void>;
  /** Receives errors of updates that cannot be made or sent. */
  onError: (error: unknown) => void;
}): Follower => {
  const feed = feedCache();
  const between = (from: Instant, to: Instant): FeedUpdate[] =>
    world
      .coveredBetween(from, to)
      .flatMap((match) => feed(match).filter(({ at }) => at > from && at <= to))
      .sort((a, b) => a.at - b.at || a.match.id - b.match.id);
  return followClock({ clock, timers, between, publish: publish, onError });
};
