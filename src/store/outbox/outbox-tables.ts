import type { Generated } from 'kysely';
import type { DeliveryReason } from '../../domain/alerts/delivery-reasons.ts';

export interface EventTable {
  id: Generated<number>;
  key: string;
  /** Null for events that are not about one match. */
  match_id: number | null;
  /** The only channel that it is for; null when all followers receive it. */
  channel_id: number | null;
  kind: string;
  payload: string;
  priority: number;
  /** The fan-out has passed all channels up to this key. */
  cursor: number;
  created_at: number;
  expires_at: number;
  done_at: number | null;
  /** Grows with every revision of the payload. */
  rev: number;
  revised_at: number | null;
  /** Set when a revision was a correction: the post says so. */
  corrected_at: number | null;
}

export interface DeliveryTable {
  event_id: number;
  channel_id: number;
  outcome: 'sent' | 'suppressed' | 'failed' | 'pending';
  reason: DeliveryReason | null;
  /** Discord's error text, for the reason or for the wait. */
  detail: string | null;
  due_at: number | null;
  attempts: number;
  message_id: string | null;
  /** The thread of the message, when it is in one. */
  target_id: string | null;
  shown_rev: number;
  /** The priority of its event while it is pending. */
  priority: number | null;
  /** The reason of the last wait before its result. */
  last_delay_reason: DeliveryReason | null;
  /** Digests of the texts of tries that Discord may have taken without an answer; null without any. */
  tried_digests: string | null;
  /** When the digest of the quiet hours that held it back is due; null without one, or once it was posted. */
  digest_at: number | null;
  /** The last pinged member while others remain; null when none do. */
  pinged_to: string | null;
  /** When the result was recorded; of what a digest has told, when that was posted. */
  at: number;
}
