import { startLoop } from '../../lib/loop.ts';
import { pushDownCards } from '../../store/cards/card-changes.ts';
import type { AlertsContext } from '../delivery/delivery.ts';

/** Messages of this many milliseconds are counted together: a conversation is one write. */
const BATCH_MS = 5_000;

export const startPushedDownCounter = ({
  db,
  now,
  log,
  wake,
}: Omit<AlertsContext, 'serviceNow'>) => {
  const counts = new Map<string, number>();
  /** A write is running or was recent: the next one waits. */
  let isBatching = false;
  const loop = startLoop({
    run: async () => {
      const counted = [...counts];
      counts.clear();
      isBatching = counted.length > 0;
      let isPushedDown = false;
      for (const [channelId, count] of counted) {
        isPushedDown = (await pushDownCards(db, channelId, count, now())) || isPushedDown;
      }
      if (isPushedDown) wake('cards');
      return isBatching ? BATCH_MS : null;
    },
    onError: (error) => {
      log.warn({ err: error }, 'messages below live cards could not be counted');
    },
  });
  return {
    messageCreated: (channelId: string): void => {
      counts.set(channelId, (counts.get(channelId) ?? 0) + 1);
      if (isBatching) return;
      isBatching = true;
      loop.wake();
    },
    stop: loop.stop,
  };
};
