import Fastify, { type FastifyRequest } from 'fastify';
import type { Logger } from '../lib/logger.ts';
import { hintWire, type Hint } from '../padel-api/wire/webhook.ts';
import { isSignedBy } from './signature.ts';

export interface WebhookOptions {
  /** 0 takes a free one. */
  readonly port: number;
  /** Every address of this machine, unless told otherwise. */
  readonly host?: string;
  /** Where the data service delivers to, e.g. `/webhooks/padel`. */
  readonly path: string;
  readonly secret: string;
  /** The header that carries the signature; it differs by deployment (padel-facts). */
  readonly signatureHeader: string;
  /** Is told what may have changed; the truth is read from the API. Must not fail. */
  readonly onHint: (hint: Hint) => void;
  readonly log: Logger;
}

export interface WebhookEndpoint {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Deliveries are a few kilobytes. */
const BODY_LIMIT = 256 * 1024;

/** Whoever sends slower than this is cut off, milliseconds. */
const PATIENCE = { request: 10_000, check: 1_000 } as const;

/**
 * Listens for webhook deliveries of the data service: verifies the bytes, then reads them, then hands
 * on what they hint at. Answers 204; 401 to a wrong signature, 400 to what is no delivery. Events
 * that we do not know are accepted and left alone: a refusal would only bring them again.
 * @throws when the port cannot be listened on
 */
export const startWebhook = async (options: WebhookOptions): Promise<WebhookEndpoint> => {
  const { port, host = '0.0.0.0', secret, signatureHeader, onHint, log } = options;
  const server = Fastify({
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: true,
    requestTimeout: PATIENCE.request,
    http: { connectionsCheckingInterval: PATIENCE.check },
  });
  // The signature is of the bytes, so the bytes are what is kept.
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });

  server.post(options.path, async (request, reply) => {
    const { body } = request;
    if (
      !Buffer.isBuffer(body) ||
      !isSignedBy(secret, body, signatureIn(request, signatureHeader))
    ) {
      log.warn({ from: request.ip }, 'a webhook delivery with a wrong signature was refused');
      return reply.code(401).send({ message: 'The signature does not fit.' });
    }
    const delivery = parseJson(body);
    if (delivery === undefined) return reply.code(400).send({ message: 'This is no JSON.' });
    const hint = hintWire.safeParse(delivery);
    if (hint.success) onHint(hint.data);
    else
      log.warn(
        { why: hint.error.issues[0]?.message },
        'a webhook delivery says nothing that we know',
      );
    return reply.code(204).send();
  });

  const url = await server.listen({ port, host });
  return { url: `${url}${options.path}`, stop: () => server.close() };
};

const signatureIn = ({ headers }: FastifyRequest, name: string): string => {
  const value = headers[name.toLowerCase()];
  return typeof value === 'string' ? value : '';
};

/** Undefined when it is no JSON. */
const parseJson = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
};
