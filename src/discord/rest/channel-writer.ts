import { MessageType, Routes, ThreadAutoArchiveDuration } from 'discord-api-types/v10';
import type {
  ChannelWriter,
  PossibleMessage,
  PossibleForumPost,
  SendOutcome,
} from '../../alerts/delivery/sender.ts';
import type { Instant } from '../../domain/terms.ts';
import { textDigest } from '../../lib/text.ts';
import { ShutdownError } from '../../lib/shutdown.ts';
import { MINUTE } from '../../lib/time.ts';
import { MESSAGES_PER_REQUEST } from '../message-limits.ts';
import { RateLimited } from './errors.ts';
import type { Pacer, Permit } from './pacer.ts';
import { attachmentsOf, type Rest } from './rest.ts';
import { ARCHIVED, codeOf, meaningOf, sendOutcomeOfError, TAG_REQUIRED } from './send-outcome.ts';
import { activeThreadsWire, channelWire, idIn, messagesWire, type MessageWire } from './wire.ts';

interface Turn {
  readonly channelId: string;
  /** How urgent it is, which may change while it waits. */
  readonly priority: () => number;
  /** The permit of its first request. */
  readonly permit: Permit;
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
  discord: Rest,
  pacer: Pacer,
  { channelId, priority, permit: first, ownId }: Turn,
) => {
  let unused: Permit | null = first;

  const rest = discord.paced(async () => {
    const permit = unused ?? (await pacer.acquire(priority));
    unused = null;
    return permit;
  });

  const answerTo = async <T>(request: () => Promise<T>): Promise<Answer<T>> => {
    for (;;) {
      try {
        return { kind: 'answered', answer: await request() };
      } catch (error) {
        // Nothing was asked, and nothing will be.
        if (error instanceof ShutdownError) throw error;
        // No other request goes before a short limit of all ends; the order stays.
        if (!isShortGlobalLimit(error)) return { kind: 'erred', error };
      }
    }
  };

  /** A message that may have been sent: its outcome; null when it was not; else why that is unknown. */
  const search = async (look: () => Promise<string | undefined>): Promise<SendOutcome | null> => {
    const outcome = await answerTo(look);
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
      const after = firstIdAt(since - CLOCK_SKEW_MS);
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
    await answerTo(() => rest.delete(Routes.channelMessage(target, note.messageId)));
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
          BigInt(thread.id) >= firstIdAt(since - CLOCK_SKEW_MS),
      )?.id;
    });

  const read = (channel: string) =>
    answerTo(async () => channelWire.parse(await rest.get(Routes.channel(channel))));

  /** A post opens an archived thread again; for all else it is opened, unless it is locked. */
  const inOpenThread = async <T>(target: string, request: () => Promise<T>): Promise<Answer<T>> => {
    const outcome = await answerTo(request);
    if (outcome.kind === 'answered' || codeOf(outcome.error) !== ARCHIVED) return outcome;
    const thread = await read(target);
    if (thread.kind === 'erred') return thread;
    if (thread.answer.thread_metadata?.locked === true) return outcome;
    const body = { archived: false };
    const opened = await answerTo(() => rest.patch(Routes.channel(target), { body }));
    return opened.kind === 'erred' ? opened : await answerTo(request);
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
      edit: (messageId, { files, ...body }) =>
        change(messageId, () =>
          rest.patch(Routes.channelMessage(target, messageId), {
            // What is not named there goes; without the field all stay.
            body: files === undefined ? body : { ...body, attachments: attachmentsOf(files) },
            files,
          }),
        ),
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

const isShortGlobalLimit = (error: unknown): boolean =>
  error instanceof RateLimited && error.isGlobal && error.retryAfterMs <= MAX_GLOBAL_WAIT_MS;

/** Discord's ids begin with the milliseconds of 2015 and later. */
const DISCORD_EPOCH = Date.UTC(2015, 0, 1);

const firstIdAt = (at: Instant): bigint => BigInt(at - DISCORD_EPOCH) << 22n;

/** Opens or finds a user's direct message channel; null when they accept none. */
export const directChannelOf = async (
  rest: Pick<Rest, 'post'>,
  userId: string,
): Promise<string | null> => {
  try {
    return idIn(await rest.post(Routes.userChannels(), { body: { recipient_id: userId } }));
  } catch (error) {
    if (meaningOf(error) === 'direct-messages-closed') return null;
    throw error;
  }
};
