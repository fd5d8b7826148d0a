import { LRUCache } from 'lru-cache';
import { isDeepStrictEqual } from 'node:util';
import type { AlertEvent } from '../domain/alert-events.ts';
import { appointmentOf, isMoved } from '../domain/appointments.ts';
import { gameBetween } from '../domain/games-told.ts';
import type { HeldMatch } from '../domain/held-match.ts';
import { phaseOf, type Match } from '../domain/match.ts';
import { diffStates, eventsOf, type MatchEvent } from '../domain/match-events.ts';
import { winnerContradictsScore } from '../domain/match-reading.ts';
import {
  stateOf,
  withMatch,
  withoutMatch,
  withPoints,
  type MatchState,
} from '../domain/match-state.ts';
import { minutesLeft, SOON } from '../domain/next-on-court.ts';
import type { Observer } from '../domain/observer.ts';
import type { Instant } from '../domain/terms.ts';
import type { Logger } from '../lib/logger.ts';
import { openCards } from '../store/opened-cards.ts';
import type { Db, Tx } from '../store/database.ts';
import {
  addEvents,
  hurryEvents,
  reviseEvent,
  type NewEvent,
  type OutboxEvent,
} from '../store/events.ts';
import { hasEarlierUntold } from '../store/in-order.ts';
import { findTournament } from '../store/match-lists.ts';
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
import { markedAt, setMark } from '../store/marks.ts';
import { nextOnCourt } from '../store/next-on-court.ts';
import { isWanted } from '../store/wanted.ts';
import type { FreshNews } from './fresh-news.ts';
import { asNews, newsOf } from './news.ts';
import { targetsIn } from './subject.ts';
import { tournamentNews } from './tournament-news.ts';

export interface IngestOptions {
  readonly db: Db;
  readonly now: () => Instant;
  readonly log: Logger;
  /** Called with what nobody has to read again to deliver it, before `wake`. */
  readonly handOver: (news: FreshNews) => void;
  /** Called after every change: there may be something to deliver. */
  readonly wake: () => void;
}

/** Matches of which is remembered how they were left: those of a busy day on all courts. */
const REMEMBERED = 100;

/**
 * Where observations become the truth: state, diff and outbox in one transaction.
 */
export const createIngest = ({ db, now, log, handOver, wake }: IngestOptions): Observer => {
  /** Matches as they were read or written last; a write over one is guarded by its revision. */
  const remembered = new LRUCache<number, HeldMatch>({ max: REMEMBERED });

  const baseline = async (match: Match): Promise<boolean> =>
    db.transaction().execute(async (tx) => {
      const state = stateOf(match);
      // New is what was not there when the schedule was read before; not what we read first.
      const isNew =
        phaseOf(state.status) === 'upcoming' && (await markedAt(tx, 'schedule-read')) !== undefined;
      const isFirst = await insertMatch(tx, { match, state, now: now() }, isNew);
      // Already in play when first seen: no start is announced, but the card shows where it stands.
      if (isFirst && phaseOf(state.status) === 'playing') await openItsCards(tx, match.id);
      return isFirst;
    });

  const openItsCards = async (tx: Tx, matchId: number): Promise<void> => {
    const held = await findMatch(tx, matchId);
    if (held !== undefined) await openCards(tx, matchId, await targetsIn(tx, held), now());
  };

  const replace = async (
    held: HeldMatch,
    { match, state }: Seen,
    serviceNow: Instant,
  ): Promise<Written | undefined> =>
    db.transaction().execute(async (tx) => {
      const at = now();
      if (!(await updateMatch(tx, held.rev, { match, state, now: at }))) return undefined;
      const { news, corrections, completions } = diffStates(held.state, state);
      const isOver = phaseOf(state.status) === 'over';
      const { startedAt } = match;
      const occasion = { startedAt, minutes: state.minutes, isOver, serviceNow };
      const fresh = await announce(tx, match.id, asNews(news, occasion, at));
      for (const event of corrections) await reviseEvent(tx, event, true, now());
      for (const event of completions) await reviseEvent(tx, event, false, now());
      // Whatever becomes of its start post, a match in play has its card.
      const wasPlaying = phaseOf(held.state.status) === 'playing';
      if (phaseOf(state.status) === 'playing' && !wasPlaying) await openItsCards(tx, match.id);
      const more = await furtherNews(tx, held, { match, state }, corrections);
      await addEvents(
        tx,
        more.map((event) => newsOf(event, now())),
        now(),
      );
      if (winnerContradictsScore(state)) {
        log.warn({ matchId: match.id, winner: state.winner }, 'the winner contradicts the score');
      }
      const written = { match, state, rev: held.rev + 1, changedAt: at, delayedSince: null };
      return { held: { ...held, ...written }, fresh };
    });

  /**
   * Writes news of the play, and lets what waits of the match go as fast.
   * @returns the one piece of news before which nothing waits; undefined when it is not as simple.
   */
  const announce = async (
    tx: Tx,
    matchId: number,
    news: readonly NewEvent[],
  ): Promise<OutboxEvent | undefined> => {
    const [first, ...others] = await addEvents(tx, news, now());
    const isOne = first !== undefined && others.length === 0 && news.length === 1;
    if (isOne && !(await hasEarlierUntold(tx, matchId, first.id))) return first;
    for (const { lane } of news) await hurryEvents(tx, matchId, lane);
    return undefined;
  };

  /** What follows from a change beside the play itself. */
  const furtherNews = async (
    tx: Tx,
    held: HeldMatch,
    { match, state }: Seen,
    corrections: readonly MatchEvent[],
  ): Promise<readonly AlertEvent[]> => {
    const rev = held.rev + 1;
    const news: AlertEvent[] = [];
    if (isMoved(held.match, match)) {
      const [before, after] = [appointmentOf(held.match), appointmentOf(match)];
      news.push({ kind: 'schedule', matchId: match.id, rev, before, after });
    }
    const game = gameBetween(held.state, state);
    // Games are many: they are noted only where somebody is told of them.
    if (game !== null && (await isWanted(tx, 'game'))) news.push(game);
    const after = corrections.find((event) => event.kind === 'result');
    const before = eventsOf(held.state).find((event) => event.kind === 'result');
    if (after !== undefined && before !== undefined) {
      news.push({ kind: 'correction', matchId: match.id, rev, before, after });
    }
    const next = await announcedNext(tx, held, { match, state });
    return next === null ? news : [...news, next];
  };

  /** The match that follows on the court, once this one is over or nearly so. */
  const announcedNext = async (
    tx: Tx,
    held: HeldMatch,
    { match, state }: Seen,
  ): Promise<AlertEvent | null> => {
    const isOver = phaseOf(state.status) === 'over';
    const wasOver = phaseOf(held.state.status) === 'over';
    const left = isOver ? null : minutesLeft(state);
    const isDue = isOver ? !wasOver : left !== null && left <= SOON;
    if (!isDue || !(await isWanted(tx, 'next'))) return null;
    const next = await nextOnCourt(tx, match);
    return next === undefined ? null : { kind: 'next', matchId: next, minutes: left };
  };

  /** Writes an observation over what is held, and has it told; undefined when another was faster. */
  const write = async (
    held: HeldMatch,
    seen: Seen,
    serviceNow: Instant,
  ): Promise<HeldMatch | undefined> => {
    const written = await replace(held, seen, serviceNow);
    remembered.delete(seen.match.id);
    if (written === undefined) return undefined;
    // The tournament was read with the match; of another one nothing is known here.
    if (seen.match.tournamentId === held.match.tournamentId) {
      remembered.set(seen.match.id, written.held);
      if (written.fresh !== undefined) handOver({ outbox: written.fresh, held: written.held });
    }
    wake();
    return written.held;
  };

  /** Applies an observation to what is held; again when another one was written meanwhile. */
  const apply = async (
    id: number,
    serviceNow: Instant,
    observe: (held: HeldMatch) => Seen,
  ): Promise<HeldMatch | undefined> => {
    // What is no change of it may be one of what somebody else has written: only what is read can tell.
    const last = remembered.get(id);
    const change = last === undefined ? undefined : changeOf(last, observe);
    if (last !== undefined && change !== undefined) {
      const written = await write(last, change, serviceNow);
      if (written !== undefined) return written;
    }
    for (;;) {
      const held = await findMatch(db, id);
      if (held === undefined) return undefined;
      remembered.set(id, held);
      const seen = changeOf(held, observe);
      if (seen === undefined) return held;
      const written = await write(held, seen, serviceNow);
      if (written !== undefined) return written;
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
    tournament: async (tournament) => {
      const news = await db.transaction().execute(async (tx) => {
        const before = await findTournament(tx, tournament.id);
        await saveTournament(tx, tournament);
        const event = before === undefined ? null : tournamentNews(before, tournament);
        if (event !== null) await addEvents(tx, [newsOf(event, now())], now());
        return event;
      });
      remembered.clear();
      if (news !== null) wake();
    },
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
    scheduleRead: () => setMark(db, 'schedule-read', now()),
    inPlay: () => matchesInPlay(db),
    upcoming: () => matchesUpcoming(db),
  };
};

/** A match and its state after an observation. */
interface Seen {
  readonly match: Match;
  readonly state: MatchState;
}

/** What became of an observation. */
interface Written {
  readonly held: HeldMatch;
  /** News that may be told without another look. */
  readonly fresh: OutboxEvent | undefined;
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

/** What an observation makes of what is held; undefined when that is the same. */
const changeOf = (held: HeldMatch, observe: (held: HeldMatch) => Seen): Seen | undefined => {
  const seen = observe(held);
  return isChanged(held, seen) ? seen : undefined;
};

const withoutTime = (state: MatchState) => ({
  ...state,
  minutes: null,
  watchedSince: null,
  watchedUntil: null,
});
