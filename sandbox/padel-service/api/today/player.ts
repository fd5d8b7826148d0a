import { z } from 'zod';
import { publicElo } from '../../world/people/elo.ts';
import { publishedAt } from '../../world/people/ranking-days.ts';
import type { Player } from '../../world/model.ts';
import { chance, randomFrom } from '../../world/random.ts';
import type { Knowledge } from '../../world/world.ts';
import { pathOf, resourceToday, type Shown } from '../resource.ts';
import { playerResource, playerSchema, UNRANKED } from '../resources/player.ts';
import { inService } from './match-times.ts';

/** A player as the public service has it today (service-today, "Players"). */
export const playerTodaySchema = resourceToday('PlayerToday', {
  ...playerSchema.shape,
  url: z.null(),
  short_name: z.string(),
  ranking: z.int().min(1).describe('9999 for whoever has none.'),
  side: z.enum(['drive', 'backhand']).nullable(),
  age: z.int().nullable(),
  elo: z.int(),
  links: z.null(),
  updated_at: z.iso.datetime({ offset: true }),
  connections: z.strictObject({
    matches: z.string(),
    pairs: z.string(),
    stats: z.string(),
    rankings: z.string(),
  }),
});

/** How many of the ranking have a photo. */
const WITH_PHOTO = 50;

/** How often the service does not know a side or a nation, and has a wrong short name. */
const SHARES = { sideless: 0.15, stateless: 0.018, misnamed: 0.03 } as const;

const STATELESS = 'ZZ';

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' });

/** A nation's English name. */
export const inEnglish = (code: string): string => COUNTRIES.of(code) ?? code;

const is = (what: keyof typeof SHARES, { id }: Player): boolean =>
  chance(randomFrom(what, id), SHARES[what]);

/** The place on the court of a player, if the service knows it. */
export const sideToday = (player: Player): Player['side'] | null =>
  is('sideless', player) ? null : player.side;

/** The nation of a player, if the service knows it. */
export const nationalityToday = (player: Player): string =>
  is('stateless', player) ? STATELESS : player.nationality;

/** Mostly what everybody calls a player; of some with two surnames it is a given name. */
const shortNameOf = (player: Player): string =>
  (is('misnamed', player) ? player.name.split(' ').at(-3) : undefined) ?? player.called;

/** A player's Elo rating on the scale of the public service. */
export const eloToday = (player: Player, known: Knowledge): number =>
  publicElo(known.eloOf(player));

/** A player as the public service shows it. */
export const playerToday = (
  player: Player,
  known: Knowledge,
): Shown<z.output<typeof playerTodaySchema>> => {
  const plain = playerResource(player, known);
  const { category, id } = player;
  const { profile, now } = known;
  const rank = known.rankOf(player);
  return {
    ...plain,
    url: null,
    short_name: shortNameOf(player),
    nationality: nationalityToday(player),
    photo_url:
      rank !== null && rank <= WITH_PHOTO ? `https://padel.example/photos/${id}.webp` : null,
    ranking: rank ?? UNRANKED,
    side: sideToday(player),
    age: plain.age === null ? null : Number(plain.age),
    elo: eloToday(player, known),
    links: null,
    updated_at: inService(publishedAt(known.rankingAt(now, category).day, { category, profile })),
    connections: {
      matches: `${pathOf('players', id)}/matches`,
      pairs: `${pathOf('players', id)}/pairs`,
      stats: `${pathOf('players', id)}/stats`,
      rankings: `${pathOf('players', id)}/rankings`,
    },
  };
};
