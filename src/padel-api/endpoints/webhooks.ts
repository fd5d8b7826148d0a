import { z } from 'zod';
import type { Webhook, WebhookEvent } from '../../domain/webhook.ts';
import type { Calls } from '../calls.ts';
import { webhookWire } from '../wire/webhook.ts';

/** What a change of a webhook names is changed, and nothing else (specification, "Webhooks"). */
export interface WebhookChange {
  /** A public HTTPS address. */
  readonly url?: string;
  /** An empty list pauses delivery. */
  readonly events?: readonly WebhookEvent[];
}

/** Endpoints about webhook subscriptions. All of them throw the classes of errors.ts. */
export interface WebhookEndpoints {
  /** `PATCH /webhooks/{webhook}`; an empty change shows it. RequestRefused says what is wrong. */
  readonly updateWebhook: (id: number, change: WebhookChange) => Promise<Webhook>;
  /** `DELETE /webhooks/{webhook}`: removed permanently. */
  readonly deleteWebhook: (id: number) => Promise<void>;
}

export const createWebhookEndpoints = ({ change }: Calls): WebhookEndpoints => ({
  updateWebhook: (id, body) =>
    change(webhookWire, { method: 'PATCH', path: `/webhooks/${id}`, body }),
  deleteWebhook: async (id) => {
    await change(z.unknown(), { method: 'DELETE', path: `/webhooks/${id}` });
  },
});
