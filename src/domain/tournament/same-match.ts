import { HOUR } from '../../lib/time.ts';
import { normalizeText } from '../plain.ts';
import { opponentOf, TEAMS, type Team } from '../terms.ts';
import { drawIn, tieKeyOf } from './ties.ts';
import { eventsOf } from '../match/events.ts';
import { isOver, isPlaying, phaseOf, type Match, type PlayerRef } from '../match/match.ts';
import { hasStarted } from '../match/reading.ts';
import type { MatchState, TrackedMatch } from '../match/state.ts';

type Side = readonly PlayerRef[];

const isSamePlayer = (a: PlayerRef, b: PlayerRef): boolean =>
  a.id === b.id || normalizeText(a.name) === normalizeText(b.name);

/** An unknown side may be any. */
const haveCommonPlayer = (a: Side, b: Side): boolean =>
  a.length === 0 || b.length === 0 || a.some((one) => b.some((other) => isSamePlayer(one, other)));

/** Whether anything of a match was told: its play, or a result without any. */
export const isTold = (state: MatchState): boolean => eventsOf(state).length > 0;

/** Whether its id is another match's now: something was told, and a side shares no player. Before, players change. */
export const isAnotherMatch = ({ match, state }: TrackedMatch, seen: Match): boolean => {
  const isLike = (sideOf: (team: Team) => Team): boolean =>
    TEAMS.every((team) => haveCommonPlayer(match.teams[team], seen.teams[sideOf(team)]));
  return isTold(state) && !isLike((team) => team) && !isLike(opponentOf);
};

/** Starts of one match under two ids differ by less; only where a pair may be met twice in a day. */
const MAX_APART_MS = 3 * HOUR;

const startOf = ({ startedAt, scheduledAt }: Match): number => startedAt ?? scheduledAt ?? NaN;

/** What tells the matches of a day apart; null while that is not known. */
const identityOf = (match: Match): string | null => {
  const { tournamentId, round, roundName, playedOn, teams, tie } = match;
  const tieKey = tieKeyOf(match);
  const isKnown = TEAMS.every((team) => teams[team].length === 2);
  if (tournamentId === null || playedOn === null || !isKnown) return null;
  if (tie !== undefined && tieKey === null) return null;
  const nameOf = ({ id, name }: PlayerRef): string => `${id} ${normalizeText(name)}`;
  const pairs = TEAMS.map((team) => String(teams[team].map(nameOf).toSorted())).toSorted();
  const rubber = [tieKey, tie?.rubber];
  return JSON.stringify([tournamentId, drawIn(match), round ?? roundName, rubber, playedOn, pairs]);
};

/** The same players, day, round and rubber of a tournament. Where there are no rounds a pair may be met twice a day. */
export const areTwins = (a: Match, b: Match): boolean => {
  // Most matches of a tournament differ here already.
  if (a.round !== b.round || a.playedOn !== b.playedOn) return false;
  const identity = identityOf(a);
  if (identity === null || identity !== identityOf(b)) return false;
  return a.round !== null || !(Math.abs(startOf(a) - startOf(b)) > MAX_APART_MS);
};

/** Whether a twin's record is further; a second entry that is taken back by a walkover ends no match in play. */
export const isFurther = (twin: Match, state: MatchState): boolean => {
  if (isPlaying(twin)) return phaseOf(state.status) === 'upcoming';
  const isTakenBack = twin.status === 'walkover' && hasStarted(state);
  return isOver(twin) && !state.confirmed && !isTakenBack;
};

/** A list without the second records of matches; of twins the `known` one is kept. */
export const withoutTwins = (
  matches: readonly Match[],
  known: readonly Match[],
): readonly Match[] => {
  const ids = new Set(known.map(({ id }) => id));
  const listed = new Set(matches.map(({ id }) => id));
  const firsts = Map.groupBy(
    known.filter(({ id }) => listed.has(id)),
    identityOf,
  );
  return matches.filter(
    (match) =>
      ids.has(match.id) ||
      !(firsts.get(identityOf(match)) ?? []).some((first) => areTwins(first, match)),
  );
};
