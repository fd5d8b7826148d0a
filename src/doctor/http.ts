import type { Config } from '../config.ts';
import type { Inspector } from '../padel-api/inspection/inspection.ts';
import { warned, passed, failed, type Finding } from './finding.ts';
import { subscriptionFinding } from './padel.ts';
import { probePort, portFinding } from './port.ts';
import { addressFinding } from './webhook.ts';

interface DoctorHttpOptions {
  readonly http: Config['http'];
  readonly padel: Pick<Inspector, 'subscriptions'>;
  /** The public address of the webhook; null to skip its test. */
  readonly webhook: URL | null;
  /** The number of the data service's webhook subscription; null for the one that fits. */
  readonly subscription: number | null;
}

const ADDRESS = 'Webhook address';

const NOT_ASKED = passed(
  ADDRESS,
  'Not tested: npm run doctor -- --webhook https://your.host/webhooks/padel',
);

/** An error, since the operator expects webhooks to arrive. */
const WEBHOOK_DISABLED = failed(
  ADDRESS,
  'Not tested: without WEBHOOK_SECRET the bot accepts no deliveries.',
  "Copy the webhook's secret to WEBHOOK_SECRET.",
);

const NO_PORT = warned(
  ADDRESS,
  'Not tested: the bot cannot listen on its port.',
  'Fix the HTTP port first.',
);

/** Checks the port of the bot, and the way of webhooks to it. */
export const httpFindings = async (options: DoctorHttpOptions): Promise<readonly Finding[]> => {
  const { http, padel, webhook: address, subscription } = options;
  const unwanted = address === null ? [] : [WEBHOOK_DISABLED];
  if (http === undefined) {
    const says = 'None: no /health and no webhook; changes are noticed at the next sync.';
    return [passed('HTTP port', says), ...unwanted];
  }
  const { port, host, webhook } = http;
  const state = await probePort(port, host);
  const first = portFinding(port, state);
  if (webhook === undefined) return [first, ...unwanted];

  const { path, signing } = webhook;
  const secret =
    signing === null
      ? passed('Webhook secret', 'None: anyone who knows the path can deliver.')
      : subscriptionFinding(
          // The check of the service reports its failures.
          await padel.subscriptions(subscription).catch(() => []),
          signing.secrets,
        );
  const isRunning = state.kind === 'ours';
  if (address === null) return [first, secret, NOT_ASKED];
  if (!isRunning && state.kind !== 'free') return [first, secret, NO_PORT];
  const way = await addressFinding({ port, host, path, signing, address, isRunning });
  return [first, secret, way];
};
