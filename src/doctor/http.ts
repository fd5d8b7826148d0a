import type { Config } from '../config.ts';
import type { Inspector } from '../padel-api/inspection.ts';
import { beware, well, wrong, type Finding } from './finding.ts';
import { subscriptionFinding } from './padel.ts';
import { lookAtPort, portFinding } from './port.ts';
import { addressFinding } from './webhook.ts';

export interface HttpOptions {
  readonly http: Config['http'];
  readonly padel: Pick<Inspector, 'subscriptions'>;
  /** The public address of the webhook; null when it is not to be tried. */
  readonly webhook: URL | null;
  /** The number of the data service's webhook subscription; null for the one that fits. */
  readonly subscription: number | null;
}

const ADDRESS = 'Webhook address';

const NOT_ASKED = well(
  ADDRESS,
  'Not tested: npm run doctor -- --webhook https://your.host/webhooks/padel',
);

/** Whoever asks believes that deliveries arrive. */
const NOT_WANTED = wrong(
  ADDRESS,
  'Not tested: without WEBHOOK_SECRET the bot accepts no deliveries.',
  "Copy the webhook's secret to WEBHOOK_SECRET.",
);

const NO_PORT = beware(
  ADDRESS,
  'Not tested: the bot cannot listen on its port.',
  'Fix the HTTP port first.',
);

/** The port on which the bot listens, and how deliveries get there. */
export const httpFindings = async (options: HttpOptions): Promise<readonly Finding[]> => {
  const { http, padel, webhook: address, subscription } = options;
  const unwanted = address === null ? [] : [NOT_WANTED];
  if (http === undefined) {
    const says = 'None: no /health and no webhook; changes are noticed at the next sync.';
    return [well('HTTP port', says), ...unwanted];
  }
  const { port, host, webhook } = http;
  const state = await lookAtPort(port, host);
  const first = portFinding(port, state);
  if (webhook === undefined) return [first, ...unwanted];

  const { path, signing } = webhook;
  const secret =
    signing === null
      ? well('Webhook secret', 'None: anyone who knows the path can deliver.')
      : subscriptionFinding(
          // That the service cannot be asked is told where the service is looked at.
          await padel.subscriptions(subscription).catch(() => []),
          signing.secrets,
        );
  const isRunning = state.kind === 'ours';
  if (address === null) return [first, secret, NOT_ASKED];
  if (!isRunning && state.kind !== 'free') return [first, secret, NO_PORT];
  const way = await addressFinding({ port, host, path, signing, address, isRunning });
  return [first, secret, way];
};
