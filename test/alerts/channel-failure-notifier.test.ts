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
import { changeMember } from '#src/store/follows/members.ts';
import { deleteMemberData } from '#src/store/members/member-data.ts';
import { aPlayer, discordId, NOON } from '../store/rows.ts';
import { aStage, pass, settle } from './stage.ts';

const OWNER = discordId(70_000);

/** A notifier, and a server with one channel: owner, closed DMs, missing permissions, notices. */
const aNotifier = async () => {
  const stage = await aStage();
  const channel = await stage.channel(1, { kind: 'player', id: 1 });
  const posts: { readonly to: string; readonly text: string; readonly key?: string }[] = [];
  const closed = new Set<string>();
  const missing = new Map<string, readonly PermissionName[]>();
  const ready: number[] = [];
  const timeOut: { until: number | null } = { until: null };
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
  const notifier = createChannelFailureNotifier({
    db: stage.db(),
    now: Date.now,
    isServed: () => true,
    directChannel: (userId) => Promise.resolve(closed.has(userId) ? null : `dm-${userId}`),
    ownerOf: () => OWNER,
    namesOf: () => ({ channelName: 'padel', serverName: 'Club' }),
    commandIds: () => new Map([['alerts', '123']]),
    missingIn: ({ discordId }) => missing.get(discordId) ?? [],
    timedOutUntil: () => timeOut.until,
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
  const breaks = (reason: ChannelFailure) => markBroken(stage.db(), channel.key, reason, NOON);
  return {
    stage,
    channel,
    posts,
    closed,
    missing,
    ready,
    notifier,
    membership,
    timeOut,
    answers: (next: SendOutcome): void => {
      outcome = next;
    },
    breaks,
    /** Marks the channel as broken, and reports it. */
    reports: async (reason: ChannelFailure): Promise<void> => {
      await breaks(reason);
      await notifier.notify();
    },
    /** Marks the channel as repaired by somebody, whom another failure is reported to. */
    repaired: async (): Promise<void> => {
      await markRepaired(stage.db(), channel.key);
      await resetFailureNotice(stage.db(), channel.key);
    },
  };
};

describe('a broken channel', () => {
  it('is reported once to the member who set it up, with the missing permission', async () => {
    const { channel, posts, notifier, missing, reports } = await aNotifier();
    missing.set(channel.discordId, ['SendMessages']);
    await reports('missing-permissions');
    await notifier.notify();
    expect(posts).toHaveLength(1);
    expect(posts[0]?.to).toBe(`dm-${channel.configuredBy}`);
    expect(posts[0]?.text).toContain(`grant me Send Messages there`);
  });

  it('is reported to the owner when the member who set it up takes no messages', async () => {
    const { channel, closed, posts, reports } = await aNotifier();
    closed.add(channel.configuredBy);
    await reports('unknown-channel');
    expect(posts.map(({ to }) => to)).toEqual([`dm-${OWNER}`]);
    expect(posts[0]?.text).toContain('no longer exists');
  });

  it('is reported as a time-out of the bot, with its end, when that is why', async () => {
    const { channel, posts, missing, timeOut, reports } = await aNotifier();
    missing.set(channel.discordId, []);
    timeOut.until = NOON + MINUTE;
    await reports('missing-permissions');
    expect(posts[0]?.text).toContain(`I'm in a time-out until <t:${(NOON + MINUTE) / 1_000}:f>`);
  });

  it('is reported to the owner when Discord declines the message to who set it up', async () => {
    const { posts, notifier, answers, reports } = await aNotifier();
    answers({ kind: 'declined', code: 987_654, reason: 'words of Discord' });
    await reports('missing-access');
    await notifier.notify();
    expect(posts.map(({ to }) => to)).toEqual([`dm-${discordId(90_000)}`, `dm-${OWNER}`]);
  });

  it('is reported to the owner when the member who set it up deleted their data', async () => {
    const { stage, channel, posts, reports } = await aNotifier();
    await deleteMemberData(stage.db(), channel.configuredBy);
    await reports('missing-access');
    expect(posts.map(({ to }) => to)).toEqual([`dm-${OWNER}`]);
  });

  it('is reported with its name, its server and a command that can be clicked', async () => {
    const { posts, reports } = await aNotifier();
    await reports('unknown-channel');
    expect(posts[0]?.text).toMatch(/^Padel alerts can't be posted · #padel · Club: /);
    expect(posts[0]?.text).toContain('Choose another one with </alerts setup:123>');
  });

  it("is reported in the language of the recipient's direct messages", async () => {
    const { stage, channel, posts, reports } = await aNotifier();
    const { configuredBy } = channel;
    await stage.chosen(2, { kind: 'direct', guildId: '@me', locale: 'it', configuredBy });
    await reports('missing-access');
    expect(posts[0]?.text).toMatch(/^Non è possibile pubblicare gli avvisi di padel/);
  });

  it('is reported in the language that the recipient chose for themselves', async () => {
    const { stage, channel, closed, posts, reports, repaired } = await aNotifier();
    const { configuredBy } = channel;
    await changeMember(stage.db(), configuredBy, { locale: 'es' });
    await reports('missing-access');
    expect(posts[0]?.text).toMatch(/^No se pueden publicar las alertas de pádel/);
    closed.add(configuredBy);
    await repaired();
    await reports('missing-access');
    // The owner chose none: the language of the channel.
    expect(posts[1]?.text).toMatch(/^Padel alerts can't be posted/);
  });

  it('is reported in another channel of the server when nobody takes direct messages', async () => {
    const { stage, channel, closed, posts, notifier, reports } = await aNotifier();
    closed.add(channel.configuredBy).add(OWNER);
    const other = await stage.chosen(2, { guildId: channel.guildId });
    await reports('missing-access');
    await notifier.notify();
    expect(posts.map(({ to }) => to)).toEqual([other.discordId]);
  });

  it('is reported again after a failed report or a new failure, not a failed retry', async () => {
    const { stage, channel, posts, notifier, answers, breaks, reports, repaired } =
      await aNotifier();
    await breaks('missing-access');
    answers({ kind: 'failed', reason: 'status 500', retryAfterMs: 1 });
    await notifier.notify();
    answers({ kind: 'sent', messageId: '1' });
    await notifier.notify();
    await notifier.notify();
    expect(posts).toHaveLength(2);
    // A retry that fails: the same failure is not reported twice.
    await markRepaired(stage.db(), channel.key);
    await reports('missing-access');
    expect(posts).toHaveLength(2);
    await repaired();
    await reports('missing-access');
    expect(posts).toHaveLength(3);
  });

  it('is reported under one key per failure, and another key for a later failure', async () => {
    const { stage, channel, posts, notifier, answers, breaks } = await aNotifier();
    await breaks('missing-access');
    answers({ kind: 'failed', reason: 'the answer was lost', retryAfterMs: 1 });
    await notifier.notify();
    await notifier.notify();
    await markRepaired(stage.db(), channel.key);
    await markBroken(stage.db(), channel.key, 'missing-access', NOON + 1);
    await notifier.notify();
    const [first, second, third] = posts.map(({ key }) => key);
    expect(first).not.toBe('');
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('is reported again when the permission is given back and taken away again', async () => {
    const { stage, channel, posts, reports } = await aNotifier();
    const health = createChannelHealth({
      db: stage.db(),
      mayWrite: () => true,
      ready: () => Promise.resolve(),
      log: stage.log,
    });
    const breaksAndReturns = async (reason: ChannelFailure): Promise<void> => {
      await reports(reason);
      health.accessChanged(channel.guildId);
      await settle();
    };
    await breaksAndReturns('missing-permissions');
    await breaksAndReturns('missing-permissions');
    expect(posts).toHaveLength(2);
    // A failure that no permission fixes looks fixed after each change: it is reported once.
    await breaksAndReturns('not-a-text-channel');
    await breaksAndReturns('not-a-text-channel');
    expect(posts).toHaveLength(3);
  });

  it('is retried a minute after its permissions look restored', async () => {
    const { stage, channel, ready, missing, notifier, breaks } = await aNotifier();
    await breaks('missing-access');
    missing.set(channel.discordId, ['ViewChannel']);
    await pass(10 * MINUTE);
    await notifier.probe();
    expect(ready).toEqual([]);
    missing.delete(channel.discordId);
    await notifier.probe();
    expect(ready).toEqual([]);
    await pass(MINUTE);
    await notifier.probe();
    expect(ready).toEqual([channel.key]);
    expect((await channelByKey(stage.db(), channel.key))?.broken).toBe(null);
  });

  it('is retried less and less often while Discord keeps refusing it', async () => {
    const { stage, channel, ready, notifier, breaks } = await aNotifier();
    await breaks('missing-access');
    for (let minute = 0; minute < 2 * 24 * 60; minute += 1) {
      await notifier.probe();
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
    const { posts, membership } = await aNotifier();
    membership.joined('new-server');
    await settle();
    expect(posts.map(({ to }) => to)).toEqual(['system']);
    expect(posts[0]?.text).toContain('Pádel profesional');
  });

  it('is not greeted again when the gateway announces it once more', async () => {
    const { channel, posts, membership } = await aNotifier();
    membership.joined(channel.guildId);
    await settle();
    expect(posts).toEqual([]);
  });

  it('gets its channel back unchanged, and a message, when it adds the bot again', async () => {
    const { stage, channel, posts, ready, membership } = await aNotifier();
    membership.left(channel.guildId);
    await settle();
    expect(await channelsOfGuild(stage.db(), channel.guildId)).toEqual([]);
    await deleteLeftGuilds(stage.db(), NOON - 30 * DAY);
    membership.joined(channel.guildId);
    await settle();
    // Live matches get their cards again.
    expect(ready).toEqual([channel.key]);
    expect(await channelsOfGuild(stage.db(), channel.guildId)).toEqual([channel]);
    expect(posts[0]?.text).toContain('He vuelto');
  });

  it('is deleted with all its follows when it stays away', async () => {
    const { stage, channel, membership } = await aNotifier();
    membership.left(channel.guildId);
    await settle();
    await deleteLeftGuilds(stage.db(), Date.now() + 1);
    expect(await channelByKey(stage.db(), channel.key)).toBe(undefined);
    expect(await followsOf(stage.db(), { channelKey: channel.key, memberId: null })).toEqual([]);
  });

  it('is marked as left or returned by the review at startup', async () => {
    const { stage, channel, ready, membership } = await aNotifier();
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

  it('keeps its channel when it rejoins during the review', async () => {
    const { stage, channel, membership } = await aNotifier();
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

  it('has an alert channel marked as broken as soon as it is deleted', async () => {
    const { stage, channel, membership } = await aNotifier();
    membership.channelDeleted(channel.discordId);
    await settle();
    expect((await channelByKey(stage.db(), channel.key))?.broken).toBe('unknown-channel');
  });
});
