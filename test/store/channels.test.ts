import { describe, expect, it } from 'vitest';
import { HOUR } from '#src/lib/time.ts';
import { audiencesAfter } from '#src/store/members/audiences.ts';
import { createCards } from '#src/store/cards/cards.ts';
import {
  brokenChannels,
  markBroken,
  markRepaired,
  resetFailureNotice,
  markFailureNotified,
  unnotifiedBrokenChannels,
} from '#src/store/channels/channel-failures.ts';
import {
  changeSettings,
  claimDailyDigest,
  dueDailyDigests,
  setLocale,
  setPaused,
} from '#src/store/channels/channel-settings.ts';
import {
  channelsOfGuild,
  findChannel,
  MAX_CHANNELS,
  NO_GUILD,
  TooManyChannels,
  type Channel,
} from '#src/store/channels/channels.ts';
import type { Db } from '#src/store/connection/database.ts';
import {
  deleteLeftGuilds,
  leaveGuild,
  removeChannel,
  returnToGuild,
} from '#src/store/channels/guild-channels.ts';
import { followsOf } from '#src/store/follows/follows.ts';
import { isTypeWanted } from '#src/store/channels/channel-settings.ts';
import { START } from './audiences.ts';
import { DIALECTS, useDialect } from './dialects.ts';
import { aChannel, aPlayer, discordId, follow, hold, NOON } from './rows.ts';
import { staleCards } from './due.ts';

const GUILD = discordId(60_000);
const ANA = discordId(70_001);

describe.each(DIALECTS)('a channel on $name', (dialect) => {
  const { aStore } = useDialect(dialect);

  it.each(['text', 'announcement', 'forum', 'thread', 'direct'] as const)(
    'has the kind %s that it was set up with',
    async (kind) => {
      const db = await aStore();
      expect((await aChannel(db, 1, { kind })).kind).toBe(kind);
      expect((await findChannel(db, discordId(1)))?.kind).toBe(kind);
      // Setting it up again updates its kind.
      expect((await aChannel(db, 1, { kind: 'text' })).kind).toBe('text');
    },
  );

  it('is one of 25 in a server, however many come at once; a deleted one makes room', async () => {
    const db = await aStore();
    const inGuild = (n: number) => aChannel(db, n, { guildId: GUILD });
    for (let n = 1; n < MAX_CHANNELS; n += 1) await inGuild(n);
    const outcomes = await Promise.allSettled([40, 41, 42, 43].map(inGuild));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await channelsOfGuild(db, GUILD)).toHaveLength(MAX_CHANNELS);
    await expect(inGuild(50)).rejects.toThrow(TooManyChannels);
    // The same again, elsewhere, and by direct message.
    const again = await inGuild(1);
    await aChannel(db, 51);
    for (let n = 60; n < 90; n += 1) await aChannel(db, n, { guildId: NO_GUILD, kind: 'direct' });
    await markBroken(db, again.key, 'unknown-channel', NOON);
    expect((await inGuild(50)).guildId).toBe(GUILD);
  });

  it('changes its language and nothing else', async () => {
    const db = await aStore();
    const channel = await aChannel(db, 1);
    await setLocale(db, channel.key, 'fr');
    expect(await findChannel(db, channel.discordId)).toEqual({ ...channel, locale: 'fr' });
  });

  it('stores since when it is paused, and its cards are not due meanwhile', async () => {
    const db = await aStore();
    const channel = await aChannel(db, 1);
    await follow(db, channel, aPlayer(1));
    await hold(db, { status: 'live' });
    await createCards(db, 123, [aPlayer(1)], NOON);
    await setPaused(db, channel.key, NOON);
    expect((await findChannel(db, channel.discordId))?.pausedAt).toBe(NOON);
    expect(await staleCards(db, NOON, 10)).toEqual([]);
    await setPaused(db, channel.key, null);
    expect(await findChannel(db, channel.discordId)).toEqual(channel);
    expect(await staleCards(db, NOON, 10)).toHaveLength(1);
  });

  it('gets no live cards unless it chose them', async () => {
    const db = await aStore();
    const chosen = [['start', 'result'] as const, ['start', 'card'] as const];
    for (const [n, types] of chosen.entries()) {
      await follow(db, await aChannel(db, n + 1, { settings: { types } }), aPlayer(1));
    }
    await hold(db, { status: 'live' });
    await createCards(db, 123, [aPlayer(1)], NOON);
    const opened = (await staleCards(db, NOON, 10)).map(({ channel }) => channel.discordId);
    expect(opened).toEqual([discordId(2)]);
  });

  it('is listed for one failure notice when it is broken, until the notice is reset', async () => {
    const db = await aStore();
    const { key } = await aChannel(db, 1);
    await aChannel(db, 2);
    expect(await unnotifiedBrokenChannels(db)).toEqual([]);
    await markBroken(db, key, 'missing-access', NOON);
    expect(await unnotifiedBrokenChannels(db)).toMatchObject([{ channel: { key }, since: NOON }]);
    await markFailureNotified(db, key, NOON);
    expect(await unnotifiedBrokenChannels(db)).toEqual([]);
    expect(await brokenChannels(db)).toHaveLength(1);
    await markRepaired(db, key);
    await markBroken(db, key, 'missing-access', NOON);
    expect(await unnotifiedBrokenChannels(db)).toEqual([]);
    await markRepaired(db, key);
    await resetFailureNotice(db, key);
    await markBroken(db, key, 'missing-access', NOON);
    expect(await unnotifiedBrokenChannels(db)).toHaveLength(1);
  });

  describe('in a server that the bot has left', () => {
    const aLeftServer = async () => {
      const db = await aStore();
      const left = await aChannel(db, 1, {
        guildId: GUILD,
        settings: { types: ['upcoming', 'daily', 'card'] },
      });
      const stays = await aChannel(db, 2, { settings: { types: ['start', 'card'] } });
      for (const channel of [left, stays]) await follow(db, channel, aPlayer(1));
      await hold(db, { status: 'live' });
      await leaveGuild(db, GUILD, NOON);
      return { db, left, stays };
    };

    it('gets no alerts, cards, digests or failure notices', async () => {
      const { db, left, stays } = await aLeftServer();
      expect(await channelsOfGuild(db, GUILD)).toEqual([]);
      const { audiences } = await audiencesAfter(db, [aPlayer(1)], START, 0, 10);
      expect(audiences.map(({ channel }) => channel)).toEqual([stays]);
      await createCards(db, 123, [aPlayer(1)], NOON);
      expect((await staleCards(db, NOON, 10)).map(({ channel }) => channel)).toEqual([stays]);
      expect(await dueDailyDigests(db, NOON + 24 * HOUR)).toEqual([]);
      expect(await isTypeWanted(db, 'upcoming')).toBe(false);
      await markBroken(db, left.key, 'unknown-channel', NOON);
      expect(await unnotifiedBrokenChannels(db)).toEqual([]);
      expect(await brokenChannels(db)).toEqual([]);
    });

    it('is unchanged when the bot returns', async () => {
      const { db, left } = await aLeftServer();
      expect(await returnToGuild(db, discordId(60_001))).toBe(false);
      expect(await returnToGuild(db, GUILD)).toBe(true);
      expect(await channelsOfGuild(db, GUILD)).toEqual([left]);
      expect(await isTypeWanted(db, 'upcoming')).toBe(true);
      expect(await returnToGuild(db, GUILD)).toBe(false);
    });

    it('is deleted with its follows after a while; other channels stay', async () => {
      const { db, left, stays } = await aLeftServer();
      // It counts as left since the first time.
      await leaveGuild(db, GUILD, NOON + HOUR);
      await deleteLeftGuilds(db, NOON);
      expect(await findChannel(db, left.discordId)).toBeDefined();
      await deleteLeftGuilds(db, NOON + 1);
      expect(await findChannel(db, left.discordId)).toBeUndefined();
      expect(await followsOf(db, { channelKey: left.key, memberId: null })).toEqual([]);
      expect(await findChannel(db, stays.discordId)).toEqual(stays);
      expect(await followsOf(db, { channelKey: stays.key, memberId: null })).toHaveLength(1);
    });
  });

  it('is due for its daily digest until one process claims it', async () => {
    const db = await aStore();
    const channel = await aChannel(db, 1, { settings: { types: ['daily'] } });
    await aChannel(db, 2);
    const due = NOON + 20 * HOUR;
    expect(await dueDailyDigests(db, due - 1)).toEqual([]);
    expect(await dueDailyDigests(db, due)).toEqual([{ channel, dueAt: due }]);
    const next = due + 24 * HOUR;
    const claim = () =>
      db.transaction().execute((tx) => claimDailyDigest(tx, channel.key, due, next));
    expect(await claim()).toBe(true);
    expect(await dueDailyDigests(db, due)).toEqual([]);
    expect(await dueDailyDigests(db, next)).toMatchObject([{ dueAt: next }]);
    // Another process claimed it, or the hour was changed.
    expect(await claim()).toBe(false);
    expect(await dueDailyDigests(db, next)).toMatchObject([{ dueAt: next }]);
  });

  describe('that is removed', () => {
    /** Three alert channels of one server; a member follows in the first. */
    const aServer = async () => {
      const db = await aStore();
      const channelOf = (n: number) => aChannel(db, n, { guildId: GUILD });
      const [old, first, second] = [await channelOf(1), await channelOf(2), await channelOf(3)];
      await follow(db, old, aPlayer(1), ANA);
      const followedUnder = async ({ key }: Channel) =>
        (await followsOf(db, { channelKey: key, memberId: ANA })).length > 0;
      return { db, old, first, second, followedUnder };
    };

    type Happens = (db: Db, key: number) => Promise<unknown>;
    const ignoresMembers: Happens = (db, key) =>
      changeSettings(db, key, (own) => ({ ...own, memberFollows: false }), NOON);

    it.each<[string, Happens]>([
      ['was deleted', (db, key) => markBroken(db, key, 'unknown-channel', NOON)],
      ['Discord refuses', (db, key) => markBroken(db, key, 'missing-access', NOON)],
      ['is paused', (db, key) => setPaused(db, key, NOON)],
      ['ignores member follows', ignoresMembers],
    ])(
      'transfers member follows to a working channel, not to one that %s',
      async (_word, happens) => {
        const { db, old, first, second, followedUnder } = await aServer();
        await happens(db, first.key);
        await removeChannel(db, old);
        expect(await followedUnder(second)).toBe(true);
      },
    );

    it('transfers member follows to the first of several working channels', async () => {
      const { db, old, first, followedUnder } = await aServer();
      await removeChannel(db, old);
      expect(await followedUnder(first)).toBe(true);
    });

    it('transfers member follows to a paused or deleted channel when no other is left', async () => {
      const { db, old, first, second, followedUnder } = await aServer();
      await markBroken(db, first.key, 'unknown-channel', NOON);
      await setPaused(db, second.key, NOON);
      await removeChannel(db, old);
      expect(await followedUnder(second)).toBe(true);
      await removeChannel(db, second);
      expect(await followedUnder(first)).toBe(true);
    });
  });

  it('transfers no follows when it is for direct messages', async () => {
    const db = await aStore();
    const direct = { guildId: NO_GUILD, kind: 'direct' as const };
    const [mine, other] = [await aChannel(db, 1, direct), await aChannel(db, 2, direct)];
    await follow(db, mine, aPlayer(1), ANA);
    await removeChannel(db, mine);
    expect(await followsOf(db, { channelKey: other.key, memberId: ANA })).toEqual([]);
  });
});
