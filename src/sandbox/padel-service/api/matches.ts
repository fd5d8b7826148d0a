import type { FastifyInstance } from 'fastify';
import type { Api } from './api.ts';
import { pageOf, urlOf } from './envelope.ts';
import { notFound } from './errors.ts';
import { read, readId } from './input.ts';
import { matchFilters, selectMatches } from './match-list.ts';
import { matchResource } from './resources.ts';

const listQuery = matchFilters.omit({ played_at: true });

/** `GET /matches`, `GET /matches/{match}`. */
export const addMatches = (server: FastifyInstance, api: Api): void => {
  server.get('/matches', (request) => {
    const query = read(listQuery, request.query);
    const { matches, now } = api.known();
    const selected = selectMatches(matches, query, now);
    return pageOf(selected, { ...query, url: urlOf(request) }, (match) =>
      matchResource(match, now),
    );
  });

  server.get('/matches/:match', (request) => {
    const { match: find, now } = api.known();
    const match = find(readId(request.params, 'match'));
    if (match === null) throw notFound();
    return matchResource(match, now);
  });
};
