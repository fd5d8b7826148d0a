import { DiscordAPIError, RateLimitError, RESTJSONErrorCodes } from 'discord.js';
import type { SendOutcome } from '../alerts/sender.ts';
import type { ChannelFailure } from '../domain/delivery-reasons.ts';
import { MAX_RETRY_AFTER_MS } from '../lib/backoff.ts';
import { MINUTE } from '../lib/time.ts';

/** Permanent for the channel until somebody changes it (Discord's documentation, "JSON error codes"). */
const REFUSALS: Readonly<Partial<Record<number, ChannelFailure>>> = {
  [RESTJSONErrorCodes.UnknownChannel]: 'unknown-channel',
  [RESTJSONErrorCodes.UnknownGuild]: 'unknown-channel',
  [RESTJSONErrorCodes.MissingAccess]: 'missing-access',
  [RESTJSONErrorCodes.MissingPermissions]: 'missing-permissions',
  [RESTJSONErrorCodes.CannotSendMessagesInNonTextChannel]: 'not-a-text-channel',
  // A forum takes posts with a name only: the channel has become one.
  [RESTJSONErrorCodes.CannotSendAMessageInAForumChannel]: 'not-a-text-channel',
  [RESTJSONErrorCodes.CannotSendMessagesToThisUser]: 'direct-messages-closed',
};

const EDITED_TOO_OFTEN: number =
  RESTJSONErrorCodes.MaximumNumberOfEditsToMessagesOlderThanOneHourReached;

/** The message is there no more, or in a thread that nobody may write in any more. */
const GONE: ReadonlySet<number> = new Set([
  RESTJSONErrorCodes.UnknownMessage,
  RESTJSONErrorCodes.ThreadLocked,
  RESTJSONErrorCodes.InvalidActionOnArchivedThread,
]);

const SOON = 1_000;
const LATER = 30_000;
const MUCH_LATER = 10 * MINUTE;

/** What an error of a request to Discord means for the alert that was on its way. */
export const outcomeOfError = (error: unknown): Exclude<SendOutcome, { kind: 'sent' }> => {
  if (error instanceof RateLimitError) {
    return { kind: 'limited', retryAfter: Math.min(error.timeToReset, MAX_RETRY_AFTER_MS) };
  }
  if (!(error instanceof DiscordAPIError)) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: 'failed', reason, retryAfter: SOON };
  }
  const reason = REFUSALS[Number(error.code)];
  if (reason !== undefined) return { kind: 'refused', reason };
  if (Number(error.code) === EDITED_TOO_OFTEN) {
    return { kind: 'failed', reason: 'edited-too-often', retryAfter: MUCH_LATER };
  }
  if (GONE.has(Number(error.code))) return { kind: 'gone' };
  if (error.status === 400) return { kind: 'rejected', reason: error.message };
  // 401: the token was refused, once or for good, and everything rests (`Refusals`). A 403 or 404
  // without a code that we know may be of a proxy on the way: nothing is held against a channel.
  return { kind: 'failed', reason: `status ${error.status}`, retryAfter: LATER };
};
