import { proxyRefusalName } from '../domain/quota.ts';
import type { Instant } from '../domain/terms.ts';
import { UserError, type Problem, type ProblemValues } from '../errors.ts';

/**
 * One class per meaning (specification, "Errors"). Each has a text for members; `cause` and `message`
 * are for the log and never hold the token.
 */

/** 401: the token is missing, invalid or revoked. Only the operator can fix it. */
export class TokenRefused extends UserError {
  constructor() {
    super('service-refuses-bot');
  }
}

/** 402: the plan lacks the resource. */
export class NotInPlan extends UserError {
  constructor(problem: Problem = 'not-in-plan', cause?: unknown) {
    super(problem, {}, { cause });
  }
}

/** 403 of the service itself: it knows the token, which may not read this. Remembered like a 402. */
export class NotAllowed extends NotInPlan {
  constructor(reason: string) {
    super('service-refuses-bot', reason);
  }
}

/** 403 of the proxy in front of the service, which has not seen the request. */
export class ProxyRefused extends UserError {
  /** Its error number: 1010 refuses the User-Agent. Null when it names none. */
  readonly code: number | null;

  constructor(code: number | null) {
    const cause = `refused by the proxy in front of the service (${proxyRefusalName(code)})`;
    super('service-refuses-bot', {}, { cause });
    this.code = code;
  }
}

/** 404: it does not exist, or was deleted. */
export class NotFound extends UserError {
  constructor() {
    super('not-found');
  }
}

/** 422: the service refused the request; `message` is its first validation message. */
export class RequestRefused extends UserError {
  /** The service's sentence, in English. */
  readonly reason: string;

  constructor(reason: string) {
    super('service-refuses-request', {}, { cause: reason });
    this.reason = reason;
  }
}

/** 429, or the rate limiter has no request left before the deadline. */
export class ServiceBusy extends UserError {
  constructor(problem: Problem = 'service-busy', values: ProblemValues = {}) {
    super(problem, values);
  }
}

/** The quota of the day or month is used up: no requests until it resets. */
export class QuotaSpent extends ServiceBusy {
  /** When requests resume, or the next probe is sent. */
  readonly until: Instant;

  constructor(until: Instant) {
    super('quota-spent', { when: { at: until } });
    this.until = until;
  }
}

/** 5xx, a network failure, or a timeout. */
export class ServiceDown extends UserError {
  constructor(cause: unknown) {
    super('service-down', {}, { cause });
  }
}

/** The service has only failed for a while: the request waits for a probe, and was not sent. */
export class ServiceStillDown extends ServiceDown {}

/** A response that does not match the specification. */
export class UnreadableAnswer extends UserError {
  constructor(cause: unknown) {
    super('service-unreadable', {}, { cause });
  }
}

/** Tells whether an error is of one of these classes. */
export const isOneOf =
  (...classes: readonly (new (...given: never[]) => UserError)[]) =>
  (error: unknown): boolean =>
    classes.some((each) => error instanceof each);

/** Whether a request was refused before it was sent: it may be tried as soon as the refusal ends. */
export const wasNotSent = isOneOf(QuotaSpent, ServiceStillDown);

/**
 * Whether the service may serve the same request later: it is down, out of reach behind its proxy, limits
 * us, or its quota is spent.
 */
export const isServiceUnavailable = isOneOf(ServiceDown, ServiceBusy, ProxyRefused);

/**
 * Whether a list that every such service has failed because of an outage or a spent quota: the service
 * health logs that once a minute (request/service-health.ts), so callers need not.
 */
export const isOutage = isOneOf(
  ...[ServiceDown, TokenRefused, ProxyRefused, UnreadableAnswer, NotFound, QuotaSpent],
);

/** The response; undefined for a 404. */
export const ifFound = <T>(reading: Promise<T>): Promise<T | undefined> =>
  reading.catch((error: unknown) => {
    if (error instanceof NotFound) return undefined;
    throw error;
  });
