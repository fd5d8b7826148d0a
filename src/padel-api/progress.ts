import type { DirectoryKind } from '../domain/directory.ts';
import type { Directory, Known } from './directory.ts';

/** How far the first reading of all names has come. */
export interface Progress {
  /** The service has so many of a kind. */
  readonly expect: (kind: DirectoryKind, total: number) => void;
  /** Every name of a kind was read. */
  readonly done: (kind: DirectoryKind) => void;
}

/**
 * Tells a directory how far it is filled. One that was kept is whole, until the service says that it
 * has more; once all were read it stays whole, whatever is added later.
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
