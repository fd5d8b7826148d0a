import { type FollowTarget, isSameTarget } from '../../domain/alerts/follows.ts';
import { refreshBoard } from '../../store/boards/board-changes.ts';
import { refreshCards } from '../../store/cards/card-changes.ts';
import { createCard, createCards } from '../../store/cards/cards.ts';
import { matchesInPlay } from '../../store/matches/matches.ts';
import { retryPendingNow, recheckDelayed } from '../../store/outbox/recheck-pending.ts';
import { targetsIn } from '../delivery/subject.ts';
import type { AlertsContext } from '../delivery/delivery.ts';

export interface ChannelChanges {
  /** A channel has a new follow: matches in play get a silent card there. */
  readonly followed: (target: FollowTarget, channelKey: number) => Promise<void>;
  /** A channel is writable, for the first time or again: its waiting deliveries resume. */
  readonly channelReady: (channelKey: number) => Promise<void>;
  readonly settingsChanged: (channelKey: number) => Promise<void>;
}

export const createChannelChanges = ({
  db,
  now,
  wake,
}: Pick<AlertsContext, 'db' | 'now' | 'wake'>): ChannelChanges => {
  /** Opens cards for all matches in play, whenever they started. */
  const openItsCards = async (channelKey: number): Promise<void> => {
    for (const held of await matchesInPlay(db, now())) {
      await createCards(db, held.match.id, await targetsIn(db, held), now(), channelKey);
    }
  };

  return {
    followed: async (target, channelKey) => {
      for (const held of await matchesInPlay(db, now())) {
        const targets = await targetsIn(db, held);
        const isFollowed = targets.some((each) => isSameTarget(each, target));
        if (isFollowed) await createCard(db, { matchId: held.match.id, channelKey }, now());
      }
      wake('cards');
    },
    channelReady: async (channelKey) => {
      await retryPendingNow(db, channelKey, now());
      await refreshBoard(db, channelKey);
      await openItsCards(channelKey);
      wake();
    },
    settingsChanged: async (channelKey) => {
      await refreshCards(db, channelKey, now());
      await refreshBoard(db, channelKey);
      await recheckDelayed(db, channelKey, now());
      await openItsCards(channelKey);
      wake();
    },
  };
};
