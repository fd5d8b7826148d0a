import type { LivePoints } from '../domain/live-points.ts';
import { isPutOff, phaseOf } from '../domain/match.ts';

/** Which matches are in play, or will be soon, as far as the sources know. */
export interface Watched {
  /** The live list was read. */
  readonly listIs: (rows: readonly LivePoints[]) => void;
  /** The plan has no live list. */
  readonly hasNoList: () => void;
  /** The schedule was read: these may be played next, or are being played. */
  readonly scheduleIs: (ids: ReadonlySet<number>) => void;
  /** The same of those that no schedule has. */
  readonly unlistedAre: (ids: Iterable<number>) => void;
  /** One more of these was found. */
  readonly found: (id: number) => void;
  readonly has: (id: number) => boolean;
  /** The live list; undefined while it is not known. */
  readonly list: () => ReadonlySet<number> | undefined;
  /** Those of which something may be pushed. */
  readonly audible: () => ReadonlySet<number>;
}

const idsOf = (rows: readonly LivePoints[]): ReadonlySet<number> =>
  new Set(rows.map(({ matchId }) => matchId));

const isSilent = ({ status }: LivePoints): boolean =>
  status !== null && (phaseOf(status) === 'over' || isPutOff(status));

export const createWatched = (): Watched => {
  let list: ReadonlySet<number> | undefined;
  /** Those on the list that are neither over nor put off: of the others nothing is pushed. */
  let onAir: ReadonlySet<number> = new Set();
  let scheduled: ReadonlySet<number> = new Set();
  let unlisted: ReadonlySet<number> = new Set();

  return {
    listIs: (rows) => {
      list = idsOf(rows);
      onAir = idsOf(rows.filter((row) => !isSilent(row)));
    },
    hasNoList: () => {
      list = onAir = new Set();
    },
    scheduleIs: (ids) => {
      scheduled = ids;
    },
    unlistedAre: (ids) => {
      unlisted = new Set(ids);
    },
    found: (id) => {
      unlisted = new Set([...unlisted, id]);
    },
    has: (id) => [list, scheduled, unlisted].some((ids) => ids?.has(id) === true),
    list: () => list,
    audible: () => new Set([...scheduled, ...unlisted, ...onAir]),
  };
};
