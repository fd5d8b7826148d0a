import type { z } from 'zod';
import { LEVELS, type Level, type Tournament } from '../../world/model.ts';
import type { Knowledge } from '../../world/world.ts';
import { list } from '../endpoint.ts';
import { choice, countryCode, period, sorting, text } from '../input.ts';
import { tournamentAt } from '../lookup.ts';
import { matchFilters, selectMatches } from './match-list.ts';
import { contains, inOrderOf } from '../order.ts';
import { matchResource, matchSchema } from '../resources/match.ts';
import { tournamentResource, tournamentSchema } from '../resources/tournament.ts';

/** What `/tournaments` can be asked for. */
export const tournamentsQuery = {
  name: text().optional(),
  location: text().optional(),
  country: countryCode().optional(),
  level: choice(LEVELS).optional(),
  ...period,
  ...sorting(['name', 'location', 'country', 'level', 'start_date', 'end_date']),
};

type ListQuery = Omit<z.output<z.ZodObject<typeof tournamentsQuery>>, 'level'> & {
  readonly level?: Level | undefined;
};

const SORT_KEYS: Readonly<
  Record<NonNullable<ListQuery['sort_by']> | 'id', (tournament: Tournament) => string | number>
> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  location: ({ host }) => host.city,
  country: ({ host }) => host.country,
  level: ({ level }) => level,
  start_date: ({ start }) => start,
  end_date: ({ end }) => end,
};

/** A period holds the tournaments that start in it, its first and last day included. */
const isWanted = ({ name, host, level, start }: Tournament, query: ListQuery): boolean =>
  (query.name === undefined || contains(name, query.name)) &&
  (query.location === undefined || contains(host.city, query.location)) &&
  (query.country === undefined || host.country === query.country) &&
  (query.level === undefined || level === query.level) &&
  (query.after_date === undefined || start >= query.after_date) &&
  (query.before_date === undefined || start <= query.before_date);

/** Tournaments as filtered and sorted by a query. */
export const selectTournaments = (
  query: ListQuery,
  { tournaments }: Knowledge,
): readonly Tournament[] => {
  const wanted = tournaments.filter((each) => isWanted(each, query));
  return inOrderOf(wanted, SORT_KEYS[query.sort_by ?? 'id'], query.order_by);
};

const { played_at, round, category, court } = matchFilters;

export const tournamentEndpoints = [
  list({
    method: 'GET',
    path: '/tournaments',
    summary: 'All tournaments',
    query: tournamentsQuery,
    of: tournamentSchema,
    entries: ({ query }, known) => selectTournaments(query, known),
    show: (tournament, { now }) => tournamentResource(tournament, now),
  }),

  list({
    method: 'GET',
    path: '/tournaments/{tournament}/matches',
    summary: 'The matches of a tournament',
    query: { played_at, round, category, court },
    of: matchSchema,
    entries: ({ path, query }, known) => {
      const { id } = tournamentAt(known, path.tournament);
      const own = known.matches.filter(({ tournament }) => tournament.id === id);
      return selectMatches(own, query, known.now);
    },
    show: (match, { now, calledNames }) => matchResource(match, now, calledNames),
  }),
];
