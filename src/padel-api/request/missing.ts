import { driftLine, type DriftFinding } from '../../domain/schema-drift.ts';
import type { Instant } from '../../domain/terms.ts';
import { DAY } from '../../lib/time.ts';
import { UnreadableAnswer } from '../errors.ts';
import { endpointOf } from '../wire/records.ts';
import type { ServiceContext } from './service-clock.ts';

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

/** Levels without points and statistics, and pairs that never played, answer 404 as well. */
const MAY_LACK_RECORDS: ReadonlySet<string> = new Set([
  'points',
  'match-stats',
  'pair',
  'pair-matches',
  'pair-stats',
]);

/** One record may be unknown; two of two mean that the service lacks them all. */
const RECORDS_UNKNOWN = 2;
/** Where others have answered before, so many in a row mean that the path is gone. */
const RECORDS_GONE = 3;

/** `/tournaments/8/matches`: of a record, which may be unknown itself. */
export const isOfRecord = (path: string): boolean => /\/\d/.test(path);

interface Asked {
  readonly feature: string;
  readonly path: string;
  /** A list that every such service has. */
  readonly isWholeList: boolean;
}

/** The resources of a feature that were not found since it last answered. */
interface Unknown {
  readonly resources: ReadonlySet<string>;
  readonly since: Instant;
  /** The last 404, monotonic. */
  readonly at: number;
  readonly gone: DriftFinding | null;
}

/** Remembers for a day which optional features the service lacks, and which paths are gone. */
export const createMissing = ({ monotonic, serviceNow, log }: ServiceContext) => {
  const missingAt = new Map<string, number>();
  /** Features that were there once, with what last answered: a later 404 is of a record. */
  const answered = new Map<string, string>();
  const unknown = new Map<string, Unknown>();

  const goneOf = (
    { feature, path, isWholeList }: Asked,
    of: number,
    since: Instant,
  ): DriftFinding | null => {
    const endpoint = endpointOf(path) ?? undefined;
    const isKnown = isWholeList || (answered.has(feature) && !MAY_LACK_RECORDS.has(feature));
    if (endpoint === undefined || !isKnown || (of < RECORDS_GONE && isOfRecord(path))) return null;
    return { endpoint, what: 'found', carried: 0, of, since, expected: 'no 404' };
  };

  return {
    lacks: (feature: string): boolean =>
      monotonic() - (missingAt.get(feature) ?? -Infinity) < MISSING_TTL_MS,
    /** The paths that are gone, for a day after they were asked for. */
    findings: (): readonly DriftFinding[] =>
      [...unknown.values()].flatMap(({ gone, at }) =>
        gone === null || monotonic() - at >= DAY ? [] : [gone],
      ),
    answered: ({ feature, path }: Asked): void => {
      answered.set(feature, path);
      unknown.delete(feature);
    },
    /**
     * What is tried before a path of records counts as gone: the same of a record that the service has named
     * lately, else what last answered, since others may be deleted.
     */
    lastResort: ({ feature }: Asked, ofKnownRecord: string | undefined): string | undefined =>
      MAY_LACK_RECORDS.has(feature) || unknown.get(feature)?.resources.size !== RECORDS_GONE - 1
        ? undefined
        : (ofKnownRecord ?? answered.get(feature)),
    isThere: ({ feature }: Asked): void => {
      unknown.delete(feature);
    },
    /** @throws UnreadableAnswer for a record of a path that is gone, which says nothing about the record */
    notFound: (asked: Asked): void => {
      const { feature, path, isWholeList } = asked;
      const { resources: before, since = serviceNow(), gone: known } = unknown.get(feature) ?? {};
      const [resource = ''] = path.split('?');
      const resources = new Set([...(before ?? []), resource].slice(0, RECORDS_GONE));
      const gone = known ?? goneOf(asked, resources.size, since);
      unknown.set(feature, { resources, since, at: monotonic(), gone });
      if (gone !== null && !known && !isWholeList) {
        const drifts = [driftLine(gone, serviceNow())];
        log.warn({ drifts }, 'answers of the padel data service have changed');
      }
      const isExpected = !isOptional(feature) || answered.has(feature);
      if (gone !== null && isOfRecord(path) && isExpected)
        throw new UnreadableAnswer('404 for all of its kind');
      if (isExpected || (resources.size < RECORDS_UNKNOWN && isOfRecord(path))) return;
      missingAt.set(feature, monotonic());
      unknown.delete(feature);
    },
  };
};
