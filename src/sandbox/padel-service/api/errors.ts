/** Messages by field, as a 422 lists them. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** An answer other than success (specification, "Errors"). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly errors: FieldErrors | null;

  constructor(status: number, message: string, errors: FieldErrors | null = null) {
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

/** Whom to write to; the sandbox has nobody. */
const CONTACT = 'support@padel.example';

/** These say whom to contact and when it happened. */
const WITH_CONTACT: ReadonlySet<number> = new Set([402, 404, 500]);

/** The body of an error. @param now the world's clock */
export const errorBody = ({ status, message, errors }: ApiError, now: number): unknown => {
  if (errors) return { message, errors };
  if (!WITH_CONTACT.has(status)) return { message };
  const time = new Date(now).toISOString().slice(0, 19).replace('T', ' ');
  return { message, contact_email: CONTACT, error_time: time };
};
