import { LRUCache } from 'lru-cache';
import { hasPlay } from '../domain/match/live-points.ts';
import { isPlayOver, playersOf, type Match } from '../domain/match/match.ts';
import type { TrackedMatch } from '../domain/match/state.ts';
import { TEAMS } from '../domain/terms.ts';
import { MINUTE, SECOND } from '../lib/time.ts';

/** A push and a read may cross, and a new subscription may have missed earlier pushes. */
const GRACE_MS = MINUTE;

/** A match without points for this long rests: it rains, or nobody ended it. */
const RESTING_AFTER_MS = 10 * MINUTE;

/** A state that came this long ago needs no read for a new subscription: its next frame has the rest. */
const RECENT_MS = 10 * SECOND;

/** More matches than are ever in play at the same time. */
const MAX_MATCHES = 500;

/** More silent matches than anybody reads the names of, and the length of their names. */
const MAX_SILENT = 10;
const MAX_NAME_LENGTH = 120;

interface Watch {
  /** When it was subscribed to; null while it is not. */
  readonly subscribedAt: number | null;
  /** When its last frame came since then; null for none. */
  readonly pushedAt: number | null;
  /** When any source last brought its state while the connection held; null for none. */
  readonly receivedAt: number | null;
  /** Since when the live list has points that no frame has brought; null for none. */
  readonly missingSince: number | null;
  /** Its points as last processed; null before the first. */
  readonly reach: string | null;
  readonly name: string;
}

/** A match whose points the live list has while nothing is pushed. */
export interface SilentMatch {
  readonly matchId: number;
  /** Both pairs; empty when unknown. */
  readonly name: string;
  /** Since when; in whole milliseconds. */
  readonly since: number;
}

const UNWATCHED: Watch = {
  subscribedAt: null,
  pushedAt: null,
  receivedAt: null,
  missingSince: null,
  reach: null,
  name: '',
};

const nameOf = (match: Match): string => {
  const names = TEAMS.map((team) =>
    match.teams[team].map(({ called, name }) => called ?? name).join('/'),
  );
  return playersOf(match).length === 0 ? '' : names.join(' - ').slice(0, MAX_NAME_LENGTH);
};

/**
 * Tells for each match whether its pushes arrive. A server accepts a subscription to any channel, and a
 * connection may stay open and answer pings while nothing is published: only a frame proves anything,
 * and points that the live list has and no frame has brought disprove it.
 */
export const createPushWatch = (monotonic: () => number) => {
  const watches = new LRUCache<number, Watch>({ max: MAX_MATCHES });
  const watchOf = (matchId: number): Watch => watches.get(matchId) ?? UNWATCHED;
  const change = (matchId: number, more: Partial<Watch>): void => {
    watches.set(matchId, { ...watchOf(matchId), ...more });
  };
  const isOlder = (at: number | null, ms = GRACE_MS): boolean =>
    at !== null && monotonic() - at > ms;

  return {
    /**
     * It has a new subscription: its next frames are still to come.
     * @returns whether earlier ones may have been missed
     */
    subscribed: (matchId: number): boolean => {
      const { receivedAt } = watchOf(matchId);
      change(matchId, { subscribedAt: monotonic(), pushedAt: null });
      return receivedAt === null || isOlder(receivedAt, RECENT_MS);
    },
    lost: (): void => {
      for (const [id, { reach, name }] of [...watches.entries()]) {
        watches.set(id, { ...UNWATCHED, reach, name });
      }
    },
    /** Whether its state came since the connection was lost, and its pushes go on. */
    follows: (matchId: number): boolean => {
      const { receivedAt, missingSince, pushedAt, subscribedAt } = watchOf(matchId);
      return receivedAt !== null && missingSince === null && !isOlder(pushedAt ?? subscribedAt);
    },
    /** A row of the live list or the live resource of a match came. */
    stateRead: (matchId: number): void => {
      change(matchId, { receivedAt: monotonic() });
    },
    pushed: (matchId: number): void => {
      change(matchId, { pushedAt: monotonic(), receivedAt: monotonic(), missingSince: null });
    },
    /**
     * An update of a match was processed.
     * @param isListed whether the update came from the live list
     * @returns whether its pushes have been missing from now on
     */
    updateProcessed: ({ match, state }: TrackedMatch, isListed: boolean): boolean => {
      const { reach: before, subscribedAt, pushedAt, missingSince } = watchOf(match.id);
      const reach = JSON.stringify(state.sets);
      // Points only: data of the match itself does not come by the socket.
      const isNews = isListed && before !== null && reach !== before;
      const isMissing = isNews && isOlder(pushedAt ?? subscribedAt);
      const since = missingSince ?? (isMissing ? monotonic() : null);
      // The list may fill the last score long after the last frame.
      const missing = isPlayOver(state.status) ? null : since;
      change(match.id, { reach, missingSince: missing, name: nameOf(match) });
      return missing !== null && missingSince === null;
    },
    /** How long after that time its last push came; 0 for none since then. */
    pushedAfterMs: (matchId: number, at: number): number => {
      const { pushedAt } = watchOf(matchId);
      return pushedAt === null ? 0 : Math.max(0, pushedAt - at);
    },
    /** Nothing is missing of a match that is not in play. */
    inPlay: (matchIds: ReadonlySet<number>): void => {
      for (const [id, { missingSince }] of [...watches.entries()]) {
        if (missingSince !== null && !matchIds.has(id)) change(id, { missingSince: null });
      }
    },
    /**
     * Whether the pushes of a match in play arrive; after a subscription they have a minute. Later none
     * is missing either while the list brings no point for ten minutes.
     */
    arrive: ({ match: { id }, state }: TrackedMatch): boolean => {
      const { subscribedAt, pushedAt, missingSince } = watchOf(id);
      if (missingSince !== null || subscribedAt === null) return false;
      if (pushedAt !== null || !hasPlay(state.sets)) return true;
      return !isOlder(subscribedAt) || isOlder(subscribedAt, RESTING_AFTER_MS);
    },
    /** Whether no push is known to be missing. */
    isReliable: (): boolean =>
      [...watches.values()].every(({ missingSince }) => missingSince === null),
    /** The matches whose pushes have been missing for more than a minute, the longest first. */
    silent: (): readonly SilentMatch[] =>
      [...watches.entries()]
        .flatMap(([matchId, { missingSince: since, name }]) =>
          since !== null && isOlder(since) ? [{ matchId, name, since }] : [],
        )
        .sort((a, b) => a.since - b.since)
        .slice(0, MAX_SILENT),
  };
};
