import { z } from 'zod';
import type { Knowledge } from '../../world/world.ts';
import type { Partnership } from '../pair-lookup.ts';
import { pathOf, resourceToday, type Shown } from '../resource.ts';
import { pairResource, pairSchema } from '../resources/pair.ts';
import { playerToday, playerTodaySchema } from './player.ts';

/** A pair as the public service has it today. */
export const pairTodaySchema = resourceToday('PairToday', {
  ...pairSchema.shape,
  players: z.array(playerTodaySchema).length(2),
  connections: z.strictObject({ matches: z.string(), stats: z.string() }),
});

/** A pair as the public service shows it. */
export const pairToday = (
  { pair, matches }: Partnership,
  known: Knowledge,
): Shown<z.output<typeof pairTodaySchema>> => {
  const plain = pairResource(pair, matches, known);
  const self = pathOf('pairs', plain.id);
  return {
    ...plain,
    players: pair.map((player) => playerToday(player, known)),
    connections: { matches: `${self}/matches`, stats: `${self}/stats` },
  };
};
