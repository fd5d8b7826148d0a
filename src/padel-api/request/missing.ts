import { DAY } from '../../lib/time.ts';
import { NotFound } from '../errors.ts';

/** Beyond the specification: some services lack it and answer 404. */
const OPTIONAL: ReadonlySet<string> = new Set([
  'rankings',
  'player-matches',
  'player-pairs',
  'player-rankings',
  'tournament',
  'editions',
]);
const MISSING_TTL_MS = DAY;

/** Whether a 404 means that the service lacks the feature, which is no failure. */
export const isOptional = (feature: string): boolean => OPTIONAL.has(feature);

/** One record may be unknown; two of two mean that the service lacks them all. */
const RECORDS_UNKNOWN = 2;

/** `/tournaments/8/matches`: of a record, which may be unknown itself. */
export const isOfRecord = (path: string): boolean => /\/\d/.test(path);

/** Remembers for a day which optional features the service lacks. */
export const createMissing = (monotonic: () => number) => {
  const missingAt = new Map<string, number>();
  /** Features that were there once: a later 404 is of a record. */
  const answered = new Set<string>();
  /** The resources of a feature that were not found since it last answered. */
  const unknown = new Map<string, ReadonlySet<string>>();

  const lacks = (feature: string): boolean =>
    monotonic() - (missingAt.get(feature) ?? -Infinity) < MISSING_TTL_MS;

  const wasNotFound = (feature: string, path: string): void => {
    const [resource = ''] = path.split('?');
    const resources = new Set(unknown.get(feature)).add(resource);
    unknown.set(feature, resources);
    if (!isOptional(feature) || answered.has(feature)) return;
    if (resources.size < RECORDS_UNKNOWN && isOfRecord(path)) return;
    missingAt.set(feature, monotonic());
    unknown.delete(feature);
  };

  return {
    lacks,
    /** Whether the service has served it since the start. */
    hasAnswered: (feature: string): boolean => answered.has(feature),
    /**
     * Runs `read`, which tries every form of the path.
     * @throws NotFound at once for a feature that the service lacks
     */
    guard: async <T>(feature: string, path: string, read: () => Promise<T>): Promise<T> => {
      if (lacks(feature)) throw new NotFound();
      try {
        const value = await read();
        answered.add(feature);
        unknown.delete(feature);
        return value;
      } catch (error) {
        if (error instanceof NotFound) wasNotFound(feature, path);
        throw error;
      }
    },
  };
};

export type Missing = ReturnType<typeof createMissing>;
