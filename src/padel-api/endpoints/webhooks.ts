import { z } from 'zod';
import type { NewWebhook, Webhook, WebhookEvent } from '../../domain/webhook.ts';
import type { Calls } from '../calls.ts';
import { newWebhookWire, webhooksWire, webhookWire } from '../wire/webhook.ts';

/** What a change of a webhook names is changed, and nothing else (specification, "Webhooks"). */
export interface WebhookChange {
  /** A public HTTPS address. */
  readonly url?: string;
  /** An empty list pauses delivery. */
  readonly events?: readonly WebhookEvent[];
}

/**
 * Endpoints about webhook subscriptions. All of them throw the classes of errors.ts. The public
 * service creates and lists webhooks; the specification knows neither, and there both are NotFound.
 */
export interface WebhookEndpoints {
  /**
   * `POST /webhooks`: the answer alone has the secret. NotInPlan without the Business plan, ServiceDown
   * when the answer was lost: it may be there then.
   */
  readonly createWebhook: (webhook: Required<WebhookChange>) => Promise<NewWebhook>;
  /** `GET /webhooks`: the first page of them. */
  readonly webhooks: () => Promise<readonly Webhook[]>;
  /** `PATCH /webhooks/{webhook}`; an empty change shows it. RequestRefused says what is wrong. */
  readonly updateWebhook: (id: number, change: WebhookChange) => Promise<Webhook>;
  /** `DELETE /webhooks/{webhook}`: removed permanently. */
  readonly deleteWebhook: (id: number) => Promise<void>;
}

export const createWebhookEndpoints = ({ send }: Calls): WebhookEndpoints => ({
  createWebhook: (body) =>
    send(newWebhookWire, { method: 'POST', path: '/webhooks', body, isRetryable: false }),
  webhooks: () => send(webhooksWire, { method: 'GET', path: '/webhooks' }),
  updateWebhook: (id, body) =>
    send(webhookWire, { method: 'PATCH', path: `/webhooks/${id}`, body }),
  deleteWebhook: async (id) => {
    // Done once already, it would be told as not found.
    const path = `/webhooks/${id}`;
    await send(z.unknown(), { method: 'DELETE', path, isRetryable: false });
  },
});
