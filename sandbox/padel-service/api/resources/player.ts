import { z } from 'zod';
import { areSaidOfPlayers } from '../../world/people/called-names.ts';
import { isoDate, utcDay } from '../../world/schedule/days.ts';
import type { Player } from '../../world/model.ts';
import type { Knowledge } from '../../world/world.ts';
import { pathOf, resource, type Shown } from '../resource.ts';

/** A player (specification, PlayerResource). */
export const playerSchema = resource('Player', {
  id: z.int(),
  self: z.string(),
  name: z.string(),
  short_name: z
    .string()
    .optional()
    .describe('What everybody calls them; beyond the specification, and only on wish.'),
  url: z.string().nullable(),
  photo_url: z.string().nullable(),
  category: z.enum(['men', 'women']),
  ranking: z.string().regex(/^\d+$/).describe('9999 for whoever has none.'),
  points: z.int(),
  height: z.int().nullable().describe('Centimetres.'),
  nationality: z.string().length(2),
  birthplace: z.string().nullable(),
  birthdate: z.iso.date().nullable(),
  age: z.string().nullable(),
  hand: z.enum(['left', 'right']).nullable(),
  side: z.enum(['drive', 'backhand']),
  links: z.string(),
  connections: z.strictObject({ matches: z.string() }),
});

/** A year in days, as ages are counted. */
const YEAR = 365.2425;

/** The ranking of a player without one (padel-facts). */
export const UNRANKED = 9999;

/** A player as the service shows it. */
export const playerResource = (
  player: Player,
  known: Knowledge,
): Shown<z.infer<typeof playerSchema>> => ({
  id: player.id,
  self: pathOf('players', player.id),
  name: player.name,
  ...(areSaidOfPlayers(known.calledNames) ? { short_name: player.called } : {}),
  url: null,
  photo_url: null,
  category: player.category,
  ranking: String(known.rankOf(player) ?? UNRANKED),
  points: known.pointsOf(player),
  height: player.height,
  nationality: player.nationality,
  birthplace: player.birthplace,
  birthdate: player.birthday === null ? null : isoDate(player.birthday),
  age:
    player.birthday === null
      ? null
      : String(Math.floor((utcDay(known.now) - player.birthday) / YEAR)),
  hand: player.hand,
  side: player.side,
  links: pathOf('players', player.id),
  connections: { matches: `${pathOf('players', player.id)}/matches` },
});
