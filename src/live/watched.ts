import type { LivePoints } from '../domain/live-points.ts';
import { isPutOff, phaseOf } from '../domain/match.ts';

/** Which matches are in play, or will be soon, as far as the sources know. */
export interface Watched {
  /** Whether the plan has a live list, as far as is known. */
  readonly hasList: () => boolean;
  /** The live list was read. */
  readonly listIs: (rows: readonly LivePoints[]) => void;
  /** The plan has no live list. */
  readonly hasNoList: () => void;
  /** The schedule was read: these are in play, or may be next. */
  readonly scheduleIs: (ids: ReadonlySet<number>) => void;
  /** The same of those that no schedule has. */
  readonly unlistedAre: (ids: Iterable<number>) => void;
  /** One more of these was found. */
  readonly found: (id: number) => void;
  readonly has: (id: number) => boolean;
  /** The live list; undefined while it is not known. */
  readonly list: () => ReadonlySet<number> | undefined;
}

const idsOf = (rows: readonly LivePoints[]): ReadonlySet<number> =>
  new Set(rows.map(({ matchId }) => matchId));

const isSilent = ({ status }: LivePoints): boolean =>
  status !== null && (phaseOf(status) === 'over' || isPutOff(status));

/** @param listenTo is told after each change which matches may be pushed */
export const createWatched = (listenTo: (ids: ReadonlySet<number>) => void): Watched => {
  let hasList = true;
  let list: ReadonlySet<number> | undefined;
  /** Those on the list that are neither over nor put off: the others are not pushed. */
  let onAir: ReadonlySet<number> = new Set();
  let scheduled: ReadonlySet<number> = new Set();
  let unlisted: ReadonlySet<number> = new Set();
  const listen = (): void => {
    listenTo(new Set([...scheduled, ...unlisted, ...onAir]));
  };

  return {
    hasList: () => hasList,
    listIs: (rows) => {
      hasList = true;
      list = idsOf(rows);
      onAir = idsOf(rows.filter((row) => !isSilent(row)));
      listen();
    },
    hasNoList: () => {
      hasList = false;
      list = onAir = new Set();
      listen();
    },
    scheduleIs: (ids) => {
      scheduled = ids;
      listen();
    },
    unlistedAre: (ids) => {
      unlisted = new Set(ids);
      listen();
    },
    found: (id) => {
      unlisted = new Set([...unlisted, id]);
      listen();
    },
    has: (id) => [list, scheduled, unlisted].some((ids) => ids?.has(id) === true),
    list: () => list,
  };
};
