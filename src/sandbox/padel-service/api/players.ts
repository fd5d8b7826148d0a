import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Player } from '../world/model.ts';
import type { Knowledge } from '../world/world.ts';
import type { Api } from './api.ts';
import { pageOf, urlOf } from './envelope.ts';
import { notFound } from './errors.ts';
import { category, choice, countryCode, paging, read, readId, sorting, text } from './input.ts';
import { contains, inOrderOf } from './order.ts';
import { playerResource } from './resources.ts';

const listQuery = z.object({
  ...paging,
  ...sorting(['name', 'ranking', 'points', 'height', 'birthdate']),
  name: text('name').optional(),
  nationality: countryCode('nationality').optional(),
  category,
  birthplace: text('birthplace').optional(),
  side: choice('side', ['drive', 'backhand']).optional(),
});

type ListQuery = z.infer<typeof listQuery>;

const SORT_KEYS: Readonly<
  Record<
    NonNullable<ListQuery['sort_by']>,
    (player: Player, known: Knowledge) => string | number | null
  >
> = {
  name: ({ name }) => name,
  ranking: (player, known) => known.rankOf(player),
  points: (player, known) => known.pointsOf(player),
  height: ({ height }) => height,
  birthdate: ({ birthday }) => birthday,
};

const isWanted = (player: Player, query: ListQuery): boolean => {
  const names = query.name?.split(',').map((name) => name.trim());
  return (
    (names === undefined || names.some((name) => contains(player.name, name))) &&
    (query.nationality === undefined || player.nationality === query.nationality) &&
    (query.category === undefined || player.category === query.category) &&
    (query.side === undefined || player.side === query.side) &&
    (query.birthplace === undefined || contains(player.birthplace ?? '', query.birthplace))
  );
};

/** `GET /players`, `GET /players/{player}`. */
export const addPlayers = (server: FastifyInstance, api: Api): void => {
  server.get('/players', (request) => {
    const query = read(listQuery, request.query);
    const known = api.known();
    const plan = api.planOf(request);
    const wanted = known.players.filter((player) => isWanted(player, query));
    const key = query.sort_by && SORT_KEYS[query.sort_by];
    const sorted = key ? inOrderOf(wanted, (each) => key(each, known), query.order_by) : wanted;
    return pageOf(sorted, { ...query, url: urlOf(request) }, (player) =>
      playerResource(player, known, plan),
    );
  });

  server.get('/players/:player', (request, reply) => {
    const id = readId(request.params, 'player');
    const known = api.known();
    const player = known.player(id);
    if (player === null) throw notFound();
    // A record that was merged into another one answers with the way there.
    if (player.id !== id) return reply.redirect(`/api/players/${player.id}`, 302);
    return playerResource(player, known, api.planOf(request));
  });
};
