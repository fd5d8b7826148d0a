import type { Instant } from '../../../src/domain/terms.ts';
import type { Duplicate } from '../world/people/duplicates.ts';
import { rankingsBetween } from '../world/people/ranking-days.ts';
import type { Knowledge, PadelWorld } from '../world/world.ts';
import type { News } from './news.ts';

/** A second record of a player appears, and goes when it is merged into the first one. */
export const playerNews = ({ record: { id }, created, merged }: Duplicate): readonly News[] => [
  { subject: 'player', kind: 'created', id, at: created },
  { subject: 'player', kind: 'deleted', id, at: merged },
];

/** Everybody's place and points, by id. */
const standings = ({ players, rankOf, pointsOf }: Knowledge): ReadonlyMap<number, string> =>
  new Map(players.map((player) => [player.id, `${rankOf(player) ?? ''}/${pointsOf(player)}`]));

const changedBy = (world: PadelWorld, at: Instant): readonly News[] => {
  const before = standings(world.at(at - 1));
  return [...standings(world.at(at))]
    .filter(([id, standing]) => before.has(id) && before.get(id) !== standing)
    .map(([id]) => ({ subject: 'player', kind: 'updated', id, at }));
};

/** The players whose place or points changed with a ranking that was published in a span. */
export const rankingNews = (world: PadelWorld, after: Instant, until: Instant): readonly News[] =>
  rankingsBetween(after, until, world.at(until).profile).flatMap((at) => changedBy(world, at));
