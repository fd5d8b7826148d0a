import { describe, expect, it } from 'vitest';
import { createChannelHealth } from '#src/alerts/channels/channel-health.ts';
import { sendOutcomeOfError } from '#src/discord/rest/errors.ts';
import { ALERT_TYPES } from '#src/domain/alerts/alert-types.ts';
import { HOUR, MINUTE, SECOND } from '#src/lib/time.ts';
import { deliveryHealth } from '#src/store/channels/channel-failures.ts';
import { channelByKey } from '#src/store/channels/channels.ts';
import { oldestUndeliveredAt } from '#src/store/outbox/backlog.ts';
import { rest } from '../../sandbox/test/discord/setup.ts';
import { refused } from '../discord/refused.ts';
import { aTournament } from '../render/held.ts';
import { aPlayer, discordId } from '../store/rows.ts';
import { aRefusingStage, IN_FORUM, IN_TEXT } from './refusing-stage.ts';
import { aBegunMatch, aStage, pass } from './stage.ts';

const RESULTS = { settings: { types: ['result'] as const } };

const refusedOf = (answers: readonly string[]) => answers.filter((line) => / 4\d\d$/.test(line));

describe('a message that Discord declines', () => {
  it.each([200_000, 240_000, 987_654])(
    'with code %i waits, is named with it, and arrives when that is over',
    async (code) => {
      const stage = await aRefusingStage(IN_TEXT, RESULTS);
      await stage.discord.faults({ refuses: { post: code } });
      await stage.played.ends();
      await expect.poll(stage.reasons).toEqual(['declined']);
      expect(await stage.health()).toMatchObject({ declined: { code }, waiting: 1, failed: 0 });
      // Nothing else stops, and the process is well.
      expect(await channelByKey(stage.db, stage.channel.key)).toMatchObject({ broken: null });
      expect(await oldestUndeliveredAt(stage.db, stage.now())).toBeNull();
      await stage.discord.faults({ refuses: {} });
      stage.pass(10 * MINUTE + SECOND);
      await stage.says(/ beat /);
    },
  );

  it('is tried every ten minutes, and so is a live card, however many points are played', async () => {
    const stage = await aRefusingStage(IN_TEXT);
    await stage.played.begins();
    await stage.says(/has started/);
    await stage.discord.faults({ refuses: { edit: 200_000 } });
    for (let point = 1; point <= 10; point += 1) {
      await stage.played.pointsPlayed(point);
      stage.pass(10 * SECOND);
    }
    await expect.poll(stage.health).toMatchObject({ declined: { code: 200_000 } });
    expect(refusedOf(stage.answers)).toHaveLength(1);
  });

  it('holds up nothing else of its match', async () => {
    const stage = await aRefusingStage(IN_TEXT);
    await stage.discord.faults({ blockedWords: ['has started'] });
    await stage.played.begins();
    await expect.poll(stage.reasons).toContain('declined');
    await stage.played.setsPlayed(1);
    await stage.played.ends();
    await stage.says(/Set 1 to[^]* beat /);
  });

  it('is no more named when it was long ago', async () => {
    const stage = await aRefusingStage(IN_TEXT);
    await stage.discord.faults({ refuses: { post: 200_000 } });
    await stage.played.ends();
    await expect.poll(stage.health).toMatchObject({ declined: { code: 200_000 } });
    const later = await deliveryHealth(stage.db, stage.channel, stage.now() + 1);
    expect(later.declined).toBeNull();
  });
});

describe('a forum that demands a tag', () => {
  it('gets the first that not only moderators may set', async () => {
    const stage = await aRefusingStage(IN_FORUM);
    const tags = [
      { name: 'Staff', moderated: true },
      { name: 'Live', moderated: false },
      { name: 'Other', moderated: false },
    ];
    await stage.discord.editChannel('match-day', { tags, requiresTag: true });
    await stage.played.ends();
    const threads = () => rest(stage.local, 'GET', `/guilds/${stage.local.guildId}/threads/active`);
    await expect.poll(async () => (await threads()).body['threads']).toHaveLength(1);
    const forum = (await rest(stage.local, 'GET', `/channels/${stage.channel.discordId}`)).body;
    const [, live] = forum['available_tags'] as { id: string }[];
    expect((await threads()).body['threads']).toMatchObject([{ applied_tags: [live?.id] }]);
  });

  it('and has none is named with what to do, and gets its post when it has one', async () => {
    const stage = await aRefusingStage(IN_FORUM, RESULTS);
    await stage.discord.editChannel('match-day', { tags: [], requiresTag: true });
    await stage.played.ends();
    await expect.poll(stage.reasons).toEqual(['declined']);
    expect(await stage.health()).toMatchObject({ declined: { code: 40_066 } });
    const tags = [{ name: 'Live', moderated: false }];
    await stage.discord.editChannel('match-day', { tags });
    stage.pass(10 * MINUTE + SECOND);
    await expect.poll(stage.reasons).toEqual([]);
    expect(await stage.health()).toMatchObject({ waiting: 0, failed: 0 });
  });
});

describe('a server with as many open threads as it may have', () => {
  it('is named, and the post of a forum waits', async () => {
    const stage = await aRefusingStage(IN_FORUM, RESULTS, { openThreads: 0 });
    await stage.played.ends();
    await expect.poll(stage.reasons).toEqual(['declined']);
    expect(await stage.health()).toMatchObject({ declined: { code: 160_006 } });
  });

  it('gets everything of a match in the channel', async () => {
    const settings = { threads: true, types: ALERT_TYPES };
    const stage = await aRefusingStage(IN_TEXT, { settings }, { openThreads: 0 });
    await stage.played.begins();
    await stage.played.setsPlayed(1);
    await stage.says(/has started[^]*Set 1 to/);
    expect(await stage.health()).toMatchObject({ declined: { code: 160_006 } });
  });
});

describe('a thread that is archived', () => {
  it.each([
    ['by somebody', 0],
    ['by itself after a day', 25 * HOUR],
  ])('%s, is opened again by an edit of the card, and gets what follows', async (_how, ms) => {
    const stage = await aRefusingStage(IN_FORUM);
    await stage.played.begins();
    const thread = async () => {
      const { channels } = await stage.discord.state();
      return channels.find(({ parentId }) => parentId === stage.channel.discordId);
    };
    await expect.poll(thread).toBeDefined();
    const id = (await thread())?.id ?? '';
    if (ms === 0) await stage.discord.editChannel(id, { archived: true });
    else stage.pass(ms);
    await expect.poll(async () => (await thread())?.thread?.archived).toBe(true);
    await stage.played.pointsPlayed(3);
    await expect.poll(async () => (await thread())?.thread?.archived).toBe(false);
    await stage.played.ends();
    await stage.says(/ beat /, id);
    expect(await stage.db.selectFrom('threads').select('threadId').execute()).toEqual([
      { threadId: id },
    ]);
    const cards = stage.db.selectFrom('cards').select('closedAt');
    expect(await cards.execute()).toEqual([{ closedAt: null }]);
  });

  it('is left alone when it is locked', async () => {
    const stage = await aRefusingStage(IN_FORUM);
    await stage.played.begins();
    const threads = () => stage.db.selectFrom('threads').select('threadId').execute();
    await expect.poll(threads).toHaveLength(1);
    const [opened] = await threads();
    await stage.discord.editChannel(opened?.threadId ?? '', { archived: true, locked: true });
    await stage.played.pointsPlayed(3);
    await expect.poll(threads).toEqual([{ threadId: null }]);
  });
});

describe('members who share no server with the bot any more', () => {
  it('stop nothing: the others get their messages, and the process is well', async () => {
    const stage = await aStage();
    await stage.observer().tournament(aTournament());
    const direct = { kind: 'direct', guildId: '@me' } as const;
    for (let n = 1; n <= 42; n += 1) {
      await stage.chosen(n, { ...direct, configuredBy: discordId(91_000 + n) }, aPlayer(1));
    }
    await stage.chosen(50, {}, aPlayer(1));
    const closed = sendOutcomeOfError(refused(50_278));
    stage.discord.takes(({ channelId }) => (channelId === discordId(50) ? undefined : closed));
    const played = await aBegunMatch(stage);
    await pass(30 * MINUTE);
    await played.ends(MINUTE);
    expect(stage.discord.contentsIn(discordId(50)).join()).toContain(' beat ');
    const others = stage.discord.requests.filter(({ channelId }) => channelId !== discordId(50));
    expect(others).toHaveLength(42);
    expect(await oldestUndeliveredAt(stage.db(), Date.now())).toBeNull();
  });
});

it('a role that was deleted is not pinged, and named at the health of its channel', async () => {
  const [fans, press] = ['300000000000000001', '300000000000000002'];
  const stage = await aStage();
  const settings = { roles: [fans, press] };
  const channel = await stage.chosen(1, { settings }, aPlayer(1));
  const deleted = new Set([press]);
  const health = createChannelHealth({
    db: stage.db(),
    mayWrite: () => true,
    isRole: (_guild, role) => !deleted.has(role),
    ready: () => Promise.resolve(),
    log: stage.log,
  });
  await health.review(() => true);
  await aBegunMatch(stage);
  await pass(SECOND);
  const [start] = stage.discord.shownIn(channel.discordId);
  expect(start?.body.allowed_mentions?.roles).toEqual([fans]);
  expect(start?.body.content).not.toContain(press);
  expect(await channelByKey(stage.db(), channel.key)).toMatchObject({ goneRoles: [press] });
  deleted.add(fans);
  health.accessChanged(channel.guildId);
  await pass(SECOND);
  expect(await channelByKey(stage.db(), channel.key)).toMatchObject({ goneRoles: [fans, press] });
});
