import type { HeldMatch } from '../domain/held-match.ts';
import type { LivePoints } from '../domain/live-points.ts';
import { phaseOf, type MatchStatus } from '../domain/match.ts';
import type { Logger } from '../lib/logger.ts';
import { NotFound, NotInPlan, RequestRefused } from '../padel-api/errors.ts';
import { readOrRemove, type MatchSource } from './read-match.ts';

export interface MatchReaderOptions extends MatchSource {
  readonly now: () => number;
  readonly log: Logger;
}

/** Reads what a push or poll does not tell: the match itself, its chances, its final score. */
export interface MatchReader {
  /** Takes an update of the live feed in, and reads what is missing about its match. */
  take: (update: LivePoints) => Promise<void>;
  /** Reads a match of which somebody says that it has changed. */
  readChanged: (matchId: number) => Promise<void>;
  /** Reads matches whose end is not confirmed, and those that the live list no longer has. */
  confirm: (listed: ReadonlySet<number>) => Promise<void>;
}

/** What the service will not say of a match, however often it is asked. */
const REFUSALS = [NotInPlan, NotFound, RequestRefused] as const;

/** One match is not read again before this, unless its status has changed. */
const READ_AGAIN_AFTER = 15_000;

export const createMatchReader = (options: MatchReaderOptions): MatchReader => {
  const { api, ask, observer, now, log } = options;
  const lastRead = new Map<number, { readonly at: number; readonly status: MatchStatus | null }>();
  const unconfirmed = new Set<number>();
  const simulated = new Set<number>();

  const readMatch = async (id: number, status: MatchStatus | null): Promise<void> => {
    const last = lastRead.get(id);
    const isNew = last?.status !== status;
    if (!isNew && now() - last.at < READ_AGAIN_AFTER) return;
    lastRead.set(id, { at: now(), status });
    const match = await readOrRemove(options, id);
    if (match !== undefined && phaseOf(match.status) !== 'over') return;
    unconfirmed.delete(id);
    lastRead.delete(id);
  };

  const completeKnowledge = async ({ match, state, chances }: HeldMatch): Promise<void> => {
    const isEnding = state.status === 'ended' || phaseOf(state.status) === 'over';
    if (isEnding && !state.confirmed) unconfirmed.add(match.id);
    const wantsStart = match.startedAt === null && phaseOf(state.status) === 'playing';
    if (unconfirmed.has(match.id) || wantsStart) await readMatch(match.id, state.status);
    if (chances === null && !state.confirmed) await simulate(match);
    else simulated.delete(match.id);
  };

  const simulate = async ({ id, teams }: HeldMatch['match']): Promise<void> => {
    if (simulated.has(id)) return;
    simulated.add(id);
    const ids = {
      team_1: teams.team_1.map((player) => player.id),
      team_2: teams.team_2.map((player) => player.id),
    };
    const { value } = await api.simulate(ids, ask).catch((error: unknown) => {
      // A refusal is an answer; anything else is tried again with the next update.
      if (!REFUSALS.some((refusal) => error instanceof refusal)) simulated.delete(id);
      throw error;
    });
    if (value.chances !== null) await observer.chances(id, value.chances);
  };

  return {
    take: async (update) => {
      let held = await observer.points(update, api.serviceNow());
      if (held === undefined) {
        await readMatch(update.matchId, update.status);
        held = await observer.points(update, api.serviceNow());
      }
      if (held !== undefined) await completeKnowledge(held);
    },
    readChanged: (matchId) => readMatch(matchId, lastRead.get(matchId)?.status ?? null),
    confirm: async (listed) => {
      const inPlay = await observer.inPlay();
      const vanished = inPlay.map(({ match }) => match.id).filter((id) => !listed.has(id));
      for (const id of new Set([...unconfirmed, ...vanished])) {
        try {
          await readMatch(id, lastRead.get(id)?.status ?? null);
        } catch (error) {
          // One match that cannot be read does not keep the others waiting for their result.
          log.warn({ err: error, matchId: id }, 'a match could not be confirmed; I try again');
        }
      }
    },
  };
};
