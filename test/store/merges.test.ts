import { describe, expect, it } from 'vitest';
import { playersOf } from '#src/domain/match/match.ts';
import { HOUR } from '#src/lib/time.ts';
import type { Db } from '#src/store/connection/database.ts';
import { addFollow, followsOf } from '#src/store/follows/follows.ts';
import { moveFollows } from '#src/store/merges/move-follows.ts';
import { recordCardPosted } from '#src/store/cards/card-changes.ts';
import { findCard, createCard } from '#src/store/cards/cards.ts';
import { isDeliveryPending, recordDelivery } from '#src/store/outbox/deliveries.ts';
import { addEvents, openEvents } from '#src/store/outbox/events.ts';
import { findMatch, findMatches } from '#src/store/matches/matches.ts';
import { matchStateAt } from '#src/store/matches/match-states.ts';
import { deliveryHistory } from '#src/store/outbox/delivery-history.ts';
import { moveMatch } from '#src/store/merges/merge-match.ts';
import { saveServerEvent, serverEvents } from '#src/store/channels/server-events.ts';
import { saveThread, threadOf } from '#src/store/cards/threads.ts';
import { loadDirectory, removeFromDirectory, saveDirectory } from '#src/store/matches/directory.ts';
import { aPlayer as aName, aPair, aTournament } from '../padel-api/names.ts';
import { audiencesOfAll } from './audiences.ts';
import { DIALECTS, useDialect } from './dialects.ts';
import { aChannel, aPlayer, discordId, follow, hold, NOON } from './rows.ts';
import { unwantedMessages } from './due.ts';

const ANA = discordId(70_001);
const EVA = discordId(70_002);

/** The database, and the kinds of the statements that write to it. */
const watch = (db: Db) => {
  const written: string[] = [];
  const watched = db.withPlugin({
    transformQuery: ({ node }) => {
      if (node.kind !== 'SelectQueryNode') written.push(node.kind);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  return { watched, written };
};

/** Merges record 12 into another. */
const move = (db: Db, kind: 'player' | 'tournament', to = 7): Promise<void> =>
  db.transaction().execute((tx) => moveFollows(tx, { kind, from: 12, to }));

describe.each(DIALECTS)('merges on $name', (dialect) => {
  const { aStore } = useDialect(dialect);

  describe('the follows of a merged record', () => {
    it('become follows of the other record, for channels and members', async () => {
      const db = await aStore();
      const [one, two] = [await aChannel(db, 1), await aChannel(db, 2)];
      await follow(db, one, aPlayer(12));
      await follow(db, one, aPlayer(12), ANA);
      await follow(db, two, aPlayer(12), EVA);
      await follow(db, two, aPlayer(55));
      // A second time they stay the same.
      for (let times = 0; times < 2; times += 1) await move(db, 'player');
      expect(await audiencesOfAll(db, [aPlayer(12)])).toEqual([]);
      expect(await audiencesOfAll(db, [aPlayer(7)])).toEqual([
        { channel: one, memberIds: [ANA] },
        { channel: two, memberIds: [EVA] },
      ]);
      expect(await followsOf(db, { channelKey: one.key, memberId: null })).toEqual([aPlayer(7)]);
      expect(await followsOf(db, { channelKey: two.key, memberId: null })).toEqual([aPlayer(55)]);
    });

    it('become one when a follower had both', async () => {
      const db = await aStore();
      const { key: channelKey } = await aChannel(db, 1);
      for (const memberId of [null, ANA]) {
        const follower = { channelKey, memberId };
        await addFollow(db, follower, aPlayer(7), NOON);
        await addFollow(db, follower, aPlayer(12), NOON + 5);
        await addFollow(db, follower, aPlayer(3), NOON + 1);
      }
      await move(db, 'player');
      for (const memberId of [null, ANA]) {
        expect(await followsOf(db, { channelKey, memberId })).toEqual([aPlayer(7), aPlayer(3)]);
      }
    });

    it('keep their position by creation time', async () => {
      const db = await aStore();
      const follower = { channelKey: (await aChannel(db, 1)).key, memberId: ANA };
      await addFollow(db, follower, aPlayer(12), NOON);
      await addFollow(db, follower, aPlayer(3), NOON + 1);
      await move(db, 'player', 70);
      expect(await followsOf(db, follower)).toEqual([aPlayer(70), aPlayer(3)]);
    });

    it('are only those of the same kind', async () => {
      const db = await aStore();
      const channel = await aChannel(db, 1);
      await follow(db, channel, aPlayer(12));
      await follow(db, channel, { kind: 'tournament', id: 12 });
      await follow(db, channel, { kind: 'match', id: 12 });
      await move(db, 'tournament');
      const follows = await followsOf(db, { channelKey: channel.key, memberId: null });
      expect(follows.toSorted((a, b) => a.kind.localeCompare(b.kind))).toEqual([
        { kind: 'match', id: 12 },
        aPlayer(12),
        { kind: 'tournament', id: 7 },
      ]);
    });

    it('of a player name the successor in matches that are not over', async () => {
      const db = await aStore();
      const others = [{ id: 3, name: 'Lea Soria' }];
      const teams = { team_1: [{ id: 12, name: 'Ana Vega' }], team_2: others };
      await hold(db, { id: 1, teams });
      await hold(db, { id: 2, teams: { team_1: others, team_2: teams.team_1 }, status: 'live' });
      await hold(db, { id: 3, teams, status: 'finished' });
      await hold(db, { id: 4, teams: { team_1: others, team_2: [] } });
      await move(db, 'tournament', 8);
      await move(db, 'player');
      const matches = await findMatches(db, [1, 2, 3, 4]);
      const found = matches.map(({ match, rev }) => [
        match.id,
        playersOf(match).map(({ id }) => id),
        rev,
      ]);
      expect(found.toSorted()).toEqual([
        [1, [7, 3], 2],
        [2, [3, 7], 2],
        [3, [12, 3], 1],
        [4, [3], 1],
      ]);
    });

    it('are all moved by one insert and one delete, even when there are fifty thousand', async () => {
      const db = await aStore();
      const [one, two] = [await aChannel(db, 1), await aChannel(db, 2)];
      const members = Array.from({ length: 25_000 }, (_, index) => discordId(70_001 + index));
      for (const { key } of [one, two]) {
        for (let first = 0; first < members.length; first += 1_000) {
          const rows = members.slice(first, first + 1_000).map((memberId) => ({
            ...{ kind: 'player', targetId: 12, channelKey: key, memberId, createdAt: NOON },
          }));
          await db.insertInto('follows').values(rows).execute();
        }
      }
      // One of them follows both.
      await addFollow(db, { channelKey: one.key, memberId: ANA }, aPlayer(7), NOON);
      const { watched, written } = watch(db);
      await move(watched, 'player');
      const audiences = await audiencesOfAll(db, [aPlayer(7)]);
      expect(audiences.map(({ memberIds }) => memberIds.length)).toEqual([25_000, 25_000]);
      expect(audiences[1]?.memberIds.toSorted()).toEqual(members);
      expect(await audiencesOfAll(db, [aPlayer(12)])).toEqual([]);
      expect(written).toEqual(['InsertQueryNode', 'DeleteQueryNode']);
    });
  });

  describe('a merged match', () => {
    const START = (matchId: number) => ({
      event: { kind: 'start', matchId } as const,
      priority: 0,
      expiresAt: NOON + HOUR,
    });
    const INTO_7 = { from: 12, to: 7 };

    it('continues under the other id, with its events, card, thread and server event', async () => {
      const db = await aStore();
      const { key: channelKey } = await aChannel(db, 1);
      await hold(db, { id: 12, status: 'live' });
      const [start] = await addEvents(db, [START(12)], NOON);
      await recordCardPosted(
        db,
        { matchId: 12, channelKey },
        { messageId: '900', rev: 1, at: NOON },
      );
      await saveThread(db, { matchId: 12, channelKey }, '901');
      const shown = { guildId: '5', eventId: '902', status: 'active', shown: '', at: 1 } as const;
      await saveServerEvent(db, { matchId: 12, ...shown });
      for (let times = 0; times < 2; times += 1)
        await db.transaction().execute((tx) => moveMatch(tx, INTO_7, NOON));
      expect(await findMatch(db, 12)).toBeUndefined();
      expect(await findMatch(db, 7)).toMatchObject({ match: { id: 7 }, state: { matchId: 7 } });
      expect((await matchStateAt(db, 7, NOON)).seen?.state.matchId).toBe(7);
      expect((await openEvents(db, 5)).events).toMatchObject([
        { id: start?.id, key: 'match:7:start', event: { matchId: 7 } },
      ]);
      expect(await addEvents(db, [START(7)], NOON)).toEqual([]);
      expect(await findCard(db, { matchId: 7, channelKey })).toMatchObject({ messageId: '900' });
      expect(await findCard(db, { matchId: 12, channelKey })).toBeUndefined();
      expect(await threadOf(db, { matchId: 7, channelKey })).toEqual({ threadId: '901' });
      expect(await serverEvents(db)).toEqual([{ matchId: 7, ...shown }]);
    });

    it('leaves one card per channel and no duplicate delivery when both were known', async () => {
      const db = await aStore();
      const [one, two] = [await aChannel(db, 1), await aChannel(db, 2)];
      for (const id of [12, 7]) await hold(db, { id, status: 'live' });
      const [start, other] = await addEvents(db, [START(12), START(7)], NOON);
      const key = { eventId: start?.id ?? 0, channelKey: one.key };
      const pending = { outcome: 'pending', reason: 'delay', dueAt: 1, attempts: 0 } as const;
      await recordDelivery(db, key, pending, NOON);
      const posted = (matchId: number, { key: channelKey }: typeof one, messageId: string) =>
        recordCardPosted(db, { matchId, channelKey }, { messageId, rev: 1, at: NOON });
      await posted(12, one, '901');
      await posted(7, one, '902');
      const sent = { outcome: 'sent', messageId: '901', targetId: null, shownRev: 0 } as const;
      await recordDelivery(db, { ...key, eventId: other?.id ?? 0 }, sent, NOON);
      await posted(12, two, '903');
      await createCard(db, { matchId: 7, channelKey: two.key }, NOON);
      await db.transaction().execute((tx) => moveMatch(tx, INTO_7, NOON));
      expect((await findMatch(db, 12))?.state.status).toBe('deleted');
      expect((await openEvents(db, 5)).events.map((event) => event.key)).toEqual(['match:7:start']);
      expect(await isDeliveryPending(db, key)).toBe(false);
      const cardIn = ({ key: channelKey }: typeof one) => findCard(db, { matchId: 7, channelKey });
      expect(await cardIn(one)).toMatchObject({ messageId: '902' });
      expect(await deliveryHistory(db, 7, one.key)).toMatchObject([
        { delivery: { messageId: '902' } },
      ]);
      expect(await cardIn(two)).toMatchObject({ messageId: '903', shownRev: 0 });
      const unwanted = await unwantedMessages(db, NOON, 5);
      expect(unwanted.map(({ messageId }) => messageId)).toEqual(['901']);
    });
  });

  describe('directory entries', () => {
    it('of pairs are loaded with the day of their latest match', async () => {
      const db = await aStore();
      const pair = aPair([67_108_862, 67_108_863], 'Ana Vega / Eva Sol', '2026-06-07');
      await saveDirectory(db, [pair]);
      expect(await loadDirectory(db)).toEqual([pair]);
    });

    it('are removed by kind and id; one of another kind with the same id stays', async () => {
      const db = await aStore();
      const stays = aTournament(1, 'Madrid P1');
      await saveDirectory(db, [aName(1, 'Ana Vega'), aName(2, 'Eva Sol'), stays]);
      await removeFromDirectory(db, [
        { kind: 'player', id: 1 },
        { kind: 'player', id: 2 },
        { kind: 'player', id: 3 },
      ]);
      expect(await loadDirectory(db)).toEqual([stays]);
    });
  });
});
