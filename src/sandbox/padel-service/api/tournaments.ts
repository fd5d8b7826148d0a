import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { LEVELS, type Tournament } from '../world/model.ts';
import type { Api } from './api.ts';
import { pageOf, urlOf } from './envelope.ts';
import { notFound } from './errors.ts';
import { choice, countryCode, date, paging, read, readId, sorting, text } from './input.ts';
import { matchFilters, selectMatches } from './match-list.ts';
import { contains, inOrderOf } from './order.ts';
import { matchResource, tournamentResource } from './resources.ts';

const listQuery = z.object({
  ...paging,
  ...sorting(['name', 'location', 'country', 'level', 'start_date', 'end_date']),
  name: text('name').optional(),
  location: text('location').optional(),
  country: countryCode('country').optional(),
  level: choice('level', LEVELS).optional(),
  after_date: date('after_date').optional(),
  before_date: date('before_date').optional(),
});

type ListQuery = z.infer<typeof listQuery>;

const SORT_KEYS: Readonly<
  Record<NonNullable<ListQuery['sort_by']>, (tournament: Tournament) => string | number>
> = {
  name: ({ name }) => name,
  location: ({ place }) => place.city,
  country: ({ place }) => place.country,
  level: ({ level }) => level,
  start_date: ({ start }) => start,
  end_date: ({ end }) => end,
};

/** A period holds the tournaments that begin in it, on its first and last day too. */
const isWanted = ({ name, place, level, start }: Tournament, query: ListQuery): boolean =>
  (query.name === undefined || contains(name, query.name)) &&
  (query.location === undefined || contains(place.city, query.location)) &&
  (query.country === undefined || place.country === query.country) &&
  (query.level === undefined || level === query.level) &&
  (query.after_date === undefined || start >= query.after_date) &&
  (query.before_date === undefined || start <= query.before_date);

const matchesQuery = matchFilters.pick({
  page: true,
  per_page: true,
  played_at: true,
  round: true,
  category: true,
  court: true,
});

/** `GET /tournaments`, `GET /tournaments/{tournament}/matches`. */
export const addTournaments = (server: FastifyInstance, api: Api): void => {
  server.get('/tournaments', (request) => {
    const query = read(listQuery, request.query);
    const { tournaments, now } = api.known();
    const wanted = tournaments.filter((each) => isWanted(each, query));
    const key = query.sort_by && SORT_KEYS[query.sort_by];
    const sorted = key ? inOrderOf(wanted, key, query.order_by) : wanted;
    return pageOf(sorted, { ...query, url: urlOf(request) }, (each) =>
      tournamentResource(each, now),
    );
  });

  server.get('/tournaments/:tournament/matches', (request) => {
    const id = readId(request.params, 'tournament');
    const query = read(matchesQuery, request.query);
    const { tournament, matches, now } = api.known();
    if (tournament(id) === null) throw notFound();
    const own = matches.filter((match) => match.tournament.id === id);
    const selected = selectMatches(own, query, now);
    return pageOf(selected, { ...query, url: urlOf(request) }, (match) =>
      matchResource(match, now),
    );
  });
};
