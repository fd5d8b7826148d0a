import { isDeepStrictEqual } from 'node:util';
import { targetsOf } from '../domain/follows.ts';
import type { HeldMatch } from '../domain/held-match.ts';
import { phaseOf, type Match } from '../domain/match.ts';
import { diffStates } from '../domain/match-events.ts';
import { winnerContradictsScore } from '../domain/match-reading.ts';
import {
  stateOf,
  withMatch,
  withoutMatch,
  withPoints,
  type MatchState,
} from '../domain/match-state.ts';
import type { Observer } from '../domain/observer.ts';
import type { Instant } from '../domain/terms.ts';
import type { Logger } from '../lib/logger.ts';
import { openCards } from '../store/cards.ts';
import type { Db } from '../store/database.ts';
import { addEvents, hurryEvents, reviseEvent } from '../store/events.ts';
import {
  findMatch,
  insertMatch,
  markDelayed,
  markFresh,
  matchesInPlay,
  matchesUpcoming,
  saveChances,
  saveTournament,
  updateMatch,
} from '../store/matches.ts';
import { asNews } from './news.ts';

export interface IngestOptions {
  readonly db: Db;
  readonly now: () => Instant;
  readonly log: Logger;
  /** Called after every change: there may be something to deliver. */
  readonly wake: () => void;
}

/**
 * Where observations become the truth: state, diff and outbox in one transaction.
 */
export const createIngest = ({ db, now, log, wake }: IngestOptions): Observer => {
  const baseline = async (match: Match): Promise<boolean> =>
    db.transaction().execute(async (tx) => {
      const state = stateOf(match);
      const isFirst = await insertMatch(tx, { match, state, now: now() });
      // Already in play when first seen: no start is announced, but the card shows where it stands.
      if (isFirst && phaseOf(state.status) === 'playing') {
        const held = await findMatch(tx, match.id);
        if (held !== undefined) await openCards(tx, match.id, targetsOf(held));
      }
      return isFirst;
    });

  const replace = async (
    held: HeldMatch,
    { match, state }: Seen,
    serviceNow: Instant,
  ): Promise<boolean> =>
    db.transaction().execute(async (tx) => {
      if (!(await updateMatch(tx, held.rev, { match, state, now: now() }))) return false;
      const { news, corrections, completions } = diffStates(held.state, state);
      const isOver = phaseOf(state.status) === 'over';
      const { startedAt } = match;
      const occasion = { startedAt, minutes: state.minutes, isOver, serviceNow };
      const outbox = asNews(news, occasion, now());
      await addEvents(tx, outbox, now());
      for (const { lane } of outbox) await hurryEvents(tx, match.id, lane);
      for (const event of corrections) await reviseEvent(tx, event, true, now());
      for (const event of completions) await reviseEvent(tx, event, false, now());
      if (winnerContradictsScore(state)) {
        log.warn({ matchId: match.id, winner: state.winner }, 'the winner contradicts the score');
      }
      return true;
    });

  /** Applies an observation to what is held; again when another one was written meanwhile. */
  const apply = async (
    id: number,
    serviceNow: Instant,
    observe: (held: HeldMatch) => Seen,
  ): Promise<HeldMatch | undefined> => {
    for (;;) {
      const held = await findMatch(db, id);
      if (held === undefined) return undefined;
      const seen = observe(held);
      if (!isChanged(held, seen)) return held;
      if (!(await replace(held, seen, serviceNow))) continue;
      wake();
      return { ...held, ...seen, rev: held.rev + 1, changedAt: now() };
    }
  };

  return {
    match: async (match, serviceNow) => {
      const known = await apply(match.id, serviceNow, (held) => ({
        match: keepingKnown(match, held.match),
        state: withMatch(held.state, match),
      }));
      if (known === undefined && (await baseline(match))) wake();
    },
    points: (update, serviceNow) =>
      apply(update.matchId, serviceNow, (held) => ({
        match: held.match,
        state: withPoints(held.state, update, minutesInto(held.match, serviceNow)),
      })),
    removed: async (matchId) => {
      await apply(matchId, now(), (held) => ({
        match: held.match,
        state: withoutMatch(held.state),
      }));
    },
    tournament: (tournament) => saveTournament(db, tournament),
    chances: async (matchId, chances) => {
      await saveChances(db, matchId, chances);
      wake();
    },
    delayed: async (matchIds, since) => {
      await markDelayed(db, matchIds, since);
      wake();
    },
    fresh: async (matchIds) => {
      await markFresh(db, matchIds);
      wake();
    },
    inPlay: () => matchesInPlay(db),
    upcoming: () => matchesUpcoming(db),
  };
};

/** A match and its state after an observation. */
interface Seen {
  readonly match: Match;
  readonly state: MatchState;
}

/** What one source does not say, another has said: the tournament, the moment it started. */
const keepingKnown = (match: Match, known: Match): Match => ({
  ...match,
  tournamentId: match.tournamentId ?? known.tournamentId,
  startedAt: match.startedAt ?? known.startedAt,
});

/** Whole minutes of play; null while nobody knows when it started. */
const minutesInto = ({ startedAt }: Match, serviceNow: Instant): number | null =>
  startedAt === null ? null : Math.max(0, Math.floor((serviceNow - startedAt) / 60_000));

/** The minute alone is no change: a card would claim news where there is none. */
const isChanged = (held: HeldMatch, { match, state }: Seen): boolean =>
  !isDeepStrictEqual(match, held.match) ||
  !isDeepStrictEqual(withoutTime(state), withoutTime(held.state));

const withoutTime = (state: MatchState) => ({ ...state, minutes: null, watchedUntil: null });
