import { describe, expect, it, onTestFinished } from 'vitest';
import { startPushedDownCounter } from '#src/alerts/kept/pushed-down.ts';
import type { AlertSettings } from '#src/domain/alerts/settings.ts';
import { SECOND } from '#src/lib/time.ts';
import { aPlayer, discordId } from '../store/rows.ts';
import { aBegunMatch, aStage, pass, settle } from './stage.ts';

const CHANNEL = discordId(1);

/** A card each in channels 1 and 2, and a counter of the messages that are written there. */
const aConversation = async (settings: Partial<AlertSettings> = {}) => {
  const stage = await aStage();
  for (const n of [1, 2]) await stage.chosen(n, { settings }, aPlayer(1));
  const played = await aBegunMatch(stage);
  let woken = 0;
  const { messageCreated, stop } = startPushedDownCounter({
    db: stage.db(),
    now: Date.now,
    log: stage.log,
    wake: () => {
      woken += 1;
      stage.alerts().wake();
    },
  });
  onTestFinished(stop);
  await settle();
  const messagesBelow = async (): Promise<readonly number[]> => {
    const rows = await stage
      .db()
      .selectFrom('cards')
      .select('messagesBelow')
      .orderBy('channelKey')
      .execute();
    return rows.map((row) => row.messagesBelow);
  };
  const write = async (count: number, channelId = CHANNEL): Promise<void> => {
    for (let n = 0; n < count; n += 1) messageCreated(channelId);
    await settle();
  };
  return { stage, played, write, messagesBelow, woken: () => woken, stop };
};

describe('messages below a live card', () => {
  it('are counted per channel', async () => {
    const { write, messagesBelow } = await aConversation();
    await write(1);
    await write(3);
    await write(2, discordId(9));
    await pass(6 * SECOND);
    expect(await messagesBelow()).toEqual([4, 0]);
  });

  it('are stored in batches, every five seconds, during a conversation', async () => {
    const { write, messagesBelow, woken } = await aConversation();
    for (let second = 0; second < 20; second += 1) {
      await write(3);
      await pass(SECOND);
    }
    await pass(6 * SECOND);
    expect(await messagesBelow()).toEqual([60, 0]);
    expect(woken()).toBeLessThanOrEqual(6);
  });

  it('are counted at once after a silence', async () => {
    const { write, messagesBelow } = await aConversation();
    await write(1);
    await pass(60 * SECOND);
    await write(1);
    expect(await messagesBelow()).toEqual([2, 0]);
  });

  it('do not count for a card that was reposted after them', async () => {
    const { stage, played, write, messagesBelow } = await aConversation();
    await pass(4 * 60 * SECOND);
    await write(12);
    await pass(6 * SECOND);
    await played.pointsPlayed(3);
    expect(await messagesBelow()).toEqual([0, 0]);
    expect(stage.discord.shownIn(CHANNEL)).toHaveLength(1);
  });

  it.each([
    ['right after it was posted', {}, 0],
    ['in quiet hours', { quietHours: { from: 12 * 60 + 2, to: 14 * 60 } }, 4 * 60],
  ])('do not cause repeated edits of the card %s', async (_reason, settings, age) => {
    const { stage, write } = await aConversation(settings);
    await pass(age * SECOND);
    for (let second = 0; second < 60; second += 1) {
      await write(1);
      await pass(SECOND);
    }
    const edits = stage.discord.requests.filter(({ kind }) => kind === 'edit');
    expect(edits.length).toBeLessThanOrEqual(1);
  });

  it('do not wake delivery in a channel without a card', async () => {
    const { write, woken } = await aConversation();
    await write(5, discordId(9));
    await pass(6 * SECOND);
    expect(woken()).toBe(0);
  });
});
