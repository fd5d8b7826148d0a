import { setTimeout as pause } from 'node:timers/promises';
import { THREAD_NAME_MAX } from '../../discord/message-limits.ts';
import type { Instant } from '../../domain/terms.ts';
import type { MessageBody } from '../../render/message.ts';
import type { Channel } from '../../store/channels/channels.ts';
import { nonceOf } from '../ingest/news.ts';
import {
  SEND_PRIORITIES,
  type ChannelWriter,
  type SendPriorityName,
  type SendOutcome,
  type Sender,
} from '../delivery/sender.ts';

/** A post that a user is waiting for: a setup confirmation, a test alert, a notice. */
export interface DirectPost {
  readonly channel: Pick<Channel, 'discordId' | 'kind'>;
  readonly body: MessageBody;
  /** Discord treats a second post under the same key within a few minutes as the same message. */
  readonly key: string;
  /** Headline by default; lower where news must go first. */
  readonly priority: SendPriorityName;
}

/** A key is needed only when a post may be repeated after its response was lost; by default it is unique. */
export type DirectPostOptions = Partial<Pick<DirectPost, 'key' | 'priority'>>;

export type PostIn = (
  channel: DirectPost['channel'],
  body: MessageBody,
  options?: DirectPostOptions,
) => Promise<SendOutcome>;

/** Shorter than the timeout of an RPC request (src/processes/rpc.ts). */
const TIMEOUT_MS = 10_000;

/** The caller has already timed out and reported that nothing was posted. */
const TOO_LATE: SendOutcome = { kind: 'failed', reason: 'its turn came too late', retryAfterMs: 0 };

/** The title of a forum post about no match: the first line, without Markdown. */
const nameOf = ({ content, embeds }: MessageBody): string => {
  const [line = ''] = (content ?? embeds?.[0]?.title ?? '').split('\n');
  return line.replaceAll(/^-# |[*_~|`]/g, '').slice(0, THREAD_NAME_MAX) || 'Bandeja';
};

/** A channel's rate limits end within seconds. */
const MAX_ATTEMPTS = 4;

/** Sends a message that has no row to retry from: waits for a rate limit to end, unless that is too late. */
const retryWhileRateLimited = async (
  send: () => Promise<SendOutcome>,
  remainingMs: () => number,
): Promise<SendOutcome> => {
  let sent = await send();
  for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) {
    if (sent.kind !== 'limited' || sent.retryAfterMs > remainingMs()) return sent;
    await pause(sent.retryAfterMs);
    sent = await send();
  }
  return sent;
};

/** Posts in the channel's turn and within Discord's rate limits; other failures are returned, not retried. */
export const postDirectly = async (
  { sender, now }: { readonly sender: Sender; readonly now: () => Instant },
  { channel: { discordId, kind }, body, key, priority }: DirectPost,
): Promise<SendOutcome> => {
  const nonce = nonceOf(key, discordId);
  const until = now() + TIMEOUT_MS;
  const remainingMs = (): number => until - now();
  const postWith = (writer: ChannelWriter): Promise<SendOutcome> =>
    kind === 'forum' ? writer.openPost(nameOf(body), body) : writer.post(body, nonce);
  return await retryWhileRateLimited(
    () =>
      sender.inTurn(discordId, SEND_PRIORITIES[priority], async (writer) =>
        remainingMs() < 0 ? TOO_LATE : await postWith(writer),
      ),
    remainingMs,
  );
};
