import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { MessageBody } from '../render/message.ts';
import type { Channel } from '../store/channels.ts';
import { nonceOf } from './news.ts';
import { LANES, type SendOutcome, type Sender } from './sender.ts';

/** The name of a forum's post that is about no match. */
const NAME_MAX = 100;

/** The first line of a message, without what makes it bold or small. */
const nameOf = ({ content, embeds }: MessageBody): string => {
  const [line = ''] = (content ?? embeds?.[0]?.title ?? '').split('\n');
  return line.replaceAll(/^-# |[*_~|`]/g, '').slice(0, NAME_MAX) || 'Bandeja';
};

/** Discord's limits of a channel end within seconds: somebody waits, and so do we. */
const TRIES = 4;
const LONGEST_WAIT = 6_000;

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
  const attempt = (): Promise<SendOutcome> =>
    sender.inTurn(discordId, LANES.headline, (writer) =>
      kind === 'forum' ? writer.openPost(nameOf(body), body) : writer.post(body, nonce),
    );
  let sent = await attempt();
  for (let tries = 1; tries < TRIES && sent.kind === 'limited'; tries += 1) {
    await pause(Math.min(sent.retryAfter, LONGEST_WAIT));
    sent = await attempt();
  }
  return sent;
};
