import { once } from 'node:events';
import { createServer } from 'node:net';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { userAgent } from '../lib/user-agent.ts';
import { isForeignAddress, isPortTaken, listenOn, localOrigin } from '../lib/ports.ts';
import type { Inspector } from '../padel-api/inspection.ts';
import { errorSummary, findingsAbout, type Finding } from './finding.ts';
import { subscriptionFinding } from './padel.ts';
import { addressFinding, ofAddress } from './webhook.ts';

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

const NOT_ASKED = ofAddress.passed(
  'Not tested: npm run doctor -- --webhook https://your.host/webhooks/padel',
);

/** An error, since the operator expects webhooks to arrive. */
const WEBHOOK_DISABLED = ofAddress.failed(
  'Not tested: without WEBHOOK_SECRET the bot accepts no deliveries.',
  "Copy the webhook's secret to WEBHOOK_SECRET.",
);

const NO_PORT = ofAddress.warned(
  'Not tested: the bot cannot listen on its port.',
  'Fix the HTTP port first.',
);

const ofPort = findingsAbout('HTTP port');

/** Checks the port of the bot, and the way of webhooks to it. */
export const httpFindings = async (options: DoctorHttpOptions): Promise<readonly Finding[]> => {
  const { http, padel, webhook: address, subscription, contact } = options;
  const agent = userAgent(contact);
  const unwanted = address === null ? [] : [WEBHOOK_DISABLED];
  if (http === undefined) {
    const says = 'None: no /health and no webhook; changes are noticed at the next sync.';
    return [ofPort.passed(says), ...unwanted];
  }
  const { port, host, webhook } = http;
  const { user, finding: first } = await probePort(port, host, agent);
  if (webhook === undefined) return [first, ...unwanted];

  const { path, signing } = webhook;
  const secret =
    signing === null
      ? findingsAbout('Webhook secret').passed('None: anyone who knows the path can deliver.')
      : subscriptionFinding(
          // The check of the service reports its failures.
          await padel.subscriptions(subscription).catch(() => []),
          signing.secrets,
        );
  if (address === null) return [first, secret, NOT_ASKED];
  if (user === 'another') return [first, secret, NO_PORT];
  const isRunning = user === 'bot';
  const way = await addressFinding({ port, host, path, signing, address, isRunning, agent });
  return [first, secret, way];
};

/** Who has the port, and what to say of it; `another` also where nobody can have it. */
interface PortProbe {
  readonly user: 'nobody' | 'bot' | 'another';
  readonly finding: Finding;
}

/** Binds the port for a moment; when it is taken, checks whether the bot has it. */
const probePort = async (port: number, host: string, agent: string): Promise<PortProbe> => {
  const server = createServer();
  try {
    await listenOn(host, (address) => once(server.listen(port, address), 'listening'));
  } catch (error) {
    const said = isPortTaken(error) ? await askHealth(localOrigin(host, port), agent) : null;
    return said === null
      ? { user: 'another', finding: whyNotListening(port, error) }
      : { user: 'bot', finding: running(port, said) };
  }
  server.close();
  await once(server, 'close');
  return { user: 'nobody', finding: ofPort.passed(`${port} is free.`) };
};

const running = (port: number, said: readonly string[]): Finding =>
  said.length === 0
    ? ofPort.passed(`The bot is running on ${port}, and reports no problems.`)
    : ofPort.warned(
        `The bot is running on ${port}: ${said.join(' ')}`,
        'docs/operations explains /health.',
      );

const whyNotListening = (port: number, error: unknown): Finding => {
  if (isPortTaken(error)) {
    const next = 'Choose another HTTP_PORT, and point the proxy at it.';
    return ofPort.failed(`Another program uses ${port}.`, next);
  }
  if (isForeignAddress(error)) {
    const next = 'Set it to 127.0.0.1, or :: for every address.';
    return ofPort.failed('HTTP_HOST is not an address of this machine.', next);
  }
  const says = `${port} cannot be listened on: ${errorSummary(error)}.`;
  return ofPort.failed(says, 'Choose an HTTP_PORT of 1024 or more.');
};

/** The response of `GET /health` (http/health.ts), of any release of the bot. */
const healthWire = z.object({
  ready: z.boolean(),
  parts: z.record(z.string(), z.object({ ok: z.boolean(), why: z.string().optional() })),
});

const HEALTH_TIMEOUT_MS = 4_000;

/** The faults in the health of the bot that listens there, also those that do not count; null when it is not the bot. */
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
