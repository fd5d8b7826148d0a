import { z } from 'zod';
import type { ApiError } from './errors.ts';
import { resource, type Shown } from './resource.ts';

const message = resource('Message', { message: z.string() });

const withContact = resource('MessageWithContact', {
  message: z.string(),
  contact_email: z.email(),
  error_time: z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
});

const validation = resource('ValidationErrors', {
  /** The first of the messages below. */
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())),
});

/** The answers other than success, with what they mean and their body (specification, "Errors"). */
export const ERRORS = {
  401: { name: 'Unauthenticated', meaning: 'Missing, invalid or revoked token', body: message },
  402: { name: 'SubscriptionRequired', meaning: 'Not in the plan', body: withContact },
  404: { name: 'NotFound', meaning: 'No such id or path, or it was deleted', body: withContact },
  422: { name: 'Invalid', meaning: 'Parameters fail validation', body: validation },
  429: { name: 'TooManyAttempts', meaning: 'Rate limit exceeded', body: message },
  500: { name: 'ServerError', meaning: 'Server error', body: withContact },
} as const;

export type ErrorStatus = keyof typeof ERRORS;

type ErrorBody = Shown<
  z.infer<typeof message> | z.infer<typeof withContact> | z.infer<typeof validation>
>;

/** The contact address; the sandbox has none. */
const CONTACT = 'support@padel.example';

/** The body of an error. @param now the world's clock */
export const errorBody = ({ status, message: text, errors }: ApiError, now: number): ErrorBody => {
  if (errors) return { message: text, errors };
  if (ERRORS[status].body !== withContact) return { message: text };
  const time = new Date(now).toISOString().slice(0, 19).replace('T', ' ');
  return { message: text, contact_email: CONTACT, error_time: time };
};
