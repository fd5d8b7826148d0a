import type { Services } from '../../src/discord/command.ts';
import { isAbandoned, type TrackedMatch, stateOf } from '../../src/domain/match/state.ts';
import {
  isCancelled,
  isNotPlayed,
  phaseOf,
  type Match,
  isOver,
  isPlaying,
} from '../../src/domain/match/match.ts';
import { asPlayed } from '../../src/domain/tournament/as-played.ts';
import { withoutTwins } from '../../src/domain/tournament/same-match.ts';
import {
  matchesOfTournament,
  findTournament as findStored,
} from '../../src/store/matches/match-lists.ts';
import { findMatch, findMatches } from '../../src/store/matches/matches.ts';
import { rubberOf, tieScore } from '../../src/domain/tournament/ties.ts';
import { withTie } from '../../src/store/matches/ties.ts';
import { searchTournament } from '../options/tournament.ts';

const isSettled = ({ status }: Pick<Match, 'status'>): boolean =>
  phaseOf(status) === 'over' || isNotPlayed(status) || isCancelled(status);

/**
 * Updates a list from the service with stored matches: pushed data is newer than a list, and a
 * stored final state may be, too. A match that the service lists under two ids is one.
 */
export const withTrackedPlay = async (
  matches: readonly Match[],
  { db, now }: Pick<Services, 'db' | 'now'>,
): Promise<readonly Match[]> => {
  const tournaments = [...new Set(matches.flatMap(({ tournamentId }) => tournamentId ?? []))];
  // Matches that are over in the list stay so.
  const open = matches.filter((match) => !isSettled(match)).map(({ id }) => id);
  const [stored, known] = await Promise.all([
    findMatches(db, open),
    Promise.all(
      // Without those that were taken for another match.
      tournaments.map((id) => matchesOfTournament(db, id, ['upcoming', 'playing', 'over'])),
    ),
  ]);
  const byId = new Map(stored.map((held) => [held.match.id, held]));
  const updated = matches.map((match) => {
    const held = byId.get(match.id);
    if (held === undefined || isAbandoned(held, now())) return match;
    if (!isPlaying(held.state) && isSettled(held.match)) return held.match;
    // Its record may lag behind what was pushed.
    return isPlaying(held.state) || isOver(held.state) ? asPlayed(match, held) : match;
  });
  return withoutTwins(updated, known.flat());
};

/**
 * A stored match, or one read from the service.
 * @throws the classes of padel-api/errors.ts
 */
export const trackedMatch = async (id: number, services: Services): Promise<TrackedMatch> => {
  const { db, api } = services;
  const held = await findMatch(db, id);
  if (held !== undefined) return await withTie(db, held);
  const { value: match, readAt } = await api.match(id);
  // It was merged into a match that may be stored.
  const other = match.id === id ? undefined : await findMatch(db, match.id);
  if (other !== undefined) return await withTie(db, other);
  return {
    match,
    state: stateOf(match),
    rev: 0,
    changedAt: readAt,
    delayedSince: null,
    chances: null,
    tournament: await tournamentOf(match, services),
    ...(match.tie === undefined ? {} : { tie: tieScore([rubberOf(match)], match.tie) }),
  };
};

/** The tournament of a match that is not stored; earlier years come from the service. */
const tournamentOf = async ({ tournamentId }: Match, services: Services) => {
  if (tournamentId === null) return null;
  const stored = await findStored(services.db, tournamentId);
  if (stored !== undefined) return stored;
  if (services.directory.get('tournament', tournamentId) === undefined) return null;
  return (await searchTournament(tournamentId, services)).tournament;
};
