import { generateKeyPairSync, sign } from 'node:crypto';
import {
  ApplicationWebhookEventStatus,
  ApplicationWebhookEventType,
  ApplicationWebhookType,
  OAuth2Scopes,
  type APIWebhookEvent,
} from 'discord-api-types/v10';
import type * as z from 'zod';
import { Complaint } from './complaint.ts';
import type { REQUESTS } from './control/requests.ts';
import type { Discord } from './discord.ts';
import { APPLICATION_ID, userOf, type Account } from './guild/accounts.ts';

/** What an owner sets in the developer portal; null for nothing. */
export type ApplicationSettings = z.output<typeof REQUESTS.application>;

/** An application that lacks nothing for Discord's verification. */
export const COMPLETE_APPLICATION: ApplicationSettings = {
  description: 'Professional padel, live in the servers that love it.',
  tags: ['sports', 'padel'],
  terms_of_service_url: 'https://bandeja.example/terms',
  privacy_policy_url: 'https://bandeja.example/privacy',
  integration_types_config: {
    0: {
      oauth2_install_params: {
        scopes: [OAuth2Scopes.ApplicationsCommands, OAuth2Scopes.Bot],
        permissions: '17910013643776',
      },
    },
    1: { oauth2_install_params: { scopes: [OAuth2Scopes.ApplicationsCommands], permissions: '0' } },
  },
  flags: 0,
  hasTeam: true,
  event_webhooks_url: null,
  event_webhooks_status: ApplicationWebhookEventStatus.Disabled,
  event_webhooks_types: [],
};

const KEYS = generateKeyPairSync('ed25519');

/** The public key of the application, hexadecimal. */
export const VERIFY_KEY = Buffer.from(
  KEYS.publicKey.export({ format: 'jwk' }).x ?? '',
  'base64url',
).toString('hex');

/** Discord waits for three seconds; here one process may be the bot, too. */
const TIMEOUT_MS = 10_000;

const send = async (url: string, event: APIWebhookEvent, at: number, isForged = false) => {
  const body = JSON.stringify(event);
  const timestamp = String(Math.floor(at / 1_000));
  const { privateKey } = isForged ? generateKeyPairSync('ed25519') : KEYS;
  const answer = await fetch(url, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-signature-ed25519': sign(null, Buffer.from(timestamp + body), privateKey).toString('hex'),
      'x-signature-timestamp': timestamp,
    },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => ({ status: 'nothing' }));
  return answer.status;
};

const OWN = { version: 1, application_id: APPLICATION_ID } as const;

/**
 * Changes the settings. An address for webhook events is tried first, as in the portal: it must answer
 * a ping with 204, and a wrong signature with 401. Throws a `Complaint`.
 */
export const changeApplication = async (
  { application, now }: Pick<Discord, 'application' | 'now'>,
  change: ApplicationSettings,
): Promise<void> => {
  const { event_webhooks_url: url } = change;
  if (url !== undefined && url !== null) {
    const ping = { ...OWN, type: ApplicationWebhookType.Ping, event: undefined } as const;
    const statuses = [await send(url, ping, now()), await send(url, ping, now(), true)];
    if (String(statuses) !== '204,401') {
      throw new Complaint(`The address should answer with 204 and 401, not ${String(statuses)}`);
    }
  }
  application.current = { ...application.current, ...change };
};

/** Tells the bot that a person removed the app, if it takes these events. */
export const announceRemoval = async (
  { application, now, log }: Pick<Discord, 'application' | 'now' | 'log'>,
  person: Account,
): Promise<void> => {
  const { event_webhooks_url: url, event_webhooks_types: types = [] } = application.current;
  const type = ApplicationWebhookEventType.ApplicationDeauthorized;
  if (url === undefined || url === null || !types.includes(type)) return;
  const timestamp = new Date(now()).toISOString();
  const event = { type, timestamp, data: { user: userOf(person) } } as const;
  const status = await send(url, { ...OWN, type: ApplicationWebhookType.Event, event }, now());
  if (status !== 204) log(`A webhook event was answered with ${status}`);
};
