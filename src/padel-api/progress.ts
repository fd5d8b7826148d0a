import type { DirectoryKind } from '../domain/directory.ts';
import type { Directory, Known } from './directory.ts';

/** The progress of the first sync of all names. */
export interface Progress {
  /** Sets the service's count of a kind. */
  readonly expect: (kind: DirectoryKind, total: number) => void;
  /** Marks a kind as completely read. */
  readonly done: (kind: DirectoryKind) => void;
}

/**
 * Reports to a directory how complete it is. A stored one counts as complete until the service says
 * that it has more; once all names were read it stays complete.
 */
export const createProgress = (directory: Directory, isFailing: () => boolean): Progress => {
  const totals = new Map<DirectoryKind, number>();
  const done = new Set<DirectoryKind>();

  directory.filledBy((kind): Known => {
    const known = directory.size(kind);
    if (known === 0 && isFailing()) return 'unreachable';
    if (done.has(kind)) return 'all';
    return known === 0 || known < (totals.get(kind) ?? 0) ? 'some' : 'all';
  });

  return {
    expect: (kind, total) => {
      totals.set(kind, total);
    },
    done: (kind) => {
      done.add(kind);
    },
  };
};
