import { LRUCache } from 'lru-cache';
import { isDeepStrictEqual } from 'node:util';
import {
  withMatch,
  withoutMatch,
  withPoints,
  type TrackedMatch,
  type MatchState,
} from '../../domain/match/state.ts';
import type { LivePoints } from '../../domain/match/live-points.ts';
import { ABANDONED_AFTER_MS } from '../../domain/match/abandoned.ts';
import { isPlaying, isPlayOver, mergedFields, type Match } from '../../domain/match/match.ts';
import { keptTime } from '../../domain/match/appointment.ts';
import { withoutLaterStart } from '../../domain/match/plausible.ts';
import { facing } from '../../domain/match/sides.ts';
import type { MatchObserver } from '../../domain/match/observer.ts';
import type { AlertEvent } from '../../domain/alerts/events.ts';
import { GONE } from '../../domain/tournament/tournament-status.ts';
import type { Instant } from '../../domain/terms.ts';
import {
  tieKeyOf,
  serviceTieOf,
  withoutServiceTie,
  type ServiceTie,
} from '../../domain/tournament/ties.ts';
import type { Logger } from '../../lib/logger.ts';
import { DAY, HOUR, MINUTE } from '../../lib/time.ts';
import type { Db, Tx } from '../../store/connection/database.ts';
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
import { mergeMatch } from '../../store/matches/merge-match.ts';
import { checkpointAt, setCheckpoint } from '../../store/processes/checkpoints.ts';
import type { FreshNews, Wake } from '../delivery/delivery.ts';
import { createDoubtedSides } from './doubted-sides.ts';
import { newAlertEvent } from './news.ts';
import { mergerNews, tournamentNews } from './tournament-news.ts';
import { saveMatchVideos } from './match-videos.ts';
import { createObservationWriter, type ObservedMatch } from './write-observation.ts';

interface IngestOptions {
  readonly db: Db;
  readonly now: () => Instant;
  readonly log: Logger;
  /** Called before `wake` with news that can be delivered without reading it from the database. */
  readonly handOver: (news: FreshNews) => void;
  /** Called after every change with what there may be to deliver. */
  readonly wake: Wake;
}

/** Matches kept in memory: those of a busy day on all courts. */
const CACHED_MATCHES = 100;

/** A tournament's videos are read once in this time. */
const VIDEOS_INTERVAL_MS = HOUR;

/** Highlights are expected for this long after a match. */
const VIDEOS_EXPECTED_MS = 6 * HOUR;

/** A match that was interrupted this long ago does not go on. */
const INTERRUPTED_MAX_MS = 2 * DAY;

/** Stores observations: state, diff and outbox in one transaction. */
export const createIngest = ({ db, now, log, handOver, wake }: IngestOptions): MatchObserver => {
  /** Matches as last read or written; a write is guarded by the revision. */
  const cache = new LRUCache<number, TrackedMatch>({ max: CACHED_MATCHES });
  const serviceTies = new LRUCache<string, ServiceTie>({ max: CACHED_MATCHES });
  const sides = createDoubtedSides(CACHED_MATCHES);
  const { writeFirst, writeOver, writeTie } = createObservationWriter({ db, now, log });

  /** Writes an observation and hands over its news. @returns undefined when another write was faster */
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
      if (written.fresh !== undefined) handOver({ outbox: written.fresh, held: written.held });
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

  /** @returns whether there is news */
  const announce = async (tx: Tx, event: AlertEvent | null): Promise<boolean> => {
    if (event !== null) await addEvents(tx, [newAlertEvent(event, now())], now());
    return event !== null;
  };

  return {
    match: async (observed, serviceNow) => {
      const clockError = serviceNow - now();
      let isTurned = false;
      const known = await apply(observed.id, serviceNow, (held) => {
        const turned = facing(observed, held.match);
        isTurned = turned.exchanged !== held.match.exchanged;
        const match = withoutLaterStart(withoutServiceTie(turned), serviceNow);
        const serviceTie = serviceTieOf(turned);
        const hadEnded = isPlayOver(held.state.status) && isPlayOver(match.status);
        const startedBy = hadEnded ? held.changedAt + clockError : serviceNow;
        return {
          match: withoutLaterStart(keepingKnown(match, held.match), startedBy),
          state: withMatch(held.state, match, held.match),
          ...(serviceTie === null ? {} : { serviceTie }),
        };
      });
      const first = withoutLaterStart(withoutServiceTie(observed), serviceNow);
      if (known === undefined && (await writeFirst(first))) wake('cards');
      const stored = known?.match ?? first;
      const serviceTie = serviceTieOf(facing(observed, stored));
      if (serviceTie !== null) await updateTie(stored, serviceTie);
      sides.recordRead(observed.id, isTurned);
    },
    points: async (update, serviceNow) => {
      const { facing: facingHeld, isRecordWanted } = sides.observe(update);
      const held = await apply(update.matchId, serviceNow, (before) => ({
        match: before.match,
        state: withPoints(before.state, facingHeld(before), minutesInto(before.match, serviceNow)),
      }));
      if (held === undefined) return undefined;
      const named = await withChannel(held, update);
      return isRecordWanted() ? undefined : named;
    },
    removed: async (matchId) => {
      await apply(matchId, now(), (held) => ({
        match: held.match,
        state: withoutMatch(held.state),
      }));
    },
    merged: async (from, to) => {
      await mergeMatch(db, { from, to }, now());
      cache.delete(from);
      cache.delete(to);
      wake();
    },
    tournament: async (tournament) => {
      const hasNews = await db.transaction().execute(async (tx) => {
        const before = await findTournament(tx, tournament.id);
        await saveTournament(tx, tournament);
        const news = before === undefined ? null : tournamentNews(before, tournament, now());
        return await announce(tx, news);
      });
      cache.clear();
      if (hasNews) wake('news');
    },
    tournamentMerged: async (from, to) => {
      const hasNews = await db.transaction().execute(async (tx) => {
        await saveTournament(tx, { ...from, status: GONE });
        await saveTournament(tx, to);
        return await announce(tx, mergerNews(from, to, now()));
      });
      cache.clear();
      if (hasNews) wake('news');
    },
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
      const changed = await saveMatchVideos(db, { tournamentId, videos });
      if (changed) wake('cards', 'retries');
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

/** Keeps what this source omits and another has said: the tournament, the time, the start. */
const keepingKnown = (match: Match, known: Match): Match => ({
  ...mergedFields(known),
  ...match,
  ...keptTime(match, known),
  tournamentId: match.tournamentId ?? known.tournamentId,
  startedAt: match.startedAt ?? known.startedAt,
});

/** Whole minutes of play; null while the start is unknown, and after an interruption by a night. */
const minutesInto = ({ startedAt }: Match, serviceNow: Instant): number | null =>
  startedAt === null || serviceNow - startedAt > ABANDONED_AFTER_MS
    ? null
    : Math.max(0, Math.floor((serviceNow - startedAt) / MINUTE));

/** Of a match in play it grows by the minute, for ever where the service forgets its end. */
const withoutDuration = (match: Match): Match =>
  isPlaying(match) ? { ...match, duration: null } : match;

/** A new minute alone is no change: the card would be edited for nothing. */
const isChanged = (held: TrackedMatch, { match, state }: ObservedMatch): boolean =>
  !isDeepStrictEqual(withoutDuration(match), withoutDuration(held.match)) ||
  !isDeepStrictEqual(withoutTime(state), withoutTime(held.state));

/** The stored match after an observation; undefined when nothing changes. */
const changeOf = (
  held: TrackedMatch,
  observe: (held: TrackedMatch) => ObservedMatch,
): ObservedMatch | undefined => {
  const seen = observe(held);
  return isChanged(held, seen) ? seen : undefined;
};

const withoutTime = (state: MatchState) => ({
  ...state,
  minutes: null,
  watchedSince: null,
  watchedUntil: null,
});
