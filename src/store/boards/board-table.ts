import type { Generated } from 'kysely';
import type { PinRefusal } from '../../domain/alerts/delivery-reasons.ts';

export interface BoardTable {
  /** Discord's id of the channel. */
  discord_id: string;
  message_id: string | null;
  posted_at: number | null;
  /** Since when the message is being sent, as with cards; its nonce is made from it. */
  posting_since: number | null;
  /** Its text: that tells it apart, and may change with the language of the channel. */
  posting_words: string | null;
  /** Digest of what the message shows; empty makes it stale. */
  shown: Generated<string>;
  shown_at: Generated<number>;
  pinned_at: number | null;
  /** When Discord last refused to pin it, and why. */
  pin_refused_at: number | null;
  pin_refusal: PinRefusal | null;
  /** When it is checked next. */
  due_at: Generated<number>;
  attempts: Generated<number>;
}
