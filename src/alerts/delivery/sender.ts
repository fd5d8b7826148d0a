import type { ChannelFailure } from '../../domain/alerts/delivery-reasons.ts';
import type { Instant } from '../../domain/terms.ts';
import type { MessageBody } from '../../render/message.ts';

/** Priorities for when there is more to send than Discord allows: the lower number goes first. */
export const SEND_PRIORITIES = { headline: 0, set: 1, other: 2, card: 3, board: 4 } as const;

export type SendPriorityName = keyof typeof SEND_PRIORITIES;

export type SendPriority = (typeof SEND_PRIORITIES)[SendPriorityName];

export type SendOutcome =
  | { readonly kind: 'sent'; readonly messageId: string }
  | { readonly kind: 'gone' }
  /** Discord refuses the channel until it is repaired: it, or a permission in it, is missing. */
  | { readonly kind: 'refused'; readonly reason: ChannelFailure }
  /** Discord declines this message in its channel until a moderator changes something there. */
  | { readonly kind: 'declined'; readonly code: number; readonly reason: string }
  /** Discord does not accept the payload. That is our bug, never the channel's fault. */
  | { readonly kind: 'rejected'; readonly reason: string }
  /** Rate limited, which is no failure: retry after this many milliseconds. */
  | { readonly kind: 'limited'; readonly retryAfterMs: number }
  /** A temporary failure: retry after this many milliseconds. */
  | { readonly kind: 'failed'; readonly reason: string; readonly retryAfterMs: number };

/** A message that may exist: the response to its request was lost. */
export interface PossibleMessage {
  readonly since: Instant;
  /** Digests (lib/text.ts) of its possible texts then, where that may be another by now. */
  readonly digests?: readonly string[];
}

export interface PossibleForumPost extends Pick<PossibleMessage, 'since'> {
  readonly guildId: string;
}

/** A channel during its turn: nothing else is sent to it until the work is done. */
export interface ChannelWriter {
  /** Within a few minutes the same nonce is the same message; a `lost` one, forgotten by then, is first searched for. */
  post: (body: MessageBody, nonce: string, lost?: PossibleMessage) => Promise<SendOutcome>;
  /** Searches for a message of the bot by its text; null where none is found. */
  find: (lost: Required<PossibleMessage>) => Promise<SendOutcome | null>;
  edit: (messageId: string, body: MessageBody) => Promise<SendOutcome>;
  remove: (messageId: string) => Promise<SendOutcome>;
  /** Opens a thread at a message; the outcome's message id is the thread's. */
  openThread: (messageId: string, name: string) => Promise<SendOutcome>;
  /** The id is that of the thread and its first message. Discord takes no nonce: a `lost` one is first searched for. */
  openPost: (name: string, body: MessageBody, lost?: PossibleForumPost) => Promise<SendOutcome>;
  publish: (messageId: string) => Promise<SendOutcome>;
  /** Pins a message, without Discord's note about it where the bot can find that. */
  pin: (messageId: string) => Promise<SendOutcome>;
  /** The same turn, in a thread of the channel. */
  within: (threadId: string) => ChannelWriter;
}

/** Sends alerts to Discord within its limits; knows nothing of padel. */
export interface Sender {
  /** Runs `work` in the channel's turn, by priority. @throws ShutdownError when the sender stops before a request of it */
  inTurn: <T>(
    channelId: string,
    priority: SendPriority,
    work: (channel: ChannelWriter) => Promise<T>,
  ) => Promise<T>;
  /** Opens or finds a user's direct message channel; null when they accept none. */
  readonly directChannel: (userId: string) => Promise<string | null>;
}
