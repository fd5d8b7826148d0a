import { setTimeout as pause } from 'node:timers/promises';
import { THREAD_NAME_MAX } from '../../discord/message-limits.ts';
import type { Instant } from '../../domain/terms.ts';
import type { MessageBody } from '../../render/message.ts';
import type { Channel } from '../../store/channels.ts';
import { nonceOf } from '../news.ts';
import {
  LANES,
  type ChannelWriter,
  type LaneName,
  type SendOutcome,
  type Sender,
} from '../sender.ts';

/** What somebody waits for in an alert channel: a proof, a sample, a notice. */
export interface DirectPost {
  readonly channel: Pick<Channel, 'discordId' | 'kind'>;
  readonly body: MessageBody;
  /** For a few minutes, what is posted once more under the same key is the same message. */
  readonly key: string;
  /** A headline, unless news go before it. */
  readonly lane: LaneName;
}

/** The key is of what is posted once more when its answer was lost; else like no other. */
export type DirectPostOptions = Partial<Pick<DirectPost, 'key' | 'lane'>>;

/** Posts at once. */
export type PostIn = (
  channel: DirectPost['channel'],
  body: MessageBody,
  options?: DirectPostOptions,
) => Promise<SendOutcome>;

/** Less than another process waits for its answer (src/processes/errands.ts). Milliseconds. */
const TIMEOUT_MS = 10_000;

/** Its turn came when whoever asked had gone: they were told that it was not posted. */
const TOO_LATE: SendOutcome = { kind: 'failed', reason: 'its turn came too late', retryAfter: 0 };

/** The name of a forum's post that is about no match: its first line, without what makes it bold or small. */
const nameOf = ({ content, embeds }: MessageBody): string => {
  const [line = ''] = (content ?? embeds?.[0]?.title ?? '').split('\n');
  return line.replaceAll(/^-# |[*_~|`]/g, '').slice(0, THREAD_NAME_MAX) || 'Bandeja';
};

/** Discord's limits of a channel end within seconds. */
const TRIES = 4;

/**
 * Sends what has no row to be retried from: it waits for the end of a rate limit, unless that comes too
 * late.
 * @param left milliseconds until it is too late
 */
const retryWhileRateLimited = async (
  send: () => Promise<SendOutcome>,
  left: () => number,
): Promise<SendOutcome> => {
  let sent = await send();
  for (let tries = 1; tries < TRIES; tries += 1) {
    if (sent.kind !== 'limited' || sent.retryAfter > left()) return sent;
    await pause(sent.retryAfter);
    sent = await send();
  }
  return sent;
};

/**
 * Posts in the channel's turn and inside Discord's limits; beyond those it is not tried again: who
 * asked is told.
 */
export const postDirectly = async (
  { sender, now }: { readonly sender: Sender; readonly now: () => Instant },
  { channel: { discordId, kind }, body, key, lane }: DirectPost,
): Promise<SendOutcome> => {
  const nonce = nonceOf(key, discordId);
  const until = now() + TIMEOUT_MS;
  const left = (): number => until - now();
  const postWith = (writer: ChannelWriter): Promise<SendOutcome> =>
    kind === 'forum' ? writer.openPost(nameOf(body), body) : writer.post(body, nonce);
  return await retryWhileRateLimited(
    () =>
      sender.inTurn(discordId, LANES[lane], async (writer) =>
        left() < 0 ? TOO_LATE : await postWith(writer),
      ),
    left,
  );
};
