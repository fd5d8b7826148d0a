import type { Generated } from 'kysely';
import type { DeliveryReason } from '../../domain/alerts/delivery-reasons.ts';

export interface EventTable {
  id: Generated<number>;
  key: string;
  /** Null for events that are not about one match. */
  matchId: number | null;
  /** The only channel that it is for; null when all followers receive it. */
  channelKey: number | null;
  kind: string;
  payload: string;
  priority: number;
  /** The fan-out has passed all channels up to this key. */
  cursor: Generated<number>;
  createdAt: number;
  expiresAt: number;
  doneAt: number | null;
  /** Grows with every revision of the payload. */
  rev: Generated<number>;
  /** When it was last revised; null when it never was. */
  revisedAt: number | null;
  /** Set when a revision was a correction: the post says so. */
  correctedAt: number | null;
}

export interface DeliveryTable {
  eventId: number;
  channelKey: number;
  outcome: 'sent' | 'suppressed' | 'failed' | 'pending';
  reason: DeliveryReason | null;
  /** Discord's error text, for the reason or for the wait. */
  detail: string | null;
  dueAt: number | null;
  attempts: number;
  messageId: string | null;
  /** The thread of the message, when it is in one. */
  targetId: string | null;
  shownRev: number;
  /** The priority of its event while it is pending. */
  priority: number | null;
  /** The reason of the last wait before its result. */
  lastDelayReason: DeliveryReason | null;
  /** Digests of the texts of tries that Discord may have taken without an answer; null without any. */
  triedDigests: string | null;
  /** When the digest of the quiet hours that held it back is due; null without one, or once it was posted. */
  digestAt: number | null;
  /** The last pinged member while others remain; null when none do. */
  pingedTo: string | null;
  /** When the result was recorded; of what a digest has told, when that was posted. */
  at: number;
}
