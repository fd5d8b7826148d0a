import { DiscordAPIError, RateLimitError, RESTJSONErrorCodes } from 'discord.js';
import type { SendOutcome } from '../../alerts/delivery/sender.ts';
import type { ChannelFailure } from '../../domain/alerts/delivery-reasons.ts';
import { MAX_RETRY_AFTER_MS } from '../../lib/backoff.ts';
import { MINUTE } from '../../lib/time.ts';

/** Errors that break a channel until it is fixed (Discord's documentation, "JSON error codes"). */
const CHANNEL_ERRORS: Readonly<Partial<Record<number, ChannelFailure>>> = {
  [RESTJSONErrorCodes.UnknownChannel]: 'unknown-channel',
  [RESTJSONErrorCodes.UnknownGuild]: 'unknown-channel',
  [RESTJSONErrorCodes.MissingAccess]: 'missing-access',
  [RESTJSONErrorCodes.MissingPermissions]: 'missing-permissions',
  [RESTJSONErrorCodes.CannotSendMessagesInNonTextChannel]: 'not-a-text-channel',
  // The channel has become a forum, which takes only titled posts.
  [RESTJSONErrorCodes.CannotSendAMessageInAForumChannel]: 'not-a-text-channel',
  [RESTJSONErrorCodes.CannotSendMessagesToThisUser]: 'direct-messages-closed',
};

const EDITED_TOO_OFTEN: number =
  RESTJSONErrorCodes.MaximumNumberOfEditsToMessagesOlderThanOneHourReached;

/** The message was deleted, or its thread is locked. */
const GONE_ERRORS: ReadonlySet<number> = new Set([
  RESTJSONErrorCodes.UnknownMessage,
  RESTJSONErrorCodes.ThreadLocked,
  RESTJSONErrorCodes.InvalidActionOnArchivedThread,
]);

const RETRY_SOON_MS = 1_000;
const RETRY_LATER_MS = 30_000;
const RETRY_MUCH_LATER_MS = 10 * MINUTE;

export type FailedSend = Exclude<SendOutcome, { kind: 'sent' }>;

/** Maps an error of a request to Discord to the outcome of a send; a 429 is a `RateLimitError`. */
export const sendOutcomeOfError = (error: unknown): FailedSend => {
  if (error instanceof RateLimitError) {
    return { kind: 'limited', retryAfterMs: Math.min(error.timeToReset, MAX_RETRY_AFTER_MS) };
  }
  if (!(error instanceof DiscordAPIError)) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: 'failed', reason, retryAfterMs: RETRY_SOON_MS };
  }
  const reason = CHANNEL_ERRORS[Number(error.code)];
  if (reason !== undefined) return { kind: 'refused', reason };
  if (Number(error.code) === EDITED_TOO_OFTEN) {
    return { kind: 'failed', reason: 'edited-too-often', retryAfterMs: RETRY_MUCH_LATER_MS };
  }
  if (GONE_ERRORS.has(Number(error.code))) return { kind: 'gone' };
  if (error.status === 400) return { kind: 'rejected', reason: error.message };
  // 401: the token was refused, and all requests pause (`InvalidRequestCounter`). A 403 or 404 without
  // a known code may come from a proxy: the channel is not marked as broken.
  return { kind: 'failed', reason: `status ${error.status}`, retryAfterMs: RETRY_LATER_MS };
};
