import { LRUCache } from 'lru-cache';
import { HOUR } from '../../lib/time.ts';
import { NotAllowed, NotInPlan, RequestRefused } from '../errors.ts';

const REFUSAL_TTL_MS = HOUR;

/**
 * Endpoints that small plans lack: a refusal counts for every record. Every plan has the others, and may
 * lack some of their records: the matches of a group stage, and their points.
 */
const RESTRICTED: ReadonlySet<string> = new Set([
  'live',
  'match-stats',
  'pair-stats',
  'player-stats',
  'player-rankings',
  'head2head',
  'simulate',
]);

/** Filters beyond the specification, which a plan or a service (422) may lack although it has the endpoint. */
const PAID_FILTERS = ['draw', 'updated_after'] as const;

/** More records than any plan lacks at the same time. */
const MAX_REFUSALS = 1_000;

type Refusal = NotInPlan | RequestRefused;

const parsed = (path: string): { readonly resource: string; readonly query: URLSearchParams } => {
  const [resource = '', query] = path.split('?');
  return { resource, query: new URLSearchParams(query) };
};

const without = (path: string, filter: string): string => {
  const { resource, query } = parsed(path);
  query.delete(filter);
  return query.size === 0 ? resource : `${resource}?${query.toString()}`;
};

/** Remembers what the plan lacks, so that it is requested once an hour. */
export const createPlan = (monotonic: () => number) => {
  const refusals = new LRUCache<string, { readonly error: Refusal; readonly at: number }>({
    max: MAX_REFUSALS,
  });

  const refuse = (what: string, error: Refusal): void => {
    refusals.set(what, { error, at: monotonic() });
  };

  const refusalOf = (what: string): Refusal | null => {
    const { error, at = -Infinity } = refusals.get(what) ?? {};
    return error !== undefined && monotonic() - at < REFUSAL_TTL_MS ? error : null;
  };

  const filterOf = (feature: string, filter: string): string => `${feature}?${filter}`;

  return {
    /** Whether the plan is known to be without a feature. */
    lacks: (feature: string): boolean => refusalOf(feature) !== null,
    /**
     * The path without the filters that were refused.
     * @throws the refusal of the endpoint or the record while it is remembered
     */
    allowed: (feature: string, wanted: string): string => {
      const lacking = PAID_FILTERS.filter((each) => refusalOf(filterOf(feature, each)) !== null);
      const path = lacking.reduce(without, wanted);
      const refusal = refusalOf(feature) ?? refusalOf(parsed(path).resource);
      if (refusal !== null) throw refusal;
      return path;
    },
    answered: (feature: string): void => {
      refusals.delete(feature);
    },
    /**
     * Remembers for an hour what was refused: the paid filter; else the endpoint, or the record where
     * every plan has the endpoint.
     * @returns whether it was the filter: without it the path may be allowed
     */
    failed: (feature: string, path: string, error: unknown): boolean => {
      const { resource, query } = parsed(path);
      const filter = PAID_FILTERS.find((each) => query.has(each));
      if (filter !== undefined && (error instanceof NotInPlan || error instanceof RequestRefused)) {
        refuse(filterOf(feature, filter), error);
        return true;
      }
      if (!(error instanceof NotInPlan)) return false;
      if (RESTRICTED.has(feature)) refuse(feature, error);
      // A 403 for what every plan has is the token's fault, which the operator may mend at once.
      else if (!(error instanceof NotAllowed)) refuse(resource, error);
      return false;
    },
  };
};
