import { describe, expect, it } from 'vitest';
import { categoryTarget, levelTarget, type FollowTarget } from '#src/domain/alerts/follows.ts';
import { pairKey, type PairIds } from '#src/domain/people/pairs.ts';
import type { Db } from '#src/store/connection/database.ts';
import { createCards } from '#src/store/cards/cards.ts';
import { followsOf } from '#src/store/follows/follows.ts';
import { moveFollows } from '#src/store/merges/move-follows.ts';
import { audiencesOfAll } from './audiences.ts';
import { DIALECTS, useDialect } from './dialects.ts';
import { aChannel, aPlayer, discordId, follow, hold, NOON } from './rows.ts';
import { staleCards } from './due.ts';

const ANA = discordId(70_001);

const aPair = (ids: PairIds): FollowTarget => ({ kind: 'pair', id: pairKey(ids) });

const mergeRecord12 = (
  db: Db,
  to: number,
  kind: 'player' | 'tournament' = 'player',
): Promise<void> => db.transaction().execute((tx) => moveFollows(tx, { kind, from: 12, to }));

describe.each(DIALECTS)('pair, category and level follows on $name', (dialect) => {
  const { aStore } = useDialect(dialect);

  describe('follows of the pairs of a merged player', () => {
    it.each([
      ['who had the lower id', [12, 30], [7, 30]],
      ['who had the higher id', [3, 12], [3, 7]],
      ['whose new id changes the order', [10, 12], [7, 10]],
    ] as const)(
      'move to the pair with the new player id: a player %s',
      async (_reason, before, after) => {
        const db = await aStore();
        const channel = await aChannel(db, 1);
        await follow(db, channel, aPair(before), ANA);
        await follow(db, channel, aPair([20, 21]), ANA);
        await mergeRecord12(db, 7);
        const follows = await followsOf(db, { channelKey: channel.key, memberId: ANA });
        expect(follows).toHaveLength(2);
        expect(follows).toEqual(expect.arrayContaining([aPair(after), aPair([20, 21])]));
      },
    );

    it('move for either player of a pair, up to the largest id; similar ids stay', async () => {
      const db = await aStore();
      const channel = await aChannel(db, 1);
      const most = 2 ** 26 - 1;
      const stay: readonly PairIds[] = [
        [1, 120],
        [2, most],
        [11, 13],
      ];
      const move: readonly PairIds[] = [
        [1, 12],
        [12, 13],
        [12, most],
      ];
      for (const ids of [...stay, ...move]) await follow(db, channel, aPair(ids));
      await mergeRecord12(db, 40);
      const follows = await followsOf(db, { channelKey: channel.key, memberId: null });
      const moved: readonly PairIds[] = [
        [1, 40],
        [13, 40],
        [40, most],
      ];
      expect(follows.map(({ id }) => id).toSorted()).toEqual(
        [...stay, ...moved].map(pairKey).toSorted(),
      );
    });

    it('are removed when the two turn out to be one person', async () => {
      const db = await aStore();
      const channel = await aChannel(db, 1);
      await follow(db, channel, aPair([7, 12]));
      await mergeRecord12(db, 7);
      expect(await followsOf(db, { channelKey: channel.key, memberId: null })).toEqual([]);
    });

    it('stay unchanged when a tournament with that id is merged', async () => {
      const db = await aStore();
      const channel = await aChannel(db, 1);
      await follow(db, channel, aPair([3, 12]));
      await mergeRecord12(db, 7, 'tournament');
      expect(await followsOf(db, { channelKey: channel.key, memberId: null })).toEqual([
        aPair([3, 12]),
      ]);
    });
  });

  describe.each([
    ['category', categoryTarget('women')],
    ['level', levelTarget('p1')],
  ])('a followed %s', (_kind, wide) => {
    it('reaches a channel that follows it, but not one where only a member does', async () => {
      const db = await aStore();
      const [loud, calm] = [await aChannel(db, 1), await aChannel(db, 2)];
      await follow(db, loud, wide);
      await follow(db, calm, wide, ANA);
      expect(await audiencesOfAll(db, [wide])).toEqual([{ channel: loud, memberIds: [] }]);
      await hold(db, { id: 5, status: 'live' });
      await createCards(db, 5, [wide], NOON);
      expect((await staleCards(db, NOON, 10)).map(({ channel }) => channel)).toEqual([loud]);
    });

    it('pings its member for alerts that the channel gets anyway', async () => {
      const db = await aStore();
      const channel = await aChannel(db, 1);
      await follow(db, channel, wide, ANA);
      await follow(db, channel, aPlayer(1));
      expect(await audiencesOfAll(db, [wide, aPlayer(1)])).toEqual([{ channel, memberIds: [ANA] }]);
    });
  });
});
