import type { HeldMatch } from '../domain/held-match.ts';
import type { LivePoints } from '../domain/live-points.ts';
import { phaseOf, type MatchStatus } from '../domain/match.ts';
import type { Logger } from '../lib/logger.ts';
import { NotInPlan } from '../padel-api/errors.ts';
import type { Allowance } from './allowance.ts';
import { createChancesReader } from './chances-reader.ts';
import { readOrRemove, type MatchSource } from './read-match.ts';

export interface MatchReaderOptions extends MatchSource {
  readonly now: () => number;
  readonly log: Logger;
  /** How much may be asked in a `catchUp`, so that the poll of the live list keeps its turn. */
  readonly allowance: Allowance;
  /** There is something to catch up with. */
  readonly wake: () => void;
}

/** Reads what a push or poll does not tell: the match itself, its chances, its final score. */
export interface MatchReader {
  /** Takes an update of the live feed in. One that ends a match lets it be read at once. */
  readonly take: (update: LivePoints) => Promise<void>;
  /** Somebody says that a match has changed. */
  readonly changed: (matchId: number) => void;
  /**
   * Reads what is missing, one by one, as far as the allowance goes: ends that are not confirmed and
   * what has changed, matches that nobody knew, those in play that the live list does not have or whose
   * start is unknown, and chances.
   * @param listed the live list; undefined while it is not known
   */
  readonly catchUp: (listed: ReadonlySet<number> | undefined) => Promise<void>;
}

/** One match is not read again before this, unless its status has changed. */
const READ_AGAIN_AFTER = 15_000;
/** The start alone is not asked for more often: the schedule brings it, too. */
const START_AGAIN_AFTER = 2 * 60_000;
const FORGOTTEN_AFTER = 60 * 60_000;

/** When a match was read last, and why. */
interface Read {
  readonly at: number;
  /** The status that it was read for. */
  readonly status: MatchStatus | null;
  /** It was over, or gone: there is nothing more to wait for. */
  readonly isSettled: boolean;
}

export const createMatchReader = (options: MatchReaderOptions): MatchReader => {
  const { api, ask, observer, now, log, allowance, wake } = options;
  const chances = createChancesReader(options);
  const reads = new Map<number, Read>();
  const unconfirmed = new Set<number>();
  const changed = new Set<number>();
  /** The last update of each match that nobody knew. */
  const unknown = new Map<number, LivePoints>();

  const readAt = (id: number): number => reads.get(id)?.at ?? 0;

  const read = async (id: number, status = reads.get(id)?.status ?? null): Promise<void> => {
    const isChanged = changed.delete(id);
    reads.set(id, { at: now(), status, isSettled: false });
    const match = await readOrRemove(options, id).catch((error: unknown) => {
      if (isChanged) changed.add(id);
      throw error;
    });
    const isSettled = match === undefined || phaseOf(match.status) === 'over';
    if (isSettled) {
      unconfirmed.delete(id);
      reads.set(id, { at: now(), status, isSettled });
    }
    const update = unknown.get(id);
    unknown.delete(id);
    if (match !== undefined && update !== undefined) await take(update);
  };

  const wantsStart = ({ match, state }: HeldMatch): boolean =>
    match.startedAt === null &&
    phaseOf(state.status) === 'playing' &&
    now() - readAt(match.id) >= START_AGAIN_AFTER;

  const take = async (update: LivePoints): Promise<void> => {
    const { matchId: id } = update;
    const held = await observer.points(update, api.serviceNow());
    const last = reads.get(id);
    if (held === undefined) {
      if (last?.isSettled === true) return;
      unknown.set(id, update);
      wake();
      return;
    }
    unknown.delete(id);
    const { status } = held.state;
    if (isUnconfirmed(held)) {
      if (last?.isSettled !== true) unconfirmed.add(id);
      if (last?.status !== status) await read(id, status);
    } else {
      unconfirmed.delete(id);
      if (chances.wants(held) || wantsStart(held)) wake();
    }
  };

  /** What to ask, the most urgent first, and of the same kind what was not asked for longest. */
  const questions = async (listed: ReadonlySet<number> | undefined): Promise<Question[]> => {
    const inPlay = await observer.inPlay();
    const matches = (ids: Iterable<number>): Question[] =>
      [...ids]
        .sort((a, b) => readAt(a) - readAt(b))
        .map((matchId) => ({
          matchId,
          isDue: () => now() - readAt(matchId) >= READ_AGAIN_AFTER,
          put: () => read(matchId),
        }));
    const lacking = inPlay.filter(
      (held) => listed?.has(held.match.id) === false || wantsStart(held),
    );
    const withoutChances = inPlay.filter(chances.wants).map((held) => ({
      matchId: held.match.id,
      isDue: () => chances.wants(held),
      put: () => chances.read(held),
    }));
    return [
      ...matches(unconfirmed),
      ...matches(changed),
      ...matches(unknown.keys()),
      // Neither keeps the other waiting until all of its kind are asked for.
      ...inTurn(
        matches(lacking.map(({ match }) => match.id)).filter(({ isDue }) => isDue()),
        withoutChances,
      ),
    ];
  };

  return {
    take,
    changed: (matchId) => {
      changed.add(matchId);
      wake();
    },
    catchUp: async (listed) => {
      for (const [id, { at }] of reads) if (now() - at > FORGOTTEN_AFTER) reads.delete(id);
      for (const { matchId, isDue, put } of await questions(listed)) {
        if (!isDue()) continue;
        if (!allowance.spend()) return;
        try {
          await put();
        } catch (error) {
          if (ask.signal?.aborted === true) return;
          // One match that cannot be read does not keep the others waiting for their result.
          if (error instanceof NotInPlan) continue;
          log.warn({ err: error, matchId }, 'a match could not be read; I try again');
        }
      }
    },
  };
};

/** One request that a `catchUp` may make. */
interface Question {
  readonly matchId: number;
  readonly isDue: () => boolean;
  readonly put: () => Promise<void>;
}

const inTurn = <T>(some: readonly T[], others: readonly T[]): T[] =>
  Array.from({ length: Math.max(some.length, others.length) }).flatMap((_, index) => [
    ...some.slice(index, index + 1),
    ...others.slice(index, index + 1),
  ]);

/** Play is over, and the final score is not known. */
const isUnconfirmed = ({ state }: HeldMatch): boolean =>
  !state.confirmed && (state.status === 'ended' || phaseOf(state.status) === 'over');
