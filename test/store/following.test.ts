import { describe, expect, it } from 'vitest';
import { ALERT_TYPES, bitOf, PRESETS } from '#src/domain/alerts/alert-types.ts';
import type { AlertEvent } from '#src/domain/alerts/events.ts';
import { sampleEvent, sampleMatch } from '#src/domain/alerts/sample.ts';
import { DEFAULT_SETTINGS } from '#src/domain/alerts/settings.ts';
import { followMask, targetsOf } from '#src/domain/alerts/follows.ts';
import { recordCardPosted } from '#src/store/cards/card-changes.ts';
import { findCard } from '#src/store/cards/cards.ts';
import {
  audiencesAfter,
  audiencesOf,
  isRecipient,
  type AudiencePage,
} from '#src/store/members/audiences.ts';
import { brokenChannels, markBroken, markRepaired } from '#src/store/channels/channel-failures.ts';
import {
  channelByKey,
  channelsOfGuild,
  findChannel,
  type Channel,
} from '#src/store/channels/channels.ts';
import { setPaused } from '#src/store/channels/channel-settings.ts';
import { leaveGuild, removeChannel } from '#src/store/channels/guild-channels.ts';
import { recordDelivery } from '#src/store/outbox/deliveries.ts';
import { postCountSince } from '#src/store/outbox/delivered.ts';
import {
  addFollow,
  followsOf,
  followsOfMember,
  MAX_FOLLOWS,
  removeFollow,
  removeFollowOfMember,
} from '#src/store/follows/follows.ts';
import { loadDirectory, saveDirectory } from '#src/store/matches/directory.ts';
import type { Match } from '#src/domain/match/match.ts';
import type { DirectoryEntry } from '#src/domain/people/directory.ts';
import { aMatch } from '../domain/feed.ts';
import { audiencesOfAll, RESULT, withoutHiding } from './audiences.ts';
import { DIALECTS, useDialect } from './dialects.ts';
import { aChannel, aPlayer, discordId, follow, hold, NOON } from './rows.ts';

const ANA = discordId(70_001);
const EVA = discordId(70_002);
const GUILD = discordId(60_000);
const IN_GUILD = { guildId: GUILD };

const aPost = (messageId: string) => ({ messageId, rev: 1, at: NOON });

/** A match of an unknown tournament. */
const unplaced = (match: Match) => ({ match, tournament: null });

const entry = (id: number, overrides: Partial<DirectoryEntry> = {}): DirectoryEntry => ({
  kind: 'player',
  id,
  name: `Player ${id}`,
  shortName: null,
  called: null,
  category: 'men',
  country: 'ES',
  ranking: id,
  startDate: null,
  endDate: null,
  lastMatchOn: null,
  ...overrides,
});

describe.each(DIALECTS)('channels and follows on $name', (dialect) => {
  const { aStore } = useDialect(dialect);

  describe('a channel', () => {
    it('is found by its server, with its settings', async () => {
      const db = await aStore();
      const channel = await aChannel(db, 1, { guildId: GUILD, locale: 'es' });
      expect(await channelsOfGuild(db, GUILD)).toEqual([
        {
          key: channel.key,
          discordId: discordId(1),
          guildId: GUILD,
          kind: 'text',
          locale: 'es',
          configuredBy: discordId(90_000),
          settings: DEFAULT_SETTINGS,
          pausedAt: null,
          broken: null,
        },
      ]);
      expect(await findChannel(db, discordId(1))).toEqual(channel);
      expect(await channelByKey(db, channel.key)).toEqual(channel);
      expect(await channelsOfGuild(db, discordId(2))).toEqual([]);
      expect(await findChannel(db, discordId(2))).toBeUndefined();
    });

    it('works again when it is set up again, with its key, settings, follows and cards', async () => {
      const db = await aStore();
      const settings = { delay: 60, types: ['start', 'card'] as const };
      const before = await aChannel(db, 1, { guildId: GUILD, settings });
      await follow(db, before, aPlayer(1));
      await hold(db, { status: 'live' });
      const card = { matchId: 123, channelKey: before.key };
      await recordCardPosted(db, card, aPost('500'));
      await markBroken(db, before.key, 'missing-access', NOON);
      await setPaused(db, before.key, NOON);
      await leaveGuild(db, GUILD, NOON);
      const after = await aChannel(db, 1, { guildId: GUILD, locale: 'es', settings: { delay: 5 } });
      expect(after).toEqual({ ...before, locale: 'es' });
      expect(await channelsOfGuild(db, GUILD)).toEqual([after]);
      expect(await followsOf(db, { channelKey: after.key, memberId: null })).toEqual([aPlayer(1)]);
      expect(await findCard(db, card)).toMatchObject({ messageId: '500' });
    });

    it('can be one of several in its server, each with its own follows', async () => {
      const db = await aStore();
      const first = await aChannel(db, 1, { guildId: GUILD });
      await aChannel(db, 9);
      await follow(db, first, aPlayer(1));
      const second = await aChannel(db, 2, { guildId: GUILD });
      await follow(db, second, aPlayer(2));
      expect(await channelsOfGuild(db, GUILD)).toEqual([first, second]);
      const of = ({ key }: Channel) => followsOf(db, { channelKey: key, memberId: null });
      expect(await of(first)).toEqual([aPlayer(1)]);
      expect(await of(second)).toEqual([aPlayer(2)]);
    });

    it('transfers member follows to the oldest other channel of its server when removed', async () => {
      const db = await aStore();
      const [oldest, removed, younger, elsewhere] = [
        await aChannel(db, 1, { guildId: GUILD }),
        await aChannel(db, 2, { guildId: GUILD }),
        await aChannel(db, 3, { guildId: GUILD }),
        await aChannel(db, 9),
      ];
      await follow(db, removed, aPlayer(1));
      await follow(db, removed, aPlayer(2), ANA);
      await follow(db, removed, aPlayer(3), ANA);
      await follow(db, oldest, aPlayer(3), ANA);
      await removeChannel(db, removed);
      expect(await channelsOfGuild(db, GUILD)).toEqual([oldest, younger]);
      const of = ({ key }: Channel, memberId: string | null) =>
        followsOf(db, { channelKey: key, memberId });
      expect(await of(oldest, null)).toEqual([]);
      expect(await of(oldest, ANA)).toEqual([aPlayer(2), aPlayer(3)]);
      for (const other of [removed, younger, elsewhere]) {
        expect(await of(other, ANA)).toEqual([]);
        expect(await of(other, null)).toEqual([]);
      }
    });

    it('is removed with its cards and deliveries; those of other channels stay', async () => {
      const db = await aStore();
      const [removed, other] = [await aChannel(db, 1), await aChannel(db, 2)];
      await hold(db, { status: 'live' });
      const keys = [removed, other].map(({ key }) => ({ matchId: 123, channelKey: key }));
      for (const [index, key] of keys.entries()) {
        await recordCardPosted(db, key, aPost('500'));
        const sent = { outcome: 'sent', messageId: '500', targetId: null, shownRev: 0 } as const;
        await recordDelivery(db, { eventId: 1, channelKey: key.channelKey }, sent, NOON + index);
      }
      await removeChannel(db, removed);
      expect(await findChannel(db, removed.discordId)).toBeUndefined();
      const [gone, kept] = await Promise.all(keys.map((key) => findCard(db, key)));
      expect([gone?.messageId, kept?.messageId]).toEqual([undefined, '500']);
      expect(await postCountSince(db, removed.key, 0)).toBe(0);
      expect(await postCountSince(db, other.key, 0)).toBe(1);
    });

    it('keeps the first reason why it is broken until it is repaired', async () => {
      const db = await aStore();
      const broken = await aChannel(db, 1, { guildId: GUILD });
      await aChannel(db, 2);
      await markBroken(db, broken.key, 'missing-permissions', NOON);
      await markBroken(db, broken.key, 'unknown-channel', NOON + 1);
      const marked = { ...broken, broken: 'missing-permissions' };
      expect(await brokenChannels(db, GUILD)).toEqual([marked]);
      expect(await brokenChannels(db, discordId(50_002))).toEqual([]);
      await markRepaired(db, broken.key);
      expect(await channelsOfGuild(db, GUILD)).toEqual([broken]);
      expect(await brokenChannels(db, GUILD)).toEqual([]);
    });
  });

  describe('follows', () => {
    it('are limited per follower; at the limit, an existing follow is still known', async () => {
      const db = await aStore();
      const { key: channelKey } = await aChannel(db, 1);
      const ana = { channelKey, memberId: ANA };
      for (let id = 1; id <= MAX_FOLLOWS; id += 1) await addFollow(db, ana, aPlayer(id), NOON);
      expect(await addFollow(db, ana, aPlayer(9_999), NOON)).toBe('full');
      expect(await addFollow(db, ana, aPlayer(1), NOON)).toBe('known');
      const channel = { channelKey, memberId: null };
      expect(await addFollow(db, channel, aPlayer(9_999), NOON)).toBe('added');
      expect(await followsOf(db, ana)).toHaveLength(MAX_FOLLOWS);
    });

    it('are limited when they come at once, too', async () => {
      const db = await aStore();
      const { key: channelKey } = await aChannel(db, 1);
      const ana = { channelKey, memberId: ANA };
      for (let id = 1; id <= MAX_FOLLOWS - 5; id += 1) await addFollow(db, ana, aPlayer(id), NOON);
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, n) => addFollow(db, ana, aPlayer(1_000 + n), NOON)),
      );
      expect(outcomes.filter((each) => each === 'added')).toHaveLength(5);
      expect(await followsOf(db, ana)).toHaveLength(MAX_FOLLOWS);
    });

    it('of a member are limited when the alerts of another channel end, too', async () => {
      const db = await aStore();
      const [one, two] = [await aChannel(db, 1, IN_GUILD), await aChannel(db, 2, IN_GUILD)];
      for (let id = 1; id <= 150; id += 1) {
        await addFollow(db, { channelKey: one.key, memberId: ANA }, aPlayer(id), NOON + id);
        await addFollow(db, { channelKey: two.key, memberId: ANA }, aPlayer(500 + id), NOON);
      }
      await addFollow(db, { channelKey: two.key, memberId: EVA }, aPlayer(1), NOON);
      await removeChannel(db, two);
      expect(await followsOf(db, { channelKey: one.key, memberId: EVA })).toEqual([aPlayer(1)]);
      const kept = await followsOf(db, { channelKey: one.key, memberId: ANA });
      expect(kept).toHaveLength(MAX_FOLLOWS);
      expect(kept.at(-1)).toEqual(aPlayer(50));
    });

    it('of a member in a server are listed and removed by one query each', async () => {
      const db = await aStore();
      const [one, two] = [await aChannel(db, 1, IN_GUILD), await aChannel(db, 2, IN_GUILD)];
      const elsewhere = await aChannel(db, 3);
      for (const { key } of [two, one, elsewhere]) {
        await addFollow(db, { channelKey: key, memberId: ANA }, aPlayer(7), NOON);
        await addFollow(db, { channelKey: key, memberId: ANA }, aPlayer(6), NOON + 1);
        await addFollow(db, { channelKey: key, memberId: EVA }, aPlayer(7), NOON);
        await addFollow(db, { channelKey: key, memberId: null }, aPlayer(7), NOON);
      }
      const own = await followsOfMember(db, GUILD, ANA);
      expect(own.map(({ channelKey, target }) => [channelKey, target.id])).toEqual([
        [one.key, 7],
        [one.key, 6],
        [two.key, 7],
        [two.key, 6],
      ]);
      await removeFollowOfMember(db, GUILD, ANA, aPlayer(7));
      expect((await followsOfMember(db, GUILD, ANA)).map(({ target }) => target.id)).toEqual([
        6, 6,
      ]);
      expect(await followsOf(db, { channelKey: elsewhere.key, memberId: ANA })).toHaveLength(2);
      expect(await followsOfMember(db, GUILD, EVA)).toHaveLength(2);
      expect(await followsOf(db, { channelKey: one.key, memberId: null })).toHaveLength(1);
    });

    it('are added once and removed once, separately for a member and the channel', async () => {
      const db = await aStore();
      const { key: channelKey } = await aChannel(db, 1);
      for (const memberId of [null, ANA]) {
        const follower = { channelKey, memberId };
        expect(await addFollow(db, follower, aPlayer(1), NOON)).toBe('added');
        expect(await addFollow(db, follower, aPlayer(1), NOON)).toBe('known');
      }
      expect(await removeFollow(db, { channelKey, memberId: ANA }, aPlayer(1))).toBe(true);
      expect(await removeFollow(db, { channelKey, memberId: ANA }, aPlayer(1))).toBe(false);
      expect(await followsOf(db, { channelKey, memberId: null })).toEqual([aPlayer(1)]);
      expect(await followsOf(db, { channelKey, memberId: ANA })).toEqual([]);
    });

    it('are listed oldest first; targets of different kinds can share an id', async () => {
      const db = await aStore();
      const follower = { channelKey: (await aChannel(db, 1)).key, memberId: null };
      const tournament = { kind: 'tournament', id: 7 } as const;
      const match = { kind: 'match', id: 7 } as const;
      await addFollow(db, follower, tournament, NOON + 2);
      await addFollow(db, follower, aPlayer(7), NOON + 1);
      await addFollow(db, follower, match, NOON + 3);
      expect(await followsOf(db, follower)).toEqual([aPlayer(7), tournament, match]);
    });

    it('of different kinds make a channel one audience that names each member once', async () => {
      const db = await aStore();
      const channel = await aChannel(db, 1);
      const match = aMatch({ id: 99, tournamentId: 7 });
      await follow(db, channel, aPlayer(1));
      await follow(db, channel, aPlayer(1), EVA);
      await follow(db, channel, aPlayer(3), ANA);
      await follow(db, channel, { kind: 'tournament', id: 7 }, ANA);
      await follow(db, channel, { kind: 'match', id: 99 }, EVA);
      await follow(db, channel, { kind: 'match', id: 7 }, discordId(70_003));
      expect(await audiencesOfAll(db, targetsOf(unplaced(match)))).toEqual([
        { channel, memberIds: [ANA, EVA] },
      ]);
    });

    it('list their channels in pages, in the order of their keys, each once', async () => {
      const db = await aStore();
      const targets = targetsOf(unplaced(aMatch()));
      const followed = [aPlayer(1), aPlayer(2), aPlayer(4), { kind: 'tournament', id: 7 } as const];
      const expected: { key: number; memberIds: readonly string[] }[] = [];
      for (let n = 1; n <= 12; n += 1) {
        const channel = await aChannel(db, n);
        // Every third channel follows another player; some follow two players of the match.
        if (n % 3 === 0) {
          await follow(db, channel, aPlayer(55));
          continue;
        }
        await follow(db, channel, followed[n % 4] ?? aPlayer(1));
        await follow(db, channel, aPlayer(3), n % 2 === 0 ? ANA : null);
        expected.push({ key: channel.key, memberIds: n % 2 === 0 ? [ANA] : [] });
      }
      const seen: typeof expected = [];
      const sizes: number[] = [];
      for (let cursor: number | null = 0; cursor !== null;) {
        const page: AudiencePage = await audiencesAfter(db, targets, RESULT, cursor, 3);
        for (const { channel, memberIds } of page.audiences) {
          seen.push({ key: channel.key, memberIds });
        }
        cursor = page.upTo;
        sizes.push(page.audiences.length);
      }
      expect(seen).toEqual(expected);
      expect(sizes).toEqual([3, 3, 2]);
    });

    it('reach nobody without a target or without a channel', async () => {
      const db = await aStore();
      await aChannel(db, 1);
      expect(await audiencesOfAll(db, [])).toEqual([]);
      expect(await audiencesOf(db, targetsOf(unplaced(aMatch())), RESULT, [])).toEqual([]);
    });

    it('give a requested channel that follows nothing an audience without members', async () => {
      const db = await aStore();
      const [first, second] = [await aChannel(db, 1), await aChannel(db, 2)];
      await follow(db, second, aPlayer(1), ANA);
      const keys = [second.key, first.key, 4_711];
      expect(withoutHiding(await audiencesOf(db, [aPlayer(1)], RESULT, keys))).toEqual([
        { channel: first, memberIds: [] },
        { channel: second, memberIds: [ANA] },
      ]);
    });

    it('are paged by channel, however many members a channel has', async () => {
      const db = await aStore();
      const channel = await aChannel(db, 1);
      const members = Array.from({ length: 300 }, (_, n) => discordId(70_000 + n));
      for (const memberId of members) await follow(db, channel, aPlayer(1), memberId);
      await follow(db, await aChannel(db, 2), aPlayer(1));
      const { audiences } = await audiencesAfter(db, [aPlayer(1)], RESULT, 0, 2);
      expect(audiences.map(({ memberIds }) => memberIds)).toEqual([members, []]);
    });

    it('of moments only reach members for key moments, and for the result of a match that brought one', async () => {
      const db = await aStore();
      const [first, second, third] = [
        await aChannel(db, 1, { settings: { types: ALERT_TYPES } }),
        await aChannel(db, 2, { settings: { types: ALERT_TYPES } }),
        await aChannel(db, 3, { settings: { types: PRESETS.essentials } }),
      ];
      const moments = followMask('moments', false);
      const of = (channel: Channel, memberId: string | null, types?: number) =>
        addFollow(db, { channelKey: channel.key, memberId }, aPlayer(1), NOON, types);
      await of(first, null);
      await of(first, ANA, moments);
      await of(second, ANA, moments);
      await of(third, ANA, moments);
      const reached = async (event: AlertEvent, limit: number) => {
        const { audiences, upTo } = await audiencesAfter(db, [aPlayer(1)], event, 0, limit);
        return [audiences.map(({ channel, memberIds }) => [channel.key, ...memberIds]), upTo];
      };
      const everyone = [
        [first.key, ANA],
        [second.key, ANA],
        [third.key, ANA],
      ];
      expect(await reached(sampleEvent('moment', sampleMatch(NOON), NOON), 9)).toEqual([
        everyone,
        null,
      ]);
      expect(await reached({ ...RESULT, moment: true }, 9)).toEqual([everyone, null]);
      expect(await reached(RESULT, 9)).toEqual([[[first.key]], null]);
      // The page limit also counts channels that receive nothing.
      expect(await reached(RESULT, 2)).toEqual([[[first.key]], second.key]);
      expect(await isRecipient(db, [aPlayer(1)], bitOf('result'), second)).toBe(false);
      expect(await isRecipient(db, [aPlayer(1)], bitOf('moment'), second)).toBe(true);
      expect(await of(second, ANA, moments)).toBe('known');
      expect(await of(second, ANA)).toBe('changed');
      expect(await reached(RESULT, 9)).toEqual([[[first.key], [second.key, ANA]], null]);
    });

    it('ping no members where the channel lets none follow', async () => {
      const db = await aStore();
      const member = discordId(70_000);
      for (const [n, settings] of [{}, { memberFollows: false }].entries()) {
        const channel = await aChannel(db, n + 1, { settings });
        await follow(db, channel, aPlayer(1));
        await follow(db, channel, aPlayer(1), member);
      }
      const { audiences } = await audiencesAfter(db, [aPlayer(1)], RESULT, 0, 10);
      expect(audiences.map(({ memberIds }) => memberIds)).toEqual([[member], []]);
    });
  });

  describe('directory entries', () => {
    it('are loaded as they were last saved; a player and a tournament can share an id', async () => {
      const db = await aStore();
      const tournament = entry(1, {
        kind: 'tournament',
        name: 'Córdoba P2 🎾',
        category: null,
        ranking: null,
        startDate: '2026-06-01',
        endDate: '2026-06-07',
      });
      await saveDirectory(db, []);
      await saveDirectory(db, [entry(1), entry(2), tournament]);
      const renamed = entry(1, { name: "Ñandú O'Higgins", category: null, country: null });
      await saveDirectory(db, [renamed]);
      const kept = await loadDirectory(db);
      expect(kept).toHaveLength(3);
      expect(kept).toEqual(expect.arrayContaining([renamed, entry(2), tournament]));
    });
  });
});
