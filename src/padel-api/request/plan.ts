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

interface GuardedRequest {
  readonly feature: string;
  /** Below the base URL, with its query. */
  readonly path: string;
}

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
  const refusals = new LRUCache<
    string,
    { readonly error: NotInPlan | RequestRefused; readonly at: number }
  >({
    max: MAX_REFUSALS,
  });

  const refusalOf = (what: string): NotInPlan | RequestRefused | null => {
    const refusal = refusals.get(what);
    return refusal !== undefined && monotonic() - refusal.at < REFUSAL_TTL_MS
      ? refusal.error
      : null;
  };
  const filterOf = (feature: string, filter: string): string => `${feature}?${filter}`;

  const ask = async <T>(
    { feature, path: wanted }: GuardedRequest,
    read: (path: string) => Promise<T>,
  ): Promise<T> => {
    const lacking = PAID_FILTERS.filter((each) => refusalOf(filterOf(feature, each)) !== null);
    const path = lacking.reduce(without, wanted);
    const { resource, query } = parsed(path);
    const refusal = refusalOf(feature) ?? refusalOf(resource);
    if (refusal !== null) throw refusal;
    try {
      const value = await read(path);
      refusals.delete(feature);
      return value;
    } catch (error) {
      const filter = PAID_FILTERS.find((each) => query.has(each));
      if (filter !== undefined && (error instanceof NotInPlan || error instanceof RequestRefused)) {
        refusals.set(filterOf(feature, filter), { error, at: monotonic() });
        return await ask({ feature, path }, read);
      }
      if (!(error instanceof NotInPlan)) throw error;
      const refuse = (what: string): void => void refusals.set(what, { error, at: monotonic() });
      if (RESTRICTED.has(feature)) refuse(feature);
      // A 403 for what every plan has is the token's fault, which the operator may mend at once.
      else if (!(error instanceof NotAllowed)) refuse(resource);
      throw error;
    }
  };

  return {
    /** Whether the plan is known to be without a feature. */
    lacks: (feature: string): boolean => refusalOf(feature) !== null,
    /**
     * Runs `read` and remembers for an hour what was refused: the paid filter, without which `read` runs
     * again; else the endpoint, or the record where every plan has the endpoint.
     * @param read receives the path without refused filters
     * @throws NotInPlan at once while a refusal is remembered
     */
    guard: ask,
  };
};

export type Plan = ReturnType<typeof createPlan>;
