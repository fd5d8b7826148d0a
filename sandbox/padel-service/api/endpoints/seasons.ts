import type { Tournament } from '../../world/model.ts';
import { seasonsOf, type Season } from '../../world/schedule/seasons.ts';
import { list, type Endpoint } from '../endpoint.ts';
import { notFound } from '../errors.ts';
import { integer } from '../input.ts';
import type { ResourceView } from '../views.ts';

/** The years that can be asked for (specification, "Limits"), whichever the world has. */
const YEARS = { min: 2023, max: 2026 } as const;

export const seasonEndpoints = (
  season: ResourceView<Season>,
  tournament: ResourceView<Tournament>,
): readonly Endpoint[] => [
  list({
    method: 'GET',
    path: '/seasons',
    summary: 'All seasons that have begun',
    query: { year: integer(YEARS).optional() },
    of: season.schema,
    entries: ({ query }, known) =>
      seasonsOf(known).filter(({ year }) => query.year === undefined || year === query.year),
    show: season.show,
  }),

  list({
    method: 'GET',
    path: '/seasons/{season}/tournaments',
    summary: 'The tournaments of a season',
    of: tournament.schema,
    entries: ({ path }, known) => {
      const found = seasonsOf(known).find(({ id }) => id === path.season);
      if (found === undefined) throw notFound();
      return found.tournaments;
    },
    show: tournament.show,
  }),
];
