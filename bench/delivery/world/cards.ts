import { createCards } from '#src/store/cards/cards.ts';
import type { Db } from '#src/store/connection/database.ts';
import { followMatch } from './followers.ts';
import { aLiveMatch, framesOf, hold } from './matches.ts';
import { playersIn, type News } from './news.ts';

/** A match that has just started, with a card to post in a row of channels. */
export const openCardsIn = async (db: Db, news: News, now: number): Promise<void> => {
  const { matchId, channels } = news;
  const [frame] = framesOf(matchId);
  if (frame === undefined) throw new Error('a match without frames');
  await hold(db, aLiveMatch(matchId, playersIn(news), now), frame, now);
  await followMatch(db, matchId, channels);
  await createCards(db, matchId, [{ kind: 'match', id: matchId }], now);
};

/** The number of stale cards in writable channels. */
export const trailingCards = async (db: Db): Promise<number> => {
  const { cards } = await db
    .selectFrom('cards')
    .innerJoin('matches', 'matches.id', 'cards.matchId')
    .innerJoin('channels', 'channels.id', 'cards.channelKey')
    .select((eb) => eb.fn.countAll<number>().as('cards'))
    .whereRef('cards.shownRev', '<', 'matches.rev')
    .where('channels.brokenAt', 'is', null)
    .executeTakeFirstOrThrow();
  return cards;
};
