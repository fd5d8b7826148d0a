import type { z } from 'zod';
import type { Player } from '../../world/model.ts';
import type { Knowledge } from '../../world/world.ts';
import { endpoint, list } from '../endpoint.ts';
import { category, choice, countryCode, sorting, text } from '../input.ts';
import { playerAt } from '../lookup.ts';
import { contains, inOrderOf } from '../order.ts';
import { playerResource, playerSchema } from '../resources/player.ts';

/** What players are sorted by. */
export const PLAYER_KEYS = ['name', 'ranking', 'points', 'height', 'birthdate'] as const;

/** What `/players` can be asked for. */
export const playersQuery = {
  name: text().optional().describe('Several names are separated by commas.'),
  nationality: countryCode().optional(),
  category,
  birthplace: text().optional(),
  side: choice(['drive', 'backhand']).optional(),
  ...sorting(PLAYER_KEYS),
};

type ListQuery = z.output<z.ZodObject<typeof playersQuery>>;

const SORT_KEYS: Readonly<
  Record<
    NonNullable<ListQuery['sort_by']> | 'id',
    (player: Player, known: Knowledge) => string | number | null
  >
> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  ranking: (player, known) => known.rankOf(player),
  points: (player, known) => known.pointsOf(player),
  height: ({ height }) => height,
  birthdate: ({ birthday }) => birthday,
};

const namesIn = (text = ''): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

const isWanted = (player: Player, query: ListQuery): boolean => {
  const names = namesIn(query.name);
  return (
    (names.length === 0 || names.some((name) => contains(player.name, name))) &&
    (query.nationality === undefined || player.nationality === query.nationality) &&
    (query.category === undefined || player.category === query.category) &&
    (query.side === undefined || player.side === query.side) &&
    (query.birthplace === undefined || contains(player.birthplace ?? '', query.birthplace))
  );
};

/** Players as filtered and sorted by a query. */
export const selectPlayers = (query: ListQuery, known: Knowledge): readonly Player[] => {
  const wanted = known.players.filter((player) => isWanted(player, query));
  const key = SORT_KEYS[query.sort_by ?? 'id'];
  return inOrderOf(wanted, (player) => key(player, known), query.order_by);
};

export const playerEndpoints = [
  list({
    method: 'GET',
    path: '/players',
    summary: 'All players',
    query: playersQuery,
    of: playerSchema,
    entries: ({ query }, known) => selectPlayers(query, known),
    show: playerResource,
  }),

  endpoint({
    method: 'GET',
    path: '/players/{player}',
    summary: 'One player',
    answer: playerSchema,
    answerTo: ({ path }, known) => playerResource(playerAt(known, path.player), known),
  }),
];
