import { describe, expect, it } from 'vitest';
import { targetsOf } from '#src/domain/alerts/follows.ts';
import { stateOf, withPoints } from '#src/domain/match/state.ts';
import type { Team } from '#src/domain/terms.ts';
import { HOUR } from '#src/lib/time.ts';
import {
  recordCardPosted,
  recordCardEdited,
  closeCard,
  completeCardPosting,
  deleteCard,
  refreshCards,
  refreshCardsShownSince,
} from '#src/store/cards/card-changes.ts';
import { findCard, createCard, createCards } from '#src/store/cards/cards.ts';
import {
  cardRow,
  clearPosting,
  markPosting,
  postponeKept,
  storedMessageId,
} from '#src/store/cards/kept-rows.ts';
import { markBroken } from '#src/store/channels/channel-failures.ts';
import {
  findMatch,
  insertMatch,
  markDelayed,
  markFresh,
  matchesInPlay,
  saveChannel,
  matchesInterrupted,
  saveChances,
  saveTournament,
  updateMatch,
} from '#src/store/matches/matches.ts';
import { aMatch, feedOf, finishedMatch, playOut } from '../domain/feed.ts';
import { aTournament } from '../render/held.ts';
import { DIALECTS, useDialect } from './dialects.ts';
import { aChannel, aPlayer, change, discordId, follow, hold, NOON } from './rows.ts';
import { nextCardDue, staleCards } from './due.ts';

/** Beyond 32 bits, like times and possibly the service's ids. */
const BIG_ID = 5_000_000_000;

const CHANCES = { team_1: 0.61, team_2: 0.39 };

describe.each(DIALECTS)('matches and cards on $name', (dialect) => {
  const { aStore } = useDialect(dialect);

  describe('a match', () => {
    it('is read back as written, with its point history and large numbers', async () => {
      const db = await aStore();
      const winners: Team[] = ['team_1', 'team_2', 'team_2'];
      const plays = playOut(winners, 'star-point');
      const match = finishedMatch(plays, aMatch({ id: BIG_ID, startedAt: NOON, courtOrder: null }));
      const state = withPoints(stateOf(match), feedOf(plays, BIG_ID), 84);
      await saveTournament(db, aTournament());
      expect(await insertMatch(db, { match, state, now: NOON })).toBe(true);
      expect(await findMatch(db, BIG_ID)).toEqual({
        match,
        state,
        rev: 1,
        changedAt: NOON,
        delayedSince: null,
        chances: null,
        tournament: aTournament(),
      });
    });

    it('is inserted once; a second insert changes nothing', async () => {
      const db = await aStore();
      await hold(db, { court: 'Center Court' });
      const again = aMatch({ court: 'Court 2' });
      expect(await insertMatch(db, { match: again, state: stateOf(again), now: NOON })).toBe(false);
      expect((await findMatch(db, 123))?.match.court).toBe('Center Court');
    });

    it('is updated only over the revision that was read', async () => {
      const db = await aStore();
      const match = await hold(db);
      expect(await change(db, 1, { ...match, court: 'Court 1' }, NOON + 1)).toBe(true);
      expect(await change(db, 1, { ...match, court: 'Court 2' }, NOON + 2)).toBe(false);
      const held = await findMatch(db, 123);
      expect(held).toMatchObject({ rev: 2, changedAt: NOON + 1, match: { court: 'Court 1' } });
      expect(await change(db, 1, { ...match, id: 4 })).toBe(false);
    });

    it('accepts one of several concurrent writers of the same revision', async () => {
      const db = await aStore();
      const match = await hold(db);
      const written = await Promise.all(
        ['Court 1', 'Court 2', 'Court 3'].map((court) =>
          db.transaction().execute((tx) => change(tx, 1, { ...match, court })),
        ),
      );
      expect(written.filter(Boolean)).toHaveLength(1);
      expect((await findMatch(db, 123))?.rev).toBe(2);
    });

    it('is not found when it was never inserted', async () => {
      const db = await aStore();
      await hold(db, { id: 1 });
      expect(await findMatch(db, 2)).toBeUndefined();
    });

    it('is listed while in play, finals first, then by court', async () => {
      const db = await aStore();
      await hold(db, { id: 1, status: 'live', round: 4, court: 'B' });
      await hold(db, { id: 2, status: 'live', round: 4, court: 'A' });
      await hold(db, { id: 3, status: 'ended', round: 1, court: null });
      await hold(db, { id: 4, status: 'scheduled' });
      await hold(db, { id: 5, status: 'finished' });
      await hold(db, { id: 6, status: 'live', round: null, court: null });
      expect((await matchesInPlay(db)).map(({ match }) => match.id)).toEqual([3, 2, 1, 6]);
    });

    it('is interrupted when its status ends nothing, for a limited time', async () => {
      const db = await aStore();
      await hold(db, { id: 1, status: 'live' });
      await hold(db, { id: 2, status: 'suspended' });
      for (const [index, status] of ['postponed', 'Cancelled', 'not_played', 'deleted'].entries()) {
        await hold(db, { id: 3 + index, status });
      }
      const idsSince = async (since: number) =>
        (await matchesInterrupted(db, since)).map(({ match }) => match.id);
      expect(await idsSince(NOON)).toEqual([2]);
      expect(await idsSince(NOON + 1)).toEqual([]);
    });

    it('keeps its channel with its revision, through every change', async () => {
      const db = await aStore();
      const match = aMatch({ status: 'live' });
      await insertMatch(db, { match, state: stateOf(match), now: NOON });
      await saveChannel(db, match.id, 'live-9f2c');
      expect(await findMatch(db, match.id)).toMatchObject({ channel: 'live-9f2c', rev: 1 });
      await updateMatch(db, 1, { match, state: stateOf(match), now: NOON + 1 });
      expect(await findMatch(db, match.id)).toMatchObject({ channel: 'live-9f2c', rev: 2 });
      await saveChannel(db, match.id, 'live-new');
      expect((await matchesInPlay(db)).map(({ channel }) => channel)).toEqual(['live-new']);
    });

    it('keeps the first chances that are saved, in a new revision', async () => {
      const db = await aStore();
      await hold(db);
      await saveChances(db, 123, CHANCES);
      await saveChances(db, 123, { team_1: 0.5, team_2: 0.5 });
      expect(await findMatch(db, 123)).toMatchObject({ chances: CHANCES, rev: 2 });
    });

    it('stores since when it is delayed, until it is marked as fresh', async () => {
      const db = await aStore();
      for (const [id, status] of [
        [1, 'live'],
        [2, 'scheduled'],
        [3, 'live'],
      ] as const) {
        await hold(db, { id, status });
      }
      await markDelayed(db, [1, 2], NOON);
      await markDelayed(db, [1], NOON + 1);
      const delays = () =>
        Promise.all(
          [1, 2, 3].map(async (id) => {
            const held = await findMatch(db, id);
            return [held?.delayedSince, held?.rev];
          }),
        );
      const whileDelayed = [
        [NOON, 2],
        [null, 1],
        [null, 1],
      ];
      expect(await delays()).toEqual(whileDelayed);
      await markDelayed(db, [], NOON);
      await markFresh(db, []);
      expect(await delays()).toEqual(whileDelayed);
      await markFresh(db, [1, 2, 3]);
      expect(await delays()).toEqual([
        [null, 3],
        [null, 1],
        [null, 1],
      ]);
    });

    it('is no longer delayed when it changes', async () => {
      const db = await aStore();
      const match = await hold(db, { status: 'live' });
      await markDelayed(db, [123], NOON);
      await change(db, 2, match);
      expect(await findMatch(db, 123)).toMatchObject({ delayedSince: null, rev: 3 });
    });

    it('has its tournament as it was last saved', async () => {
      const db = await aStore();
      await hold(db);
      expect((await findMatch(db, 123))?.tournament).toBeNull();
      await saveTournament(db, aTournament());
      await saveTournament(db, aTournament('Málaga P1'));
      expect((await findMatch(db, 123))?.tournament?.name).toBe('Málaga P1');
    });

    it('is unchanged when its transaction fails', async () => {
      const db = await aStore();
      const match = await hold(db);
      const failing = db.transaction().execute(async (tx) => {
        const write = { match: { ...match, court: 'Court 9' }, state: stateOf(match), now: NOON };
        await updateMatch(tx, 1, write);
        throw new Error('the outbox is full');
      });
      await expect(failing).rejects.toThrow('the outbox is full');
      expect(await findMatch(db, 123)).toMatchObject({ rev: 1, match: { court: 'Center Court' } });
    });
  });

  describe('a card', () => {
    const posted = { messageId: '900', rev: 1, at: NOON };

    /** A match in play and a channel with its card. */
    const aCard = async (n = 1) => {
      const db = await aStore();
      const match = await hold(db, { status: 'live' });
      const channel = await aChannel(db, n);
      await createCard(db, { matchId: match.id, channelKey: channel.key }, NOON);
      return { db, match, channel, key: { matchId: match.id, channelKey: channel.key } };
    };

    it('is stale when created or when its match changes, until it shows the current revision', async () => {
      const { db, match, channel, key } = await aCard();
      const unposted = { messageId: null, postedAt: null, postingSince: null, shownRev: 0 };
      expect(await staleCards(db, NOON, 10)).toMatchObject([
        { matchId: 123, channel, openedAt: NOON, ...unposted, refreshes: 0, attempts: 0 },
      ]);
      await recordCardPosted(db, key, posted);
      expect(await staleCards(db, NOON, 10)).toEqual([]);
      await change(db, 1, match);
      expect(await staleCards(db, NOON, 10)).toMatchObject([{ messageId: '900', postedAt: NOON }]);
      await recordCardEdited(db, key, { refreshes: 0, rev: 2, at: NOON });
      expect(await staleCards(db, NOON, 10)).toEqual([]);
    });

    it('stays stale when a refresh is requested during an edit, however often', async () => {
      const { db, match, channel, key } = await aCard();
      await recordCardPosted(db, key, posted);
      await change(db, 1, match);
      const refreshes = async () => (await findCard(db, key))?.refreshes ?? NaN;
      for (let time = 0; time < 3; time += 1) {
        const read = await refreshes();
        await refreshCards(db, channel.key, NOON);
        await recordCardEdited(db, key, { refreshes: read, rev: 2, at: NOON });
        expect(await staleCards(db, NOON, 10)).toHaveLength(1);
      }
      await recordCardEdited(db, key, { refreshes: await refreshes(), rev: 2, at: NOON });
      expect(await staleCards(db, NOON, 10)).toEqual([]);
    });

    it('is refreshed once when an older edit may have arrived after the latest one', async () => {
      const { db, match, key } = await aCard();
      await recordCardPosted(db, key, posted);
      await change(db, 1, match);
      await recordCardEdited(db, key, { refreshes: 0, rev: 2, at: NOON + 1_000 });
      expect(await refreshCardsShownSince(db, NOON + 1_001)).toBe(0);
      expect(await staleCards(db, NOON + 1_001, 10)).toEqual([]);
      expect(await refreshCardsShownSince(db, NOON + 1_000)).toBe(1);
      const [card] = await staleCards(db, NOON + 1_001, 10);
      await recordCardEdited(db, key, {
        refreshes: card?.refreshes ?? NaN,
        rev: 2,
        at: NOON + 2_000,
      });
      expect(await staleCards(db, NOON + 2_000, 10)).toEqual([]);
    });

    it('is created once; creating it again changes nothing', async () => {
      const { db, key, channel } = await aCard();
      await follow(db, channel, aPlayer(1));
      await recordCardPosted(db, key, posted);
      await createCard(db, { matchId: 123, channelKey: channel.key }, NOON);
      await createCards(db, 123, targetsOf({ match: aMatch(), tournament: null }), NOON);
      expect(await findCard(db, key)).toMatchObject({ messageId: '900' });
    });

    it('is created once in each channel that follows a player or tournament of the match', async () => {
      const db = await aStore();
      const match = await hold(db, { id: BIG_ID, status: 'live' });
      const [both, tournament, other] = [
        await aChannel(db, 1),
        await aChannel(db, 2),
        await aChannel(db, 3),
      ];
      await follow(db, both, aPlayer(1));
      await follow(db, both, aPlayer(4), discordId(70_001));
      await follow(db, tournament, { kind: 'tournament', id: 7 });
      await follow(db, other, aPlayer(5));
      await createCards(db, match.id, targetsOf({ match, tournament: null }), NOON);
      const open = await staleCards(db, NOON, 10);
      expect(open.map(({ channel }) => channel.key).sort()).toEqual([both.key, tournament.key]);
      expect(open[0]?.matchId).toBe(BIG_ID);
    });

    it('can be created in a single channel, if that channel follows the match', async () => {
      const db = await aStore();
      const match = await hold(db, { status: 'live' });
      const channels = [await aChannel(db, 1), await aChannel(db, 2), await aChannel(db, 3)];
      const [first, , stranger] = channels.map(({ key }) => key);
      for (const channel of channels.slice(0, 2)) await follow(db, channel, aPlayer(1));
      await createCards(db, match.id, targetsOf({ match, tournament: null }), NOON, first);
      await createCards(db, match.id, targetsOf({ match, tournament: null }), NOON, stranger);
      const open = await staleCards(db, NOON, 10);
      expect(open.map(({ channel }) => channel.key)).toEqual([first]);
    });

    it('is skipped while its channel is broken', async () => {
      const { db, channel } = await aCard();
      await markBroken(db, channel.key, 'missing-access', NOON);
      expect(await staleCards(db, NOON, 10)).toEqual([]);
    });

    it('is postponed after a failure, with its number of attempts', async () => {
      const { db, key } = await aCard();
      expect(await nextCardDue(db, NOON)).toBeNull();
      await postponeKept(db, cardRow(key), NOON + 5_000, 2);
      expect(await staleCards(db, NOON + 4_999, 10)).toEqual([]);
      expect(await nextCardDue(db, NOON)).toBe(NOON + 5_000);
      expect(await staleCards(db, NOON + 5_000, 10)).toMatchObject([{ attempts: 2 }]);
      await recordCardEdited(db, key, { refreshes: 0, rev: 1, at: NOON });
      expect(await nextCardDue(db, NOON)).toBeNull();
      expect(await findCard(db, key)).toMatchObject({ attempts: 0 });
    });

    it('is posted by one of two processes, and a late write of the other changes nothing', async () => {
      const { db, key } = await aCard();
      const row = cardRow(key);
      const [late, other] = [
        { since: NOON, replacedId: null },
        { since: NOON + 1, replacedId: null },
      ];
      expect(await markPosting(db, row, other)).toBe(true);
      expect(await markPosting(db, row, late)).toBe(false);
      // The same process may mark again, because the response to its first mark may not have arrived.
      expect(await markPosting(db, row, other)).toBe(true);
      await clearPosting(db, row, late);
      expect(await completeCardPosting(db, key, late, { ...posted, messageId: '8' })).toBe(false);
      expect(await findCard(db, key)).toMatchObject({ messageId: null, postingSince: NOON + 1 });
      expect(await completeCardPosting(db, key, other, posted)).toBe(true);
      expect(await storedMessageId(db, row)).toBe(posted.messageId);
      expect(await markPosting(db, row, late)).toBe(false);
      expect(await completeCardPosting(db, key, other, { ...posted, messageId: '8' })).toBe(false);
      expect(await findCard(db, key)).toMatchObject({ messageId: posted.messageId });
    });

    it('stays stale when a refresh is requested while it is posted', async () => {
      const { db, channel, key } = await aCard();
      await refreshCards(db, channel.key, NOON);
      await recordCardPosted(db, key, { ...posted, refreshes: 0 });
      const [card] = await staleCards(db, NOON, 10);
      expect(card).toMatchObject({ messageId: '900', shownRev: 0, refreshes: 1 });
      await recordCardPosted(db, key, { ...posted, refreshes: 1 });
      expect(await staleCards(db, NOON, 10)).toEqual([]);
    });

    it('is not found after it is closed; other cards are', async () => {
      const { db, key } = await aCard();
      const other = await aChannel(db, 2);
      await createCard(db, { matchId: 123, channelKey: other.key }, NOON);
      await closeCard(db, key, NOON);
      expect(await findCard(db, key)).toBeUndefined();
      expect(await findCard(db, { ...key, channelKey: other.key })).toBeDefined();
    });

    it('is not created again after it was closed, but is after it was deleted', async () => {
      const { db, key } = await aCard();
      await closeCard(db, key, NOON);
      await createCard(db, key, NOON);
      expect(await findCard(db, key)).toBeUndefined();
      expect(await staleCards(db, NOON, 10)).toEqual([]);
      await deleteCard(db, key);
      await createCard(db, key, NOON);
      expect(await findCard(db, key)).toMatchObject({ messageId: null });
    });

    it('is open again when it is posted after it was closed', async () => {
      const { db, key } = await aCard();
      await closeCard(db, key, NOON);
      await recordCardPosted(db, key, posted);
      expect(await findCard(db, key)).toMatchObject({ messageId: '900' });
    });

    it('is no longer stale when its match has not changed for half a day', async () => {
      const { db } = await aCard();
      expect(await staleCards(db, NOON + 12 * HOUR - 1, 10)).toHaveLength(1);
      expect(await staleCards(db, NOON + 12 * HOUR, 10)).toEqual([]);
    });

    it('is due first when it was shown longest ago, whatever the revisions of the matches', async () => {
      const { db, match, channel, key } = await aCard();
      const second = await aChannel(db, 2);
      const other = await hold(db, { id: 7, status: 'live' });
      await recordCardPosted(db, key, { ...posted, at: NOON + 2 });
      await recordCardPosted(
        db,
        { matchId: 7, channelKey: second.key },
        { ...posted, at: NOON + 1 },
      );
      await createCard(db, { matchId: 7, channelKey: channel.key }, NOON);
      for (let rev = 1; rev < 5; rev += 1) await change(db, rev, other);
      await change(db, 1, match);
      const order = (await staleCards(db, NOON + 3, 10)).map((card) => [
        card.matchId,
        card.channel.key,
      ]);
      expect(order).toEqual([
        [7, channel.key],
        [7, second.key],
        [123, channel.key],
      ]);
      expect(await staleCards(db, NOON + 3, 2)).toHaveLength(2);
    });
  });
});
