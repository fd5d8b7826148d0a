import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clocks } from '../lib/clocks.ts';
import { withTimeout } from '../lib/with-timeout.ts';
import type { Logger } from '../lib/logger.ts';
import { addressOf, limitAddresses, AddressRateLimited } from './address-limit.ts';
import { readWebhookDelivery, type VerifiedWebhook } from './webhook-delivery.ts';
import type { Incidents } from './incidents.ts';
import { OUTCOMES, type DeliveryOutcome } from './outcomes.ts';
import { isSignedByAny } from './signature.ts';
import { TIME_LIMITS } from './server.ts';

export interface ReceiverOptions extends Clocks {
  /** The path of webhooks, e.g. `/webhooks/padel`. */
  readonly path: string;
  /** Null when the sender does not sign: then the path itself is the secret. */
  readonly signing: {
    /** The current secret, and the previous one during a rotation. */
    readonly secrets: readonly string[];
    /** The header with the signature; it differs by deployment (padel-facts). */
    readonly header: string;
  } | null;
  /** Stores a notice; false for a copy. */
  readonly store: (webhook: VerifiedWebhook) => Promise<boolean>;
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

/** Seconds. */
const RETRY_AFTER_SECONDS = 10;

/** A webhook that could not be stored. */
class NotStored extends Error {}

/** A webhook with another content type. */
class WrongType extends Error {}

/**
 * Adds the route of webhooks: verifies the bytes, parses them, stores the notice, and only then answers
 * 204.
 */
export const addReceiver = (server: FastifyInstance, options: ReceiverOptions): void => {
  const { path, signing, store, onOutcome, now, monotonic, incidents, log } = options;

  const isGenuine = (request: FastifyRequest, body: Buffer): boolean =>
    signing === null || isSignedByAny(signing.secrets, body, headerOf(request, signing.header));

  /** @throws NotStored */
  const storeWithTimeout = async (webhook: VerifiedWebhook): Promise<boolean> => {
    try {
      return await withTimeout(store(webhook), TIME_LIMITS.write);
    } catch (error) {
      throw new NotStored('', { cause: error });
    }
  };

  const take = async (request: FastifyRequest): Promise<DeliveryOutcome> => {
    const { body } = request;
    if (!Buffer.isBuffer(body)) return 'malformed';
    if (!isGenuine(request, body)) return 'invalid-signature';
    const delivery = readWebhookDelivery(body, now());
    if (delivery.kind !== 'valid') return delivery.kind;
    return (await storeWithTimeout(delivery)) ? 'accepted' : 'repeated';
  };

  const conclude = (request: FastifyRequest, outcome: DeliveryOutcome, error?: Error) => {
    const { status, level, line, ...more } = OUTCOMES[outcome];
    const from = addressOf(request);
    if (level === 'debug') log.debug({ from }, line);
    else {
      const details = error?.cause === undefined ? {} : { err: error.cause };
      incidents.note(from, { name: outcome, level, line, details });
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
      const { status, answer } = conclude(request, await take(request));
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
