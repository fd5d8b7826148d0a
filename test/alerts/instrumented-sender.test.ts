import { expect, it } from 'vitest';
import { instrumentedSender, sendPriorityName } from '#src/alerts/delivery/instrumented-sender.ts';
import { SEND_PRIORITIES, type SendOutcome } from '#src/alerts/delivery/sender.ts';
import { createFakeDiscord } from './fake-discord.ts';

const BODY = { content: 'here', allowed_mentions: { parse: [] } };

it('each request is counted once by priority and outcome, also in threads', async () => {
  const discord = createFakeDiscord();
  const counted: string[] = [];
  const sender = instrumentedSender(discord.connect(), (result, priority) =>
    counted.push(`${priority} ${result}`),
  );

  const posted = await sender.inTurn('1', SEND_PRIORITIES.headline, async (channel) => {
    const first = await channel.post(BODY, 'nonce');
    const id = first.kind === 'sent' ? first.messageId : '';
    await channel.edit(id, BODY);
    await channel.openThread(id, 'thread');
    await channel.publish(id);
    await channel.within(id).post(BODY, 'another nonce');
    await channel.remove(id);
    return first;
  });
  expect(posted.kind).toBe('sent');
  expect(counted).toEqual(Array.from({ length: 6 }, () => 'headline sent'));

  counted.length = 0;
  const failed: SendOutcome = { kind: 'failed', reason: 'status 502', retryAfterMs: 1_000 };
  discord.takes(() => failed);
  const outcome = await sender.inTurn('1', SEND_PRIORITIES.card, (channel) =>
    channel.openPost('post', BODY),
  );
  expect(outcome).toBe(failed);
  expect(counted).toEqual(['card failed']);
});

it('every priority has a name', () => {
  for (const [name, priority] of Object.entries(SEND_PRIORITIES))
    expect(sendPriorityName(priority)).toBe(name);
});
