import { z } from 'zod';
import { TEAMS } from '../../../../src/domain/terms.ts';
import { playersOf, type Match, type Player } from '../../world/model.ts';
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

/** The pairs in which a player stands in a draw, the one with the latest match first. */
export const partnershipsOf = (player: Player, known: Knowledge): readonly Partnership[] => {
  const byPartner = new Map<Player, Match[]>();
  for (const match of known.matchesOf(player)) {
    const team = TEAMS.map((each) => playersOf(match, each)).find((each) => each.includes(player));
    const partner = team?.find((each) => each !== player);
    if (partner !== undefined) byPartner.set(partner, [...(byPartner.get(partner) ?? []), match]);
  }
  const latest = (matches: readonly Match[]): number =>
    Math.max(...matches.map(({ closed }) => closed));
  return [...byPartner]
    .toSorted(([, a], [, b]) => latest(b) - latest(a))
    .map(([partner, matches]) => ({
      pair: player.id < partner.id ? [player, partner] : [partner, player],
      matches,
    }));
};
