import { seasonsOf } from '../world/seasons.ts';
import { list } from './endpoint.ts';
import { notFound } from './errors.ts';
import { integer } from './input.ts';
import { seasonResource, seasonSchema } from './resources/season.ts';
import { tournamentResource, tournamentSchema } from './resources/tournament.ts';

/** The years that can be asked for (specification, "Limits"), whichever the world has. */
const YEARS = { min: 2023, max: 2026 } as const;

export const seasonEndpoints = [
  list({
    method: 'GET',
    path: '/seasons',
    summary: 'All seasons that have begun',
    query: { year: integer(YEARS).optional() },
    of: seasonSchema,
    entries: ({ query }, known) =>
      seasonsOf(known).filter(({ year }) => query.year === undefined || year === query.year),
    show: seasonResource,
  }),

  list({
    method: 'GET',
    path: '/seasons/{season}/tournaments',
    summary: 'The tournaments of a season',
    of: tournamentSchema,
    entries: ({ path }, known) => {
      const season = seasonsOf(known).find(({ id }) => id === path.season);
      if (season === undefined) throw notFound();
      return season.tournaments;
    },
    show: (tournament, { now }) => tournamentResource(tournament, now),
  }),
];
