import { LRUCache } from 'lru-cache';
import type { Match } from '../domain/match/match.ts';
import type { Instant } from '../domain/terms.ts';
import { MINUTE } from '../lib/time.ts';
import type { CachedResponse } from './request/cache.ts';
import { PER_PAGE } from './request/pages.ts';
import type { TournamentMatchesQuery } from './queries.ts';
import type { Page } from './wire/envelope.ts';

type Matches = CachedResponse<Page<Match>>;

/** More than any two schedule syncs on a day of play are apart (live/pacing.ts). */
const MAX_AGE_MS = 10 * MINUTE;
/** More tournaments than ever run at the same time. */
const MAX_LISTS = 20;

/** Whether a query has no filters besides paging and draw. */
const isWhole = ({
  page: _page,
  draw: _draw,
  perPage,
  ...filters
}: TournamentMatchesQuery): boolean => perPage === PER_PAGE && Object.keys(filters).length === 0;

const isOneDay = ({ playedAt, ...others }: TournamentMatchesQuery): boolean =>
  playedAt !== undefined && isWhole(others);

/** The main draw and all draws are two lists. */
const keyOf = (tournamentId: number, { draw }: TournamentMatchesQuery): string =>
  `${tournamentId} ${draw ?? 'main'}`;

/**
 * The match lists of tournaments as the schedule sync reads them, page by page, and their changes.
 * Requests for a single day are served from them.
 */
export const createSyncedLists = (now: () => Instant) => {
  const lists = new LRUCache<string, ReadonlyMap<number, Matches>>({ max: MAX_LISTS });

  /** Every page of a list, if complete. */
  const wholeOf = (key: string): readonly Matches[] | undefined => {
    const pages = lists.get(key);
    const count = pages?.get(1)?.value.lastPage ?? 0;
    const whole = Array.from({ length: count }, (_, index) => pages?.get(index + 1));
    const isThere = (page: Matches | undefined): page is Matches => page !== undefined;
    return count > 0 && whole.every(isThere) ? whole : undefined;
  };

  return {
    read: (tournamentId: number, query: TournamentMatchesQuery, answer: Matches): void => {
      if (!isWhole(query)) return;
      const pages = new Map(lists.get(keyOf(tournamentId, query)));
      // A page served from the cache may be older than a change that was applied since.
      if (answer.readAt < (pages.get(query.page ?? 1)?.readAt ?? -Infinity)) return;
      for (const page of pages.keys()) if (page > answer.value.lastPage) pages.delete(page);
      lists.set(keyOf(tournamentId, query), pages.set(query.page ?? 1, answer));
    },
    /** Applies the changes of a tournament since its pages were read. */
    changed: (
      tournamentId: number,
      query: TournamentMatchesQuery,
      { value, readAt }: Matches,
    ): void => {
      const pages = lists.get(keyOf(tournamentId, query));
      if (pages === undefined) return;
      const changed = new Map(value.items.map((match) => [match.id, match]));
      const isWholeAnswer = value.page >= value.lastPage;
      const renewed = [...pages].map(([number, page]): [number, Matches] => {
        const items = page.value.items.map((match) => {
          const now = changed.get(match.id) ?? match;
          changed.delete(match.id);
          return now;
        });
        return [
          number,
          { value: { ...page.value, items }, readAt: isWholeAnswer ? readAt : page.readAt },
        ];
      });
      // New matches are appended to the last page.
      const last = renewed.at(-1)?.[1].value;
      const added = new Map(renewed);
      if (last !== undefined && changed.size > 0) {
        const items = [...last.items, ...changed.values()];
        added.set(last.page, { value: { ...last, items }, readAt });
      }
      lists.set(keyOf(tournamentId, query), added);
    },
    isCurrent: ({ readAt }: Matches): boolean => Math.abs(now() - readAt) <= MAX_AGE_MS,
    /** A page of all matches, or of those of one day; undefined when the list is incomplete. */
    pageOf: (tournamentId: number, query: TournamentMatchesQuery): Matches | undefined => {
      const whole =
        isWhole(query) || isOneDay(query) ? wholeOf(keyOf(tournamentId, query)) : undefined;
      if (whole === undefined) return undefined;
      const items = whole
        .flatMap(({ value }) => value.items)
        .filter(({ playedOn }) => query.playedAt === undefined || playedOn === query.playedAt);
      const page = query.page ?? 1;
      return {
        value: {
          items: items.slice((page - 1) * PER_PAGE, page * PER_PAGE),
          page,
          lastPage: Math.max(1, Math.ceil(items.length / PER_PAGE)),
          total: items.length,
          unreadable: 0,
        },
        readAt: Math.min(...whole.map(({ readAt }) => readAt)),
      };
    },
  };
};

export type SyncedLists = ReturnType<typeof createSyncedLists>;
