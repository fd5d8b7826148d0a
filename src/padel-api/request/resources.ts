import type { z } from 'zod';
import { createCache, type CacheOptions, type CachePolicy, type ResourceRequest } from './cache.ts';
import type { ServiceState, RequestPriority } from '../../domain/quota.ts';
import type { DriftFinding } from '../../domain/schema-drift.ts';
import { NotFound, RequestRefused, UnreadableAnswer } from '../errors.ts';
import { createAnswers } from './answers.ts';
import type { HttpRequest, Http } from './http.ts';
import { createMissing, isOfRecord, isOptional } from './missing.ts';
import { createPathForms } from './path-forms.ts';
import { createPlan } from './plan.ts';
import { createSchemaDrift } from './schema-drift.ts';
import type { ServiceContext } from './service-clock.ts';
import { createServiceHealth } from './service-health.ts';
import { recordOf, withinBounds, type Page } from '../wire/envelope.ts';
import { liveWire } from '../wire/live.ts';

interface ResourcesOptions extends Omit<ServiceContext, 'serviceNow'>, CacheOptions {
  readonly baseUrl: string;
  readonly http: Pick<Http, 'json' | 'serviceNow'>;
}

/** A kind of resource. */
interface Kind<T> {
  /** The endpoint, as the plan has it or lacks it. */
  readonly feature: string;
  readonly isList: boolean;
  readonly parse: (path: string, json: unknown) => T;
}

interface Reading<T> extends Kind<T>, Pick<ResourceRequest, 'path' | 'body'> {
  readonly priority: RequestPriority;
  readonly signal: AbortSignal | undefined;
  /** A list that every such service has. */
  readonly isWholeList: boolean;
}

/** A list of which the rows are judged already is named once. */
const withLists = (rows: readonly DriftFinding[], lists: readonly DriftFinding[]) => [
  ...rows,
  ...lists.filter(({ endpoint, what }) =>
    rows.every((row) => row.endpoint !== endpoint || row.what !== what),
  ),
];

/**
 * The resources of the service, each read through a cache of its kind: by the path that this service has
 * for it, without what its plan refuses, and not at all while it is known to lack it or to be down.
 */
export const createResources = (options: ResourcesOptions) => {
  const { baseUrl, http, monotonic, log } = options;
  const context = { ...options, serviceNow: http.serviceNow };
  const plan = createPlan(monotonic);
  const paths = createPathForms(baseUrl);
  const missing = createMissing(context);
  const health = createServiceHealth(context);
  const drift = createSchemaDrift(context);
  const answers = createAnswers(drift);

  /** Reads one form of a path; again without a filter that is refused. */
  const readForm = async <T>(reading: Reading<T>, built: string, form: string): Promise<T> => {
    const { feature, body, priority, signal, isWholeList, parse } = reading;
    const path = plan.allowed(feature, form);
    try {
      const value = await health.judge({ path, priority, isWholeList }, async (isProbe) => {
        const method = body === undefined ? 'GET' : 'POST';
        const call = { method, path, body, priority, signal, isRetryable: !isProbe } as const;
        const json = await http.json(call);
        const read = parse(built, json);
        paths.learn(json);
        return read;
      });
      plan.answered(feature);
      return value;
    } catch (error) {
      if (!plan.failed(feature, path, error)) throw error;
      return await readForm(reading, built, path);
    }
  };

  /**
   * Reads a resource by the first of its forms that answers.
   * @throws NotFound or the odd answer after the last one
   */
  const readForms = async <T>(reading: Reading<T>, built: string): Promise<T> => {
    let failure: Error = new NotFound();
    for (const form of paths.formsOf(built)) {
      try {
        const value = await readForm(reading, built, form.path);
        form.answered();
        return value;
      } catch (error) {
        // An odd answer counts like a 404, where only records name the path.
        const isOdd = error instanceof UnreadableAnswer || error instanceof RequestRefused;
        if (!(error instanceof NotFound) && (!isOdd || form.isBuilt)) throw error;
        if (isOdd) failure = error;
      }
    }
    throw failure;
  };

  const isThere = (reading: Reading<unknown>, path: string): Promise<boolean> =>
    readForms(reading, path).then(
      () => true,
      (error: unknown) => !(error instanceof NotFound),
    );

  /** Reads a resource, unless the service is known to lack all of its kind. */
  const read = async <T>(reading: Reading<T>): Promise<T> => {
    const { feature, path } = reading;
    if (missing.lacks(feature)) throw new NotFound();
    try {
      const value = await readForms(reading, path);
      missing.answered(reading);
      return value;
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      const other = missing.lastResort(reading, paths.ofKnownRecord(path));
      if (other !== undefined && (await isThere(reading, other))) missing.isThere(reading);
      else missing.notFound(reading);
      throw error;
    }
  };

  const cached = <T>(policy: CachePolicy<T>, kind: Kind<T>) =>
    createCache(
      policy,
      ({ path, body }, priority, signal) => {
        const isWholeList = kind.isList && body === undefined && !isOfRecord(path);
        return read({ ...kind, path, body, priority, signal, isWholeList });
      },
      options,
    );

  return {
    reader: <T>(feature: string, policy: CachePolicy<T>, wire: z.ZodType<T>) => {
      const parse = (path: string, json: unknown) => answers.record(recordOf(wire), path, json);
      return cached(policy, { feature, isList: false, parse });
    },
    /** The same for a page of a list; unreadable items are logged and left out. `each` is called for every item. */
    pages: <T>(
      feature: string,
      policy: CachePolicy<Page<T>>,
      item: z.ZodType<T>,
      each: (item: T) => void = () => undefined,
    ) => {
      const parse = (path: string, json: unknown): Page<T> => {
        const page = answers.page(item, path, json);
        page.items.forEach(each);
        const { unreadable } = page;
        if (unreadable > 0) log.warn({ path, unreadable }, 'items skipped: unreadable');
        return page;
      };
      return cached(policy, { feature, isList: !isOptional(feature), parse });
    },
    /** Sends a request past every cache. */
    send: <T>(wire: z.ZodType<T>, call: Omit<HttpRequest, 'priority'>): Promise<T> =>
      health.judge({ path: call.path, priority: 'person', isWholeList: false }, async () => {
        const json = await http.json({ ...call, priority: 'person' });
        const parsed = recordOf(wire).safeParse(json);
        if (parsed.success) return parsed.data;
        throw new UnreadableAnswer(parsed.error);
      }),
    /** Counts what a pushed frame lacks; its receiver parses it. */
    sawFrame: (payload: unknown): void => {
      try {
        answers.record(liveWire, '/frames', withinBounds(payload));
      } catch (error) {
        if (!(error instanceof UnreadableAnswer)) throw error;
      }
    },
    state: () =>
      ({
        ...health.state(),
        lacksLive: plan.lacks('live'),
        lacksStats: plan.lacks('match-stats'),
        lacksPlayerRankings: plan.lacks('player-rankings') || missing.lacks('player-rankings'),
        drift: [...missing.findings(), ...withLists(drift.findings(), health.unreadable())],
      }) satisfies Partial<ServiceState>,
  };
};

export type Resources = ReturnType<typeof createResources>;
