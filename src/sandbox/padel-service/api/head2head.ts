import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { opponentOf, TEAMS } from '#src/domain/terms.ts';
import { playersOf, type Match, type Player } from '../world/model.ts';
import type { Api } from './api.ts';
import { pageOf, urlOf } from './envelope.ts';
import { notFound } from './errors.ts';
import { paging, read, readId } from './input.ts';
import { matchResource } from './resources.ts';
import { readSides, type Sides } from './teams.ts';

const includesAll = (team: readonly Player[], wanted: readonly Player[]): boolean =>
  wanted.every((player) => team.includes(player));

/** Matches that are over and in which both sides stood against each other, the latest first. */
const meetings = (matches: readonly Match[], sides: Sides, before: number): readonly Match[] =>
  matches
    .filter((match) => match.outcome !== 'bye' && match.closed <= before)
    .filter((match) =>
      TEAMS.some(
        (team) =>
          includesAll(playersOf(match, team), sides.team_1) &&
          includesAll(playersOf(match, opponentOf(team)), sides.team_2),
      ),
    )
    .sort((a, b) => b.closed - a.closed);

/** `GET /matches/{match}/head2head`, `POST /matches/head2head`. */
export const addHead2Head = (server: FastifyInstance, api: Api): void => {
  const pagingQuery = z.object(paging);

  server.get('/matches/:match/head2head', (request) => {
    const id = readId(request.params, 'match');
    const query = read(pagingQuery, request.query);
    const { match: find, matches, now } = api.known();
    const match = find(id);
    if (match === null) throw notFound();
    const sides = { team_1: playersOf(match, 'team_1'), team_2: playersOf(match, 'team_2') };
    const isBye = match.outcome === 'bye';
    const earlier = isBye ? [] : meetings(matches, sides, Math.min(now, match.closed - 1));
    return pageOf(earlier, { ...query, url: urlOf(request) }, (each) => matchResource(each, now));
  });

  server.post('/matches/head2head', (request) => {
    const known = api.known();
    const query = read(pagingQuery, request.query);
    const met = meetings(known.matches, readSides(request.body, known), known.now);
    return pageOf(met, { ...query, url: urlOf(request) }, (each) => matchResource(each, known.now));
  });
};
