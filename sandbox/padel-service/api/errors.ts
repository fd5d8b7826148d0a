import type { ErrorStatus } from './error-bodies.ts';

/** Messages by field, as a 422 lists them. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** An answer other than success (specification, "Errors"). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: ErrorStatus;
  readonly errors: FieldErrors | null;

  constructor(status: ErrorStatus, message: string, errors: FieldErrors | null = null) {
    super(message);
    this.status = status;
    this.errors = errors;
  }
}

export const unauthenticated = (): ApiError => new ApiError(401, 'Unauthenticated.');
export const subscriptionRequired = (): ApiError => new ApiError(402, 'Subscription required.');
export const notFound = (): ApiError => new ApiError(404, 'Not found.');
export const tooManyAttempts = (): ApiError => new ApiError(429, 'Too Many Attempts.');
export const serverError = (): ApiError => new ApiError(500, 'Server Error');

/** Parameters that fail validation; the message is the first one. */
export const invalid = (errors: FieldErrors): ApiError =>
  new ApiError(422, Object.values(errors).flat().at(0) ?? 'The given data was invalid.', errors);

/** The resource has another path: its record was merged into another one. */
export class Moved extends Error {
  override readonly name = 'Moved';
  /** The ids in the path that are others now. */
  readonly ids: Readonly<Record<string, number>>;

  constructor(ids: Readonly<Record<string, number>>) {
    super('Moved');
    this.ids = ids;
  }
}

export const moved = (ids: Readonly<Record<string, number>>): Moved => new Moved(ids);
