import { describe, expect, it } from 'vitest';
import { postDirectly } from '#src/alerts/post-directly.ts';
import { discordId } from '../store/rows.ts';
import { createFakeDiscord } from './fake-discord.ts';

const CHANNEL = discordId(1);

describe('what is posted directly', () => {
  it('stands there once, though it is posted again, and beside what has another key', async () => {
    const discord = createFakeDiscord();
    const say = (content: string, key: string) =>
      postDirectly(discord.connect(), {
        channel: { discordId: CHANNEL, kind: 'text' },
        body: { content },
        key,
      });
    const first = await say('here', 'a');
    expect(await say('here', 'a')).toEqual(first);
    await say('here', 'b');
    expect(discord.contentsIn(CHANNEL)).toEqual(['here', 'here']);
  });
});
