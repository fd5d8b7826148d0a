import { isDeepStrictEqual } from 'node:util';
import { isResult, type AlertEvent, type ResultEvent } from '../../domain/alerts/events.ts';
import { appointmentOf, isMoved } from '../../domain/match/appointment.ts';
import { stateOf, type TrackedMatch, type MatchState } from '../../domain/match/state.ts';
import { DELETED, phaseOf, type Match, isOver, isPlaying } from '../../domain/match/match.ts';
import {
  diffStates,
  eventsOf,
  resultKey,
  withResults,
  type Diff,
} from '../../domain/match/events.ts';
import type { MatchEvent } from '../../domain/match/match-event.ts';
import { upcomingStart } from '../../domain/match/expected-start.ts';
import { winnerContradictsScore, winnerOf } from '../../domain/match/reading.ts';
import { minutesLeft, SOON_MINUTES } from '../../domain/match/next-on-court.ts';
import { predictionChange } from '../../domain/probability/track-record.ts';
import { TEAMS, type Instant } from '../../domain/terms.ts';
import type { ServiceTie } from '../../domain/match/tie.ts';
import { dayStartOf } from '../../domain/match/venue-clock.ts';
import { DAY, MINUTE } from '../../lib/time.ts';
import type { Tx } from '../../store/connection/database.ts';
import {
  addEvents,
  completeEvent,
  findEvent,
  raiseEventPriority,
  renameEvent,
  reviseEvent,
  type NewEvent,
} from '../../store/outbox/events.ts';
import { momentEvents, scoreEvents } from '../../store/outbox/match-events.ts';
import { checkpointAt } from '../../store/processes/checkpoints.ts';
import { findMatch, insertMatch, updateMatch } from '../../store/matches/matches.ts';
import { readMatchOffset } from '../../store/matches/venue-offset.ts';
import { savePredictionChange } from '../../store/matches/predictions.ts';
import { nextOnCourt } from '../../store/matches/match-lists.ts';
import { createCards } from '../../store/cards/cards.ts';
import { isTypeWanted } from '../../store/channels/channel-settings.ts';
import type { AlertsContext, WakeCause } from '../delivery/delivery.ts';
import { momentNews } from './moments.ts';
import { msSinceEnd, newMatchEvents, newAlertEvent, type MatchTiming } from './news.ts';
import { targetsIn } from '../delivery/subject.ts';
import { changeOfTie, withTieScore, newsOfTie, newsOfServiceTie, renameTie } from './tie-news.ts';

export interface ObservedMatch {
  readonly match: Match;
  readonly state: MatchState;
  /** The service's own result of the tie. */
  readonly serviceTie?: ServiceTie;
}

interface WrittenObservation {
  readonly held: TrackedMatch;
  readonly causes: readonly WakeCause[];
}

/** Whether a match that is over leaves its court to the next: not after a walkover on the eve. */
const isTurnOver = (held: TrackedMatch, match: Match, serviceNow: Instant): boolean =>
  isPlaying(held.state) || serviceNow >= (dayStartOf({ ...held, match }) ?? Infinity);

/** When a match that is over had ended at the latest: on its day, unless it was seen in play later. */
const endedBy = (held: TrackedMatch, match: Match): Instant | null => {
  const dayStart = dayStartOf({ ...held, match });
  if (dayStart === null) return null;
  return Math.max(dayStart + DAY, isPlaying(held.state) ? held.changedAt : 0);
};

interface Changes {
  readonly diff: Diff;
  readonly announced: readonly MatchEvent[];
}

const changesOf = async (tx: Tx, held: TrackedMatch, state: MatchState): Promise<Changes> => {
  const isSame = isDeepStrictEqual(eventsOf(held.state), eventsOf(state));
  const announced = isSame ? [] : await scoreEvents(tx, state.matchId);
  const diff = diffStates(held.state, state, announced);
  const result = [...diff.news, ...diff.corrections, ...diff.completions].find(isResult);
  if (result === undefined) return { diff, announced };
  const hasMoment = (await momentEvents(tx, held.match.id)).length > 0;
  const told = announced.find(isResult);
  // Of other winners nothing of it is true.
  const next = told?.winner === result.winner ? told.next : undefined;
  return {
    diff: withResults(diff, { ...(hasMoment && { moment: true }), ...(next && { next }) }),
    announced,
  };
};

/** Writes observations, each with its news in one transaction. */
export const createObservationWriter = ({
  db,
  now,
  log,
}: Pick<AlertsContext, 'db' | 'now' | 'log'>) => {
  /** @returns whether the match is new: nothing before is told. @param rev later than that of another match with its id */
  const writeFirst = async (match: Match, rev: number): Promise<boolean> =>
    db.transaction().execute(async (tx) => {
      const state = stateOf(match);
      // News only if an earlier read of the schedule did not have its players; the first read makes none.
      const isOpen = TEAMS.some((team) => match.teams[team].length === 0);
      const isNew =
        phaseOf(state.status) === 'upcoming' &&
        (isOpen || (await checkpointAt(tx, 'schedule-read')) !== undefined);
      const isFirst = await insertMatch(tx, { match, state, now: now() }, { isNew, rev });
      // Already in play when first seen: no start is announced, but the match gets a card.
      if (isFirst && isPlaying(state)) await openItsCards(tx, match.id);
      return isFirst;
    });

  const openItsCards = async (tx: Tx, matchId: number): Promise<void> => {
    const held = await findMatch(tx, matchId);
    if (held !== undefined) await createCards(tx, matchId, await targetsIn(tx, held), now());
  };

  /** @returns undefined when another write came first: the observation has to be applied again */
  const writeOver = async (
    held: TrackedMatch,
    seen: ObservedMatch,
    serviceNow: Instant,
  ): Promise<WrittenObservation | undefined> =>
    db.transaction().execute(async (tx) => {
      const at = now();
      const { match, state } = seen;
      const { diff, announced } = await changesOf(tx, held, state);
      // The tie is locked first: a process that writes another rubber waits here, without locking
      // this match.
      await renameTie(tx, held.match, match);
      const tie = await changeOfTie(tx, held, seen, diff);
      if (!(await updateMatch(tx, held.rev, { match, state, now: at }))) return undefined;
      const written = { match, state, rev: held.rev + 1, changedAt: at, delayedSince: null };
      const after = { ...held, ...written };
      await savePredictionChange(tx, match.id, predictionChange(after, diff), at);
      const { news, corrections, completions } = tie === null ? diff : withTieScore(diff, tie);
      const { startedAt } = match;
      const timing = {
        startedAt,
        minutes: state.minutes,
        isOver: isOver(state),
        endedBy: endedBy(held, match),
        playedUntil: isPlaying(held.state) ? held.changedAt : null,
        serviceNow,
      };
      const occurred = newMatchEvents(news, timing, at);
      const decided = tie === null ? [] : await newsOfTie(tx, match.id, tie, occurred, at);
      await announce(tx, match.id, [...occurred, ...decided]);
      for (const event of completions) await completeEvent(tx, event);
      // A match in play gets its card with or without a start post.
      if (isPlaying(state) && !isPlaying(held.state)) await openItsCards(tx, match.id);
      const moments = await momentNews(tx, held, after, diff, at);
      const revised = [
        ...corrections.map((event) => ({ event, isCorrection: true })),
        ...moments.revised,
      ];
      for (const { event, isCorrection } of revised) {
        await reviseEvent(tx, event, isCorrection, now());
      }
      const others = await furtherNews(tx, held, seen, { corrections, announced });
      const next = await nextMatchNews(tx, held, seen, timing);
      const more = [
        ...[...moments.news, ...others].map((event) => newAlertEvent(event, at)),
        ...next,
      ];
      await addEvents(tx, more, at);
      if (winnerContradictsScore(state)) {
        log.warn({ matchId: match.id, winner: state.winner }, 'winner contradicts the score');
      }
      const causes: WakeCause[] = ['cards'];
      if (occurred.length + decided.length + more.length > 0) causes.push('news');
      if (revised.length + completions.length > 0) causes.push('retries');
      return { held: after, causes };
    });

  /** Writes the news of a match, and raises its pending events to the same priority. */
  const announce = async (tx: Tx, matchId: number, news: readonly NewEvent[]): Promise<void> => {
    await addEvents(tx, news, now());
    for (const { priority } of news) await raiseEventPriority(tx, matchId, priority);
  };

  const furtherNews = async (
    tx: Tx,
    held: TrackedMatch,
    { match, state }: ObservedMatch,
    { corrections, announced }: Pick<Changes, 'announced'> & Pick<Diff, 'corrections'>,
  ): Promise<readonly AlertEvent[]> => {
    const rev = held.rev + 1;
    const news: AlertEvent[] = [];
    if (isMoved(held.match, match)) {
      const [before, after] = [appointmentOf(held.match), appointmentOf(match)];
      news.push({ kind: 'schedule', matchId: match.id, rev, before, after });
    }
    const withdrawn = await withdrawResult(tx, held, state, rev);
    if (withdrawn !== null) news.push({ kind: 'correction', matchId: match.id, rev, ...withdrawn });
    const after = corrections.find(isResult);
    const before = [...announced, ...eventsOf(held.state)].find(isResult);
    if (after !== undefined && before !== undefined) {
      news.push({ kind: 'correction', matchId: match.id, rev, before, after });
    }
    return news;
  };

  /** Frees the key of the result for the result of play, and says in the post that the match is played after all. */
  const withdrawResult = async (
    tx: Tx,
    held: TrackedMatch,
    state: MatchState,
    rev: number,
  ): Promise<{ readonly before: ResultEvent; readonly after: ResultEvent } | null> => {
    const { status } = held.state;
    // Also one that was listed again in between; a match that the service deletes is not played.
    const wasUnplayed =
      status === 'walkover' || status === DELETED || phaseOf(status) === 'upcoming';
    if (!wasUnplayed || !isPlaying(state)) return null;
    // The result of play may have come at once: it corrects the other, or is the first.
    if (winnerOf(state) !== null) return null;
    const key = resultKey(state.matchId);
    const told = await findEvent(tx, key);
    if (told?.kind !== 'result') return null;
    const withdrawn = { ...told, withdrawn: rev };
    await renameEvent(tx, key, () => withdrawn);
    await reviseEvent(tx, withdrawn, true, now());
    return { before: told, after: withdrawn };
  };

  const nextMatchNews = async (
    tx: Tx,
    held: TrackedMatch,
    { match, state }: ObservedMatch,
    timing: MatchTiming,
  ): Promise<readonly NewEvent[]> => {
    const { serviceNow } = timing;
    const left = isOver(state) ? null : minutesLeft(state);
    const isDue = isOver(state)
      ? !isOver(held.state) && isTurnOver(held, match, serviceNow)
      : left !== null && left <= SOON_MINUTES;
    if (!isDue || !(await isTypeWanted(tx, 'upcoming'))) return [];
    const next = await nextOnCourt(tx, match);
    if (next === undefined) return [];
    const { tournament } = held;
    const start = upcomingStart(next, await readMatchOffset(tx, { match: next, tournament }));
    // Its reminder tells a time that is not near.
    const isLater = start !== null && start.at - serviceNow > SOON_MINUTES * MINUTE;
    if (isLater && start.kind !== 'estimated') return [];
    const event = { kind: 'next', matchId: next.id, minutes: left } as const;
    const news = newAlertEvent(event, now() - msSinceEnd(timing));
    // It is announced once: what nobody may read any more must not keep a later one from being told.
    return news.expiresAt > now() ? [news] : [];
  };

  /** Stores the service's result of a tie while its matches are unchanged. @returns whether that is news */
  const writeTie = (key: string, told: ServiceTie): Promise<boolean> =>
    db.transaction().execute(async (tx) => {
      const news = await newsOfServiceTie(tx, key, told, now());
      return (await addEvents(tx, news, now())).length > 0;
    });

  return { writeFirst, writeOver, writeTie };
};
