import { randomUUID } from 'node:crypto';
import type { DirectPost, PostIn } from '../alerts/channels/post-directly.ts';
import type { SendOutcome } from '../alerts/sender.ts';
import type { Deliverer } from '../alerts/start-delivery.ts';
import type { Logger } from '../lib/logger.ts';
import { ShutdownError } from '../lib/shutdown.ts';
import type { Processes } from '../processes/processes.ts';
import { PARTS } from './context.ts';

export interface PostInOptions {
  /** The delivery of this process; null while another one sends. */
  readonly sending: () => Pick<Deliverer, 'postDirectly'> | null;
  readonly processes: Pick<Processes, 'ask'>;
  readonly log: Logger;
}

/** Nothing is claimed that was not seen. */
const NOBODY_ANSWERED: SendOutcome = {
  kind: 'failed',
  reason: 'no process that sends has answered',
  retryAfter: 0,
};

/** Posts for somebody who waits, by whichever process sends at the moment. */
export const createPostIn =
  ({ sending, processes, log }: PostInOptions): PostIn =>
  async ({ discordId, kind }, body, { key = randomUUID(), lane = 'headline' } = {}) => {
    const post: DirectPost = { channel: { discordId, kind }, body, key, lane };
    const here = sending();
    try {
      if (here !== null) return await here.postDirectly(post);
      // The other process has answered with the same code.
      return (await processes.ask(PARTS.sender, post)) as SendOutcome;
    } catch (error) {
      if (here !== null && !(error instanceof ShutdownError)) throw error;
      log.warn({ err: error }, 'nothing could be posted for somebody who waits');
      return NOBODY_ANSWERED;
    }
  };
