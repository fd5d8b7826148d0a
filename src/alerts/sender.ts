import type { ChannelFailure } from '../domain/delivery-reasons.ts';
import type { Instant } from '../domain/terms.ts';
import type { MessageBody } from '../render/message.ts';

/** What goes first when there is more to send than Discord allows: the lower number. */
export const LANES = { headline: 0, set: 1, other: 2, card: 3 } as const;

export type LaneName = keyof typeof LANES;

export type Lane = (typeof LANES)[LaneName];

/** What became of a request to Discord. */
export type SendOutcome =
  | { readonly kind: 'sent'; readonly messageId: string }
  /** The message to change is no longer there. */
  | { readonly kind: 'gone' }
  /** Discord permanently refuses the channel: it, or a permission in it, is missing. */
  | { readonly kind: 'refused'; readonly reason: ChannelFailure }
  /** Discord does not accept the payload. That is our bug, never the channel's fault. */
  | { readonly kind: 'rejected'; readonly reason: string }
  /** Held back by a limit of Discord's, which is no failure: again after so many milliseconds. */
  | { readonly kind: 'limited'; readonly retryAfter: number }
  /** A temporary failure: worth another try after so many milliseconds. */
  | { readonly kind: 'failed'; readonly reason: string; readonly retryAfter: number };

/** A message that may be there, since the answer to whoever made it was lost. */
export interface LostMessage {
  /** It was not made before this. */
  readonly since: Instant;
}

/** The same of a post of a forum. */
export interface LostPost extends LostMessage {
  readonly guildId: string;
}

/** A channel in its turn: nothing else is sent to it until the work is done. */
export interface ChannelWriter {
  /**
   * Posts; the same nonce within a few minutes is the same message (`enforce_nonce`).
   * @param lost when an earlier try may have made it so long ago that Discord has forgotten the nonce: it
   * is looked for by its words before it is made again
   */
  post: (body: MessageBody, nonce: string, lost?: LostMessage) => Promise<SendOutcome>;
  edit: (messageId: string, body: MessageBody) => Promise<SendOutcome>;
  remove: (messageId: string) => Promise<SendOutcome>;
  /** Opens a thread at a message; the outcome's message id is the thread's. */
  openThread: (messageId: string, name: string) => Promise<SendOutcome>;
  /**
   * Opens a post of a forum; the outcome's message id is the thread's, and its first message's. Discord
   * takes no nonce with it.
   * @param lost when an earlier try may have opened it: it is looked for before another is opened
   */
  openPost: (name: string, body: MessageBody, lost?: LostPost) => Promise<SendOutcome>;
  /** Brings a message of an announcement channel to those who follow it. */
  publish: (messageId: string) => Promise<SendOutcome>;
  /** The same turn, in a thread of the channel. */
  within: (threadId: string) => ChannelWriter;
}

/** The one way to Discord for alerts. Knows Discord's limits, and nothing of padel. */
export interface Sender {
  /**
   * Runs `work` in the channel's turn: by lane, then the channel served longest ago.
   * @throws ShutdownError when the sender stops before the turn has come, or before a request of its work
   */
  inTurn: <T>(
    channelId: string,
    lane: Lane,
    work: (channel: ChannelWriter) => Promise<T>,
  ) => Promise<T>;
}
