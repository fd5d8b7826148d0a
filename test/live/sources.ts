import { UNKNOWN_SERVICE } from '#src/domain/quota.ts';
import type { TrackedMatch } from '#src/domain/match/state.ts';
import { isPlaying } from '#src/domain/match/match.ts';
import type { LivePoints } from '#src/domain/match/live-points.ts';
import type { MatchObserver } from '#src/domain/match/observer.ts';
import type { CachedResponse } from '#src/padel-api/request/cache.ts';
import type { PadelApi } from '#src/padel-api/client.ts';
import type { Paging } from '#src/padel-api/queries.ts';
import type { Page } from '#src/padel-api/wire/envelope.ts';
import { GONE } from '#src/domain/tournament/tournament-status.ts';
import { NOON } from '../store/rows.ts';

const unexpected = () => Promise.reject(new Error('nobody should ask this'));

const LOCAL: Partial<PadelApi> = {
  forgetMatch: () => undefined,
  cacheMatches: () => undefined,
  sawFrame: () => undefined,
  expectResults: () => undefined,
  state: () => ({ ...UNKNOWN_SERVICE, requestsLeft: 60 }),
  serviceNow: () => NOON,
  close: () => Promise.resolve(),
};

/**
 * A data service with the test's responses; every other request fails. Notes the requests that it
 * answers, with their id or page, as `match 123`.
 */
export const anApi = (answers: Partial<PadelApi>, requests: string[] = []): PadelApi => {
  const own: Partial<PadelApi> = { ...LOCAL, ...answers };
  return new Proxy(own as PadelApi, {
    get: (_api, name): unknown => {
      const respond: unknown = Reflect.get(own, name);
      // What is no own method is a request.
      if (typeof respond !== 'function') return unexpected;
      if (Object.hasOwn(LOCAL, name)) return respond;
      return (...asked: readonly [number | Paging | undefined]): unknown => {
        const [what = 1] = asked;
        requests.push(`${String(name)} ${typeof what === 'number' ? what : (what.page ?? 1)}`);
        return Reflect.apply(respond, undefined, asked);
      };
    },
  });
};

/** A response of the service, read at noon. */
export const answer = <T>(value: T): Promise<CachedResponse<T>> =>
  Promise.resolve({ value, readAt: NOON });

/** Page `page` of a list whose pages are these. */
export const pageOf = <T>(
  pages: readonly (readonly T[])[],
  { page = 1 }: Paging = {},
): Promise<CachedResponse<Page<T>>> =>
  answer({
    items: pages[page - 1] ?? [],
    page,
    lastPage: pages.length,
    total: pages.flat().length,
    unreadable: 0,
  });

/** An observer that records its calls in `observed`, as `match 123`. */
export const anObserver = (overrides: Partial<MatchObserver> = {}) => {
  const observed: string[] = [];
  const note = (line: string): Promise<void> => {
    observed.push(line);
    return Promise.resolve();
  };
  const observer: MatchObserver = {
    match: ({ id, status }) => note(`match ${id} ${status}`),
    points: async ({ matchId }) => {
      await note(`points ${matchId}`);
      return undefined;
    },
    removed: (id) => note(`removed ${id}`),
    merged: (from, to) => note(`merged ${from} into ${to}`),
    tournament: ({ id, status }) => note(`tournament ${id}${status === GONE ? ' gone' : ''}`),
    tournamentMerged: (from, to) => note(`tournament ${from.id} merged into ${to.id}`),
    tournaments: () => Promise.resolve([]),
    chances: (id, { team_1 }) => note(`chances ${id} ${team_1}`),
    dueVideos: () => Promise.resolve([]),
    videos: (id, { length }) => note(`${length} videos of ${id}`),
    delayed: (ids, since) => note(`delayed ${ids.join()} since ${since - NOON}`),
    fresh: (ids) => (ids.length === 0 ? Promise.resolve() : note(`fresh ${ids.join()}`)),
    scheduleRead: () => Promise.resolve(),
    scheduleReadAt: () => Promise.resolve(undefined),
    inPlay: () => Promise.resolve([]),
    interrupted: () => Promise.resolve([]),
    upcoming: () => Promise.resolve([]),
    ...overrides,
  };
  return { observer, observed };
};

/** An observer that holds these matches, each found by its points. */
export const anObserverOf = (...held: readonly TrackedMatch[]) => {
  const known = new Map(held.map((each) => [each.match.id, each]));
  const listening = anObserver({
    points: (update: LivePoints) => {
      listening.observed.push(`points ${update.matchId}`);
      return Promise.resolve(known.get(update.matchId));
    },
    inPlay: () => Promise.resolve([...known.values()].filter(({ state }) => isPlaying(state))),
  });
  return {
    ...listening,
    hold: (each: TrackedMatch): void => {
      known.set(each.match.id, each);
    },
  };
};

/** An update of the live feed without any set. */
export const anUpdate = (matchId: number, status: string | null = 'live'): LivePoints => ({
  matchId,
  status,
  sets: [],
});
