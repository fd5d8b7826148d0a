import { sql } from 'kysely';
import type { Instant } from '../../domain/terms.ts';

/**
 * What the row of a card or a board must still be for a change to count: a process that was frozen
 * writes on when it wakes, though another has posted meanwhile.
 */
export const isPostingSince = (since: Instant) => sql<boolean>`posting_since = ${since}`;

export const isShownBy = (messageId: string | null) =>
  sql<boolean>`message_id is not distinct from ${messageId}`;

/** Nobody else has posted, or is posting. The same process may mark its attempt again. */
export const mayPost = (since: Instant, messageId: string | null) =>
  sql<boolean>`${isShownBy(messageId)} and (posting_since is null or ${isPostingSince(since)})`;
