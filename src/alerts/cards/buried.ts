import type { Instant } from '../../domain/terms.ts';
import type { Logger } from '../../lib/logger.ts';
import { startLoop } from '../../lib/loop.ts';
import { buryCards } from '../../store/cards-shown-anew.ts';
import type { Db } from '../../store/database.ts';
import type { Wake } from '../delivery.ts';

export interface BuriedOptions {
  readonly db: Db;
  readonly now: () => Instant;
  readonly log: Logger;
  /** A card may have to be posted anew. */
  readonly wake: Wake;
}

export interface Buried {
  /** Somebody wrote in a channel. */
  readonly wrote: (channelId: string) => void;
  readonly stop: () => Promise<void>;
}

/** Messages are counted together for so long: a conversation is one write, not one each. */
const TOGETHER = 5_000;

/** Counts the messages that stand below live cards. */
export const startBuried = ({ db, now, log, wake }: BuriedOptions): Buried => {
  const counts = new Map<string, number>();
  /** A write is under way or not long ago: the next one is waited for. */
  let isResting = false;
  const loop = startLoop({
    run: async () => {
      const counted = [...counts];
      counts.clear();
      isResting = counted.length > 0;
      let buried = false;
      for (const [channelId, count] of counted) {
        buried = (await buryCards(db, channelId, count, now())) || buried;
      }
      if (buried) wake('cards');
      return isResting ? TOGETHER : null;
    },
    onError: (error) => {
      log.warn({ err: error }, 'messages below live cards could not be counted');
    },
  });
  return {
    wrote: (channelId) => {
      counts.set(channelId, (counts.get(channelId) ?? 0) + 1);
      if (isResting) return;
      isResting = true;
      loop.wake();
    },
    stop: loop.stop,
  };
};
