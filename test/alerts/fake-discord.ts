import type {
  ChannelWriter,
  PossibleMessage,
  SendPriority,
  Sender,
  SendOutcome,
} from '#src/alerts/delivery/sender.ts';
import { textDigest } from '#src/lib/text.ts';
import type { MessageBody } from '#src/render/message.ts';

/** One request that was sent to Discord. */
export interface DiscordRequest {
  readonly kind: 'post' | 'find' | 'edit' | 'remove' | 'thread' | 'forum-post' | 'publish' | 'pin';
  /** The channel or thread that the request acts in. */
  readonly channelId: string;
  readonly priority: SendPriority;
  /** The nonce of a post; empty otherwise. */
  readonly nonce: string;
  /** The message that the request acts on; empty when it creates one. */
  readonly messageId: string;
  /** The name of a thread or a forum post; empty otherwise. */
  readonly name: string;
  readonly body: MessageBody;
  /** Whether the bot first searches for the post, which an earlier attempt may have created. */
  readonly isSearchedFor: boolean;
  /** What identifies the message that is searched for. */
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

/** A thread of a message or of a forum; its id is that of its first message. */
export interface Thread {
  readonly id: string;
  readonly channelId: string;
  readonly name: string;
}

/**
 * How Discord responds to a request: with this outcome, or normally (undefined). A promise that
 * never settles stands for a process that died before the response.
 */
export type Manner = (
  request: DiscordRequest,
) => SendOutcome | Promise<SendOutcome | undefined> | undefined;

const ALREADY_DONE: SendOutcome = { kind: 'rejected', reason: 'done already' };

/**
 * An in-memory Discord. It runs one piece of work per channel at a time, and recognizes a nonce, as
 * the real one does.
 */
export const createFakeDiscord = () => {
  const messages: Message[] = [];
  const threads: Thread[] = [];
  const forums = new Set<string>();
  const closed = new Set<string>();
  const requests: DiscordRequest[] = [];
  let manner: Manner = () => undefined;

  let made = 0;

  const make = (request: DiscordRequest): Message => {
    made += 1;
    const id = String(899 + made);
    const { kind, nonce, body } = request;
    // The first message of a forum post is in the thread of that post.
    const channelId = kind === 'forum-post' ? id : request.channelId;
    const at = Date.now();
    const message = { id, channelId, nonce, at, body, isPublished: false, isPinned: false };
    messages.push(message);
    return message;
  };

  const found = ({ channelId, body, lost }: DiscordRequest): Message | undefined =>
    messages.find(
      (each) =>
        each.channelId === channelId &&
        each.at >= (lost?.since ?? Infinity) &&
        (lost?.digests ?? [textDigest(body.content ?? '')]).includes(
          textDigest(each.body.content ?? ''),
        ),
    );

  const begin = (request: DiscordRequest): SendOutcome => {
    const { kind, channelId, nonce, name } = request;
    if (kind === 'forum-post') {
      const known = request.isSearchedFor
        ? threads.find((each) => each.channelId === channelId && each.name === name)
        : undefined;
      if (known !== undefined) return { kind: 'sent', messageId: known.id };
      const { id } = make(request);
      threads.push({ id, channelId, name });
      return { kind: 'sent', messageId: id };
    }
    if (forums.has(channelId)) return { kind: 'refused', reason: 'not-a-text-channel' };
    const isSame = (each: Message): boolean => each.channelId === channelId && each.nonce === nonce;
    // A search compares the text, because Discord has forgotten the nonce.
    const known = request.isSearchedFor ? found(request) : messages.find(isSame);
    return { kind: 'sent', messageId: (known ?? make(request)).id };
  };

  const act = (request: DiscordRequest): SendOutcome => {
    const { kind, channelId, messageId, name, body } = request;
    if (kind === 'post' || kind === 'forum-post') return begin(request);
    if (kind === 'find') {
      const known = found(request);
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

  const take = async (request: DiscordRequest): Promise<SendOutcome> => {
    requests.push(request);
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
      isSearchedFor: false,
    };
    return {
      post: (body, nonce, lost) =>
        take({ ...base, kind: 'post', body, nonce, lost, isSearchedFor: lost !== undefined }),
      find: async (lost) => {
        const outcome = await take({ ...base, kind: 'find', lost });
        return outcome.kind === 'gone' ? null : outcome;
      },
      edit: (messageId, body) => take({ ...base, kind: 'edit', messageId, body }),
      remove: (messageId) => take({ ...base, kind: 'remove', messageId }),
      openThread: (messageId, name) => take({ ...base, kind: 'thread', messageId, name }),
      openPost: (name, body, lost) =>
        take({ ...base, kind: 'forum-post', name, body, lost, isSearchedFor: lost !== undefined }),
      publish: (messageId) => take({ ...base, kind: 'publish', messageId }),
      pin: (messageId) => take({ ...base, kind: 'pin', messageId }),
      within: (threadId) => writerOf(threadId, priority),
    };
  };

  return {
    messages,
    threads,
    requests,
    /** Makes a channel a forum: it accepts only posts with a name. */
    makeForum: (channelId: string): void => {
      forums.add(channelId);
    },
    /** Makes a user accept no direct messages. */
    closeDirect: (userId: string): void => {
      closed.add(userId);
    },
    /** Sets how Discord responds from now on; normally without an argument. */
    takes: (next: Manner = () => undefined): void => {
      manner = next;
    },
    /** Executes a request as Discord normally does. */
    act,
    /** The messages in a channel, in the order they were posted. */
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
        directChannel: (userId) => Promise.resolve(closed.has(userId) ? null : `dm-${userId}`),
      };
    },
  };
};
