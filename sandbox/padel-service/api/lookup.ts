import type { Match, Player, Tournament } from '../world/model.ts';
import type { Knowledge } from '../world/world.ts';
import { moved, notFound } from './errors.ts';

/** What the ids of a path stand for. */

/** @throws ApiError 404; Moved when the record was merged into another one */
export const matchAt = (known: Knowledge, id: number): Match => {
  const match = known.match(id);
  if (match === null) throw notFound();
  if (match.id !== id) throw moved({ match: match.id });
  return match;
};

/** @throws ApiError 404; Moved when the record was merged into another one */
export const playerAt = (known: Knowledge, id: number): Player => {
  const player = known.player(id);
  if (player === null) throw notFound();
  if (player.id !== id) throw moved({ player: player.id });
  return player;
};

/** @throws ApiError 404; Moved when the record was merged into another one */
export const tournamentAt = (known: Knowledge, id: number): Tournament => {
  const tournament = known.tournament(id);
  if (tournament === null) throw notFound();
  if (tournament.id !== id) throw moved({ tournament: tournament.id });
  return tournament;
};
