import type { Services } from '../src/discord/command.ts';
import type { HeldMatch } from '../src/domain/held-match.ts';
import type { Match } from '../src/domain/match.ts';
import { stateOf } from '../src/domain/match-state.ts';
import type { Tournament } from '../src/domain/people.ts';
import { rubberOf, tieStanding } from '../src/domain/ties.ts';
import { findTournament as findStored } from '../src/store/match-lists.ts';
import { findMatch } from '../src/store/matches.ts';
import { withTie } from '../src/store/ties.ts';
import { findTournament } from './found-tournament.ts';

/**
 * A stored match, or one read from the service.
 * @throws the classes of padel-api/errors.ts
 */
export const heldMatch = async (id: number, services: Services): Promise<HeldMatch> => {
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
    ...(match.tie === undefined ? {} : { tie: tieStanding([rubberOf(match)], match.tie) }),
  };
};

/** The tournament of a match that is not stored; earlier years come from the service. */
const tournamentOf = async (
  { tournamentId }: Match,
  services: Services,
): Promise<Tournament | null> => {
  if (tournamentId === null) return null;
  const stored = await findStored(services.db, tournamentId);
  if (stored !== undefined) return stored;
  if (services.directory.get('tournament', tournamentId) === undefined) return null;
  return (await findTournament(tournamentId, services)).tournament;
};
