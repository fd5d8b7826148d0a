import { describe, expect, it } from 'vitest';
import type { DirectPost } from '#src/alerts/channels/post-directly.ts';
import type { SendOutcome } from '#src/alerts/delivery/sender.ts';
import { ROLES } from '#src/app/context.ts';
import { createPostIn } from '#src/app/sender.ts';
import { TimeoutError } from '#src/lib/with-timeout.ts';
import { ShutdownError } from '#src/lib/shutdown.ts';
import { createLog } from '#src/log.ts';

const CHANNEL = { discordId: '1', kind: 'text' } as const;
const BODY = { content: 'a proof', allowed_mentions: { parse: [] } };
const SENT: SendOutcome = { kind: 'sent', messageId: '2' };
const log = createLog('silent');

/** A bot whose sender is this process or another one, with these responses. */
const aBot = (where: 'here' | 'elsewhere', respond: () => Promise<SendOutcome>) => {
  const requests: unknown[] = [];
  const postIn = createPostIn({
    sending: () =>
      where === 'elsewhere'
        ? null
        : {
            postDirectly: (post: DirectPost) => {
              requests.push(post);
              return respond();
            },
          },
    processes: {
      call: async (role, post) => {
        requests.push(role, post);
        return role.response.parse(await respond());
      },
    },
    log,
  });
  return { requests, postIn };
};

describe('a direct post', () => {
  it('is sent by this process when it is the sender', async () => {
    const { requests, postIn } = aBot('here', () => Promise.resolve(SENT));
    expect(await postIn(CHANNEL, BODY, { key: 'proof' })).toEqual(SENT);
    expect(requests).toEqual([
      { channel: CHANNEL, body: BODY, key: 'proof', priority: 'headline' },
    ]);
  });

  it('is requested from the sender process, with a key of its own when none is given', async () => {
    const { requests, postIn } = aBot('elsewhere', () => Promise.resolve(SENT));
    expect(await postIn(CHANNEL, BODY)).toEqual(SENT);
    await postIn(CHANNEL, BODY);
    expect(requests[0]).toBe(ROLES.sender);
    expect(requests[1]).not.toEqual(requests[3]);
  });

  it.each([
    ['here', new ShutdownError('another process sends now')],
    ['elsewhere', new TimeoutError(12_000)],
    ['elsewhere', new Error('refused by the other process')],
  ] as const)('fails when the sender %s is gone (%s)', async (where, error) => {
    const { postIn } = aBot(where, () => Promise.reject(error));
    expect(await postIn(CHANNEL, BODY)).toMatchObject({ kind: 'failed' });
  });

  it('does not hide a bug of our own', async () => {
    const { postIn } = aBot('here', () => Promise.reject(new TypeError('a flaw')));
    await expect(postIn(CHANNEL, BODY)).rejects.toThrow('a flaw');
  });
});
