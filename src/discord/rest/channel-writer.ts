import {
  MessageType,
  RateLimitError,
  Routes,
  ThreadAutoArchiveDuration,
  SnowflakeUtil,
  type REST,
} from 'discord.js';
import type {
  ChannelWriter,
  PossibleMessage,
  PossibleForumPost,
  SendOutcome,
} from '../../alerts/delivery/sender.ts';
import { MAX_RETRY_AFTER_MS } from '../../lib/backoff.ts';
import { textDigest } from '../../lib/text.ts';
import { ShutdownError } from '../../lib/shutdown.ts';
import { MINUTE } from '../../lib/time.ts';
import type { RateLimitChecks } from './limits.ts';
import { MESSAGES_PER_REQUEST } from '../message-limits.ts';
import { ARCHIVED, codeOf, sendOutcomeOfError, TAG_REQUIRED } from './send-outcome.ts';
import { currentPermit, type Pacer, type Permit } from './pacer.ts';
import { activeThreadsWire, channelWire, idIn, messagesWire, type MessageWire } from './wire.ts';

interface Turn {
  readonly channelId: string;
  /** How urgent it is, which may change while it waits. */
  readonly priority: () => number;
  /** The permit of its first request. */
  readonly permit: Permit;
  readonly limits: RateLimitChecks;
  /** Discord's id of the bot itself; null while it is not known. */
  readonly ownId: () => string | null;
}

type Answer<T> =
  | { readonly kind: 'answered'; readonly answer: T }
  | { readonly kind: 'erred'; readonly error: unknown };

/**
 * Writes to one channel. The turn comes with a permit of the pacer for its first request; every other
 * takes one when it is about to go.
 */
export const createChannelWriter = (
  rest: REST,
  pacer: Pacer,
  { channelId, priority, permit: first, limits, ownId }: Turn,
) => {
  let unused: Permit | null = first;

  const nextPermit = async (): Promise<Permit> => {
    const permit = unused ?? (await pacer.acquire(priority));
    unused = null;
    return permit;
  };

  const paced = async <T>(request: () => Promise<T>): Promise<Answer<T>> => {
    for (;;) {
      const permit = await nextPermit();
      const timesBefore = limits.resetCount();
      try {
        return { kind: 'answered', answer: await currentPermit.run(permit, request) };
      } catch (error) {
        // Nothing was asked, and nothing will be.
        if (error instanceof ShutdownError) throw error;
        if (limits.resetIfImpossible(error, timesBefore)) continue;
        if (!isGlobalLimit(error)) return { kind: 'erred', error };
        // No other request goes before it ends; the order stays.
        pacer.pauseFor(Math.min(error.timeToReset, MAX_RETRY_AFTER_MS));
        if (error.timeToReset > MAX_GLOBAL_WAIT_MS) return { kind: 'erred', error };
      }
    }
  };

  /** A message that may have been sent: its outcome; null when it was not; else why that is unknown. */
  const search = async (look: () => Promise<string | undefined>): Promise<SendOutcome | null> => {
    const outcome = await paced(look);
    if (outcome.kind === 'erred') return sendOutcomeOfError(outcome.error);
    return outcome.answer === undefined ? null : { kind: 'sent', messageId: outcome.answer };
  };

  const isOurs = ({ author }: MessageWire): boolean => {
    const own = ownId();
    return own === null ? author.bot === true : author.id === own;
  };

  /** The bot's message with one of these texts. Without Read Message History Discord returns none. */
  const findMessage = (target: string, { since, digests }: Required<PossibleMessage>) =>
    search(async () => {
      const after = SnowflakeUtil.generate({ timestamp: since - CLOCK_SKEW_MS });
      const query = new URLSearchParams({
        limit: String(MESSAGES_PER_REQUEST),
        after: String(after),
      });
      const said = messagesWire.parse(await rest.get(Routes.channelMessages(target), { query }));
      return said.find(
        (message) => isOurs(message) && digests.includes(textDigest(message.content)),
      )?.id;
    });

  /** Discord writes "… pinned a message" below each pin; without Read Message History it stays. */
  const removePinNote = async (target: string, pinned: string): Promise<void> => {
    const note = await search(async () => {
      const query = new URLSearchParams({ limit: String(MESSAGES_PER_REQUEST), after: pinned });
      const said = messagesWire.parse(await rest.get(Routes.channelMessages(target), { query }));
      return said.find(
        (message) => message.type === MessageType.ChannelPinnedMessage && isOurs(message),
      )?.id;
    });
    if (note?.kind !== 'sent') return;
    await paced(() => rest.delete(Routes.channelMessage(target, note.messageId)));
  };

  const findPost = (forum: string, name: string, { guildId, since }: PossibleForumPost) =>
    search(async () => {
      const own = ownId();
      const active = await rest.get(Routes.guildActiveThreads(guildId));
      return activeThreadsWire.parse(active).threads.find(
        (thread) =>
          thread.parent_id === forum &&
          thread.name === name &&
          // Before the gateway has said who we are, the name has to do.
          (own === null || thread.owner_id === own) &&
          SnowflakeUtil.timestampFrom(thread.id) >= since - CLOCK_SKEW_MS,
      )?.id;
    });

  const read = (channel: string) =>
    paced(async () => channelWire.parse(await rest.get(Routes.channel(channel))));

  /** A post opens an archived thread again; for all else it is opened, unless it is locked. */
  const inOpenThread = async <T>(target: string, request: () => Promise<T>): Promise<Answer<T>> => {
    const outcome = await paced(request);
    if (outcome.kind === 'answered' || codeOf(outcome.error) !== ARCHIVED) return outcome;
    const thread = await read(target);
    if (thread.kind === 'erred') return thread;
    if (thread.answer.thread_metadata?.locked === true) return outcome;
    const body = { archived: false };
    const opened = await paced(() => rest.patch(Routes.channel(target), { body }));
    return opened.kind === 'erred' ? opened : await paced(request);
  };

  const auto_archive_duration = ThreadAutoArchiveDuration.OneDay;

  const writerIn = (target: string): ChannelWriter => {
    const send = async (request: () => Promise<string>): Promise<SendOutcome> => {
      const outcome = await inOpenThread(target, request);
      return outcome.kind === 'answered'
        ? { kind: 'sent', messageId: outcome.answer }
        : sendOutcomeOfError(outcome.error);
    };

    const create = (route: `/${string}`, body: object): Promise<SendOutcome> =>
      send(async () => idIn(await rest.post(route, { body })));

    const change = (messageId: string, request: () => Promise<unknown>): Promise<SendOutcome> =>
      send(async () => {
        await request();
        return messageId;
      });

    /** Opens a post of a forum; where it demands a tag, with the first that not only moderators may set. */
    const openPost = async (body: object): Promise<SendOutcome> => {
      const sent = await create(Routes.threads(target), body);
      if (sent.kind !== 'declined' || sent.code !== TAG_REQUIRED) return sent;
      const forum = await read(target);
      if (forum.kind === 'erred') return sendOutcomeOfError(forum.error);
      const tag = forum.answer.available_tags.find(({ moderated }) => !moderated);
      if (tag === undefined) return sent;
      return await create(Routes.threads(target), { ...body, applied_tags: [tag.id] });
    };

    return {
      post: async (body, nonce, lost) => {
        // Messages without text cannot be told apart.
        const { content = '' } = body;
        const { digests = content === '' ? [] : [textDigest(content)] } = lost ?? {};
        const isSearched = lost !== undefined && digests.length > 0;
        const known = isSearched ? await findMessage(target, { ...lost, digests }) : null;
        return (
          known ??
          (await create(Routes.channelMessages(target), { ...body, nonce, enforce_nonce: true }))
        );
      },
      find: (lost) => findMessage(target, lost),
      edit: (messageId, body) =>
        change(messageId, () => rest.patch(Routes.channelMessage(target, messageId), { body })),
      remove: (messageId) =>
        change(messageId, () => rest.delete(Routes.channelMessage(target, messageId))),
      openThread: (messageId, name) =>
        create(Routes.threads(target, messageId), { name, auto_archive_duration }),
      openPost: async (name, message, lost) => {
        const known = lost === undefined ? null : await findPost(target, name, lost);
        return known ?? (await openPost({ name, auto_archive_duration, message }));
      },
      publish: (messageId) =>
        change(messageId, () => rest.post(Routes.channelMessageCrosspost(target, messageId))),
      pin: async (messageId) => {
        const pinned = await change(messageId, () =>
          rest.put(Routes.channelMessagesPin(target, messageId)),
        );
        if (pinned.kind === 'sent') await removePinNote(target, messageId);
        return pinned;
      },
      within: writerIn,
    };
  };

  return {
    writer: writerIn(channelId),
    /** Gives back what was not used. */
    end: (): void => {
      unused?.release();
    },
  };
};

/** So far our clock and Discord's may be apart. */
const CLOCK_SKEW_MS = MINUTE;

/** After a longer block of all requests, what waits is checked again before it is sent. */
const MAX_GLOBAL_WAIT_MS = 10_000;

const isGlobalLimit = (error: unknown): error is RateLimitError =>
  error instanceof RateLimitError && error.global;
