import { describe, expect, it } from 'vitest';
import type { ChannelFailure } from '#src/domain/alerts/delivery-reasons.ts';
import { createChannelHealth } from '#src/alerts/channels/channel-health.ts';
import { createMembership } from '#src/alerts/channels/membership.ts';
import type { PostIn } from '#src/alerts/channels/post-directly.ts';
import type { SendOutcome } from '#src/alerts/delivery/sender.ts';
import { createChannelFailureNotifier } from '#src/alerts/channels/channel-failure-notifier.ts';
import type { PermissionName } from '#src/domain/alerts/channel.ts';
import { MINUTE, DAY } from '#src/lib/time.ts';
import {
  markBroken,
  markRepaired,
  resetFailureNotice,
} from '#src/store/channels/channel-failures.ts';
import { channelByKey, channelsOfGuild } from '#src/store/channels/channels.ts';
import { deleteLeftGuilds } from '#src/store/channels/guild-channels.ts';
import { followsOf } from '#src/store/follows/follows.ts';
import { deleteMemberData } from '#src/store/follows/member-data.ts';
import { aPlayer, discordId, NOON } from '../store/rows.ts';
import { aStage, pass, settle } from './stage.ts';

const OWNER = discordId(70_000);

/** Who takes direct messages, who owns the server, and what the bot may do where. */
const aHouse = async () => {
  const stage = await aStage();
  const channel = await stage.channel(1, { kind: 'player', id: 1 });
  const posts: { readonly to: string; readonly text: string; readonly key?: string }[] = [];
  const closed = new Set<string>();
  const missing = new Map<string, readonly PermissionName[]>();
  const ready: number[] = [];
  let outcome: SendOutcome = { kind: 'sent', messageId: '1' };
  const post: PostIn = (to, { embeds }, { key = '' } = {}) => {
    const [embed] = embeds ?? [];
    const text = `${embed?.title ?? ''}: ${embed?.description ?? ''}`;
    posts.push({ to: to.discordId, text, key });
    return Promise.resolve(outcome);
  };
  const noteReady = (key: number): Promise<void> => {
    ready.push(key);
    return Promise.resolve();
  };
  const trust = createChannelFailureNotifier({
    db: stage.db(),
    now: Date.now,
    isServed: () => true,
    directChannel: (userId) => Promise.resolve(closed.has(userId) ? null : `dm-${userId}`),
    ownerOf: () => OWNER,
    namesOf: () => ({ channelName: 'padel', serverName: 'Club' }),
    commandIds: () => new Map([['alerts', '123']]),
    missingIn: ({ discordId }) => missing.get(discordId) ?? [],
    mayWrite: ({ discordId }) => !missing.has(discordId),
    post,
    ready: noteReady,
    log: stage.log,
  });
  const membership = createMembership({
    db: stage.db(),
    now: Date.now,
    welcomePlace: () => ({ channelId: 'system', locale: 'es-ES' }),
    post,
    ready: noteReady,
    log: stage.log,
  });
  return {
    stage,
    channel,
    posts,
    closed,
    missing,
    ready,
    trust,
    membership,
    answers: (next: SendOutcome): void => {
      outcome = next;
    },
    breaks: (reason: ChannelFailure) => markBroken(stage.db(), channel.key, reason, NOON),
  };
};

describe('a channel that is broken', () => {
  it('is told once to whoever configured it, with the permission that is missing', async () => {
    const { channel, posts, trust, missing, breaks } = await aHouse();
    missing.set(channel.discordId, ['SendMessages']);
    await breaks('missing-permissions');
    await trust.notify();
    await trust.notify();
    expect(posts).toHaveLength(1);
    expect(posts[0]?.to).toBe(`dm-${channel.configuredBy}`);
    expect(posts[0]?.text).toContain(`grant me Send Messages there`);
  });

  it('is told to the owner when they take no direct messages', async () => {
    const { channel, closed, posts, trust, breaks } = await aHouse();
    closed.add(channel.configuredBy);
    await breaks('unknown-channel');
    await trust.notify();
    expect(posts.map(({ to }) => to)).toEqual([`dm-${OWNER}`]);
    expect(posts[0]?.text).toContain('no longer exists');
  });

  it('is told to the owner when whoever configured it had themselves forgotten', async () => {
    const { stage, channel, posts, trust, breaks } = await aHouse();
    await deleteMemberData(stage.db(), channel.configuredBy);
    await breaks('missing-access');
    await trust.notify();
    expect(posts.map(({ to }) => to)).toEqual([`dm-${OWNER}`]);
  });

  it('is called by its name and that of its server, and the command so that it can be run', async () => {
    const { posts, trust, breaks } = await aHouse();
    await breaks('unknown-channel');
    await trust.notify();
    expect(posts[0]?.text).toMatch(/^Padel alerts can't be posted in #padel · Club: /);
    expect(posts[0]?.text).toContain('Choose another one with </alerts setup:123>');
  });

  it('is told to somebody who is written to in their own language', async () => {
    const { stage, channel, posts, trust, breaks } = await aHouse();
    const { configuredBy } = channel;
    await stage.chosen(2, { kind: 'direct', guildId: '@me', locale: 'it', configuredBy });
    await breaks('missing-access');
    await trust.notify();
    expect(posts[0]?.text).toMatch(/^Non è possibile pubblicare gli avvisi di padel/);
  });

  it('is told in another channel of the server when nobody takes direct messages', async () => {
    const { stage, channel, closed, posts, trust, breaks } = await aHouse();
    closed.add(channel.configuredBy).add(OWNER);
    const other = await stage.chosen(2, { guildId: channel.guildId });
    await breaks('missing-access');
    await trust.notify();
    await trust.notify();
    expect(posts.map(({ to }) => to)).toEqual([other.discordId]);
  });

  it('is told again later when it could not be told, and anew when it broke again', async () => {
    const { stage, channel, posts, trust, answers, breaks } = await aHouse();
    await breaks('missing-access');
    answers({ kind: 'failed', reason: 'status 500', retryAfterMs: 1 });
    await trust.notify();
    answers({ kind: 'sent', messageId: '1' });
    await trust.notify();
    await trust.notify();
    expect(posts).toHaveLength(2);
    // Tried again in vain: nobody is told of the same trouble twice.
    await markRepaired(stage.db(), channel.key);
    await breaks('missing-access');
    await trust.notify();
    expect(posts).toHaveLength(2);
    await markRepaired(stage.db(), channel.key);
    await resetFailureNotice(stage.db(), channel.key);
    await breaks('missing-access');
    await trust.notify();
    expect(posts).toHaveLength(3);
  });

  it('is told under one key as long as it is the same trouble, and under another one later', async () => {
    const { stage, channel, posts, trust, answers, breaks } = await aHouse();
    await breaks('missing-access');
    answers({ kind: 'failed', reason: 'the answer was lost', retryAfterMs: 1 });
    await trust.notify();
    await trust.notify();
    await markRepaired(stage.db(), channel.key);
    await markBroken(stage.db(), channel.key, 'missing-access', NOON + 1);
    await trust.notify();
    const [first, second, third] = posts.map(({ key }) => key);
    expect(first).not.toBe('');
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('is told anew when somebody had given the permission back, and took it again', async () => {
    const { stage, channel, posts, trust, breaks } = await aHouse();
    const health = createChannelHealth({
      db: stage.db(),
      mayWrite: () => true,
      ready: () => Promise.resolve(),
      log: stage.log,
    });
    const breaksAndReturns = async (reason: ChannelFailure): Promise<void> => {
      await breaks(reason);
      await trust.notify();
      health.accessChanged(channel.guildId);
      await settle();
    };
    await breaksAndReturns('missing-permissions');
    await breaksAndReturns('missing-permissions');
    expect(posts).toHaveLength(2);
    // What no permission mends looks well after each change in the server: that is told once.
    await breaksAndReturns('not-a-text-channel');
    await breaksAndReturns('not-a-text-channel');
    expect(posts).toHaveLength(3);
  });

  it('that looks well is tried again after a minute', async () => {
    const { stage, channel, ready, missing, trust, breaks } = await aHouse();
    await breaks('missing-access');
    missing.set(channel.discordId, ['ViewChannel']);
    await pass(10 * MINUTE);
    await trust.probe();
    expect(ready).toEqual([]);
    missing.delete(channel.discordId);
    await trust.probe();
    expect(ready).toEqual([]);
    await pass(MINUTE);
    await trust.probe();
    expect(ready).toEqual([channel.key]);
    expect((await channelByKey(stage.db(), channel.key))?.broken).toBe(null);
  });

  it('that is refused again and again is tried more and more rarely', async () => {
    const { stage, channel, ready, trust, breaks } = await aHouse();
    await breaks('missing-access');
    for (let minute = 0; minute < 2 * 24 * 60; minute += 1) {
      await trust.probe();
      if ((await channelByKey(stage.db(), channel.key))?.broken === null) {
        await breaks('missing-access');
      }
      await pass(MINUTE);
    }
    expect(ready.length).toBeGreaterThan(8);
    expect(ready.length).toBeLessThan(14);
  });
});

describe('a server', () => {
  it('is greeted in its language when it is new', async () => {
    const { posts, membership } = await aHouse();
    membership.joined('new-server');
    await settle();
    expect(posts.map(({ to }) => to)).toEqual(['system']);
    expect(posts[0]?.text).toContain('Pádel en directo');
  });

  it('that is known is not greeted when the gateway tells of it again', async () => {
    const { channel, posts, membership } = await aHouse();
    membership.joined(channel.guildId);
    await settle();
    expect(posts).toEqual([]);
  });

  it('that removes the bot finds all as it was when it comes back', async () => {
    const { stage, channel, posts, ready, membership } = await aHouse();
    membership.left(channel.guildId);
    await settle();
    expect(await channelsOfGuild(stage.db(), channel.guildId)).toEqual([]);
    await deleteLeftGuilds(stage.db(), NOON - 30 * DAY);
    membership.joined(channel.guildId);
    await settle();
    // What is being played has its card again.
    expect(ready).toEqual([channel.key]);
    expect(await channelsOfGuild(stage.db(), channel.guildId)).toEqual([channel]);
    expect(posts[0]?.text).toContain('He vuelto');
  });

  it('is forgotten with all its follows when it stays away', async () => {
    const { stage, channel, membership } = await aHouse();
    membership.left(channel.guildId);
    await settle();
    await deleteLeftGuilds(stage.db(), Date.now() + 1);
    expect(await channelByKey(stage.db(), channel.key)).toBe(undefined);
    expect(await followsOf(stage.db(), { channelKey: channel.key, memberId: null })).toEqual([]);
  });

  it('that left or came back while nobody listened is seen at the start', async () => {
    const { stage, channel, ready, membership } = await aHouse();
    await membership.review(
      () => false,
      () => true,
    );
    expect(await channelsOfGuild(stage.db(), channel.guildId)).toEqual([]);
    await membership.review(
      (guildId) => guildId === channel.guildId,
      () => true,
    );
    expect(await channelsOfGuild(stage.db(), channel.guildId)).toHaveLength(1);
    expect(ready).toEqual([channel.key]);
  });

  it('that is joined again while others are looked at stays', async () => {
    const { stage, channel, membership } = await aHouse();
    const other = await stage.channel(2, aPlayer(1));
    membership.left(other.guildId);
    await settle();
    const isIn = new Set([channel.guildId]);
    await membership.review(
      (guildId) => isIn.has(guildId),
      () => {
        if (!isIn.has(other.guildId)) {
          isIn.add(other.guildId);
          membership.joined(other.guildId);
        }
        return true;
      },
    );
    await settle();
    expect(await channelsOfGuild(stage.db(), other.guildId)).toHaveLength(1);
  });

  it('whose alert channel is deleted has it marked at once', async () => {
    const { stage, channel, membership } = await aHouse();
    membership.channelDeleted(channel.discordId);
    await settle();
    expect((await channelByKey(stage.db(), channel.key))?.broken).toBe('unknown-channel');
  });
});
