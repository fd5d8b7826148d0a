// Imported first, as in the real process: the data service's client uses another undici than
// discord.js does.
import '#src/padel-api/request/http.ts';
import { expect, it } from 'vitest';
import { aLocalDiscord, control, messageIn } from '../../sandbox/test/discord/setup.ts';
import { aCommand, aDispatcher } from './bot.ts';

const A_PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

it('a response carries its picture, byte for byte', async () => {
  const local = await aLocalDiscord({ limits: { acknowledgeMs: 3_000 } });
  const { log } = await aDispatcher(local, [
    aCommand('draw', () =>
      Promise.resolve({
        content: 'drawn',
        files: [{ name: 'card.png', data: A_PICTURE, description: 'A card' }],
      }),
    ),
  ]);
  const { content, attachments } = messageIn(await control(local).run('/draw'));
  expect(log.lines.filter((line) => line.startsWith('error'))).toEqual([]);
  expect(content).toBe('drawn');
  expect(attachments).toMatchObject([{ filename: 'card.png', description: 'A card' }]);
  const picture = await fetch(attachments[0]?.url ?? '');
  expect(Buffer.from(await picture.arrayBuffer())).toEqual(A_PICTURE);
});
