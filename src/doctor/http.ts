import type { Config } from '../config.ts';
import type { Inspector } from '../padel-api/inspection.ts';
import { well, type Finding } from './finding.ts';
import { subscriptionFinding } from './padel.ts';
import { lookAtPort, portFinding } from './port.ts';
import { addressFinding } from './webhook.ts';

export interface HttpOptions {
  readonly http: Config['http'];
  readonly padel: Pick<Inspector, 'subscription'>;
  /** The public address of the webhook; null when it is not to be tried. */
  readonly webhook: URL | null;
  /** The number of the data service's webhook subscription. */
  readonly subscription: number;
}

const NOT_TRIED = well(
  'Webhook address',
  'Not tried: npm run doctor -- --webhook https://your.host/webhooks/padel',
);

/** The port on which the bot listens, and how deliveries get there. */
export const httpFindings = async (options: HttpOptions): Promise<readonly Finding[]> => {
  const { http, padel, webhook: address, subscription } = options;
  if (http === undefined) {
    return [well('HTTP port', 'None: no /health, no webhook; changes are seen at the next look.')];
  }
  const { port, host, webhook } = http;
  const state = await lookAtPort(port, host);
  const first = portFinding(port, state);
  if (webhook === undefined) return [first];

  const { path, signing } = webhook;
  const secret =
    signing === null
      ? well('Webhook secret', 'None: whoever knows the path may deliver.')
      : subscriptionFinding(
          // That the service cannot be asked is told where the service is looked at.
          await padel.subscription(subscription).catch(() => null),
          subscription,
          signing.secrets,
        );
  const isRunning = state.kind === 'ours';
  const isTried = address !== null && (isRunning || state.kind === 'free');
  const way = isTried
    ? await addressFinding({ port, host, path, signing, address, isRunning })
    : NOT_TRIED;
  return [first, secret, way];
};
