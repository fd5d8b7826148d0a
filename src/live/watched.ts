import type { LivePoints } from '../domain/match/live-points.ts';
import { isPostponed, phaseOf } from '../domain/match/match.ts';

const idsOf = (rows: readonly LivePoints[]): ReadonlySet<number> =>
  new Set(rows.map(({ matchId }) => matchId));

const isNotPushed = ({ status }: LivePoints): boolean =>
  status !== null && (phaseOf(status) === 'over' || isPostponed(status));

/**
 * The matches that are in play or will be soon.
 * @param listenTo called after each change with the matches to subscribe to
 */
export const createWatched = (listenTo: (ids: ReadonlySet<number>) => void) => {
  let hasList = true;
  let list: ReadonlySet<number> | undefined;
  /** Listed matches that are neither over nor put off: the others are not pushed. */
  let pushed: ReadonlySet<number> = new Set();
  let scheduled: ReadonlySet<number> = new Set();
  let unlisted: ReadonlySet<number> = new Set();
  let abandoned: ReadonlySet<number> = new Set();
  const listen = (): void => {
    const wanted = new Set([...scheduled, ...unlisted, ...pushed]);
    for (const id of abandoned) wanted.delete(id);
    listenTo(wanted);
  };

  return {
    /** Whether the plan includes the live list; true until the service refuses it. */
    hasList: (): boolean => hasList,
    onListRead: (rows: readonly LivePoints[]): void => {
      hasList = true;
      list = idsOf(rows);
      pushed = idsOf(rows.filter((row) => !isNotPushed(row)));
      listen();
    },
    onNoList: (): void => {
      hasList = false;
      list = pushed = new Set();
      listen();
    },
    /** The schedule was read: these matches are in play or may be next. */
    onScheduleRead: (ids: ReadonlySet<number>): void => {
      scheduled = ids;
      listen();
    },
    /** Matches that are in play or may be next and that no schedule lists. */
    onUnlistedRead: (ids: Iterable<number>): void => {
      unlisted = new Set(ids);
      listen();
    },
    /** Another unlisted match was found. */
    onUnlistedFound: (id: number): void => {
      unlisted = new Set([...unlisted, id]);
      listen();
    },
    /** Matches that are in play by their status, but bring no news any more. */
    onAbandoned: (ids: ReadonlySet<number>): void => {
      if (String([...ids]) === String([...abandoned])) return;
      abandoned = ids;
      listen();
    },
    /** A channel has got another name. */
    onChannelNamed: listen,
    has: (id: number): boolean => [list, scheduled, unlisted].some((ids) => ids?.has(id) === true),
    /** The live list; undefined until it was read. */
    list: (): ReadonlySet<number> | undefined => list,
  };
};

export type Watched = ReturnType<typeof createWatched>;
