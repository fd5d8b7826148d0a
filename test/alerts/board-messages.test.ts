import { MessageFlags } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { createChannelHealth } from '#src/alerts/channels/channel-health.ts';
import type { SendOutcome } from '#src/alerts/delivery/sender.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#src/lib/time.ts';
import { channelByKey } from '#src/store/channels/channels.ts';
import { removeChannel } from '#src/store/channels/guild-channels.ts';
import { aPlayer } from '../store/rows.ts';
import { aKnownMatch, aStage, pass, settle, type Stage } from './stage.ts';
import { aBoard, requestsSince, CHANNEL, choose, descriptionIn } from './a-board.ts';

/** A board whose second message Discord accepted, but whose response never arrived. */
const aLostBoard = async () => {
  const { stage, played } = await aBoard();
  await played.begins(HOUR);
  await played.pointsPlayed(6);
  stage.discord.takes((request) => {
    if (request.kind !== 'post') return undefined;
    stage.discord.act(request);
    return new Promise(() => undefined);
  });
  await pass(MINUTE);
  expect(stage.discord.shownIn(CHANNEL)).toHaveLength(2);
  return { stage, played };
};

const wantsBoard = async (stage: Stage): Promise<void> => {
  await stage.chosen(1, { settings: { types: [], board: true } }, aPlayer(1));
  stage.alerts().wake();
};

const granted = async (stage: Stage): Promise<void> => {
  const health = createChannelHealth({
    db: stage.db(),
    mayWrite: () => true,
    mayPin: ({ discordId: id }) => id === CHANNEL,
    ready: () => Promise.resolve(),
    log: stage.log,
  });
  health.accessChanged((await channelByKey(stage.db(), 1))?.guildId ?? '');
  await settle();
};

const removed = async (stage: Stage): Promise<void> => {
  const channel = await channelByKey(stage.db(), 1);
  if (channel !== undefined) await removeChannel(stage.db(), channel);
};

const ENDS: readonly (readonly [string, (stage: Stage) => Promise<void>])[] = [
  ['a moderator turns it off', (stage) => choose(stage, { board: false })],
  ['the alerts of its channel are removed', removed],
];

describe('the message of a standing board', () => {
  it('is reposted silently and pinned when it changes and is too old to be edited', async () => {
    const { stage, played } = await aBoard();
    const [old] = stage.discord.shownIn(CHANNEL);
    await pass(3 * HOUR);
    expect(requestsSince(stage)).toEqual(['post', 'pin']);
    await played.begins(MINUTE);
    expect(requestsSince(stage)).toEqual(['post', 'remove', 'pin']);
    const [board, ...others] = stage.discord.shownIn(CHANNEL);
    expect(others).toEqual([]);
    expect(board?.id).not.toBe(old?.id);
    expect(board).toMatchObject({
      isPinned: true,
      body: { flags: MessageFlags.SuppressNotifications },
    });
  });

  it('is the only one again after Discord fails to delete the previous one at first', async () => {
    const { stage, played } = await aBoard();
    await pass(HOUR);
    const failed: SendOutcome = { kind: 'failed', reason: 'status 502', retryAfterMs: SECOND };
    stage.discord.takes(({ kind }) => (kind === 'remove' ? failed : undefined));
    await played.begins(MINUTE);
    expect(stage.discord.shownIn(CHANNEL)).toHaveLength(2);
    stage.discord.takes();
    await pass(MINUTE);
    expect(stage.discord.shownIn(CHANNEL)).toMatchObject([{ isPinned: true }]);
  });

  it('is only edited in quiet hours, even on error 30046, and reposted after them', async () => {
    const { stage, played } = await aBoard({ quietHours: { from: 13 * 60, to: 15 * 60 } });
    await pass(90 * MINUTE);
    requestsSince(stage);
    const often: SendOutcome = {
      kind: 'failed',
      reason: 'edited-too-often',
      retryAfterMs: 2 * HOUR,
    };
    stage.discord.takes(({ kind }) => (kind === 'edit' ? often : undefined));
    await played.begins(10 * MINUTE);
    expect(requestsSince(stage)).toEqual(['edit']);
    await pass(81 * MINUTE);
    expect(requestsSince(stage)).toEqual(['post', 'remove', 'pin']);
  });

  it('is reposted when somebody deletes it, but not every minute', async () => {
    const { stage, played } = await aBoard();
    const remove = (): void => {
      stage.discord.deleteMessage(stage.discord.shownIn(CHANNEL)[0]?.id ?? '');
    };
    await pass(10 * MINUTE);
    remove();
    await played.begins(MINUTE);
    expect(descriptionIn(stage)).toMatch(/On court/);
    remove();
    await played.ends(5 * MINUTE);
    expect(stage.discord.messages).toEqual([]);
    await pass(5 * MINUTE);
    expect(descriptionIn(stage)).toMatch(/Results/);
  });

  it.each([
    ['at once', 0, false, 'en'],
    // Discord no longer knows the nonce, so the bot searches for the message.
    ['ten minutes later', 10 * MINUTE, true, 'en'],
    ['ten minutes later in another language', 10 * MINUTE, true, 'es-ES'],
  ])(
    'is single and up to date within a minute when its process dies and another starts %s',
    async (_when, later, isSought, locale) => {
      const { stage, played } = await aLostBoard();
      await stage.db().updateTable('channels').set({ locale }).execute();
      await played.pointsPlayed(10, later);
      await stage.restart();
      await pass(MINUTE);
      const posts = stage.discord.requests.filter(({ kind }) => kind === 'post');
      expect(posts.at(-1)?.isSearchedFor).toBe(isSought);
      expect(stage.discord.shownIn(CHANNEL)).toMatchObject([{ isPinned: true }]);
      expect(descriptionIn(stage)).toMatch(/\*\*2-0\*\*|2-0 · /);
    },
  );

  it.each(ENDS)('is deleted when %s', async (_when, end) => {
    const { stage } = await aBoard();
    await end(stage);
    await pass(MINUTE);
    expect(stage.discord.messages).toEqual([]);
    expect(await stage.db().selectFrom('boards').selectAll().execute()).toEqual([]);
  });

  it.each(ENDS)(
    'is deleted when the process dies while posting it, and then %s',
    async (_when, end) => {
      const { stage } = await aLostBoard();
      await end(stage);
      await stage.restart();
      await pass(2 * MINUTE);
      expect(stage.discord.messages).toEqual([]);
      expect(await stage.db().selectFrom('boards').selectAll().execute()).toEqual([]);
    },
  );

  it('is the only one when its post arrives after another process has reposted it', async () => {
    const { stage, played } = await aBoard();
    await pass(HOUR);
    const before = stage.discord.shownIn(CHANNEL).map(({ id }) => id);
    const late = Promise.withResolvers<undefined>();
    stage.discord.takes(({ kind }) => (kind === 'post' ? late.promise : undefined));
    await played.begins(MINUTE);
    const other = { messageId: '77', postingSince: null };
    await stage.db().updateTable('boards').set(other).execute();
    late.resolve(undefined);
    await settle();
    // Message 77 was the other's to post, and the old one is the other's to delete.
    expect(stage.discord.shownIn(CHANNEL).map(({ id }) => id)).toEqual(before);
    const board = await stage.db().selectFrom('boards').select('messageId').executeTakeFirst();
    expect(board).toEqual({ messageId: '77' });
  });

  it('is deleted once the bot has access again', async () => {
    const { stage } = await aBoard();
    stage.discord.takes(() => ({ kind: 'refused', reason: 'missing-access' }));
    await choose(stage, { board: false });
    await pass(5 * MINUTE);
    expect(requestsSince(stage)).toEqual(['post', 'pin', 'remove']);
    stage.discord.takes();
    await granted(stage);
    stage.alerts().wake();
    await settle();
    expect(stage.discord.messages).toEqual([]);
  });

  it('is deleted once the bot has access again to a channel whose alerts were removed', async () => {
    const { stage } = await aBoard();
    stage.discord.takes(() => ({ kind: 'refused', reason: 'missing-access' }));
    await removed(stage);
    await pass(5 * MINUTE);
    expect(requestsSince(stage)).toEqual(['post', 'pin', 'remove']);
    stage.discord.takes();
    await pass(10 * MINUTE);
    expect(stage.discord.messages).toEqual([]);
  });

  it('is given up when Discord fails to delete it for hours', async () => {
    const { stage } = await aBoard();
    stage.discord.takes(() => ({ kind: 'failed', reason: 'status 500', retryAfterMs: SECOND }));
    await choose(stage, { board: false });
    for (let minutes = 0; minutes < 4 * HOUR; minutes += MINUTE) await pass(MINUTE);
    expect(await stage.db().selectFrom('pendingDeletions').selectAll().execute()).toEqual([]);
    expect(requestsSince(stage).length).toBeGreaterThan(100);
  });

  it('is forgotten when its channel no longer exists', async () => {
    const { stage } = await aBoard();
    stage.discord.takes(() => ({ kind: 'refused', reason: 'unknown-channel' }));
    await removed(stage);
    await pass(MINUTE);
    expect(await stage.db().selectFrom('pendingDeletions').selectAll().execute()).toEqual([]);
  });

  it('is reposted when quiet hours end if somebody deletes it in them', async () => {
    const { stage, played } = await aBoard({ quietHours: { from: 13 * 60, to: 15 * 60 } });
    await pass(90 * MINUTE);
    stage.discord.deleteMessage(stage.discord.shownIn(CHANNEL)[0]?.id ?? '');
    requestsSince(stage);
    await played.begins(80 * MINUTE);
    expect(requestsSince(stage)).toEqual(['edit']);
    await pass(11 * MINUTE);
    expect(descriptionIn(stage)).toMatch(/On court/);
  });

  it('is not posted for the first time before quiet hours end', async () => {
    const { stage } = await aBoard({ quietHours: { from: 0, to: 15 * 60 } });
    await pass(HOUR);
    expect(stage.discord.requests).toEqual([]);
    await pass(2 * HOUR);
    expect(descriptionIn(stage)).toMatch(/To come/);
  });

  it('is posted once when Discord accepts it but responds with an error', async () => {
    const stage = await aStage();
    stage.discord.takes((request) => {
      stage.discord.act(request);
      return { kind: 'failed', reason: 'status 502', retryAfterMs: SECOND };
    });
    await wantsBoard(stage);
    await pass(SECOND);
    stage.discord.takes();
    await pass(MINUTE);
    expect(stage.discord.shownIn(CHANNEL)).toMatchObject([{ isPinned: true }]);
    const nonces = stage.discord.requests.flatMap(({ kind, nonce }) =>
      kind === 'post' ? nonce : [],
    );
    expect(nonces.length).toBeGreaterThan(1);
    expect(new Set(nonces).size).toBe(1);
  });

  it('is reposted when somebody deletes it before it is pinned', async () => {
    const stage = await aStage();
    stage.discord.takes((request) => {
      if (request.kind === 'pin') stage.discord.deleteMessage(request.messageId);
      return undefined;
    });
    await wantsBoard(stage);
    await pass(SECOND);
    expect(stage.discord.messages).toEqual([]);
    stage.discord.takes();
    await pass(11 * MINUTE);
    expect(stage.discord.shownIn(CHANNEL)).toMatchObject([{ isPinned: true }]);
  });

  it('is pinned automatically a day after Discord refused the pin', async () => {
    const stage = await aStage();
    const refused: SendOutcome = { kind: 'refused', reason: 'missing-permissions' };
    stage.discord.takes(({ kind }) => (kind === 'pin' ? refused : undefined));
    await wantsBoard(stage);
    await pass(MINUTE);
    stage.discord.takes();
    const refusedAgo = (ago: number) =>
      stage
        .db()
        .updateTable('boards')
        .set({ pinRefusedAt: Date.now() - ago })
        .execute();
    await refusedAgo(DAY - 2 * MINUTE);
    await pass(MINUTE);
    expect(stage.discord.shownIn(CHANNEL)).toMatchObject([{ isPinned: false }]);
    await pass(2 * MINUTE);
    expect(stage.discord.shownIn(CHANNEL)).toMatchObject([{ isPinned: true }]);
  });

  it('is pinned later when the first attempts to pin it fail', async () => {
    const stage = await aStage();
    const failed: SendOutcome = { kind: 'failed', reason: 'status 500', retryAfterMs: SECOND };
    stage.discord.takes(({ kind }) => (kind === 'pin' ? failed : undefined));
    await wantsBoard(stage);
    await pass(5 * MINUTE);
    stage.discord.takes();
    await pass(10 * MINUTE);
    expect(stage.discord.shownIn(CHANNEL)).toMatchObject([{ isPinned: true }]);
  });

  it('is retried later when Discord rejects it, and does not break the channel', async () => {
    const stage = await aStage();
    stage.discord.takes(() => ({ kind: 'rejected', reason: 'Invalid Form Body' }));
    await wantsBoard(stage);
    await settle();
    for (let seconds = 0; seconds < 120; seconds += 10) await pass(10 * SECOND);
    expect(requestsSince(stage)).toEqual(['post', 'post', 'post']);
    expect((await channelByKey(stage.db(), 1))?.broken).toBeNull();
  });

  it.each<[string, SendOutcome, (stage: Stage) => Promise<void>]>([
    ['for lack of the permission', { kind: 'refused', reason: 'missing-permissions' }, granted],
    [
      'because the channel has too many pins',
      { kind: 'rejected', reason: 'Maximum number of pins' },
      (stage) => stage.alerts().settingsChanged(1),
    ],
  ])(
    'is edited unpinned, and pinned once possible, when the pin is refused %s',
    async (_why, refusal, repair) => {
      const stage = await aStage();
      stage.discord.takes(({ kind }) => (kind === 'pin' ? refusal : undefined));
      await stage.chosen(1, { settings: { types: [], board: true } }, aPlayer(1));
      const played = await aKnownMatch(stage);
      stage.alerts().wake();
      await pass(MINUTE);
      expect((await channelByKey(stage.db(), 1))?.broken).toBeNull();
      await pass(2 * HOUR);
      await played.begins(5 * MINUTE);
      expect(requestsSince(stage).filter((kind) => kind === 'pin')).toHaveLength(1);
      stage.discord.takes();
      await repair(stage);
      await played.pointsPlayed(12, MINUTE);
      expect(requestsSince(stage)).toEqual(['edit', 'pin']);
    },
  );
});
