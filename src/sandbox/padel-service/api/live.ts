import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { liveBody, stateAt, type LiveBody } from '../live/feed.ts';
import { MINUTE } from '../world/days.ts';
import { isCovered, type Match } from '../world/model.ts';
import type { Api } from './api.ts';
import { pageOf, urlOf } from './envelope.ts';
import { notFound } from './errors.ts';
import { paging, read, readId } from './input.ts';

/** A match stays in the list for so long after its last update (specification, "Limits"). */
const WINDOW = 10 * MINUTE;

const isActive = ({ started, closed, tournament }: Match, now: number): boolean =>
  started !== null && started <= now && now < closed + WINDOW && isCovered(tournament.level);

/** Every fourth row of the list comes without its status, as has been seen (padel-facts). */
const listRow = ({ status, ...rest }: LiveBody) => (rest.id % 4 === 0 ? rest : { ...rest, status });

/** `GET /live`, `GET /matches/{match}/live`. */
export const addLive = (server: FastifyInstance, api: Api): void => {
  server.get('/live', (request) => {
    api.requirePro(request);
    const query = read(z.object(paging), request.query);
    const { matches, now } = api.known();
    const active = matches.filter((match) => isActive(match, now));
    return pageOf(active, { ...query, url: urlOf(request) }, (match) =>
      listRow(liveBody(stateAt(match, now))),
    );
  });

  server.get('/matches/:match/live', (request) => {
    api.requirePro(request);
    const id = readId(request.params, 'match');
    const { match: find, now } = api.known();
    const match = find(id);
    // Only covered matches have points (specification, "Data coverage").
    if (match === null || !isCovered(match.tournament.level)) throw notFound();
    return liveBody(stateAt(match, now));
  });
};
