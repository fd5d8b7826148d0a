import { LRUCache } from 'lru-cache';
import { isDeepStrictEqual } from 'node:util';
import type { AlertEvent, TournamentChange } from '../domain/alert-events.ts';
import type { HeldMatch } from '../domain/held-match.ts';
import { lastingFields, type Match } from '../domain/match.ts';
import { withMatch, withoutMatch, withPoints, type MatchState } from '../domain/match-state.ts';
import type { Observer } from '../domain/observer.ts';
import type { Tournament } from '../domain/people.ts';
import type { Instant } from '../domain/terms.ts';
import { tieKeyOf, toldIn, withoutTold, type ToldTie } from '../domain/ties.ts';
import type { Logger } from '../lib/logger.ts';
import { MINUTE } from '../lib/time.ts';
import type { Db } from '../store/database.ts';
import { addEvents } from '../store/events.ts';
import { findTournament } from '../store/match-lists.ts';
import {
  findMatch,
  markDelayed,
  markFresh,
  matchesInPlay,
  matchesUpcoming,
  saveChances,
  saveTournament,
} from '../store/matches.ts';
import { moveMatch } from '../store/merged-matches.ts';
import { markedAt, setMark } from '../store/marks.ts';
import type { FreshNews, Wake } from './delivery.ts';
import { newsOf } from './news.ts';
import { createObservationWriter, type Seen } from './write-observation.ts';

export interface IngestOptions {
  readonly db: Db;
  readonly now: () => Instant;
  readonly log: Logger;
  /** Called with what nobody has to read again to deliver it, before `wake`. */
  readonly handOver: (news: FreshNews) => void;
  /** Called after every change, with what it may leave to deliver. */
  readonly wake: Wake;
}

/** Matches of which is remembered how they were left: those of a busy day on all courts. */
const REMEMBERED = 100;

/** The words of the service for where a tournament stands that are news when they first appear. */
const NEWS: ReadonlyMap<string, TournamentChange> = new Map([
  ['live', 'begins'],
  ['cancelled', 'cancelled'],
  ['finished', 'over'],
]);

/** New dates are of no use to anybody then. */
const NEVER_AGAIN: ReadonlySet<string> = new Set(['cancelled', 'finished']);

/** What is news about a tournament since it was read before; null for nothing. */
const tournamentNews = (before: Tournament, after: Tournament): AlertEvent | null => {
  const { id: tournamentId, startDate, endDate } = after;
  const news = (change: TournamentChange): AlertEvent => ({
    kind: 'tournament',
    tournamentId,
    change,
    startDate,
    endDate,
  });
  const change = NEWS.get(after.status);
  if (change !== undefined && after.status !== before.status) return news(change);
  const isMoved =
    before.startDate !== null &&
    startDate !== null &&
    (before.startDate !== startDate || (endDate !== null && before.endDate !== endDate));
  return isMoved && !NEVER_AGAIN.has(after.status) ? news('moved') : null;
};

/**
 * Where observations become the truth: state, diff and outbox in one transaction.
 */
export const createIngest = ({ db, now, log, handOver, wake }: IngestOptions): Observer => {
  /** Matches as they were read or written last; a write over one is guarded by its revision. */
  const remembered = new LRUCache<number, HeldMatch>({ max: REMEMBERED });
  /** What the service said last of ties. */
  const toldTies = new LRUCache<string, ToldTie>({ max: REMEMBERED });
  const { writeFirst, writeOver, writeTie } = createObservationWriter({ db, now, log });

  /** Writes an observation over what is held, and has it told; undefined when another was faster. */
  const write = async (
    held: HeldMatch,
    seen: Seen,
    serviceNow: Instant,
  ): Promise<HeldMatch | undefined> => {
    const written = await writeOver(held, seen, serviceNow);
    remembered.delete(seen.match.id);
    if (written === undefined) return undefined;
    // The tournament was read with the match; of another one nothing is known here.
    if (seen.match.tournamentId === held.match.tournamentId) {
      remembered.set(seen.match.id, written.held);
      if (written.fresh !== undefined) handOver({ outbox: written.fresh, held: written.held });
    }
    wake(...written.causes);
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

  /** What the service says of a tie changes with each of its rubbers, and is no change of the others. */
  const hearOfTie = async (match: Match, told: ToldTie): Promise<void> => {
    const key = tieKeyOf(match);
    if (key === null || isDeepStrictEqual(toldTies.get(key), told)) return;
    if (await writeTie(key, told)) wake('news', 'cards');
    toldTies.set(key, told);
  };

  return {
    match: async (observed, serviceNow) => {
      const told = toldIn(observed);
      const match = withoutTold(observed);
      const known = await apply(match.id, serviceNow, (held) => ({
        match: keepingKnown(match, held.match),
        state: withMatch(held.state, match),
        ...(told === null ? {} : { told }),
      }));
      if (known === undefined && (await writeFirst(match))) wake('cards');
      if (told !== null) await hearOfTie(known?.match ?? match, told);
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
    merged: async (from, to) => {
      await moveMatch(db, { from, to }, now());
      remembered.delete(from);
      remembered.delete(to);
      wake();
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
      if (news !== null) wake('news');
    },
    chances: async (matchId, chances) => {
      await saveChances(db, matchId, chances);
      wake('cards');
    },
    delayed: async (matchIds, since) => {
      await markDelayed(db, matchIds, since);
      wake('cards');
    },
    fresh: async (matchIds) => {
      await markFresh(db, matchIds);
      wake('cards');
    },
    scheduleRead: () => setMark(db, 'schedule-read', now()),
    scheduleReadAt: () => markedAt(db, 'schedule-read'),
    inPlay: () => matchesInPlay(db),
    upcoming: () => matchesUpcoming(db),
  };
};

/** What one source does not say, another has said: the tournament, the moment it started. */
const keepingKnown = (match: Match, known: Match): Match => ({
  ...lastingFields(known),
  ...match,
  tournamentId: match.tournamentId ?? known.tournamentId,
  startedAt: match.startedAt ?? known.startedAt,
});

/** Whole minutes of play; null while nobody knows when it started. */
const minutesInto = ({ startedAt }: Match, serviceNow: Instant): number | null =>
  startedAt === null ? null : Math.max(0, Math.floor((serviceNow - startedAt) / MINUTE));

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
