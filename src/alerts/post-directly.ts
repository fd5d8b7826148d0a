import { randomUUID } from 'node:crypto';
import type { MessageBody } from '../render/message.ts';
import type { Channel } from '../store/channels.ts';
import { nonceOf } from './news.ts';
import { patiently } from './patiently.ts';
import { LANES, type SendOutcome, type Sender } from './sender.ts';

/** The name of a forum's post that is about no match. */
const NAME_MAX = 100;

/** The first line of a message, without what makes it bold or small. */
const nameOf = ({ content, embeds }: MessageBody): string => {
  const [line = ''] = (content ?? embeds?.[0]?.title ?? '').split('\n');
  return line.replaceAll(/^-# |[*_~|`]/g, '').slice(0, NAME_MAX) || 'Bandeja';
};

/**
 * Posts in an alert channel what somebody waits for: a proof, a sample, a notice. It is in the
 * channel's turn and inside Discord's limits; beyond those it is not tried again: who asked is told.
 */
export const postDirectly = async (
  sender: Sender,
  { discordId, kind }: Pick<Channel, 'discordId' | 'kind'>,
  body: MessageBody,
): Promise<SendOutcome> => {
  const nonce = nonceOf(randomUUID(), discordId);
  return await patiently(() =>
    sender.inTurn(discordId, LANES.headline, (writer) =>
      kind === 'forum' ? writer.openPost(nameOf(body), body) : writer.post(body, nonce),
    ),
  );
};
