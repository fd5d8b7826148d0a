import { hasPlay } from '../domain/match/live-points.ts';
import { isPlayOver } from '../domain/match/match.ts';
import type { MatchObserver } from '../domain/match/observer.ts';
import type { TrackedMatch } from '../domain/match/state.ts';
import type { Instant } from '../domain/terms.ts';
import type { Clocks } from '../lib/clocks.ts';
import { MINUTE } from '../lib/time.ts';
import { isCovered } from './pacing.ts';

/**
 * Without data from any source for this long, cards say that it is delayed: a connected socket is
 * silent between games and sets, a lost one brings nothing.
 */
const DELAYED_AFTER = { connected: 4 * MINUTE, lost: MINUTE } as const;

/** A match in play that nothing has changed for this long is delayed, too, also one that is still listed. */
const UNCHANGED_AFTER_MS = 15 * MINUTE;

interface FreshnessOptions extends Clocks {
  readonly observer: MatchObserver;
  readonly hasList: () => boolean;
  /** Whether the realtime server answers pings. */
  readonly isConnected: () => boolean;
}

/**
 * Tracks when each source last brought data, and reports matches whose data is late. A connection
 * to the realtime server alone proves nothing: it stays open while nothing is published.
 */
export const createFreshness = ({
  observer,
  now,
  monotonic,
  hasList,
  isConnected,
}: FreshnessOptions) => {
  const startedAt = monotonic();
  const points = createSourceTimes();
  const reads = createSourceTimes();
  const sources = () => (hasList() ? [points] : [points, reads]);

  const lastAt = (): number => Math.max(...sources().map((source) => source.last()));
  /** The last data about a match; minus infinity for none since the start. */
  const lastDataAt = (id: number): number =>
    Math.max(...sources().map(({ all, of }) => Math.max(all(), of.get(id) ?? -Infinity)));
  const silentSince = (id: number): number => Math.max(startedAt, lastDataAt(id));
  /** The same, without the reads of a live list that lacks the match. */
  const ownDataAt = (id: number): number =>
    hasList() ? (points.of.get(id) ?? -Infinity) : lastDataAt(id);
  /** Since when each match is unchanged, monotonic. */
  const pushes = new Map<number, number>();
  const changes = new Map<number, { readonly changedAt: Instant; readonly at: number }>();
  const noteChange = ({ match: { id }, changedAt }: TrackedMatch): void => {
    if (changes.get(id)?.changedAt !== changedAt) changes.set(id, { changedAt, at: monotonic() });
  };
  /** A push shows that the points of a match still come, a row of the list does not. */
  const newsAt = (id: number): number =>
    Math.max(startedAt, changes.get(id)?.at ?? -Infinity, pushes.get(id) ?? -Infinity);
  /** Without a list nothing brings points of some matches: only those that had some are missed. */
  const isOld = ({ state, changedAt }: TrackedMatch): boolean =>
    (hasList() || hasPlay(state.sets)) && now() - changedAt > UNCHANGED_AFTER_MS;
  /** By both clocks: one may be set. */
  const isUnchanged = (held: TrackedMatch): boolean =>
    isOld(held) && monotonic() - newsAt(held.match.id) > UNCHANGED_AFTER_MS;
  const isDelayed = (held: TrackedMatch): boolean =>
    isUnchanged(held) ||
    monotonic() - silentSince(held.match.id) > DELAYED_AFTER[isConnected() ? 'connected' : 'lost'];
  /** A monotonic time as a whole millisecond of the real clock. */
  const instantOf = (at: number): Instant => Math.floor(now() - (monotonic() - at));
  /** The start of this process is no data: a match that was delayed before it still is. */
  const isFresh = (held: TrackedMatch): boolean =>
    ownDataAt(held.match.id) >= startedAt && !isDelayed(held) && !isOld(held);

  return {
    /** A push, or the live resource of a match, brought its points. */
    dataReceived: (matchId: number): void => {
      pushes.set(matchId, monotonic());
      points.record(monotonic(), matchId);
    },
    /** The live list was read, with these matches. */
    listRead: (matchIds: Iterable<number>): void => {
      points.record(monotonic());
      for (const id of matchIds) points.record(monotonic(), id);
    },
    /** A match or the whole schedule was read: counts only without a live list. */
    read: (matchId?: number): void => {
      reads.record(monotonic(), matchId);
    },
    /** When a source last brought data; null for never. */
    lastReceivedAt: (): Instant | null => {
      const last = lastAt();
      return Number.isFinite(last) ? instantOf(last) : null;
    },
    /** Whether the socket answers, and a source brought data recently. */
    isSocketCurrent: (): boolean =>
      isConnected() && monotonic() - lastAt() <= DELAYED_AFTER.connected,
    /** Reports to the observer which matches in play are delayed, and which no longer are. */
    review: async (): Promise<void> => {
      // A match that the list does not cover cannot be late: only the schedule brings it.
      const all = await observer.inPlay();
      const inPlay = hasList() ? all.filter(isCovered) : all;
      inPlay.forEach(noteChange);
      const late = inPlay.filter(
        // After the last point nothing is missing but the record.
        (held) => held.delayedSince === null && !isPlayOver(held.state.status) && isDelayed(held),
      );
      const again = inPlay.filter((held) => held.delayedSince !== null && isFresh(held));
      for (const held of late) {
        const { match, changedAt } = held;
        const since = isUnchanged(held) ? changedAt : instantOf(silentSince(match.id));
        await observer.delayed([match.id], since);
      }
      await observer.fresh(again.map(({ match }) => match.id));
      const playing = new Set(inPlay.map(({ match }) => match.id));
      for (const known of [points.of, reads.of, pushes, changes]) {
        for (const id of known.keys()) if (!playing.has(id)) known.delete(id);
      }
    },
  };
};

/** When one kind of source last brought data: on all matches, on each, and on any. */
const createSourceTimes = () => {
  const of = new Map<number, number>();
  let all = -Infinity;
  let last = -Infinity;
  return {
    of,
    all: () => all,
    last: () => last,
    record: (at: number, matchId?: number): void => {
      last = at;
      if (matchId === undefined) all = at;
      else of.set(matchId, at);
    },
  };
};
