import type { ChannelWriter, Lane, Sender, SendOutcome } from '#src/alerts/sender.ts';
import type { MessageBody } from '#src/render/message.ts';

/** One request that went to Discord. */
export interface Asked {
  readonly kind: 'post' | 'edit' | 'remove';
  readonly channelId: string;
  readonly lane: Lane;
  /** Of a post; empty otherwise. */
  readonly nonce: string;
  /** Of an edit or a deletion; empty otherwise. */
  readonly messageId: string;
  readonly body: MessageBody;
}

export interface Message {
  readonly id: string;
  readonly channelId: string;
  readonly nonce: string;
  readonly body: MessageBody;
}

/**
 * How Discord takes a request: with an outcome of its own, or as always (undefined). A promise that
 * never ends is a process that died before the answer.
 */
export type Manner = (asked: Asked) => SendOutcome | Promise<SendOutcome | undefined> | undefined;

/**
 * A Discord that keeps messages in memory. It takes one piece of work per channel at a time, and
 * knows a nonce again, as the real one does.
 */
export const createFakeDiscord = () => {
  const messages: Message[] = [];
  const asked: Asked[] = [];
  let manner: Manner = () => undefined;

  const messageOf = (id: string) => messages.findIndex((message) => message.id === id);

  const act = ({ kind, channelId, nonce, messageId, body }: Asked): SendOutcome => {
    if (kind === 'post') {
      const known = messages.find((each) => each.channelId === channelId && each.nonce === nonce);
      if (known !== undefined) return { kind: 'sent', messageId: known.id };
      const id = String(900 + messages.length);
      messages.push({ id, channelId, nonce, body });
      return { kind: 'sent', messageId: id };
    }
    const index = messageOf(messageId);
    const message = messages[index];
    if (message === undefined) return { kind: 'gone' };
    if (kind === 'remove') messages.splice(index, 1);
    else messages[index] = { ...message, body: { ...message.body, ...body } };
    return { kind: 'sent', messageId };
  };

  const take = async (request: Asked): Promise<SendOutcome> => {
    asked.push(request);
    return (await manner(request)) ?? act(request);
  };

  const writerOf = (channelId: string, lane: Lane): ChannelWriter => {
    const base = { channelId, lane, nonce: '', messageId: '', body: {} };
    return {
      post: (body, nonce) => take({ ...base, kind: 'post', body, nonce }),
      edit: (messageId, body) => take({ ...base, kind: 'edit', messageId, body }),
      remove: (messageId) => take({ ...base, kind: 'remove', messageId }),
    };
  };

  return {
    messages,
    asked,
    /** From now on Discord takes requests so; nothing stands for as always. */
    takes: (next: Manner = () => undefined): void => {
      manner = next;
    },
    /** What a request does when it is taken as always. */
    act,
    /** What stands in a channel, in the order it was posted. */
    shownIn: (channelId: string) => messages.filter((each) => each.channelId === channelId),
    contentsIn: (channelId: string) =>
      messages.flatMap((each) => (each.channelId === channelId ? [each.body.content ?? ''] : [])),
    deleteMessage: (id: string): void => {
      messages.splice(messageOf(id), 1);
    },
    /** The sender of one process. */
    connect: (): Sender => {
      const turns = new Map<string, Promise<unknown>>();
      return {
        inTurn: (channelId, lane, work) => {
          const before = turns.get(channelId) ?? Promise.resolve();
          const turn = before.then(() => work(writerOf(channelId, lane)));
          turns.set(
            channelId,
            turn.catch(() => undefined),
          );
          return turn;
        },
      };
    },
  };
};

export type FakeDiscord = ReturnType<typeof createFakeDiscord>;
