import type { AlertEvent } from '../domain/alert-events.ts';
import { appointmentOf, isMoved } from '../domain/appointments.ts';
import { gameBetween } from '../domain/games-told.ts';
import type { HeldMatch } from '../domain/held-match.ts';
import { phaseOf, type Match } from '../domain/match.ts';
import { diffStates, eventsOf, type MatchEvent } from '../domain/match-events.ts';
import { winnerContradictsScore } from '../domain/match-reading.ts';
import { stateOf, type MatchState } from '../domain/match-state.ts';
import { minutesLeft, SOON } from '../domain/next-on-court.ts';
import type { Instant } from '../domain/terms.ts';
import type { ToldTie } from '../domain/ties.ts';
import type { Logger } from '../lib/logger.ts';
import type { Db, Tx } from '../store/database.ts';
import {
  addEvents,
  hurryEvents,
  reviseEvent,
  type NewEvent,
  type OutboxEvent,
} from '../store/events.ts';
import { hasEarlierUntold } from '../store/in-order.ts';
import { markedAt } from '../store/marks.ts';
import { findMatch, insertMatch, updateMatch } from '../store/matches.ts';
import { nextOnCourt } from '../store/next-on-court.ts';
import { openCards } from '../store/opened-cards.ts';
import { isWanted } from '../store/wanted.ts';
import type { WakeCause } from './delivery.ts';
import { asNews, newsOf } from './news.ts';
import { targetsIn } from './subject.ts';
import { changeOfTie, inTie, newsOfTie, newsOfTold, renameTie } from './tie-news.ts';

/** A match and its state after an observation. */
export interface Seen {
  readonly match: Match;
  readonly state: MatchState;
  /** What the service says of the tie of the match. */
  readonly told?: ToldTie;
}

/** What became of an observation. */
export interface Written {
  readonly held: HeldMatch;
  /** News that may be told without another look. */
  readonly fresh: OutboxEvent | undefined;
  /** What it leaves to deliver. */
  readonly causes: readonly WakeCause[];
}

export interface ObservationWriterOptions {
  readonly db: Db;
  readonly now: () => Instant;
  readonly log: Logger;
}

/** Writes observations, each with the news that follow from it in one transaction. */
export const createObservationWriter = ({ db, now, log }: ObservationWriterOptions) => {
  /** @returns whether the match was not there yet. Nothing is told of what happened before. */
  const writeFirst = async (match: Match): Promise<boolean> =>
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

  /** @returns undefined when another one was written over `held` before, and this has to be applied anew. */
  const writeOver = async (
    held: HeldMatch,
    seen: Seen,
    serviceNow: Instant,
  ): Promise<Written | undefined> =>
    db.transaction().execute(async (tx) => {
      const at = now();
      const { match, state } = seen;
      const diff = diffStates(held.state, state);
      // First: a process that writes another rubber of it waits here, and not for this match.
      await renameTie(tx, held.match, match);
      const tie = await changeOfTie(tx, held, seen, diff);
      if (!(await updateMatch(tx, held.rev, { match, state, now: at }))) return undefined;
      const { news, corrections, completions } = tie === null ? diff : inTie(diff, tie);
      const isOver = phaseOf(state.status) === 'over';
      const { startedAt } = match;
      const occasion = { startedAt, minutes: state.minutes, isOver, serviceNow };
      const occurred = asNews(news, occasion, at);
      const decided = tie === null ? [] : await newsOfTie(tx, match.id, tie, occurred, at);
      const fresh = await announce(tx, match.id, [...occurred, ...decided]);
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
      const hasNews = occurred.length + decided.length + more.length > 0;
      const isRevised = corrections.length + completions.length > 0;
      const causes = [
        'cards',
        ...(hasNews ? (['news'] as const) : []),
        ...(isRevised ? (['retries'] as const) : []),
      ] as const;
      return { held: { ...held, ...written }, fresh, causes };
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

  /** Notes what the service says of a tie beside a match that is as it was. @returns whether that is news */
  const writeTie = (key: string, told: ToldTie): Promise<boolean> =>
    db.transaction().execute(async (tx) => {
      const news = await newsOfTold(tx, key, told, now());
      return (await addEvents(tx, news, now())).length > 0;
    });

  return { writeFirst, writeOver, writeTie };
};
