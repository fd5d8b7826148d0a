import { z } from 'zod';
import type { WebhookEvent } from '../../domain/webhook.ts';
import type { Resources } from '../request/resources.ts';
import { newWebhookWire, webhooksWire, webhookWire } from '../wire/webhook.ts';

/** Changes the given fields of a webhook and no others (specification, "Webhooks"). */
export interface WebhookChange {
  /** A public HTTPS address. */
  readonly url?: string;
  /** An empty list pauses delivery. */
  readonly events?: readonly WebhookEvent[];
}

/**
 * Endpoints about webhook subscriptions, for the operator's program alone. All of them throw the classes of ../errors.ts. The public service
 * can create and list webhooks; a service by the specification answers both with NotFound.
 */
export const createWebhookEndpoints = ({ send }: Resources) => ({
  /**
   * `POST /webhooks`: only this response has the secret. NotInPlan without the Business plan,
   * ServiceDown when the response was lost: the webhook may exist then.
   */
  createWebhook: (body: Required<WebhookChange>) =>
    send(newWebhookWire, { method: 'POST', path: '/webhooks', body, isRetryable: false }),
  /** `GET /webhooks`: the first page. */
  webhooks: () => send(webhooksWire, { method: 'GET', path: '/webhooks' }),
  /** `PATCH /webhooks/{webhook}`; an empty change returns it. RequestRefused names the fault. */
  updateWebhook: (id: number, body: WebhookChange) =>
    send(webhookWire, { method: 'PATCH', path: `/webhooks/${id}`, body }),
  /** `DELETE /webhooks/{webhook}`: permanent. */
  deleteWebhook: async (id: number): Promise<void> => {
    // Not retried: after a lost response the second call would throw NotFound.
    const path = `/webhooks/${id}`;
    await send(z.unknown(), { method: 'DELETE', path, isRetryable: false });
  },
});

export type WebhookEndpoints = ReturnType<typeof createWebhookEndpoints>;
