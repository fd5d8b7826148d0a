import { z } from 'zod';
import type { NewWebhook, Webhook, WebhookEvent } from '../../domain/webhook.ts';
import type { RequestLayer } from '../request/request-layer.ts';
import { newWebhookWire, webhooksWire, webhookWire } from '../wire/webhook.ts';

/** Changes the given fields of a webhook and no others (specification, "Webhooks"). */
export interface WebhookChange {
  /** A public HTTPS address. */
  readonly url?: string;
  /** An empty list pauses delivery. */
  readonly events?: readonly WebhookEvent[];
}

/**
 * Endpoints about webhook subscriptions. All of them throw the classes of ../errors.ts. The public service
 * can create and list webhooks; a service by the specification answers both with NotFound.
 */
export interface WebhookEndpoints {
  /**
   * `POST /webhooks`: only this response has the secret. NotInPlan without the Business plan,
   * ServiceDown when the response was lost: the webhook may exist then.
   */
  readonly createWebhook: (webhook: Required<WebhookChange>) => Promise<NewWebhook>;
  /** `GET /webhooks`: the first page. */
  readonly webhooks: () => Promise<readonly Webhook[]>;
  /** `PATCH /webhooks/{webhook}`; an empty change returns it. RequestRefused names the fault. */
  readonly updateWebhook: (id: number, change: WebhookChange) => Promise<Webhook>;
  /** `DELETE /webhooks/{webhook}`: permanent. */
  readonly deleteWebhook: (id: number) => Promise<void>;
}

export const createWebhookEndpoints = ({ send }: RequestLayer): WebhookEndpoints => ({
  createWebhook: (body) =>
    send(newWebhookWire, { method: 'POST', path: '/webhooks', body, isRetryable: false }),
  webhooks: () => send(webhooksWire, { method: 'GET', path: '/webhooks' }),
  updateWebhook: (id, body) =>
    send(webhookWire, { method: 'PATCH', path: `/webhooks/${id}`, body }),
  deleteWebhook: async (id) => {
    // Not retried: after a lost response the second call would throw NotFound.
    const path = `/webhooks/${id}`;
    await send(z.unknown(), { method: 'DELETE', path, isRetryable: false });
  },
});
