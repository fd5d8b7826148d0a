import type { Services } from '../src/discord/command.ts';
import type { HeldMatch } from '../src/domain/held-match.ts';
import { isCancelled, isNotPlayed, phaseOf, type Match } from '../src/domain/match.ts';
import { scoreOf } from '../src/domain/match-reading.ts';
import { matchesOfTournament } from '../src/store/match-lists.ts';
import { matchesInPlay } from '../src/store/matches.ts';

/** Over or cancelled. */
const isOver = ({ status }: Pick<Match, 'status'>): boolean =>
  phaseOf(status) === 'over' || isNotPlayed(status) || isCancelled(status);

/**
 * Updates a list from the service with stored matches: pushed data is newer than a list, and a
 * stored final state may be, too.
 */
export const withHeld = async (
  matches: readonly Match[],
  { db }: Pick<Services, 'db'>,
): Promise<readonly Match[]> => {
  // Matches that are over in the list stay so.
  const open = matches.filter((match) => !isOver(match));
  if (open.length === 0) return matches;
  const tournaments = new Set(open.flatMap(({ tournamentId }) => tournamentId ?? []));
  const [inPlay, ...started] = await Promise.all([
    matchesInPlay(db),
    ...[...tournaments].map((id) => matchesOfTournament(db, id)),
  ]);
  const playing = new Map(inPlay.map((held) => [held.match.id, held]));
  const over = new Map(
    started.flat().flatMap((match) => (isOver(match) ? [[match.id, match]] : [])),
  );
  return matches.map((match) => {
    if (isOver(match)) return match;
    const held = playing.get(match.id);
    return held === undefined ? (over.get(match.id) ?? match) : asInPlay(match, held);
  });
};

/** A match in play with its stored state; without recent updates, as in the list. */
export const asInPlay = (match: Match, { match: known, state, delayedSince }: HeldMatch): Match => {
  if (delayedSince !== null && phaseOf(match.status) === 'playing') return match;
  return {
    ...match,
    status: state.status,
    score: scoreOf(state),
    startedAt: match.startedAt ?? known.startedAt,
  };
};
