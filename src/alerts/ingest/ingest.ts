import { LRUCache } from 'lru-cache';
import { isDeepStrictEqual } from 'node:util';
import {
  ABANDONED_AFTER_MS,
  withMatch,
  withoutMatch,
  withPoints,
  type TrackedMatch,
} from '../../domain/match/state.ts';
import type { LivePoints } from '../../domain/match/live-points.ts';
import { DELETED, isPlayOver, type Match } from '../../domain/match/match.ts';
import { withoutLaterStart } from '../../domain/match/plausible.ts';
import { facing } from '../../domain/match/sides.ts';
import type { MatchObserver } from '../../domain/match/observer.ts';
import { isAnotherMatch, isFurther } from '../../domain/tournament/same-match.ts';
import type { AlertEvent } from '../../domain/alerts/events.ts';
import { GONE } from '../../domain/tournament/tournament-status.ts';
import type { Instant } from '../../domain/terms.ts';
import { tieKeyOf, serviceTieOf, withoutServiceTie } from '../../domain/tournament/ties.ts';
import type { ServiceTie } from '../../domain/match/tie.ts';
import { DAY, HOUR } from '../../lib/time.ts';
import type { Tx } from '../../store/connection/database.ts';
import { addEvents } from '../../store/outbox/events.ts';
import {
  findTournament,
  knownTournaments,
  tournamentsWithPlay,
} from '../../store/matches/match-lists.ts';
import {
  findMatch,
  markDelayed,
  markFresh,
  matchesInPlay,
  matchesInterrupted,
  matchesUpcoming,
  saveChances,
  saveChannel,
  saveTournament,
} from '../../store/matches/matches.ts';
import { checkpointAt, setCheckpoint } from '../../store/processes/checkpoints.ts';
import type { AlertsContext } from '../delivery/delivery.ts';
import { changeOf, minutesInto, withRecord } from './changed-match.ts';
import { createDoubtedSides } from './doubted-sides.ts';
import { asPoints, createMatchIds, type Twin } from './match-ids.ts';
import { newAlertEvent } from './news.ts';
import { mergerNews, tournamentNews } from './tournament-news.ts';
import { saveMatchVideos } from './match-videos.ts';
import { createObservationWriter, type ObservedMatch } from './write-observation.ts';

type IngestOptions = Omit<AlertsContext, 'serviceNow'>;

/** Matches kept in memory: those of a busy day on all courts. */
const CACHED_MATCHES = 100;

/** A tournament's videos are read once in this time. */
const VIDEOS_INTERVAL_MS = HOUR;

/** Highlights are expected for this long after a match. */
const VIDEOS_EXPECTED_MS = 6 * HOUR;

/** A match that was interrupted this long ago does not go on. */
const INTERRUPTED_MAX_MS = 2 * DAY;

/** Stores observations: state, diff and outbox in one transaction. */
export const createIngest = ({ db, now, log, wake }: IngestOptions): MatchObserver => {
  /** Matches as last read or written; a write is guarded by the revision. */
  const cache = new LRUCache<number, TrackedMatch>({ max: CACHED_MATCHES });
  const serviceTies = new LRUCache<string, ServiceTie>({ max: CACHED_MATCHES });
  const sides = createDoubtedSides(CACHED_MATCHES);
  const { writeFirst, writeOver, writeTie } = createObservationWriter({ db, now, log });
  const matchIds = createMatchIds({
    db,
    now,
    onMoved: (...ids) => {
      for (const id of ids) cache.delete(id);
      wake();
    },
  });

  /** Writes an observation. @returns undefined when another write was faster */
  const write = async (
    held: TrackedMatch,
    seen: ObservedMatch,
    serviceNow: Instant,
  ): Promise<TrackedMatch | undefined> => {
    const written = await writeOver(held, seen, serviceNow);
    cache.delete(seen.match.id);
    if (written === undefined) return undefined;
    // The stored match carries its tournament; a new tournament has to be read.
    if (seen.match.tournamentId === held.match.tournamentId) {
      cache.set(seen.match.id, written.held);
    }
    wake(...written.causes);
    return written.held;
  };

  /** Applies an observation to the stored match; repeats when another write came first. */
  const apply = async (
    id: number,
    serviceNow: Instant,
    observe: (held: TrackedMatch) => ObservedMatch,
  ): Promise<TrackedMatch | undefined> => {
    // Another process may have written since: only a read can show that nothing changes.
    const last = cache.get(id);
    const change = last === undefined ? undefined : changeOf(last, observe);
    if (last !== undefined && change !== undefined) {
      const written = await write(last, change, serviceNow);
      if (written !== undefined) return written;
    }
    for (;;) {
      const held = await findMatch(db, id);
      if (held === undefined) return undefined;
      cache.set(id, held);
      const seen = changeOf(held, observe);
      if (seen === undefined) return held;
      const written = await write(held, seen, serviceNow);
      if (written !== undefined) return written;
    }
  };

  /** Stores the channel that the service names, so that a start of the process can subscribe to it. */
  const withChannel = async (
    held: TrackedMatch,
    { channel }: LivePoints,
  ): Promise<TrackedMatch> => {
    if (channel === undefined || channel === held.channel) return held;
    const { id } = held.match;
    await saveChannel(db, id, channel);
    const named = { ...held, channel };
    if (cache.get(id)?.rev === held.rev) cache.set(id, named);
    return named;
  };

  /** The service's result of a tie changes with each of its rubbers, without a change of the others. */
  const updateTie = async (match: Match, serviceTie: ServiceTie): Promise<void> => {
    const key = tieKeyOf(match);
    if (key === null || isDeepStrictEqual(serviceTies.get(key), serviceTie)) return;
    if (await writeTie(key, serviceTie)) wake('news', 'cards');
    serviceTies.set(key, serviceTie);
  };

  /** The record of a match under its second id says nothing but how far play is. */
  const observeTwin = async (twin: Twin, record: Match, serviceNow: Instant): Promise<void> => {
    await apply(twin.id, serviceNow, (held) => {
      if (!isFurther(record, held.state)) return held;
      const { status, score, winner, duration, startedAt } = facing(record, held.match);
      const play = { status, score, winner, duration };
      const match = { ...held.match, ...play, startedAt: held.match.startedAt ?? startedAt };
      return { match, state: withMatch(held.state, match, held.match) };
    });
  };

  /** Stores what was read of tournaments, with the first of the news that it is. */
  const storeTournaments = async (
    store: (tx: Tx) => Promise<readonly (AlertEvent | null)[]>,
  ): Promise<void> => {
    const added = await db.transaction().execute(async (tx) => {
      for (const event of await store(tx)) {
        if (event === null) continue;
        const news = await addEvents(tx, [newAlertEvent(event, now())], now());
        if (news.length > 0) return news;
      }
      return [];
    });
    cache.clear();
    if (added.length > 0) wake('news');
  };

  return {
    match: async (observed, serviceNow) => {
      const first = withoutLaterStart(withoutServiceTie(observed), serviceNow);
      const twin = await matchIds.findTwin(first);
      if (twin !== undefined) {
        await observeTwin(twin, first, serviceNow);
        return;
      }
      const clockError = serviceNow - now();
      let isTurned = false;
      const known = await apply(observed.id, serviceNow, (held) => {
        const seen = withRecord(held, observed, { serviceNow, clockError });
        isTurned = seen.match.exchanged !== held.match.exchanged;
        return seen;
      });
      const isOther = known !== undefined && isAnotherMatch(known, observed);
      if (isOther) await matchIds.retire(observed.id);
      const isUnknown = known === undefined || isOther;
      if (isUnknown && (await writeFirst(first, (known?.rev ?? 0) + 1))) wake('cards');
      const stored = isUnknown ? first : known.match;
      const serviceTie = serviceTieOf(facing(observed, stored));
      if (serviceTie !== null) await updateTie(stored, serviceTie);
      sides.recordRead(observed.id, isTurned);
    },
    points: async (update, serviceNow) => {
      const { matchId } = update;
      const twin = matchIds.twinOf(matchId);
      const { facing: facingHeld, isRecordWanted } = sides.observe(update);
      const held = await apply(twin?.id ?? matchId, serviceNow, (before) => {
        // Of an earlier moment, or of another match that gets this id: its record says so.
        if (before.state.confirmed && !isPlayOver(update.status ?? 'live')) return before;
        const seen = twin === undefined ? facingHeld(before) : asPoints(update, twin);
        const minutes = minutesInto(before.match, serviceNow);
        return { match: before.match, state: withPoints(before.state, seen, minutes) };
      });
      if (held === undefined) matchIds.forget(matchId);
      if (held === undefined || twin !== undefined) return held;
      const named = await withChannel(held, update);
      return isRecordWanted() || held.state.status === DELETED ? undefined : named;
    },
    removed: async (matchId) => {
      if (matchIds.forget(matchId)) return;
      await apply(matchId, now(), (held) => ({
        match: held.match,
        state: withoutMatch(held.state),
      }));
    },
    merged: matchIds.move,
    tournament: (tournament) =>
      storeTournaments(async (tx) => {
        const before = await findTournament(tx, tournament.id);
        await saveTournament(tx, tournament);
        if (before === undefined) return [];
        // Where its beginning was told before, what else has changed is news.
        const known = { ...before, status: tournament.status };
        return [before, known].map((each) => tournamentNews(each, tournament, now()));
      }),
    tournamentMerged: (from, to) =>
      storeTournaments(async (tx) => {
        await saveTournament(tx, { ...from, status: GONE });
        await saveTournament(tx, to);
        return [mergerNews(from, to, now())];
      }),
    tournaments: () => knownTournaments(db),
    chances: async (matchId, chances) => {
      await saveChances(db, matchId, chances);
      wake('cards');
    },
    dueVideos: async () => {
      const last = await checkpointAt(db, 'videos-read');
      if (last !== undefined && Math.abs(now() - last) < VIDEOS_INTERVAL_MS) return [];
      const due = await tournamentsWithPlay(db, {
        playing: now() - ABANDONED_AFTER_MS,
        over: now() - VIDEOS_EXPECTED_MS,
      });
      if (due.length > 0) await setCheckpoint(db, 'videos-read', now());
      return due;
    },
    videos: async (tournamentId, videos) => {
      if (await saveMatchVideos(db, tournamentId, videos)) wake('cards', 'retries');
    },
    delayed: async (matchIds, since) => {
      await markDelayed(db, matchIds, since);
      wake('cards');
    },
    fresh: async (matchIds) => {
      await markFresh(db, matchIds);
      wake('cards');
    },
    scheduleRead: () => setCheckpoint(db, 'schedule-read', now()),
    scheduleReadAt: () => checkpointAt(db, 'schedule-read'),
    inPlay: () => matchesInPlay(db),
    interrupted: () => matchesInterrupted(db, now() - INTERRUPTED_MAX_MS),
    upcoming: () => matchesUpcoming(db),
  };
};
