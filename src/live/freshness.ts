import type { Observer } from '../domain/observer.ts';
import type { Instant } from '../domain/terms.ts';
import { MINUTE } from '../lib/time.ts';
import { isCovered } from './pacing.ts';

/**
 * After this without a word from any source, cards say that the data is delayed: a socket that is
 * connected is silent between two games and sets, one that is lost is no source.
 */
const DELAYED_AFTER = { connected: 4 * MINUTE, lost: MINUTE } as const;

/**
 * Knows when a source last spoke, and says so when it has been too long. That the realtime server
 * is connected is no word of any match: it stays connected while nobody publishes.
 */
export interface Freshness {
  /** A source of points spoke: a push of one match, or the live list of all that are in play. */
  readonly heard: (matchId?: number) => void;
  /** A match itself was read, or the whole schedule: news only where there is no live list. */
  readonly read: (matchId?: number) => void;
  /** When a source last spoke; null when none has. */
  readonly lastHeard: () => Instant | null;
  /** Whether the socket answers, and a source spoke lately enough to believe that. */
  readonly isSocketHeard: () => boolean;
  /** Tells the observer which matches in play are delayed, and which no longer. */
  readonly review: () => Promise<void>;
}

export interface FreshnessOptions {
  readonly observer: Observer;
  readonly now: () => Instant;
  /** A clock that never goes back, milliseconds: silence is measured on it. */
  readonly monotonic: () => number;
  /** Whether the plan has the live list. */
  readonly hasList: () => boolean;
  /** Whether the realtime server answers pings. */
  readonly isConnected: () => boolean;
}

export const createFreshness = ({
  observer,
  now,
  monotonic,
  hasList,
  isConnected,
}: FreshnessOptions): Freshness => {
  const startedAt = monotonic();
  const points = createVoice();
  const reads = createVoice();
  const voices = () => (hasList() ? [points] : [points, reads]);

  /** When anybody last spoke of a match; minus infinity when nobody has since we started. */
  const spokenOf = (id: number): number =>
    Math.max(...voices().map(({ all, of }) => Math.max(all(), of.get(id) ?? -Infinity)));
  const heardSince = (id: number): number => Math.max(startedAt, spokenOf(id));
  const isDelayed = (id: number): boolean =>
    monotonic() - heardSince(id) > DELAYED_AFTER[isConnected() ? 'connected' : 'lost'];
  /** What people call that moment; the clock that never goes back counts parts of milliseconds, too. */
  const instantOf = (at: number): Instant => Math.floor(now() - (monotonic() - at));
  /** A start of this process is no word of a match: what was delayed before it, still is. */
  const isFresh = (id: number): boolean => spokenOf(id) >= startedAt && !isDelayed(id);

  return {
    heard: (matchId) => {
      points.speak(monotonic(), matchId);
    },
    read: (matchId) => {
      reads.speak(monotonic(), matchId);
    },
    lastHeard: () => {
      const last = Math.max(...voices().map((voice) => voice.last()));
      return Number.isFinite(last) ? instantOf(last) : null;
    },
    isSocketHeard: () => {
      const last = Math.max(...voices().map((voice) => voice.last()));
      return isConnected() && monotonic() - last <= DELAYED_AFTER.connected;
    },
    review: async () => {
      // Of what the list does not have nothing can be late: the schedule alone brings it.
      const all = await observer.inPlay();
      const inPlay = hasList() ? all.filter(isCovered) : all;
      const late = inPlay.filter((held) => held.delayedSince === null && isDelayed(held.match.id));
      const again = inPlay.filter((held) => held.delayedSince !== null && isFresh(held.match.id));
      for (const { match } of late) {
        await observer.delayed([match.id], instantOf(heardSince(match.id)));
      }
      await observer.fresh(again.map(({ match }) => match.id));
      const playing = new Set(inPlay.map(({ match }) => match.id));
      for (const { of } of [points, reads]) {
        for (const id of of.keys()) if (!playing.has(id)) of.delete(id);
      }
    },
  };
};

/** When one kind of source spoke of all matches, of each, and at all. */
const createVoice = () => {
  const of = new Map<number, number>();
  let all = -Infinity;
  let last = -Infinity;
  return {
    of,
    all: () => all,
    last: () => last,
    speak: (at: number, matchId?: number): void => {
      last = at;
      if (matchId === undefined) all = at;
      else of.set(matchId, at);
    },
  };
};
