import type { Match } from '../domain/match.ts';
import type { Observer } from '../domain/observer.ts';
import type { Tournament } from '../domain/people.ts';
import type { Instant } from '../domain/terms.ts';
import { MINUTE, HOUR } from '../lib/time.ts';
import type { PadelApi } from '../padel-api/client.ts';
import { pagesOf } from '../padel-api/pages.ts';
import type { TournamentMatchesQuery } from '../padel-api/queries.ts';
import type { Asked, Readings } from './readings.ts';

export interface TournamentReaderOptions {
  readonly api: PadelApi;
  readonly observer: Observer;
  /** What was asked before a later answer came is not told. */
  readonly readings: Readings;
}

/** Reads the matches of tournaments, and tells them. */
export interface TournamentReader {
  /**
   * The whole list each three hours, what has changed in between; one page, where the service knows how
   * to tell that. One that does not answers with the whole list.
   * @throws the API's errors
   */
  readonly read: (tournament: Tournament, signal: AbortSignal) => Promise<void>;
  /** The matches of a tournament as they were read last. */
  readonly matchesOf: (tournamentId: number) => readonly Match[];
  /** Forgets all others. */
  readonly keep: (tournamentIds: ReadonlySet<number>) => void;
}

/** What left a list is seen when the whole of it is read. */
const WHOLE_EVERY = 3 * HOUR;

/** A change may be listed a little later than it is dated, and clocks differ. */
const MARGIN = 2 * MINUTE;

interface Read {
  readonly wholeAt: Instant;
  readonly readAt: Instant;
  readonly matches: ReadonlyMap<number, Match>;
}

export const createTournamentReader = (options: TournamentReaderOptions): TournamentReader => {
  const { api, observer, readings } = options;
  const known = new Map<number, Read>();

  const tellAll = async (
    id: number,
    query: TournamentMatchesQuery,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<number, Match>> => {
    const told = new Map<number, Match>();
    // Pages come one after the other: of the last one that came.
    let asked: Asked = 0;
    const pages = pagesOf((paging) => {
      asked = readings.ask();
      return api.tournamentMatches(id, { ...query, ...paging }, { lane: 'background', signal });
    });
    for await (const page of pages) {
      for (const match of page) {
        signal.throwIfAborted();
        await readings.take(asked, match.id, () => observer.match(match, api.serviceNow()));
        told.set(match.id, match);
      }
    }
    return told;
  };

  return {
    read: async ({ id, format }, signal) => {
      const readAt = api.serviceNow();
      const before = known.get(id);
      const age = Math.abs(readAt - (before?.wholeAt ?? -Infinity));
      const draws = format === 'teams' ? ({ draw: 'all' } as const) : {};
      if (before === undefined || age >= WHOLE_EVERY) {
        known.set(id, { wholeAt: readAt, readAt, matches: await tellAll(id, draws, signal) });
        return;
      }
      const updatedAfter = new Date(before.readAt - MARGIN).toISOString();
      const changed = await tellAll(id, { ...draws, updatedAfter }, signal);
      const matches = new Map([...before.matches, ...changed]);
      known.set(id, { wholeAt: before.wholeAt, readAt, matches });
    },
    matchesOf: (id) => [...(known.get(id)?.matches.values() ?? [])],
    keep: (ids) => {
      for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
    },
  };
};
