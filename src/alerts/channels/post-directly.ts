import type { Instant } from '../../domain/terms.ts';
import type { MessageBody } from '../../render/message.ts';
import type { Channel } from '../../store/channels.ts';
import { nonceOf } from '../news.ts';
import { retryWhileRateLimited } from '../patiently.ts';
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
const PATIENCE = 10_000;

/** Its turn came when whoever asked had gone: they were told that it was not posted. */
const TOO_LATE: SendOutcome = { kind: 'failed', reason: 'its turn came too late', retryAfter: 0 };

/** The name of a forum's post that is about no match. */
const NAME_MAX = 100;

/** The first line of a message, without what makes it bold or small. */
const nameOf = ({ content, embeds }: MessageBody): string => {
  const [line = ''] = (content ?? embeds?.[0]?.title ?? '').split('\n');
  return line.replaceAll(/^-# |[*_~|`]/g, '').slice(0, NAME_MAX) || 'Bandeja';
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
  const until = now() + PATIENCE;
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
