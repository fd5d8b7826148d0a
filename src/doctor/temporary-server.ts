import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { listenOn } from '../lib/ports.ts';
import { isSignedByAny, type WebhookSource } from '../http/signature.ts';

/** A webhook that arrived on the bot's port. */
export interface ReceivedWebhook {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export interface TemporaryServerOptions extends WebhookSource {
  readonly port: number;
  readonly host: string;
}

/** The event of the doctor's own webhooks; unknown to the service. */
export const PROBE_EVENT = 'doctor.visit';

/** A webhook of the service itself, which must not be acknowledged. */
const isForeign = ({ body }: ReceivedWebhook): boolean =>
  body.includes('"event"') && !body.includes(PROBE_EVENT);

/**
 * A temporary server on the bot's port while the bot does not run. It records the doctor's webhooks and
 * answers them as the bot would; the service's are refused with 503, so that it retries.
 */
export const openTemporaryServer = async (options: TemporaryServerOptions) => {
  const { port, host, path, signing } = options;
  const received: ReceivedWebhook[] = [];
  const statusFor = (arrival: ReceivedWebhook): number => {
    if (isForeign(arrival)) return 503;
    if (arrival.path !== path) return 404;
    if (signing === null) return 204;
    const signature = String(arrival.headers[signing.header.toLowerCase()]);
    return isSignedByAny(signing.secrets, arrival.body, signature) ? 204 : 401;
  };

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const [address = ''] = request.url?.split('?', 1) ?? [];
      const arrival = { path: address, headers: request.headers, body: Buffer.concat(chunks) };
      if (!isForeign(arrival)) received.push(arrival);
      response.writeHead(statusFor(arrival)).end();
    });
  });
  await listenOn(host, (address) => once(server.listen(port, address), 'listening'));

  return {
    received,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
