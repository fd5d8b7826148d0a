import type { DirectoryKind } from '../../domain/people/directory.ts';
import type { Directory, FillLevel } from './directory.ts';
import type { Logger } from '../../lib/logger.ts';
import type { PadelApi } from '../client.ts';
import type { Names } from './names.ts';

interface DirectoryProgress {
  /** Sets the service's count of a kind. */
  readonly expect: (kind: DirectoryKind, total: number) => void;
  readonly done: (kind: DirectoryKind) => void;
}

/**
 * Reports to a directory how complete it is. A stored one counts as complete until the service says
 * that it has more; once all names were read it stays complete.
 */
export const createDirectoryProgress = (
  directory: Directory,
  isFailing: () => boolean,
): DirectoryProgress => {
  const totals = new Map<DirectoryKind, number>();
  const done = new Set<DirectoryKind>();

  directory.setFillLevel((kind): FillLevel => {
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

/** Reads every name of a kind once; after a failure it continues where it stopped. */
export type Job = (signal: AbortSignal) => Promise<void>;

export interface NameSource {
  readonly api: PadelApi;
  readonly names: Names;
  readonly log: Logger;
}

export interface JobOptions extends NameSource {
  readonly progress: DirectoryProgress;
}

/** The lowest priority: all other requests go first. */
export const nameRequestOptions = (signal: AbortSignal) => ({ priority: 'names', signal }) as const;
