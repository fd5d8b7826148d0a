import type { Logger } from '../lib/logger.ts';
import { isForeignAddress, isPortTaken } from '../lib/ports.ts';
import type { Db } from '../store/connection/database.ts';
import { createIncidents } from './incidents.ts';
import { createWebhookWriter, type WebhookWriterOptions } from './inbox.ts';
import type { Metrics } from './metrics.ts';
import { createEventTaker } from './discord-events.ts';
import { DISCORD_EVENTS_PATH } from './paths.ts';
import { addReceiver } from './receiver.ts';
import { openServer, type ServerOptions } from './server.ts';
import type { WebhookSource } from './signature.ts';
import { addStatusRoutes } from './status-routes.ts';
import type { Vitals } from './vitals.ts';
import { createDeliveryTaker } from './webhook-delivery.ts';
import type { Clocks } from '../lib/clocks.ts';

export interface EndpointOptions extends Pick<Clocks, 'now'> {
  /** Without it nothing listens. */
  readonly http:
    | (Pick<ServerOptions, 'port' | 'host' | 'trustProxy'> & {
        /** Without it the data service's webhooks are not received. */
        readonly webhook?: WebhookSource;
      })
    | undefined;
  readonly db: Db;
  readonly onStored: WebhookWriterOptions['onStored'];
  /** The public key of the Discord application, hexadecimal; null until Discord has named it. */
  readonly discordKey: () => string | null;
  readonly vitals: () => Promise<Vitals>;
  readonly metrics: Metrics;
  readonly monotonic?: () => number;
  readonly log: Logger;
}

interface Endpoint {
  /** `http://127.0.0.1:3000`; null when nothing listens. */
  readonly origin: string | null;
  /** Null without webhooks. It may hold a secret: not for the log. */
  readonly webhookUrl: string | null;
  readonly stop: () => Promise<void>;
}

/** @throws an error for the operator when the port cannot be bound; nothing stays open then */
export const startEndpoint = async (options: EndpointOptions): Promise<Endpoint> => {
  const { http, db, onStored, discordKey, vitals, metrics, now, log } = options;
  const { monotonic = () => performance.now() } = options;
  if (http === undefined) return { origin: null, webhookUrl: null, stop: () => Promise.resolve() };
  const { webhook } = http;

  const incidents = createIncidents(log);
  const server = await openServer({
    ...http,
    incidents,
    log,
    addRoutes: (routes) => {
      addStatusRoutes(routes, { monotonic, vitals, metrics, incidents });
      const shared = { monotonic, incidents, log };
      addReceiver(routes, {
        ...shared,
        path: DISCORD_EVENTS_PATH,
        take: createEventTaker({ db, publicKey: discordKey, now, log }),
        subject: 'Discord event',
        incidentPrefix: 'discord-',
        onOutcome: () => undefined,
      });
      if (webhook === undefined) return;
      const { path, signing } = webhook;
      addReceiver(routes, {
        ...shared,
        path,
        take: createDeliveryTaker({
          signing,
          now,
          store: createWebhookWriter({ db, now, onStored }),
        }),
        subject: 'webhook delivery',
        onOutcome: metrics.webhook,
      });
    },
  }).catch((error: unknown) => {
    throw new Error(whyNotListening(http, error), { cause: error });
  });

  return {
    origin: server.origin,
    webhookUrl: webhook === undefined ? null : `${server.origin}${webhook.path}`,
    stop: async () => {
      await server.stop();
      incidents.stop();
    },
  };
};

const whyNotListening = (
  { port, host }: Pick<ServerOptions, 'port' | 'host'>,
  error: unknown,
): string => {
  if (isForeignAddress(error)) {
    return `HTTP_HOST ${host} is no address of this machine: 127.0.0.1 is, and :: is every one`;
  }
  const reason = isPortTaken(error) ? 'is in use' : 'cannot be listened on';
  return `HTTP_PORT ${port} ${reason}: choose another one`;
};
