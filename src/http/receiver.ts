import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clocks } from '../lib/clocks.ts';
import { withTimeout } from '../lib/with-timeout.ts';
import type { Logger } from '../lib/logger.ts';
import { addressOf, limitAddresses, AddressRateLimited } from './address-limit.ts';
import type { Incidents } from './incidents.ts';
import { OUTCOMES, type DeliveryOutcome } from './outcomes.ts';
import { TIME_LIMITS } from './server.ts';

/** Verifies and handles the bytes of a webhook; rejects when that fails here. */
export type TakeWebhook = (
  body: Buffer,
  header: (name: string) => string,
) => Promise<DeliveryOutcome>;

interface ReceiverOptions extends Pick<Clocks, 'monotonic'> {
  readonly path: string;
  readonly take: TakeWebhook;
  /** Its name in log lines: `webhook delivery`. */
  readonly subject: string;
  /** Sets its incidents apart from those of another receiver. */
  readonly incidentPrefix?: string;
  /** Called with the result of each webhook. */
  readonly onOutcome: (outcome: DeliveryOutcome) => void;
  /** Receives each webhook that was not simply accepted. */
  readonly incidents: Incidents;
  readonly log: Logger;
}

/** By the codes of fastify's errors. */
const ERROR_OUTCOMES: Readonly<Record<string, DeliveryOutcome>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrong-type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'incomplete',
  ECONNRESET: 'incomplete',
};

/** Webhooks are a few kilobytes. */
const BODY_LIMIT = 256 * 1024;

/**
 * For each address. A published ranking changes thousands of players within seconds: the sender's
 * retries, up to 100 s later, deliver those above the limit.
 */
const LIMIT = { most: 2_000, window: 10_000 } as const;

const RETRY_AFTER_SECONDS = 10;

/** A webhook that could not be stored. */
class NotStored extends Error {}

/** A webhook with another content type. */
class WrongType extends Error {}

/** Adds a route of webhooks: passes on the bytes, and answers when they were handled. */
export const addReceiver = (server: FastifyInstance, options: ReceiverOptions): void => {
  const { path, take, subject, incidentPrefix = '' } = options;
  const { onOutcome, monotonic, incidents, log } = options;

  const taken = async (request: FastifyRequest): Promise<DeliveryOutcome> => {
    const { body } = request;
    if (!Buffer.isBuffer(body)) return 'malformed';
    try {
      return await withTimeout(
        take(body, (name) => headerOf(request, name)),
        TIME_LIMITS.write,
      );
    } catch (error) {
      throw new NotStored('', { cause: error });
    }
  };

  const conclude = (request: FastifyRequest, outcome: DeliveryOutcome, error?: Error) => {
    const { status, level, line: end, ...more } = OUTCOMES[outcome];
    const line = `${subject} ${end}`;
    const from = addressOf(request);
    if (level === 'debug') log.debug({ from }, line);
    else {
      const details = error?.cause === undefined ? {} : { err: error.cause };
      incidents.note(from, { name: `${incidentPrefix}${outcome}`, level, line, details });
    }
    onOutcome(outcome);
    return { status, answer: 'answer' in more ? { message: more.answer } : undefined };
  };

  server.register((scope, _options, done) => {
    limitAddresses(scope, { ...LIMIT, now: monotonic });
    scope.addHook('onRequest', (request, _reply, next) => {
      const encoding = headerOf(request, 'content-encoding');
      next(encoding === '' || encoding === 'identity' ? undefined : new WrongType());
    });
    // The raw bytes, which the signature covers.
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer', bodyLimit: BODY_LIMIT },
      (_request, body, parsed) => {
        parsed(null, body);
      },
    );
    scope.setErrorHandler<Error & { readonly code?: string }>((error, request, reply) => {
      const outcome = outcomeOf(error);
      if (outcome === undefined) throw error;
      const { status, answer } = conclude(request, outcome, error);
      if (outcome === 'store-failed') reply.header('retry-after', RETRY_AFTER_SECONDS);
      return reply.code(status).send(answer);
    });
    scope.post(path, async (request, reply) => {
      const { status, answer } = conclude(request, await taken(request));
      return reply.code(status).send(answer);
    });
    done();
  });
};

const outcomeOf = (error: Error & { readonly code?: string }): DeliveryOutcome | undefined => {
  if (error instanceof AddressRateLimited) return 'limited';
  if (error instanceof WrongType) return 'wrong-type';
  if (error instanceof NotStored) return 'store-failed';
  return ERROR_OUTCOMES[error.code ?? ''];
};

const headerOf = ({ headers }: FastifyRequest, name: string): string => {
  const value = headers[name.toLowerCase()];
  return typeof value === 'string' ? value : '';
};
