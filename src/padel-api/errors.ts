import type { Instant } from '../domain/terms.ts';
import { UserError, type Problem, type ProblemValues } from '../errors.ts';

/**
 * One class per meaning (specification, "Errors"). Each is a sentence that a member can read;
 * `cause` and `message` are for the log and never hold the token.
 */

/** 401: the token is missing, invalid or revoked. Only the operator can mend it. */
export class TokenRefused extends UserError {
  constructor() {
    super('service-refuses-token');
  }
}

/** 402: the plan lacks the resource. */
export class NotInPlan extends UserError {
  constructor() {
    super('not-in-plan');
  }
}

/** 404: it does not exist, or was deleted. */
export class NotFound extends UserError {
  constructor() {
    super('not-found');
  }
}

/** 422: the request was refused; `message` is the service's first validation message. */
export class RequestRefused extends UserError {
  /** The service's sentence, in English. */
  readonly reason: string;

  constructor(reason: string) {
    super('service-refuses-request', {}, { cause: reason });
    this.reason = reason;
  }
}

/** 429, or no free request in our own budget before the deadline. */
export class ServiceBusy extends UserError {
  constructor(problem: Problem = 'service-busy', values: ProblemValues = {}) {
    super(problem, values);
  }
}

/** The requests of the day, or of the month, are used up: nothing is asked until they begin anew. */
export class QuotaSpent extends ServiceBusy {
  /** When requests go on, or when the next one probes. */
  readonly until: Instant;

  constructor(until: Instant) {
    super('quota-spent', { when: { at: until } });
    this.until = until;
  }
}

/** 5xx, a network failure, or no answer in time. */
export class ServiceDown extends UserError {
  constructor(cause: unknown) {
    super('service-down', {}, { cause });
  }
}

/** An answer that is not what the specification says. */
export class UnreadableAnswer extends UserError {
  constructor(cause: unknown) {
    super('service-unreadable', {}, { cause });
  }
}

/**
 * Whether a list that every such service has could not be read, because the service as a whole fails,
 * or nothing may be asked: its health logs that once a minute (service-health.ts), and nobody else has to.
 */
export const isOutage = (error: unknown): boolean =>
  [ServiceDown, TokenRefused, UnreadableAnswer, NotFound, QuotaSpent].some(
    (failure) => error instanceof failure,
  );
