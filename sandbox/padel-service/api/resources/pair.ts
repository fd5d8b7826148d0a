import { z } from 'zod';
import { isoDate } from '../../world/schedule/days.ts';
import type { Match, Pair } from '../../world/model.ts';
import type { Knowledge } from '../../world/world.ts';
import { pathOf, resource, type Shown } from '../resource.ts';
import { playerResource, playerSchema } from './player.ts';

/** A pair (specification, PairResource). */
export const pairSchema = resource('Pair', {
  id: z.string().regex(/^\d+-\d+$/),
  self: z.string(),
  name: z.string(),
  category: z.enum(['men', 'women']),
  points: z.string().regex(/^\d+$/),
  /** Empty as long as the two were drawn together but have not played. */
  first_match_at: z.union([z.iso.date(), z.literal('')]),
  last_match_at: z.union([z.iso.date(), z.literal('')]),
  players: z.array(playerSchema).length(2),
  connections: z.string(),
});

/** The id of a pair. */
export const pairIdOf = (pair: Pair): string => pair.map(({ id }) => id).join('-');

/** The days on which they have played together, from the first on. */
const daysPlayed = (matches: readonly Match[], now: number): number[] =>
  matches
    .flatMap(({ slot, started }) =>
      slot !== null && started !== null && started <= now ? [slot.day] : [],
    )
    .sort((a, b) => a - b);

const dateOf = (day: number | undefined): string => (day === undefined ? '' : isoDate(day));

/** A pair as the service shows it. @param matches the known ones in which they are a team */
export const pairResource = (
  pair: Pair,
  matches: readonly Match[],
  known: Knowledge,
): Shown<z.infer<typeof pairSchema>> => {
  const id = pairIdOf(pair);
  const [one, two] = pair;
  const days = daysPlayed(matches, known.now);
  return {
    id,
    self: pathOf('pairs', id),
    name: `${one.name} / ${two.name}`,
    category: one.category,
    points: String(known.pointsOf(one) + known.pointsOf(two)),
    first_match_at: dateOf(days.at(0)),
    last_match_at: dateOf(days.at(-1)),
    players: pair.map((player) => playerResource(player, known)),
    connections: `${pathOf('pairs', id)}/matches`,
  };
};
