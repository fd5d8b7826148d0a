import { once } from 'node:events';
import { createServer } from 'node:net';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { userAgent } from '../lib/user-agent.ts';
import { isForeignAddress, isPortTaken, listenOn, localOrigin } from '../lib/ports.ts';
import type { Inspector } from '../padel-api/inspection.ts';
import { warned, passed, failed, errorSummary, type Finding } from './finding.ts';
import { subscriptionFinding } from './padel.ts';
import { addressFinding } from './webhook.ts';

interface DoctorHttpOptions {
  readonly http: Config['http'];
  readonly padel: Pick<Inspector, 'subscriptions'>;
  /** The public address of the webhook; null to skip its test. */
  readonly webhook: URL | null;
  /** The number of the data service's webhook subscription; null for the one that fits. */
  readonly subscription: number | null;
  /** Where the operator is reached. */
  readonly contact?: string | undefined;
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
  const { http, padel, webhook: address, subscription, contact } = options;
  const agent = userAgent(contact);
  const unwanted = address === null ? [] : [WEBHOOK_DISABLED];
  if (http === undefined) {
    const says = 'None: no /health and no webhook; changes are noticed at the next sync.';
    return [passed('HTTP port', says), ...unwanted];
  }
  const { port, host, webhook } = http;
  const state = await probePort(port, host, agent);
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
  const way = await addressFinding({ port, host, path, signing, address, isRunning, agent });
  return [first, secret, way];
};

type PortState =
  | { readonly kind: 'free' }
  /** The bot itself; `said` are the faults in its `/health`, also those that do not count. */
  | { readonly kind: 'ours'; readonly said: readonly string[] }
  | { readonly kind: 'taken' }
  | { readonly kind: 'closed'; readonly cause: unknown };

/** The response of `GET /health` (webhook/health.ts), of any release of the bot. */
const healthWire = z.object({
  ready: z.boolean(),
  parts: z.record(z.string(), z.object({ ok: z.boolean(), why: z.string().optional() })),
});

const HEALTH_TIMEOUT_MS = 4_000;

/** Binds the port for a moment; when it is taken, checks whether the bot has it. */
const probePort = async (port: number, host: string, agent: string): Promise<PortState> => {
  const server = createServer();
  try {
    await listenOn(host, (address) => once(server.listen(port, address), 'listening'));
  } catch (error) {
    if (!isPortTaken(error)) return { kind: 'closed', cause: error };
    const said = await askHealth(localOrigin(host, port), agent);
    return said === null ? { kind: 'taken' } : { kind: 'ours', said };
  }
  server.close();
  await once(server, 'close');
  return { kind: 'free' };
};

/** The faults of the bot that listens there; null when it is not the bot. */
const askHealth = async (origin: string, agent: string): Promise<readonly string[] | null> => {
  try {
    const answer = await fetch(`${origin}/health`, {
      headers: { 'user-agent': agent },
      signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS),
    });
    const { parts } = healthWire.parse(await answer.json());
    // A part may say what is amiss although it is healthy: matches that are polled, not pushed.
    return Object.values(parts).flatMap(({ ok, why }) =>
      ok ? (why ?? []) : [why ?? 'Something is wrong.'],
    );
  } catch {
    return null;
  }
};

const portFinding = (port: number, state: PortState): Finding => {
  const about = 'HTTP port';
  switch (state.kind) {
    case 'free':
      return passed(about, `${port} is free.`);
    case 'ours':
      return state.said.length === 0
        ? passed(about, `The bot is running on ${port}, and reports no problems.`)
        : warned(
            about,
            `The bot is running on ${port}: ${state.said.join(' ')}`,
            'docs/operations explains /health.',
          );
    case 'taken':
      return failed(
        about,
        `Another program uses ${port}.`,
        'Choose another HTTP_PORT, and point the proxy at it.',
      );
    case 'closed':
      if (isForeignAddress(state.cause)) {
        return failed(
          about,
          'HTTP_HOST is not an address of this machine.',
          'Set it to 127.0.0.1, or :: for every address.',
        );
      }
      return failed(
        about,
        `${port} cannot be listened on: ${errorSummary(state.cause)}.`,
        'Choose an HTTP_PORT of 1024 or more.',
      );
  }
};
