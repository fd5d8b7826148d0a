import type { FollowTarget } from '../../domain/follows.ts';
import type { Instant } from '../../domain/terms.ts';
import { reviewCards } from '../../store/cards-shown-anew.ts';
import { openCard, openCards } from '../../store/opened-cards.ts';
import type { Db } from '../../store/database.ts';
import { matchesInPlay } from '../../store/matches.ts';
import { releaseParked, reviewWaits } from '../../store/waits.ts';
import { targetsIn } from '../subject.ts';
import type { Wake } from '../delivery.ts';

export interface ChannelNewsOptions {
  readonly db: Db;
  readonly now: () => Instant;
  /** Something may be there to deliver. */
  readonly wake: Wake;
}

/** What changes about channels, as far as it changes what is delivered there. */
export interface ChannelNews {
  /** A channel follows something new: matches in play get a card there, quietly. */
  readonly followed: (target: FollowTarget, channelKey: number) => Promise<void>;
  /** A channel can be written to, for the first time or again: what waited for it may go. */
  readonly channelReady: (channelKey: number) => Promise<void>;
  /** What a channel wants has changed. */
  readonly settingsChanged: (channelKey: number) => Promise<void>;
}

/** Notes what is to be delivered otherwise, for whoever delivers. */
export const createChannelNews = ({ db, now, wake }: ChannelNewsOptions): ChannelNews => {
  /** Matches in play have a card in a channel, however long ago they have begun. */
  const openItsCards = async (channelKey: number): Promise<void> => {
    for (const held of await matchesInPlay(db)) {
      await openCards(db, held.match.id, await targetsIn(db, held), now(), channelKey);
    }
  };

  return {
    followed: async (target, channelKey) => {
      for (const held of await matchesInPlay(db)) {
        const targets = await targetsIn(db, held);
        const isMeant = targets.some(({ kind, id }) => kind === target.kind && id === target.id);
        if (isMeant) await openCard(db, { matchId: held.match.id, channelKey }, now());
      }
      wake('cards');
    },
    channelReady: async (channelKey) => {
      await releaseParked(db, channelKey, now());
      await openItsCards(channelKey);
      wake();
    },
    settingsChanged: async (channelKey) => {
      await reviewCards(db, channelKey, now());
      await reviewWaits(db, channelKey, now());
      await openItsCards(channelKey);
      wake();
    },
  };
};
