import { localOrigin } from '../lib/ports.ts';
import { signatureOf } from '../http/signature.ts';
import { errorSummary, findingsAbout, type Finding } from './finding.ts';
import {
  openTemporaryServer,
  PROBE_EVENT,
  type ReceivedWebhook,
  type TemporaryServerOptions,
} from './temporary-server.ts';

export const ofAddress = findingsAbout('Webhook address');
const { passed, warned, failed } = ofAddress;

interface WebhookOptions extends TemporaryServerOptions {
  /** The public address; without a path it gets that of the webhook. */
  readonly address: URL;
  /** Whether the running bot receives the webhooks; otherwise a temporary server does. */
  readonly isRunning: boolean;
  /** The User-Agent: a proxy on the way may refuse a default one. */
  readonly agent: string;
}

/**
 * A webhook without effect: its event is unknown. A proxy that re-encodes JSON would change its blanks,
 * numbers or letters.
 */
const BODY = Buffer.from(`{ "event" : "${PROBE_EVENT}",  "data":{"z":1.0,"a":"pádel \\u00e9"}}\n`);

const TIMEOUT_MS = 10_000;

/** The responses to a signed webhook and to an unsigned one. */
interface TrialResponses {
  readonly signed: number;
  readonly unsigned: number;
}

type Signing = TemporaryServerOptions['signing'];

type Headers = Readonly<Record<string, string>>;

const deliver = async (url: URL, headers: Headers): Promise<number> => {
  const { status, body } = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/json', ...headers },
    body: BODY,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await body?.cancel();
  return status;
};

const signatureFor = (signing: Signing): Headers => {
  const [secret] = signing?.secrets ?? [];
  return signing === null || secret === undefined
    ? {}
    : { [signing.header]: signatureOf(secret, BODY) };
};

const tryAt = async (url: URL, signing: Signing, agent: string): Promise<TrialResponses> => {
  const headers = { 'user-agent': agent };
  return {
    signed: await deliver(url, { ...headers, ...signatureFor(signing) }),
    unsigned: await deliver(url, headers),
  };
};

const isAsItShould = ({ signed, unsigned }: TrialResponses, signing: Signing): boolean =>
  signed === 204 && unsigned === (signing === null ? 204 : 401);

/** Sends webhooks to the public address and reports what happened on the way. */
export const addressFinding = async (options: WebhookOptions): Promise<Finding> => {
  const { address, path, signing, isRunning, agent } = options;
  const url = address.pathname === '/' ? new URL(path, address) : address;
  const standIn = isRunning ? null : await openTemporaryServer(options);
  try {
    const tried = await tryAt(url, signing, agent);
    if (isAsItShould(tried, signing)) return arrived(url);
    return standIn === null
      ? await runningBotFinding(tried, options)
      : temporaryServerFinding(tried, standIn.received[0], options);
  } catch (error) {
    return failed(
      `It cannot be reached: ${errorSummary(error)}.`,
      'Check its host name, certificate and firewall.',
    );
  } finally {
    await standIn?.stop();
  }
};

const LOCAL = /^(localhost|127\..*|\[::1\])$/;

const arrived = ({ protocol, hostname }: URL): Finding =>
  protocol === 'https:' || LOCAL.test(hostname)
    ? passed('It reaches the bot, and deliveries arrive unchanged.')
    : warned(
        'It reaches the bot, but without TLS.',
        'The data service only delivers over HTTPS: give the proxy a certificate.',
      );

const NO_WAY =
  'Have the proxy pass POST requests for this path to HTTP_PORT (examples: docs/operators.md).';

/** @param arrival the signed webhook as it reached the temporary server */
const temporaryServerFinding = (
  { signed }: TrialResponses,
  arrival: ReceivedWebhook | undefined,
  { path, signing }: TemporaryServerOptions,
): Finding => {
  if (arrival === undefined) {
    return failed(`Something else answers there (status ${signed}).`, NO_WAY);
  }
  if (arrival.path !== path) {
    return failed(
      'The proxy forwards to another path.',
      'Keep the path, or set WEBHOOK_PATH to the one that arrives.',
    );
  }
  if (signing !== null && arrival.headers[signing.header.toLowerCase()] === undefined) {
    return failed(
      `The proxy drops the header ${signing.header}.`,
      'Pass on all headers, or set WEBHOOK_SIGNATURE_HEADER to the one that arrives.',
    );
  }
  if (!arrival.body.equals(BODY)) {
    return failed(
      'The proxy changes the body, so the signature is invalid.',
      'Pass the body on unchanged: no compression, rewriting or JSON filtering.',
    );
  }
  return failed(`The proxy answers instead of the bot (status ${signed}).`, NO_WAY);
};

/** The bot reports less than a temporary server, so this also sends to it directly. */
const runningBotFinding = async (
  tried: TrialResponses,
  { port, host, path, signing, agent }: WebhookOptions,
): Promise<Finding> => {
  const direct = await tryAt(new URL(path, localOrigin(host, port)), signing, agent);
  if (!isAsItShould(direct, signing)) {
    return failed(
      'The running bot has another secret or path than this configuration.',
      'Restart it.',
    );
  }
  if (tried.signed === 401) {
    return failed(
      'The signature is invalid: the proxy changes the body or drops the header.',
      'Stop the bot and run the doctor again to see which.',
    );
  }
  return failed(`Something else answers there (status ${tried.signed}).`, NO_WAY);
};
