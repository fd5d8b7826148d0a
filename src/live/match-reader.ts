import type { TrackedMatch } from '../domain/match/state.ts';
import type { LivePoints } from '../domain/match/live-points.ts';
import type { Instant } from '../domain/terms.ts';
import { isOver, isPlayOver, type Match } from '../domain/match/match.ts';
import { createRefreshes } from '../lib/refreshes.ts';
import { HOUR, DAY } from '../lib/time.ts';
import { isOutage, NotInPlan, RequestRefused, wasNotSent } from '../padel-api/errors.ts';
import type { TokenBucket } from '../lib/token-bucket.ts';
import { createExtrasReader, type ExtrasReaderOptions } from './extras-reader.ts';
import { isCovered } from './pacing.ts';
import {
  createReadLog,
  FINAL_AFTER_MS,
  FINAL_GIVEN_UP_MS,
  finalReadAt,
  isSettledBy,
} from './read-log.ts';
import { isAnswered, readOrRemove } from './read-match.ts';

export interface MatchReaderOptions extends ExtrasReaderOptions {
  /** Limits the reads of a `catchUp`, so that the poll of the live list keeps its turn. */
  readonly bucket: TokenBucket;
  readonly wake: () => void;
  /** Called when an update was observed; `held` is the match with it. */
  readonly onObserved?: (held: TrackedMatch, update: LivePoints) => void;
  /** Called when the live resource of a match was read. */
  readonly onPointsRead?: (update: LivePoints) => void;
}

/** A match whose play is over, but whose final record was not read; times are the service's. */
interface Unconfirmed {
  /** When its end was first seen. */
  readonly endedAt: Instant;
  /** When it was last read since then; minus infinity for never. */
  readonly readAt: Instant;
  /** When the feed first called it over, as it does when its record is final. */
  readonly overAt: Instant | null;
}

/** The minimum between reads for the start alone: the schedule brings it, unless nobody can believe it. */
const START_RETRY_MS = HOUR;
/** A match that is unreadable for this long is given up, unless the schedule has it. */
const READ_TIMEOUT_MS = DAY;

/** Reads what updates lack: the match itself, its chances, its final score. */
export const createMatchReader = (options: MatchReaderOptions) => {
  const { api, requestOptions, observer, monotonic, log, bucket, wake, onObserved } = options;
  const extras = createExtrasReader(options);
  const reads = createReadLog(monotonic);
  const unconfirmed = new Map<number, Unconfirmed>();
  const refreshes = createRefreshes(monotonic);
  /** The last update of each match that is not in the database, and when the first came. */
  const unknown = new Map<number, { readonly update: LivePoints; readonly since: number }>();

  const finalSource = {
    ...options,
    requestOptions: { ...requestOptions, priority: 'result' },
  } as const;

  const read = async (id: number): Promise<void> => {
    const refresh = refreshes.take(id);
    reads.readStarted(id);
    const end = unconfirmed.get(id);
    if (end !== undefined) unconfirmed.set(id, { ...end, readAt: api.serviceNow() });
    const source = end === undefined ? options : finalSource;
    const match = await readOrRemove(source, id).catch((error: unknown) => {
      if (end !== undefined && wasNotSent(error)) unconfirmed.set(id, end);
      const isFinal = error instanceof NotInPlan || error instanceof RequestRefused;
      if (isFinal) unknown.delete(id);
      const retried = isFinal || !refresh ? undefined : refreshes.add(id, refresh.since);
      refresh?.resolve(isAnswered(error) ? undefined : retried);
      throw error;
    });
    refresh?.resolve();
    reads.readEnded(id, match);
    if (reads.isSettled(id)) unconfirmed.delete(id);
    const waiting = unknown.get(id);
    unknown.delete(id);
    if (match !== undefined && waiting !== undefined) await take(waiting.update);
  };

  const wantsStart = ({ match, state }: TrackedMatch): boolean =>
    match.startedAt === null &&
    !match.withheld.includes('started_time') &&
    state.status === 'live' &&
    monotonic() - reads.lastAt(match.id) >= START_RETRY_MS;

  const take = async (update: LivePoints): Promise<void> => {
    const { matchId: id } = update;
    const held = await observer.points(update, api.serviceNow());
    if (held === undefined) {
      if (reads.isSettled(id)) return;
      unknown.set(id, { update, since: unknown.get(id)?.since ?? monotonic() });
      wake();
      return;
    }
    unknown.delete(id);
    onObserved?.(held, update);
    if (isUnconfirmed(held)) {
      // Of a match with two ids either record may be the one that ends.
      if (!reads.isSettled(id)) playEnded(id, held, 0);
    } else {
      unconfirmed.delete(id);
      if (extras.wantsChances(held) || wantsStart(held)) wake();
    }
  };

  const playEnded = (id: number, { state }: TrackedMatch, agoMs: number): void => {
    const at = api.serviceNow();
    const before = unconfirmed.get(id);
    const end = before ?? { endedAt: at - agoMs, readAt: -Infinity, overAt: null };
    unconfirmed.set(id, { ...end, overAt: end.overAt ?? (isOver(state) ? at : null) });
    if (before === undefined || isFinalDue(id)) wake();
  };

  const isFinalDue = (id: number): boolean => {
    const end = unconfirmed.get(id);
    if (end === undefined || api.serviceNow() - end.endedAt > FINAL_GIVEN_UP_MS) return false;
    const { endedAt, readAt, overAt } = end;
    // Called over late enough for the record to be there.
    const isNews = overAt !== null && overAt > readAt && overAt - endedAt >= FINAL_AFTER_MS;
    return isNews || api.serviceNow() >= finalReadAt(endedAt, readAt);
  };

  const readPoints = async (held: TrackedMatch): Promise<void> => {
    const update = await extras.readPoints(held);
    options.onPointsRead?.(update);
    await take(update);
  };

  const readsOf = (ids: Iterable<number>, isDue: (id: number) => boolean): Job[] =>
    [...ids]
      .sort((a, b) => compare(reads.lastAt(a), reads.lastAt(b)))
      .map((matchId) => ({ matchId, isDue: () => isDue(matchId), run: () => read(matchId) }));

  /** A match that cannot be read is retried at growing intervals. */
  const isRefreshDue = (id: number): boolean => reads.isDue(id, refreshes.pending.get(id)?.since);

  /** What to read: the most urgent kind first, and within a kind the match read longest ago. */
  const jobs = async (listed: ReadonlySet<number> | undefined): Promise<Job[]> => {
    const inPlay = await observer.inPlay();
    const playing = new Set(inPlay.map(({ match }) => match.id));
    const refreshesOf = (isPlaying: boolean): number[] =>
      [...refreshes.pending.keys()].filter((id) => playing.has(id) === isPlaying);
    // After a start of the process nobody knows when they ended: their record may be final.
    for (const held of inPlay.filter(isUnconfirmed)) {
      const { id } = held.match;
      if (!unconfirmed.has(id) && !reads.isSettled(id)) playEnded(id, held, FINAL_AFTER_MS);
    }
    // The list has no other levels, and the schedule reads those every three minutes.
    const unlisted = inPlay.filter(
      (held) =>
        isCovered(held) && listed?.has(held.match.id) === false && !isPlayOver(held.state.status),
    );
    const lacking = new Set(
      [...unlisted, ...inPlay.filter(wantsStart)].map(({ match }) => match.id),
    );
    const withoutChannel = unlisted.filter(extras.wantsPoints).map((held) => ({
      matchId: held.match.id,
      isDue: () => extras.wantsPoints(held),
      run: () => readPoints(held),
    }));
    const withoutChances = inPlay.filter(extras.wantsChances).map((held) => ({
      matchId: held.match.id,
      isDue: () => extras.wantsChances(held),
      run: () => extras.readChances(held),
    }));
    return [
      ...readsOf(unconfirmed.keys(), isFinalDue),
      ...readsOf(refreshesOf(true), isRefreshDue),
      ...readsOf(unknown.keys(), (id) => reads.isDue(id, unknown.get(id)?.since)),
      ...readsOf(refreshesOf(false), isRefreshDue),
      ...withoutChannel,
      // Interleaved, so that neither kind waits for all of the other.
      ...interleave(
        readsOf(lacking, reads.isDue).filter(({ isDue }) => isDue()),
        withoutChances,
      ),
    ];
  };

  const forgetOld = (): void => {
    reads.forgetOld();
    for (const [id, end] of unconfirmed) {
      const agoMs = api.serviceNow() - end.endedAt;
      if (agoMs > READ_TIMEOUT_MS) unconfirmed.delete(id);
      // Its clock was set back.
      else if (agoMs < 0) unconfirmed.set(id, { ...end, endedAt: api.serviceNow() });
    }
    for (const [id, { since }] of refreshes.pending) {
      if (monotonic() - since > READ_TIMEOUT_MS) {
        refreshes.take(id)?.reject(new Error('the match could not be read within a day'));
      }
    }
    for (const [id, { since }] of unknown) {
      if (monotonic() - since > READ_TIMEOUT_MS) unknown.delete(id);
    }
  };

  return {
    /** Passes an update to the observer. When it ends a match, its final record is read later. */
    take,
    /** Requests a read of a match that may have changed; resolves when any source has read it. */
    refresh: (matchId: number): Promise<void> => {
      const refreshed = refreshes.add(matchId);
      wake();
      return refreshed;
    },
    refreshing: (): number => refreshes.pending.size,
    /** A sync that started then has read a match: older refreshes of it are done. */
    readBySync: (match: Match, beganAt: number): void => {
      if (isSettledBy(match)) unconfirmed.delete(match.id);
      const since = refreshes.pending.get(match.id)?.since ?? Infinity;
      if (since < beganAt) refreshes.take(match.id)?.resolve();
    },
    /**
     * Reads what is missing, one by one, while there are tokens: final records, refreshes of matches in
     * play, unknown matches, other refreshes, channels, matches in play that the live list lacks or
     * whose start is unknown, and chances.
     * @param listed the live list; undefined until it was read
     * @returns whether something is still missing, now or later
     */
    catchUp: async (listed: ReadonlySet<number> | undefined): Promise<boolean> => {
      forgetOld();
      const open = await jobs(listed);
      for (const { matchId, isDue, run } of open) {
        if (!isDue()) continue;
        if (!bucket.take()) return true;
        try {
          await run();
        } catch (error) {
          if (requestOptions.signal?.aborted === true) return false;
          // The other reads continue. A failure of the whole service is logged once, by the client.
          if (error instanceof NotInPlan || isOutage(error)) continue;
          log.warn({ err: error, matchId }, 'match could not be read, retrying');
        }
      }
      return open.length > 0;
    },
    stop: refreshes.stop,
  };
};

/** One request that a `catchUp` may make. */
interface Job {
  readonly matchId: number;
  readonly isDue: () => boolean;
  readonly run: () => Promise<void>;
}

/** Subtraction fails for two infinities. */
const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);

const interleave = <T>(some: readonly T[], others: readonly T[]): T[] =>
  Array.from({ length: Math.max(some.length, others.length) }).flatMap((_, index) => [
    ...some.slice(index, index + 1),
    ...others.slice(index, index + 1),
  ]);

/** Play is over, but the final score is unknown. */
const isUnconfirmed = ({ state }: TrackedMatch): boolean =>
  !state.confirmed && isPlayOver(state.status);
