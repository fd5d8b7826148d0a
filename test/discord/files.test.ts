// Imported first, as in the real process: the data service's client uses another undici than
// discord.js does.
import '#src/padel-api/request/http.ts';
import { expect, it } from 'vitest';
import { messageIn } from '../../sandbox/test/discord/setup.ts';
import { aBot, aCommand } from './bot.ts';

const A_PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

it('a response carries its picture, byte for byte', async () => {
  const { ask, log } = await aBot([
    aCommand('draw', () =>
      Promise.resolve({
        content: 'drawn',
        files: [{ name: 'card.png', data: A_PICTURE, description: 'A card' }],
      }),
    ),
  ]);
  const { content, attachments } = messageIn(await ask.run('/draw'));
  expect(log.lines.filter((line) => line.startsWith('error'))).toEqual([]);
  expect(content).toBe('drawn');
  expect(attachments).toMatchObject([{ filename: 'card.png', description: 'A card' }]);
  const picture = await fetch(attachments[0]?.url ?? '');
  expect(Buffer.from(await picture.arrayBuffer())).toEqual(A_PICTURE);
});
