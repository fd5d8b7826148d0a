import type { Instant } from '../domain/terms.ts';
import type { Observer } from '../domain/observer.ts';

/** After this without a word from any source, cards say that the data is delayed. */
const DELAYED_AFTER = 60_000;

/** Knows when a source last spoke, and says so when it has been too long. */
export interface Freshness {
  /** A source spoke of one match, or of all that are in play. */
  heard: (matchId?: number) => void;
  /** When a source last spoke; null when none has. */
  lastHeard: () => Instant | null;
  /** Tells the observer which matches in play are delayed, and which no longer. */
  review: () => Promise<void>;
}

export const createFreshness = (observer: Observer, now: () => Instant): Freshness => {
  const heardAt = new Map<number, Instant>();
  let heardOfAllAt = now();
  let spokenAt: Instant | null = null;

  const lastHeard = (id: number): Instant => Math.max(heardOfAllAt, heardAt.get(id) ?? 0);

  return {
    lastHeard: () => spokenAt,
    heard: (matchId) => {
      spokenAt = now();
      if (matchId === undefined) heardOfAllAt = now();
      else heardAt.set(matchId, now());
    },
    review: async () => {
      const inPlay = await observer.inPlay();
      const isDelayed = (id: number): boolean => now() - lastHeard(id) > DELAYED_AFTER;
      const late = inPlay.filter((held) => held.delayedSince === null && isDelayed(held.match.id));
      const again = inPlay.filter(
        (held) => held.delayedSince !== null && !isDelayed(held.match.id),
      );
      for (const { match } of late) await observer.delayed([match.id], lastHeard(match.id));
      await observer.fresh(again.map(({ match }) => match.id));
      const playing = new Set(inPlay.map(({ match }) => match.id));
      for (const id of heardAt.keys()) if (!playing.has(id)) heardAt.delete(id);
    },
  };
};
