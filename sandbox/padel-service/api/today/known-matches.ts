import type { Match } from '../../world/model.ts';
import type { Knowledge } from '../../world/world.ts';

const kept = new WeakMap<Knowledge, ReadonlyMap<number, readonly Match[]>>();

/** The known matches of a tournament. */
export const matchesIn = (known: Knowledge, tournament: number): readonly Match[] => {
  const byTournament =
    kept.get(known) ?? Map.groupBy(known.matches, (match) => match.tournament.id);
  kept.set(known, byTournament);
  return byTournament.get(tournament) ?? [];
};
