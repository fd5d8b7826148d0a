import type { ResultEvent } from '../../domain/alerts/events.ts';
import { MAX_DELAY_SECONDS } from '../../domain/alerts/settings.ts';
import { asPlayed } from '../../domain/tournament/as-played.ts';
import { resultKey } from '../../domain/match/events.ts';
import type { NextMatch } from '../../domain/match/match-event.ts';
import { playersOf, type Match } from '../../domain/match/match.ts';
import { formatSets } from '../../domain/match/score.ts';
import { headToHead, winnerIn } from '../../domain/people/head-to-head.ts';
import { nextMatchOf } from '../../domain/tournament/next-match.ts';
import { strengthsFromRatings } from '../../domain/tournament/strengths.ts';
import { MINUTE, SECOND } from '../../lib/time.ts';
import { directoryEntries } from '../../store/matches/directory.ts';
import {
  findTournament,
  matchesOfTournament,
  matchesWith,
} from '../../store/matches/match-lists.ts';
import { findMatches } from '../../store/matches/matches.ts';
import { findEvent, reviseEvent } from '../../store/outbox/events.ts';
import { resultsSince } from '../../store/outbox/match-events.ts';
import type { Db } from '../../store/connection/schema.ts';
import type { AlertsContext } from '../delivery/delivery.ts';

/** A result is looked at once, soon after it was sent; after a restart the latest are looked at again. */
const RECENT_MS = 5 * MINUTE;

/** A detail is no spoiler for those who know the result: it starts no delay. */
const LONGEST_DELAY_MS = MAX_DELAY_SECONDS * SECOND;

/**
 * Adds to results what their winners play next: the posts are edited after they were sent at once. Once a
 * result, and not where nothing is known.
 */
export const createNextMatches = ({ db, now }: Pick<AlertsContext, 'db' | 'now'>) => {
  const seen = new Set<number>();
  return async (): Promise<void> => {
    const results = await resultsSince(db, now() - RECENT_MS);
    const current = new Set(results.map(({ id }) => id));
    for (const id of seen) if (!current.has(id)) seen.delete(id);
    for (const { id, event } of results) {
      if (seen.has(id) || event.next !== undefined) continue;
      seen.add(id);
      const next = await nextAfter(db, event, now());
      if (next !== null) await addNext(db, event, next, now());
    }
  };
};

const nextAfter = async (
  db: Db,
  { matchId, winner }: ResultEvent,
  at: number,
): Promise<NextMatch | null> => {
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
  const ids = new Set(matches.flatMap(playersOf).map(({ id }) => id));
  const players = await directoryEntries(
    db,
    [...ids].map((id) => ({ kind: 'player', id })),
  );
  const ratings = new Map(players.map(({ id, rating }) => [id, rating]));
  const own = played.get(matchId) ?? held.match;
  const strengthOf = strengthsFromRatings(matches, (id) => ratings.get(id), at);
  const next = nextMatchOf(own, winner, matches, strengthOf);
  const [only, another] = next?.opponents ?? [];
  if (next === null || only === undefined || another !== undefined) return next;
  const last = await lastMeeting(db, own.teams[winner], only.players);
  return last === null ? next : { ...next, last };
};

type Side = readonly { readonly id: number }[];

const lastMeeting = async (db: Db, own: Side, opponents: Side) => {
  const ids = own.map(({ id }) => id);
  const stored = await matchesWith(
    db,
    [...own, ...opponents].map(({ id }) => id),
  );
  const [last] = headToHead(stored, ids).meetings;
  const winner = last === undefined ? null : winnerIn(last.match);
  if (last === undefined || winner === null || last.match.score === null) return null;
  const { playedOn, score, tournamentId } = last.match;
  const tournament = tournamentId === null ? undefined : await findTournament(db, tournamentId);
  return {
    playedOn,
    isWon: winner === last.firstSide,
    score: formatSets(score, last.firstSide),
    tournament: tournament?.name ?? null,
  };
};

const addNext = (db: Db, { matchId, winner }: ResultEvent, next: NextMatch, at: number) =>
  db.transaction().execute(async (tx) => {
    const told = await findEvent(tx, resultKey(matchId));
    const isSame = told?.kind === 'result' && told.winner === winner && told.next === undefined;
    if (isSame) await reviseEvent(tx, { ...told, next }, false, at - LONGEST_DELAY_MS);
  });
