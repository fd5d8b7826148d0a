import type {
  ChannelWriter,
  PossibleMessage,
  SendPriority,
  Sender,
  SendOutcome,
} from '#src/alerts/delivery/sender.ts';
import type { MessageBody } from '#src/render/message.ts';

/** One request that went to Discord. */
export interface Asked {
  readonly kind: 'post' | 'find' | 'edit' | 'remove' | 'thread' | 'forum-post' | 'publish' | 'pin';
  /** Where it is done: the channel, or the thread of it. */
  readonly channelId: string;
  readonly priority: SendPriority;
  /** Of a post; empty otherwise. */
  readonly nonce: string;
  /** The message it is done to; empty when it makes one. */
  readonly messageId: string;
  /** Of a thread or a post of a forum; empty otherwise. */
  readonly name: string;
  readonly body: MessageBody;
  /** Whether a post, of a forum too, is looked for first, since an earlier try may have made it. */
  readonly isLookedFor: boolean;
  /** What it is looked for by. */
  readonly lost?: PossibleMessage | undefined;
}

export interface Message {
  readonly id: string;
  readonly channelId: string;
  readonly nonce: string;
  readonly at: number;
  readonly body: MessageBody;
  readonly isPublished: boolean;
  readonly isPinned: boolean;
}

/** A thread, of a message or of a forum; its id is that of the message that it begins with. */
export interface Thread {
  readonly id: string;
  readonly channelId: string;
  readonly name: string;
}

/**
 * How Discord takes a request: with an outcome of its own, or as always (undefined). A promise that
 * never ends is a process that died before the answer.
 */
export type Manner = (asked: Asked) => SendOutcome | Promise<SendOutcome | undefined> | undefined;

const ALREADY_DONE: SendOutcome = { kind: 'rejected', reason: 'done already' };

/**
 * A Discord that keeps messages in memory. It takes one piece of work per channel at a time, and
 * knows a nonce again, as the real one does.
 */
export const createFakeDiscord = () => {
  const messages: Message[] = [];
  const threads: Thread[] = [];
  const forums = new Set<string>();
  const asked: Asked[] = [];
  let manner: Manner = () => undefined;

  let made = 0;

  const make = (asked: Asked): Message => {
    made += 1;
    const id = String(899 + made);
    const { kind, nonce, body } = asked;
    // The first message of a post stands in its own thread.
    const channelId = kind === 'forum-post' ? id : asked.channelId;
    const at = Date.now();
    const message = { id, channelId, nonce, at, body, isPublished: false, isPinned: false };
    messages.push(message);
    return message;
  };

  const found = ({ channelId, body, lost }: Asked): Message | undefined =>
    messages.find(
      (each) =>
        each.channelId === channelId &&
        each.at >= (lost?.since ?? Infinity) &&
        each.body.content === (lost?.words ?? body.content),
    );

  const begin = (asked: Asked): SendOutcome => {
    const { kind, channelId, nonce, name } = asked;
    if (kind === 'forum-post') {
      const known = asked.isLookedFor
        ? threads.find((each) => each.channelId === channelId && each.name === name)
        : undefined;
      if (known !== undefined) return { kind: 'sent', messageId: known.id };
      const { id } = make(asked);
      threads.push({ id, channelId, name });
      return { kind: 'sent', messageId: id };
    }
    if (forums.has(channelId)) return { kind: 'refused', reason: 'not-a-text-channel' };
    const isSame = (each: Message): boolean => each.channelId === channelId && each.nonce === nonce;
    // What is looked for is known by its words: its nonce is forgotten.
    const known = asked.isLookedFor ? found(asked) : messages.find(isSame);
    return { kind: 'sent', messageId: (known ?? make(asked)).id };
  };

  const act = (asked: Asked): SendOutcome => {
    const { kind, channelId, messageId, name, body } = asked;
    if (kind === 'post' || kind === 'forum-post') return begin(asked);
    if (kind === 'find') {
      const known = found(asked);
      return known === undefined ? { kind: 'gone' } : { kind: 'sent', messageId: known.id };
    }
    const index = messages.findIndex(
      (each) => each.id === messageId && each.channelId === channelId,
    );
    const message = messages[index];
    if (message === undefined) return { kind: 'gone' };
    if (kind === 'thread') {
      if (threads.some(({ id }) => id === messageId)) return ALREADY_DONE;
      threads.push({ id: messageId, channelId, name });
    } else if (kind === 'publish') {
      if (message.isPublished) return ALREADY_DONE;
      messages[index] = { ...message, isPublished: true };
    } else if (kind === 'pin') messages[index] = { ...message, isPinned: true };
    else if (kind === 'remove') messages.splice(index, 1);
    else messages[index] = { ...message, body: { ...message.body, ...body } };
    return { kind: 'sent', messageId };
  };

  const take = async (request: Asked): Promise<SendOutcome> => {
    asked.push(request);
    return (await manner(request)) ?? act(request);
  };

  const writerOf = (channelId: string, priority: SendPriority): ChannelWriter => {
    const base = {
      channelId,
      priority,
      nonce: '',
      messageId: '',
      name: '',
      body: {},
      isLookedFor: false,
    };
    return {
      post: (body, nonce, lost) =>
        take({ ...base, kind: 'post', body, nonce, lost, isLookedFor: lost !== undefined }),
      find: async (lost) => {
        const outcome = await take({ ...base, kind: 'find', lost });
        return outcome.kind === 'gone' ? null : outcome;
      },
      edit: (messageId, body) => take({ ...base, kind: 'edit', messageId, body }),
      remove: (messageId) => take({ ...base, kind: 'remove', messageId }),
      openThread: (messageId, name) => take({ ...base, kind: 'thread', messageId, name }),
      openPost: (name, body, lost) =>
        take({ ...base, kind: 'forum-post', name, body, lost, isLookedFor: lost !== undefined }),
      publish: (messageId) => take({ ...base, kind: 'publish', messageId }),
      pin: (messageId) => take({ ...base, kind: 'pin', messageId }),
      within: (threadId) => writerOf(threadId, priority),
    };
  };

  return {
    messages,
    threads,
    asked,
    /** From now on a channel takes posts with a name only. */
    isForum: (channelId: string): void => {
      forums.add(channelId);
    },
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
      messages.splice(
        messages.findIndex((message) => message.id === id),
        1,
      );
    },
    /** The sender of one process. */
    connect: (): Sender => {
      const turns = new Map<string, Promise<unknown>>();
      return {
        inTurn: (channelId, priority, work) => {
          const before = turns.get(channelId) ?? Promise.resolve();
          const turn = before.then(() => work(writerOf(channelId, priority)));
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
