import { z } from 'zod';
import { UNKNOWN_SERVICE, type ServiceState } from '../domain/quota.ts';
import type { UserError } from '../errors.ts';
import type { RequestOptions } from './request/cache.ts';
import type { PadelApi } from './client.ts';
import {
  NotFound,
  NotAllowed,
  NotInPlan,
  ProxyRefused,
  QuotaSpent,
  RequestRefused,
  ServiceBusy,
  ServiceDown,
  TokenRefused,
  UnreadableAnswer,
} from './errors.ts';
import type { Clocks } from '../lib/clocks.ts';

/** What the process that calls the service publishes to the others; another release may omit fields. */
export interface ApiState extends ServiceState {
  /** How far the service's clock is ahead of ours, milliseconds. */
  readonly aheadMs: number;
}

/** What each process answers itself; every other method of the client sends requests. */
const LOCAL_METHODS = [
  'forgetMatch',
  'cacheMatches',
  'sawFrame',
  'expectResults',
  'state',
  'serviceNow',
  'close',
] as const;

const request = z.object({ method: z.string(), parameters: z.array(z.unknown()) });

const answer = z.union([
  z.object({ value: z.unknown() }),
  z.object({ refusal: z.string(), reason: z.string() }),
]);

/** All errors of the endpoints, by name. */
const ERRORS: Readonly<Record<string, (reason: string) => UserError>> = {
  TokenRefused: () => new TokenRefused(),
  NotInPlan: () => new NotInPlan(),
  NotAllowed: (reason) => new NotAllowed(reason),
  ProxyRefused: (reason) => new ProxyRefused(Number(reason) || null),
  NotFound: () => new NotFound(),
  RequestRefused: (reason) => new RequestRefused(reason),
  ServiceBusy: () => new ServiceBusy(),
  QuotaSpent: (reason) => new QuotaSpent(Number(reason)),
  UnreadableAnswer: (reason) => new UnreadableAnswer(reason),
};

/** What another process needs to throw the same error. */
const reasonOf = (error: unknown): string => {
  if (error instanceof RequestRefused) return error.reason;
  if (error instanceof ProxyRefused) return String(error.code);
  return String(error instanceof QuotaSpent ? error.until : error);
};

/** Handles RPC requests of other processes for the data service, as JSON. */
export const handleApiRequest =
  (api: PadelApi) =>
  async (received: unknown): Promise<z.infer<typeof answer>> => {
    const { method, parameters } = request.parse(received);
    const isRemote = Object.hasOwn(api, method) && !LOCAL_METHODS.some((local) => local === method);
    const call: unknown = isRemote ? Reflect.get(api, method) : undefined;
    if (typeof call !== 'function')
      throw new Error(`no remote method of the data service: ${method}`);
    try {
      // JSON has no undefined: an omitted parameter arrives as null, and a result without value leaves
      // as null.
      const given = parameters.map((each) => each ?? undefined);
      const value: unknown = await Reflect.apply(call, undefined, given);
      return { value: value ?? null };
    } catch (error) {
      const reason = reasonOf(error);
      return { refusal: error instanceof Error ? error.constructor.name : '', reason };
    }
  };

interface CurrentApiOptions extends Pick<Clocks, 'now'> {
  /** The client of this process while it calls the service itself. */
  readonly own?: () => PadelApi | undefined;
  /** Sends an RPC request to the process that calls the service. */
  readonly call: (question: unknown) => Promise<unknown>;
  readonly state: () => Partial<ApiState> | undefined;
}

/**
 * The data service by whichever process calls it at the moment, looked up with every call: this one, or
 * by RPC the one that owns the budget, where a timeout counts as ServiceDown.
 */
export const createCurrentApi = (options: CurrentApiOptions): PadelApi => {
  const { own = () => undefined, call, state, now } = options;
  const callRemote = async (method: string, given: readonly unknown[]): Promise<unknown> => {
    // The abort applies only here: the other process continues and caches the response.
    const signal = given.find(isRequestOptions)?.signal;
    const parameters = given.map((each) =>
      isRequestOptions(each) ? { priority: each.priority } : each,
    );
    const response = call({ method, parameters })
      .then((read) => answer.parse(read))
      .catch((error: unknown) => {
        throw new ServiceDown(error);
      });
    const read = await (signal === undefined
      ? response
      : Promise.race([response, abortion(signal)]));
    if ('value' in read) return read.value;
    throw ERRORS[read.refusal]?.(read.reason) ?? new ServiceDown(read.reason);
  };
  const local: Pick<PadelApi, (typeof LOCAL_METHODS)[number]> = {
    forgetMatch: () => undefined,
    cacheMatches: () => undefined,
    sawFrame: () => undefined,
    expectResults: () => undefined,
    state: () => ({ ...UNKNOWN_SERVICE, ...state() }),
    serviceNow: () => now() + (state()?.aheadMs ?? 0),
    close: () => Promise.resolve(),
  };
  // The other process has parsed the responses with the same code.
  return new Proxy(local as PadelApi, {
    get:
      (_api, name) =>
      (...given: unknown[]): unknown => {
        const api = own() ?? local;
        const method: unknown = Object.hasOwn(api, name) ? Reflect.get(api, name) : undefined;
        return typeof method === 'function'
          ? Reflect.apply(method, undefined, given)
          : callRemote(String(name), given);
      },
  });
};

const isRequestOptions = (given: unknown): given is RequestOptions =>
  typeof given === 'object' && given !== null && 'signal' in given;

const abortion = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const abort = (): void => {
      reject(new ServiceBusy());
    };
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });

export const apiState = (api: PadelApi, now: () => number): ApiState => ({
  ...api.state(),
  aheadMs: api.serviceNow() - now(),
});
