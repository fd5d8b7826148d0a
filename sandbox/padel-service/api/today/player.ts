import { z } from 'zod';
import { publicElo } from '../../world/people/elo.ts';
import type { Player } from '../../world/model.ts';
import type { Knowledge } from '../../world/world.ts';
import { pathOf, resourceToday, type Shown } from '../resource.ts';
import { playerResource, playerSchema } from '../resources/player.ts';

const {
  ranking: _ranking,
  age: _age,
  links: _links,
  short_name: _name,
  ...same
} = playerSchema.shape;

/** A player as the public service has it today (service-today, "Fields"). */
export const playerTodaySchema = resourceToday('PlayerToday', {
  ...same,
  short_name: z.string(),
  ranking: z.int().min(1).nullable(),
  age: z.int().nullable(),
  elo: z.int(),
});

/** How many of the ranking have a photo. */
const WITH_PHOTO = 50;

/** A player's Elo rating on the scale of the public service. */
export const eloToday = (player: Player, known: Knowledge): number =>
  publicElo(known.eloOf(player));

/** A player as the public service shows it. */
export const playerToday = (
  player: Player,
  known: Knowledge,
): Shown<z.output<typeof playerTodaySchema>> => {
  const { links: _, age, ...plain } = playerResource(player, known);
  const rank = known.rankOf(player);
  return {
    ...plain,
    short_name: player.called,
    photo_url:
      rank !== null && rank <= WITH_PHOTO ? `https://padel.example/photos/${player.id}.webp` : null,
    ranking: rank,
    age: age === null ? null : Number(age),
    elo: eloToday(player, known),
    connections: { matches: `${pathOf('players', player.id)}/matches` },
  };
};
