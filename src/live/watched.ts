import type { LivePoints } from '../domain/match/live-points.ts';
import { isPostponed, phaseOf } from '../domain/match/match.ts';

/** The matches that are in play or will be soon. */
export interface Watched {
  /** Whether the plan includes the live list; true until the service refuses it. */
  readonly hasList: () => boolean;
  readonly onListRead: (rows: readonly LivePoints[]) => void;
  readonly onNoList: () => void;
  /** The schedule was read: these matches are in play or may be next. */
  readonly onScheduleRead: (ids: ReadonlySet<number>) => void;
  /** Matches that are in play or may be next and that no schedule lists. */
  readonly onUnlistedRead: (ids: Iterable<number>) => void;
  /** Another unlisted match was found. */
  readonly onUnlistedFound: (id: number) => void;
  readonly has: (id: number) => boolean;
  /** The live list; undefined until it was read. */
  readonly list: () => ReadonlySet<number> | undefined;
}

const idsOf = (rows: readonly LivePoints[]): ReadonlySet<number> =>
  new Set(rows.map(({ matchId }) => matchId));

const isNotPushed = ({ status }: LivePoints): boolean =>
  status !== null && (phaseOf(status) === 'over' || isPostponed(status));

/** @param listenTo called after each change with the matches to subscribe to */
export const createWatched = (listenTo: (ids: ReadonlySet<number>) => void): Watched => {
  let hasList = true;
  let list: ReadonlySet<number> | undefined;
  /** Listed matches that are neither over nor put off: the others are not pushed. */
  let pushed: ReadonlySet<number> = new Set();
  let scheduled: ReadonlySet<number> = new Set();
  let unlisted: ReadonlySet<number> = new Set();
  const listen = (): void => {
    listenTo(new Set([...scheduled, ...unlisted, ...pushed]));
  };

  return {
    hasList: () => hasList,
    onListRead: (rows) => {
      hasList = true;
      list = idsOf(rows);
      pushed = idsOf(rows.filter((row) => !isNotPushed(row)));
      listen();
    },
    onNoList: () => {
      hasList = false;
      list = pushed = new Set();
      listen();
    },
    onScheduleRead: (ids) => {
      scheduled = ids;
      listen();
    },
    onUnlistedRead: (ids) => {
      unlisted = new Set(ids);
      listen();
    },
    onUnlistedFound: (id) => {
      unlisted = new Set([...unlisted, id]);
      listen();
    },
    has: (id) => [list, scheduled, unlisted].some((ids) => ids?.has(id) === true),
    list: () => list,
  };
};
