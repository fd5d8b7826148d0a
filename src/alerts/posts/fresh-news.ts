import type { HeldMatch } from '../../domain/held-match.ts';
import type { OutboxEvent } from '../../store/events.ts';

/**
 * News of a match that was written a moment ago, handed from ingest to fan-out so that its first
 * request need not wait until all of it is read again. Nothing of the match was still to be told
 * before it. The database stays the truth: what is not handed over, or is lost, is found there.
 */
export interface FreshNews {
  readonly outbox: OutboxEvent;
  /** The match as it was written with it. */
  readonly held: HeldMatch;
}
