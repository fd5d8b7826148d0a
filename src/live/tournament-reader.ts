import type { Match } from '../domain/match/match.ts';
import type { Tournament } from '../domain/people/people.ts';
import type { Instant } from '../domain/terms.ts';
import { MINUTE, HOUR, utcDate } from '../lib/time.ts';
import type { RequestOptions } from '../padel-api/request/cache.ts';
import { pagesOf } from '../padel-api/request/pages.ts';
import type { TournamentMatchesQuery } from '../padel-api/queries.ts';
import { isSettledBy } from './read-log.ts';
import type { MatchSource } from './read-match.ts';
import type { RequestNumber } from './read-order.ts';

/** Only the whole list shows which matches were removed: less urgent while nothing is played. */
const WHOLE_INTERVALS_MS = { played: 3 * HOUR, before: 6 * HOUR } as const;

/** Between two reads of a tournament that has ended and whose matches are final: only corrections follow. */
const DONE_INTERVAL_MS = 3 * HOUR;

/** A change may be listed later than its date, and clocks differ. */
const MARGIN_MS = 2 * MINUTE;

interface Read {
  readonly wholeAt: Instant;
  readonly readAt: Instant;
  readonly matches: ReadonlyMap<number, Match>;
}

/** Reads the matches of tournaments, and passes them to the observer. */
export const createTournamentReader = ({
  api,
  observer,
  order,
}: Pick<MatchSource, 'api' | 'observer' | 'order'>) => {
  const known = new Map<number, Read>();

  const readAll = async (id: number, query: TournamentMatchesQuery, asking: RequestOptions) => {
    const matches = new Map<number, Match>();
    /** When the oldest page was read, on our clock. */
    let oldest: Instant = Infinity;
    let request: RequestNumber = 0;
    const pages = pagesOf(async (paging) => {
      request = order.begin();
      const page = await api.tournamentMatches(id, { ...query, ...paging }, asking);
      oldest = Math.min(oldest, page.readAt);
      return page;
    });
    for await (const page of pages) {
      for (const match of page) {
        asking.signal?.throwIfAborted();
        await order.apply(request, match.id, () => observer.match(match, api.serviceNow()));
        matches.set(match.id, match);
      }
    }
    return { matches, oldest };
  };

  return {
    /**
     * Reads the whole list every few hours, and changes in between: one page, unless the service
     * ignores the filter and returns the whole list.
     * @throws the API's errors
     */
    read: async (tournament: Tournament, asking: RequestOptions): Promise<void> => {
      const { id, format, startDate, endDate } = tournament;
      const readAt = api.serviceNow();
      const today = utcDate(readAt);
      const before = known.get(id);
      const age = Math.abs(readAt - (before?.wholeAt ?? -Infinity));
      const isDone =
        before !== undefined &&
        endDate !== null &&
        endDate < today &&
        [...before.matches.values()].every(isSettledBy);
      if (isDone && Math.abs(readAt - before.readAt) < DONE_INTERVAL_MS) return;
      const draws = format === 'teams' ? ({ draw: 'all' } as const) : {};
      const wholeEvery = WHOLE_INTERVALS_MS[(startDate ?? '') > today ? 'before' : 'played'];
      if (before === undefined || (age >= wholeEvery && !isDone)) {
        const { matches, oldest } = await readAll(id, draws, asking);
        known.set(id, { wholeAt: readAt, readAt, matches });
        api.cacheMatches(id, draws, [...matches.values()], oldest);
        return;
      }
      const updatedAfter = new Date(before.readAt - MARGIN_MS).toISOString();
      const changed = await readAll(id, { ...draws, updatedAfter }, asking);
      const matches = new Map([...before.matches, ...changed.matches]);
      known.set(id, { wholeAt: before.wholeAt, readAt, matches });
      api.cacheMatches(id, draws, [...matches.values()], changed.oldest);
    },
    /** The matches of a tournament as last read. */
    matchesOf: (id: number): readonly Match[] => [...(known.get(id)?.matches.values() ?? [])],
    /** Drops all other tournaments. */
    keep: (ids: ReadonlySet<number>): void => {
      for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
    },
  };
};
