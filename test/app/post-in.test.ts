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

/** A process that sends, or another one that does, answering as told. */
const aHouse = (where: 'here' | 'elsewhere', answer: () => Promise<SendOutcome>) => {
  const asked: unknown[] = [];
  const postIn = createPostIn({
    sending: () =>
      where === 'elsewhere'
        ? null
        : {
            postDirectly: (post: DirectPost) => {
              asked.push(post);
              return answer();
            },
          },
    processes: {
      call: async (part, post) => {
        asked.push(part, post);
        return part.response.parse(await answer());
      },
    },
    log,
  });
  return { asked, postIn };
};

describe('a post for somebody who waits', () => {
  it('goes out here where this process sends', async () => {
    const { asked, postIn } = aHouse('here', () => Promise.resolve(SENT));
    expect(await postIn(CHANNEL, BODY, { key: 'proof' })).toEqual(SENT);
    expect(asked).toEqual([{ channel: CHANNEL, body: BODY, key: 'proof', priority: 'headline' }]);
  });

  it('is asked of the process that sends, like no other where nothing else is said', async () => {
    const { asked, postIn } = aHouse('elsewhere', () => Promise.resolve(SENT));
    expect(await postIn(CHANNEL, BODY)).toEqual(SENT);
    await postIn(CHANNEL, BODY);
    expect(asked[0]).toBe(ROLES.sender);
    expect(asked[1]).not.toEqual(asked[3]);
  });

  it.each([
    ['here', new ShutdownError('another process sends now')],
    ['elsewhere', new TimeoutError(12_000)],
    ['elsewhere', new Error('refused by the other process')],
  ] as const)('has failed when whoever sends %s is gone (%s)', async (where, error) => {
    const { postIn } = aHouse(where, () => Promise.reject(error));
    expect(await postIn(CHANNEL, BODY)).toMatchObject({ kind: 'failed' });
  });

  it('hides no flaw of our own', async () => {
    const { postIn } = aHouse('here', () => Promise.reject(new TypeError('a flaw')));
    await expect(postIn(CHANNEL, BODY)).rejects.toThrow('a flaw');
  });
});
