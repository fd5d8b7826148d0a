import { MessageType, Routes, ThreadAutoArchiveDuration } from 'discord-api-types/v10';
import type {
  ChannelWriter,
  PossibleForumPost,
  PossibleMessage,
  SendOutcome,
} from '../../alerts/delivery/sender.ts';
import type { Instant } from '../../domain/terms.ts';
import { ShutdownError } from '../../lib/shutdown.ts';
import { textDigest } from '../../lib/text.ts';
import { MINUTE } from '../../lib/time.ts';
import { MESSAGES_PER_REQUEST } from '../message-limits.ts';
import {
  ARCHIVED,
  codeOf,
  meaningOf,
  RateLimited,
  sendOutcomeOfError,
  TAG_REQUIRED,
  type FailedSend,
} from './errors.ts';
import { attachmentsOf, type Asks } from './rest.ts';
import { activeThreadsWire, channelWire, idIn, messagesWire, type MessageWire } from './wire.ts';

/**
 * Writes to one channel.
 * @param ownId Discord's id of the bot itself; null while it is not known
 */
export const channelWriter = (
  rest: Asks,
  ownId: () => string | null,
  channelId: string,
): ChannelWriter => {
  const isOurs = ({ author }: MessageWire): boolean => {
    const own = ownId();
    return own === null ? author.bot === true : author.id === own;
  };

  /** The first such message of the bot. Without Read Message History Discord returns none. */
  const findOurs = async (after: string, isWanted: (message: MessageWire) => boolean) => {
    const query = new URLSearchParams({ limit: String(MESSAGES_PER_REQUEST), after });
    const said = await ask(() => rest.get(Routes.channelMessages(channelId), { query }));
    return messagesWire.parse(said).find((message) => isOurs(message) && isWanted(message))?.id;
  };

  /** The bot's message with one of these texts. */
  const findMessage = ({ since, digests }: Required<PossibleMessage>) =>
    findOurs(String(firstIdAt(since - CLOCK_SKEW_MS)), ({ content }) =>
      digests.includes(textDigest(content)),
    );

  /** Discord writes "… pinned a message" below each pin; where it cannot be found it stays. */
  const removePinNote = async (pinned: string): Promise<void> => {
    const note = await findOurs(pinned, ({ type }) => type === MessageType.ChannelPinnedMessage);
    if (note !== undefined) await ask(() => rest.delete(Routes.channelMessage(channelId, note)));
  };

  const findPost = async (name: string, { guildId, since }: PossibleForumPost) => {
    const own = ownId();
    const active = await ask(() => rest.get(Routes.guildActiveThreads(guildId)));
    return activeThreadsWire.parse(active).threads.find(
      (thread) =>
        thread.parent_id === channelId &&
        thread.name === name &&
        // Before the gateway has said who we are, the name has to do.
        (own === null || thread.owner_id === own) &&
        BigInt(thread.id) >= firstIdAt(since - CLOCK_SKEW_MS),
    )?.id;
  };

  const read = async () => channelWire.parse(await ask(() => rest.get(Routes.channel(channelId))));

  /** A post opens an archived thread again; for all else it is opened, unless it is locked. */
  const inOpenThread = async <T>(request: () => Promise<T>): Promise<T> => {
    try {
      return await ask(request);
    } catch (error) {
      if (codeOf(error) !== ARCHIVED) throw error;
      const { thread_metadata: thread } = await read();
      if (thread?.locked === true) throw error;
      const body = { archived: false };
      await ask(() => rest.patch(Routes.channel(channelId), { body }));
      return await ask(request);
    }
  };

  const create = async (route: `/${string}`, body: object): Promise<string> =>
    idIn(await inOpenThread(() => rest.post(route, { body })));

  const change = (messageId: string, request: () => Promise<unknown>): Promise<SendOutcome> =>
    sent(async () => {
      await inOpenThread(request);
      return messageId;
    });

  /** Opens a post of a forum; where it demands a tag, with the first that not only moderators may set. */
  const openPost = async (body: object): Promise<string> => {
    const route = Routes.threads(channelId);
    try {
      return await create(route, body);
    } catch (error) {
      if (codeOf(error) !== TAG_REQUIRED) throw error;
      const tag = (await read()).available_tags.find(({ moderated }) => !moderated);
      if (tag === undefined) throw error;
      return await create(route, { ...body, applied_tags: [tag.id] });
    }
  };

  const auto_archive_duration = ThreadAutoArchiveDuration.OneDay;

  return {
    post: (body, nonce, lost) =>
      sent(async () => {
        // Messages without text cannot be told apart.
        const { content = '' } = body;
        const { digests = content === '' ? [] : [textDigest(content)] } = lost ?? {};
        const isSearched = lost !== undefined && digests.length > 0;
        const known = isSearched ? await findMessage({ ...lost, digests }) : undefined;
        const message = { ...body, nonce, enforce_nonce: true };
        return known ?? (await create(Routes.channelMessages(channelId), message));
      }),
    find: (lost) =>
      orFailed(async () => {
        const messageId = await findMessage(lost);
        return messageId === undefined ? null : { kind: 'sent', messageId };
      }),
    edit: (messageId, { files, ...body }) =>
      change(messageId, () =>
        rest.patch(Routes.channelMessage(channelId, messageId), {
          // What is not named there goes; without the field all stay.
          body: files === undefined ? body : { ...body, attachments: attachmentsOf(files) },
          files,
        }),
      ),
    remove: (messageId) =>
      change(messageId, () => rest.delete(Routes.channelMessage(channelId, messageId))),
    openThread: (messageId, name) =>
      sent(() => create(Routes.threads(channelId, messageId), { name, auto_archive_duration })),
    openPost: (name, message, lost) =>
      sent(async () => {
        const known = lost === undefined ? undefined : await findPost(name, lost);
        return known ?? (await openPost({ name, auto_archive_duration, message }));
      }),
    publish: (messageId) =>
      change(messageId, () => rest.post(Routes.channelMessageCrosspost(channelId, messageId))),
    pin: async (messageId) => {
      const pinned = await change(messageId, () =>
        rest.put(Routes.channelMessagesPin(channelId, messageId)),
      );
      if (pinned.kind === 'sent') await orFailed(() => removePinNote(messageId));
      return pinned;
    },
    within: (threadId) => channelWriter(rest, ownId, threadId),
  };
};

/** So far our clock and Discord's may be apart. */
const CLOCK_SKEW_MS = MINUTE;

/** After a longer block of all requests, what waits is checked again before it is sent. */
const MAX_GLOBAL_WAIT_MS = 10_000;

const isShortGlobalLimit = (error: unknown): boolean =>
  error instanceof RateLimited && error.isGlobal && error.retryAfterMs <= MAX_GLOBAL_WAIT_MS;

/** No other request goes before a short limit of all ends; the order stays. */
const ask = async <T>(request: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await request();
    } catch (error) {
      if (!isShortGlobalLimit(error)) throw error;
    }
  }
};

/** @throws ShutdownError: nothing was asked, and nothing will be */
const orFailed = async <T>(work: () => Promise<T>): Promise<T | FailedSend> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ShutdownError) throw error;
    return sendOutcomeOfError(error);
  }
};

const sent = (work: () => Promise<string>): Promise<SendOutcome> =>
  orFailed(async () => ({ kind: 'sent', messageId: await work() }));

/** Discord's ids begin with the milliseconds of 2015 and later. */
const DISCORD_EPOCH = Date.UTC(2015, 0, 1);

const firstIdAt = (at: Instant): bigint => BigInt(at - DISCORD_EPOCH) << 22n;

/** Opens or finds a user's direct message channel; null when they accept none. */
export const directChannelOf = async (
  rest: Pick<Asks, 'post'>,
  userId: string,
): Promise<string | null> => {
  try {
    return idIn(await rest.post(Routes.userChannels(), { body: { recipient_id: userId } }));
  } catch (error) {
    if (meaningOf(error) === 'direct-messages-closed') return null;
    throw error;
  }
};
