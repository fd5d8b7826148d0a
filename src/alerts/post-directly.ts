import { randomUUID } from 'node:crypto';
import type { MessageBody } from '../render/message.ts';
import type { Channel } from '../store/channels.ts';
import { nonceOf } from './news.ts';
import { LANES, type SendOutcome, type Sender } from './sender.ts';

/** The name of a forum's post that is about no match. */
const NAME_MAX = 100;

/**
 * Posts in an alert channel what somebody waits for: a proof, a sample, a notice. It is in the
 * channel's turn and inside Discord's limits, and is not tried again: who asked is told.
 */
export const postDirectly = (
  sender: Sender,
  { discordId, kind }: Pick<Channel, 'discordId' | 'kind'>,
  body: MessageBody,
): Promise<SendOutcome> =>
  sender.inTurn(discordId, LANES.headline, (writer) =>
    kind === 'forum'
      ? writer.openPost((body.content ?? '').slice(0, NAME_MAX) || 'Bandeja', body)
      : writer.post(body, nonceOf(randomUUID(), discordId)),
  );
