import { describe, expect, it, onTestFinished } from 'vitest';
import type { ChannelFailure } from '#src/domain/alerts/delivery-reasons.ts';
import { createAbsentFollowers } from '#src/alerts/channels/absent-followers.ts';
import { DAY } from '#src/lib/time.ts';
import {
  markBroken,
  markRepaired,
  markFailureNotified,
  resetFailureNotice,
} from '#src/store/channels/channel-failures.ts';
import { channelByKey, NO_GUILD } from '#src/store/channels/channels.ts';
import type { Db } from '#src/store/connection/database.ts';
import { aStore } from '../store/migrated.ts';
import { followsOf } from '#src/store/follows/follows.ts';
import { deleteLostChannels } from '#src/store/channels/guild-channels.ts';
import { memberData } from '#src/store/members/member-data.ts';
import { aLog } from '../lib/log.ts';
import { aChannel, aPlayer, discordId, follow, NOON } from '../store/rows.ts';
import { placesOf } from '../store/places.ts';

const aDb = async (): Promise<Db> => {
  const { db, close } = await aStore();
  onTestFinished(close);
  return db;
};

const aDirect = (db: Db) =>
  aChannel(db, 2, { guildId: NO_GUILD, kind: 'direct', configuredBy: discordId(91) });

/** Breaks a channel, retries it after `triedAfter` milliseconds, and breaks it again. */
const refused = async (
  db: Db,
  key: number,
  reason: ChannelFailure,
  triedAfter: number,
): Promise<void> => {
  await markBroken(db, key, reason, NOON);
  await markFailureNotified(db, key, NOON);
  await markRepaired(db, key);
  await markBroken(db, key, reason, NOON + triedAfter);
};

const isKept = async (db: Db, key: number): Promise<boolean> =>
  (await channelByKey(db, key)) !== undefined;

describe('a channel that can no longer be written to', () => {
  it('is forgotten with its follows when it was deleted before the cutoff', async () => {
    const db = await aDb();
    const channel = await aChannel(db, 1);
    await follow(db, channel, aPlayer(1));
    await follow(db, channel, aPlayer(1), discordId(92));
    await markBroken(db, channel.key, 'unknown-channel', NOON);
    await deleteLostChannels(db, NOON);
    expect(await isKept(db, channel.key)).toBe(true);
    await deleteLostChannels(db, NOON + 1);
    expect(await placesOf(db, channel.discordId)).toEqual([]);
    expect(await placesOf(db, discordId(92))).toEqual([]);
  });

  it('is forgotten when direct messages stay closed, even if it was retried since', async () => {
    const db = await aDb();
    const direct = await aDirect(db);
    await follow(db, direct, aPlayer(1));
    await refused(db, direct.key, 'missing-permissions', 29 * DAY);
    await deleteLostChannels(db, NOON + 1);
    expect(await placesOf(db, discordId(91))).toEqual([]);
  });

  it('is kept when a post got through since, or when only a permission is missing', async () => {
    const db = await aDb();
    const direct = await aDirect(db);
    await refused(db, direct.key, 'missing-permissions', 0);
    await markRepaired(db, direct.key);
    await resetFailureNotice(db, direct.key);
    await markBroken(db, direct.key, 'missing-permissions', NOON + 29 * DAY);
    const channel = await aChannel(db, 1);
    await refused(db, channel.key, 'missing-access', 0);
    await deleteLostChannels(db, NOON + DAY);
    expect([await isKept(db, direct.key), await isKept(db, channel.key)]).toEqual([true, true]);
  });
});

/** Two members who follow in two servers; one of them may leave the first server. */
const aServer = async () => {
  const db = await aDb();
  const [one, other] = [await aChannel(db, 1), await aChannel(db, 2)];
  const [leaver, stayer] = [discordId(92), discordId(93)];
  for (const memberId of [leaver, stayer]) {
    await follow(db, one, aPlayer(1), memberId);
    await follow(db, other, aPlayer(2), memberId);
  }
  const absent = new Set<string>();
  let now = NOON;
  let lookups = 0;
  const check = createAbsentFollowers({
    db,
    now: () => now,
    isServed: () => true,
    isMember: ({ guildId, memberId }) => {
      lookups += 1;
      return Promise.resolve(!absent.has(`${guildId} ${memberId}`));
    },
    log: aLog(),
  });
  return {
    db,
    leaver,
    stayer,
    absent,
    left: `${one.guildId} ${leaver}`,
    other,
    lookups: () => lookups,
    /** Runs the check three times a day for `count` days. */
    days: async (count: number): Promise<void> => {
      for (let day = 0; day < count; day += 1) {
        for (let minute = 0; minute < 3; minute += 1) await check();
        now += DAY;
      }
    },
    followedBy: async (memberId: string) =>
      (await memberData(db, memberId)).follows.map(({ channel }) => channel.guildId),
  };
};

describe('a member who left a server', () => {
  it('loses their follows there after 30 days, and keeps those elsewhere', async () => {
    const { days, absent, left, leaver, stayer, followedBy, other, db } = await aServer();
    absent.add(left);
    await days(30);
    expect(await followedBy(leaver)).toHaveLength(2);
    await days(1);
    expect(await followedBy(leaver)).toEqual([other.guildId]);
    expect(await followedBy(stayer)).toHaveLength(2);
    expect(await placesOf(db, leaver)).toEqual(['follows.member_id']);
  });

  it('and returns in time keeps their follows, with a new period on leaving again', async () => {
    const { days, absent, left, leaver, followedBy } = await aServer();
    absent.add(left);
    await days(29);
    absent.clear();
    await days(1);
    absent.add(left);
    await days(29);
    expect(await followedBy(leaver)).toHaveLength(2);
  });

  it('is looked up once a day', async () => {
    const { days, lookups } = await aServer();
    await days(3);
    expect(lookups()).toBe(3 * 4);
  });

  it('keeps their follows while Discord does not say whether they left', async () => {
    const db = await aDb();
    const channel = await aChannel(db, 1);
    await follow(db, channel, aPlayer(1), discordId(92));
    const isMember = () => Promise.resolve(null);
    let now = NOON;
    const options = { db, now: () => now, isServed: () => true, isMember, log: aLog() };
    const check = createAbsentFollowers(options);
    for (; now < NOON + 40 * DAY; now += DAY) await check();
    const follower = { channelKey: channel.key, memberId: discordId(92) };
    expect(await followsOf(db, follower)).toHaveLength(1);
  });
});
