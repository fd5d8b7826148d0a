import type { HeldMatch } from '../domain/held-match.ts';
import type { LivePoints } from '../domain/live-points.ts';
import { phaseOf, type MatchStatus } from '../domain/match.ts';
import type { Logger } from '../lib/logger.ts';
import { MINUTE, HOUR, DAY } from '../lib/time.ts';
import { isOutage, NotInPlan, RequestRefused } from '../padel-api/errors.ts';
import type { TokenBucket } from '../lib/token-bucket.ts';
import { createChancesReader, type HeldChances } from './chances-reader.ts';
import { createReadLog } from './read-log.ts';
import { readOrRemove, type MatchSource } from './read-match.ts';

export interface MatchReaderOptions extends MatchSource {
  readonly heldChances?: HeldChances | undefined;
  /** A clock that never goes back, milliseconds. */
  readonly monotonic: () => number;
  readonly log: Logger;
  /** How much may be asked in a `catchUp`, so that the poll of the live list keeps its turn. */
  readonly bucket: TokenBucket;
  /** There is something to catch up with. */
  readonly wake: () => void;
  /** Does work beside the updates, which go on meanwhile. Its errors end there. */
  readonly beside: (matchId: number, work: () => Promise<void>) => void;
}

/** Reads what a push or poll does not tell: the match itself, its chances, its final score. */
export interface MatchReader {
  /** Takes an update of the live feed in. One that ends a match lets it be read at once, beside. */
  readonly take: (update: LivePoints) => Promise<void>;
  /**
   * Somebody says that a match has changed.
   * @returns how many are said to have changed, and were not read since
   */
  readonly changed: (matchId: number) => number;
  /** Somebody else has read a match, and began that at `since`: what was said before is known. */
  readonly readElsewhere: (matchId: number, since: number) => void;
  /**
   * Reads what is missing, one by one, as far as the tokens go: ends that are not confirmed, what
   * has changed of matches in play, matches that nobody knew, what has changed of others, matches in
   * play that the live list does not have or whose start is unknown, and chances.
   * @param listed the live list; undefined while it is not known
   * @returns whether something is missing still, now or later
   */
  readonly catchUp: (listed: ReadonlySet<number> | undefined) => Promise<boolean>;
}

/** The start alone is not asked for more often: the schedule brings it, too. */
const START_AGAIN_AFTER = 2 * MINUTE;
/** An end is not waited for any longer: the schedule goes on asking. */
const CONFIRMED_WITHIN = HOUR;
/** What cannot be read for so long is given up; whatever the schedule has, it reads. */
const READ_WITHIN = DAY;

export const createMatchReader = (options: MatchReaderOptions): MatchReader => {
  const { api, ask, observer, monotonic, log, bucket, wake, beside } = options;
  const chances = createChancesReader(options);
  const reads = createReadLog(monotonic);
  /** Matches whose end is not confirmed, and since when. */
  const unconfirmed = new Map<number, number>();
  /** When each was said to have changed. */
  const changed = new Map<number, number>();
  /** The last update of each match that nobody knew, and when the first came. */
  const unknown = new Map<number, { readonly update: LivePoints; readonly since: number }>();

  const read = async (id: number, status?: MatchStatus): Promise<void> => {
    const saidAt = changed.get(id);
    changed.delete(id);
    reads.begins(id, status);
    const match = await readOrRemove(options, id).catch((error: unknown) => {
      // That answer does not change by asking again.
      if (error instanceof NotInPlan || error instanceof RequestRefused) unknown.delete(id);
      else if (saidAt !== undefined) changed.set(id, saidAt);
      throw error;
    });
    reads.ends(id, match);
    if (reads.isSettled(id)) unconfirmed.delete(id);
    const waiting = unknown.get(id);
    unknown.delete(id);
    if (match !== undefined && waiting !== undefined) await take(waiting.update);
  };

  const wantsStart = ({ match, state }: HeldMatch): boolean =>
    match.startedAt === null &&
    phaseOf(state.status) === 'playing' &&
    monotonic() - reads.lastAt(match.id) >= START_AGAIN_AFTER;

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
    const { status } = held.state;
    if (isUnconfirmed(held)) {
      if (!reads.isSettled(id) && !unconfirmed.has(id)) unconfirmed.set(id, monotonic());
      if (reads.statusOf(id) !== status) beside(id, () => read(id, status));
    } else {
      unconfirmed.delete(id);
      if (chances.wants(held) || wantsStart(held)) wake();
    }
  };

  const readings = (ids: Iterable<number>, isDue: (id: number) => boolean): Question[] =>
    [...ids]
      .sort((a, b) => compare(reads.lastAt(a), reads.lastAt(b)))
      .map((matchId) => ({ matchId, isDue: () => isDue(matchId), put: () => read(matchId) }));

  /** What cannot be read is asked for ever more rarely. */
  const isChangeDue = (id: number): boolean => reads.isDue(id, changed.get(id));

  /** What to ask, the most urgent first, and of the same kind what was not asked for longest. */
  const questions = async (listed: ReadonlySet<number> | undefined): Promise<Question[]> => {
    const inPlay = await observer.inPlay();
    const playing = new Set(inPlay.map(({ match }) => match.id));
    const changedIn = (isPlaying: boolean): number[] =>
      [...changed.keys()].filter((id) => playing.has(id) === isPlaying);
    const lacking = inPlay
      .filter((held) => listed?.has(held.match.id) === false || wantsStart(held))
      .map(({ match }) => match.id);
    const withoutChances = inPlay.filter(chances.wants).map((held) => ({
      matchId: held.match.id,
      isDue: () => chances.wants(held),
      put: () => chances.read(held),
    }));
    return [
      ...readings(unconfirmed.keys(), (id) => reads.isDue(id, unconfirmed.get(id))),
      ...readings(changedIn(true), isChangeDue),
      ...readings(unknown.keys(), (id) => reads.isDue(id, unknown.get(id)?.since)),
      ...readings(changedIn(false), isChangeDue),
      // Neither keeps the other waiting until all of its kind are asked for.
      ...inTurn(
        readings(lacking, reads.isDue).filter(({ isDue }) => isDue()),
        withoutChances,
      ),
    ];
  };

  const forgetOld = (): void => {
    reads.forgetOld();
    for (const [id, since] of unconfirmed) {
      if (monotonic() - since > CONFIRMED_WITHIN) unconfirmed.delete(id);
    }
    for (const [id, saidAt] of changed) {
      if (monotonic() - saidAt > READ_WITHIN) changed.delete(id);
    }
    for (const [id, { since }] of unknown) {
      if (monotonic() - since > READ_WITHIN) unknown.delete(id);
    }
  };

  return {
    take,
    changed: (matchId) => {
      changed.set(matchId, monotonic());
      wake();
      return changed.size;
    },
    readElsewhere: (matchId, since) => {
      if ((changed.get(matchId) ?? Infinity) < since) changed.delete(matchId);
    },
    catchUp: async (listed) => {
      forgetOld();
      const open = await questions(listed);
      for (const { matchId, isDue, put } of open) {
        if (!isDue()) continue;
        if (!bucket.take()) return true;
        try {
          await put();
        } catch (error) {
          if (ask.signal?.aborted === true) return false;
          // One match that cannot be read does not keep the others waiting for their result.
          // What the service as a whole lacks is logged by the client, once for all.
          if (error instanceof NotInPlan || isOutage(error)) continue;
          log.warn({ err: error, matchId }, 'a match could not be read; I try again');
        }
      }
      return open.length > 0;
    },
  };
};

/** One request that a `catchUp` may make. */
interface Question {
  readonly matchId: number;
  readonly isDue: () => boolean;
  readonly put: () => Promise<void>;
}

/** Minus infinity has no difference to itself. */
const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);

const inTurn = <T>(some: readonly T[], others: readonly T[]): T[] =>
  Array.from({ length: Math.max(some.length, others.length) }).flatMap((_, index) => [
    ...some.slice(index, index + 1),
    ...others.slice(index, index + 1),
  ]);

/** Play is over, and the final score is not known. */
const isUnconfirmed = ({ state }: HeldMatch): boolean =>
  !state.confirmed && (state.status === 'ended' || phaseOf(state.status) === 'over');
