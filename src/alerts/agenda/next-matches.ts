import type { ResultEvent } from '../../domain/alerts/events.ts';
import { resultKey } from '../../domain/match/events.ts';
import type { NextMatch } from '../../domain/match/match-event.ts';
import type { Match, PlayerRef } from '../../domain/match/match.ts';
import { formatSets } from '../../domain/match/score.ts';
import {
  headToHead,
  meetingsBetween,
  winnerIn,
  type Meeting,
} from '../../domain/people/head-to-head.ts';
import { byTeam, type ByTeam } from '../../domain/terms.ts';
import { asPlayed } from '../../domain/tournament/as-played.ts';
import { nextMatchOf } from '../../domain/tournament/next-match.ts';
import { strengthsFromRatings } from '../../domain/tournament/strengths.ts';
import { MINUTE } from '../../lib/time.ts';
import { directoryEntries, ratingsOfPlayersIn } from '../../store/matches/directory.ts';
import { matchesOfTournament } from '../../store/matches/match-lists.ts';
import { findMatches } from '../../store/matches/matches.ts';
import { completeEvent, findEvent } from '../../store/outbox/events.ts';
import { resultsSince } from '../../store/outbox/match-events.ts';
import type { Db } from '../../store/connection/schema.ts';
import type { AlertsContext } from '../delivery/delivery.ts';

/** A result is looked at once, soon after it was sent; after a restart the latest are looked at again. */
const RECENT_MS = 5 * MINUTE;

interface NextMatchesOptions extends Pick<AlertsContext, 'db' | 'now' | 'log'> {
  /** The latest matches of two pairs, by their players' ids. */
  readonly meetings: (pairs: ByTeam<readonly number[]>) => Promise<readonly Match[]>;
}

/**
 * Adds to results what their winners play next: the posts are edited after they were sent at once. Once a
 * result, and not where nothing is known.
 */
export const createNextMatches = ({ db, now, log, meetings }: NextMatchesOptions) => {
  /** Results that were looked at, each with its winner: another one plays another match. */
  const seen = new Set<string>();

  /** The last meeting is optional: where it cannot be read the rest is told. */
  const withLastMeeting = async ({ next, winners }: Found): Promise<NextMatch> => {
    const [only, another] = next.opponents;
    if (only === undefined || another !== undefined) return next;
    const pairs = byTeam((team) =>
      (team === 'team_1' ? winners : only.players).map(({ id }) => id),
    );
    try {
      const between = meetingsBetween(await meetings(pairs), pairs);
      const last = await toldMeeting(db, headToHead(between, pairs.team_1).meetings[0]);
      return last === null ? next : { ...next, last };
    } catch (error) {
      log.info({ err: error }, 'last meeting of the next opponents could not be read');
      return next;
    }
  };

  return async (): Promise<void> => {
    const results = await resultsSince(db, now() - RECENT_MS);
    const keyOf = ({ id, event }: (typeof results)[number]): string => `${id} ${event.winner}`;
    const current = new Set(results.map(keyOf));
    for (const key of seen) if (!current.has(key)) seen.delete(key);
    for (const result of results) {
      const { id, event } = result;
      // A post without a score says no more.
      const isOpen = event.next === undefined && event.score.length > 0;
      if (seen.has(keyOf(result)) || !isOpen) continue;
      try {
        const found = await nextAfter(db, event, now());
        if (found !== null) await addNext(db, event, await withLastMeeting(found));
        seen.add(keyOf(result));
      } catch (error) {
        // It must not keep the others from being looked at.
        log.error({ err: error, event: id }, 'next match of a result could not be told, retrying');
      }
    }
  };
};

interface Found {
  readonly next: NextMatch;
  readonly winners: readonly PlayerRef[];
}

const nextAfter = async (
  db: Db,
  { matchId, winner }: ResultEvent,
  at: number,
): Promise<Found | null> => {
  const [held] = await findMatches(db, [matchId]);
  const { tournamentId = null, slot = null, round } = held?.match ?? {};
  if (held === undefined || tournamentId === null || slot === null || round === 1) return null;
  const listed = await matchesOfTournament(db, tournamentId);
  const isBeside = (each: Match): boolean =>
    each.round === round &&
    each.category === held.match.category &&
    (each.slot ?? -1) >> 1 === slot >> 1;
  // Their records lag behind what was pushed.
  const beside = await findMatches(
    db,
    listed.filter(isBeside).map(({ id }) => id),
  );
  const played = new Map(beside.map((each) => [each.match.id, asPlayed(each.match, each)]));
  const matches = listed.map((each) => played.get(each.id) ?? each);
  const ratingOf = await ratingsOfPlayersIn(db, matches);
  const own = played.get(matchId) ?? held.match;
  const strengthOf = strengthsFromRatings(matches, ratingOf, at);
  const next = nextMatchOf(own, winner, matches, strengthOf);
  return next === null ? null : { next, winners: own.teams[winner] };
};

const toldMeeting = async (
  db: Db,
  meeting: Meeting | undefined,
): Promise<NonNullable<NextMatch['last']> | null> => {
  if (meeting === undefined) return null;
  const { match, firstSide } = meeting;
  const { playedOn, score, tournamentId } = match;
  const winner = winnerIn(match);
  if (winner === null || score === null) return null;
  const [tournament] =
    tournamentId === null
      ? []
      : await directoryEntries(db, [{ kind: 'tournament', id: tournamentId }]);
  return {
    playedOn,
    isWon: winner === firstSide,
    score: formatSets(score, firstSide),
    tournament: tournament?.name ?? null,
  };
};

const addNext = (db: Db, { matchId, winner }: ResultEvent, next: NextMatch) =>
  db.transaction().execute(async (tx) => {
    const told = await findEvent(tx, resultKey(matchId));
    const isSame = told?.kind === 'result' && told.winner === winner && told.next === undefined;
    if (isSame) await completeEvent(tx, { ...told, next });
  });
