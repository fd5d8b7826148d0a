import { describe, expect, it } from 'vitest';
import { postDirectly, type DirectPost } from '#src/alerts/channels/post-directly.ts';
import { SEND_PRIORITIES } from '#src/alerts/delivery/sender.ts';
import { discordId } from '../store/rows.ts';
import { createFakeDiscord } from './fake-discord.ts';

const CHANNEL = discordId(1);

const HERE: DirectPost = {
  channel: { discordId: CHANNEL, kind: 'text' },
  body: { content: 'here' },
  key: 'a',
  priority: 'headline',
};

describe('a direct post', () => {
  it('is posted once when repeated with the same key, and again with another key', async () => {
    const discord = createFakeDiscord();
    const say = (content: string, key: string) =>
      postDirectly(
        { sender: discord.connect(), now: Date.now },
        {
          channel: { discordId: CHANNEL, kind: 'text' },
          body: { content },
          key,
          priority: 'headline',
        },
      );
    const first = await say('here', 'a');
    expect(await say('here', 'a')).toEqual(first);
    await say('here', 'b');
    expect(discord.contentsIn(CHANNEL)).toEqual(['here', 'here']);
  });

  it('waits for a rate limit to end, unless it ends after the timeout of the caller', async () => {
    const discord = createFakeDiscord();
    let at = 0;
    discord.takes(() => {
      at += 5_000;
      return { kind: 'limited', retryAfterMs: at < 10_000 ? 1 : 6_000 };
    });
    const sent = await postDirectly({ sender: discord.connect(), now: () => at }, HERE);
    expect(sent).toEqual({ kind: 'limited', retryAfterMs: 6_000 });
    expect(discord.requests).toHaveLength(2);
  });

  it.each([
    ['a sample, behind all news', 'card'],
    ['a test post that somebody is waiting for', 'headline'],
  ] as const)('is queued with the priority of %s', async (_what, priority) => {
    const discord = createFakeDiscord();
    const sender = discord.connect();
    const priorities: number[] = [];
    await postDirectly(
      {
        now: Date.now,
        sender: {
          ...sender,
          inTurn: (channelId, its, work) => {
            priorities.push(its);
            return sender.inTurn(channelId, its, work);
          },
        },
      },
      { ...HERE, priority },
    );
    expect(priorities).toEqual([SEND_PRIORITIES[priority]]);
  });

  it('is not posted when its turn comes after the timeout of the caller', async () => {
    const discord = createFakeDiscord();
    const sender = discord.connect();
    let at = 0;
    const before = sender.inTurn(CHANNEL, SEND_PRIORITIES.headline, () => {
      at = 11_000;
      return Promise.resolve();
    });
    const sent = postDirectly({ sender, now: () => at }, HERE);
    await before;
    expect((await sent).kind).toBe('failed');
    expect(discord.requests).toEqual([]);
  });
});
