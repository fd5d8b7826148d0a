import {
  RateLimitError,
  Routes,
  ThreadAutoArchiveDuration,
  SnowflakeUtil,
  type REST,
  type RESTPostAPIChannelMessageResult,
} from 'discord.js';
import { z } from 'zod';
import type {
  ChannelWriter,
  PossibleMessage,
  PossibleForumPost,
  SendOutcome,
} from '../../alerts/delivery/sender.ts';
import { MAX_RETRY_AFTER_MS } from '../../lib/backoff.ts';
import { ShutdownError } from '../../lib/shutdown.ts';
import { MINUTE } from '../../lib/time.ts';
import type { RateLimitChecks } from './limits.ts';
import { MESSAGES_PER_REQUEST } from '../message-limits.ts';
import { sendOutcomeOfError } from './send-outcome.ts';
import type { Pacer, Permit } from './pacer.ts';

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

/** A channel in its turn, and its end. */
interface TurnWriter {
  readonly writer: ChannelWriter;
  /** Gives back what was not used. */
  readonly end: () => void;
}

/**
 * Writes to one channel. The turn comes with a permit of the pacer for its first request; every other
 * takes one when it is about to go.
 */
export const createChannelWriter = (
  rest: REST,
  pacer: Pacer,
  { channelId, priority, permit: first, limits, ownId }: Turn,
): TurnWriter => {
  let unused: Permit | null = first;

  const nextPermit = async (): Promise<Permit> => {
    const permit = unused ?? (await pacer.acquire(priority));
    unused = null;
    return permit;
  };

  const paced = async (request: () => Promise<string>): Promise<SendOutcome> => {
    for (;;) {
      const { sent: left } = await nextPermit();
      const timesBefore = limits.resetCount();
      try {
        const answer = request();
        // By then the synchronous work is done, and the request is in flight.
        setImmediate(left);
        return { kind: 'sent', messageId: await answer };
      } catch (error) {
        // Nothing was asked, and nothing will be.
        if (error instanceof ShutdownError) throw error;
        if (limits.resetIfImpossible(error, timesBefore)) continue;
        if (!isGlobalLimit(error)) return sendOutcomeOfError(error);
        // No other request goes before it ends; the order stays.
        pacer.pauseFor(Math.min(error.timeToReset, MAX_RETRY_AFTER_MS));
        if (error.timeToReset > MAX_GLOBAL_WAIT_MS) return sendOutcomeOfError(error);
      }
    }
  };

  /** What was searched for; null when there is none; otherwise why that is unknown. */
  const found = async (search: () => Promise<string | undefined>): Promise<SendOutcome | null> => {
    const asked = await paced(async () => (await search()) ?? NONE);
    return asked.kind === 'sent' && asked.messageId === NONE ? null : asked;
  };

  /** The bot's message with these words. Without Read Message History Discord returns none. */
  const findMessage = (target: string, words: string, { since }: PossibleMessage) =>
    found(async () => {
      const after = SnowflakeUtil.generate({ timestamp: since - CLOCK_SKEW_MS });
      const query = new URLSearchParams({
        limit: String(MESSAGES_PER_REQUEST),
        after: String(after),
      });
      const said = messages.parse(await rest.get(Routes.channelMessages(target), { query }));
      const own = ownId();
      const isOurs = ({ author }: (typeof said)[number]): boolean =>
        own === null ? author.bot === true : author.id === own;
      return said.find((message) => message.content === words && isOurs(message))?.id;
    });

  /** A post of ours in a forum. */
  const findPost = (forum: string, name: string, { guildId, since }: PossibleForumPost) =>
    found(async () => {
      const own = ownId();
      const { threads } = activeThreads.parse(await rest.get(Routes.guildActiveThreads(guildId)));
      return threads.find(
        (thread) =>
          thread.parent_id === forum &&
          thread.name === name &&
          // Before the gateway has said who we are, the name has to do.
          (own === null || thread.owner_id === own) &&
          SnowflakeUtil.timestampFrom(thread.id) >= since - CLOCK_SKEW_MS,
      )?.id;
    });

  const writerIn = (target: string): ChannelWriter => ({
    post: async (body, nonce, lost) => {
      // Messages without text cannot be told apart.
      const { content = '' } = body;
      const isSearched = lost !== undefined && content !== '';
      const known = isSearched ? await findMessage(target, content, lost) : null;
      return (
        known ??
        (await paced(async () =>
          idOf(
            await rest.post(Routes.channelMessages(target), {
              body: { ...body, nonce, enforce_nonce: true },
            }),
          ),
        ))
      );
    },
    edit: (messageId, body) =>
      paced(async () => {
        await rest.patch(Routes.channelMessage(target, messageId), { body });
        return messageId;
      }),
    remove: (messageId) =>
      paced(async () => {
        await rest.delete(Routes.channelMessage(target, messageId));
        return messageId;
      }),
    openThread: (messageId, name) =>
      paced(async () =>
        idOf(
          await rest.post(Routes.threads(target, messageId), {
            body: { name, auto_archive_duration: ThreadAutoArchiveDuration.OneDay },
          }),
        ),
      ),
    openPost: async (name, message, lost) => {
      const known = lost === undefined ? null : await findPost(target, name, lost);
      return (
        known ??
        (await paced(async () =>
          idOf(
            await rest.post(Routes.threads(target), {
              body: { name, auto_archive_duration: ThreadAutoArchiveDuration.OneDay, message },
            }),
          ),
        ))
      );
    },
    publish: (messageId) =>
      paced(async () => {
        await rest.post(Routes.channelMessageCrosspost(target, messageId));
        return messageId;
      }),
    within: writerIn,
  });

  return {
    writer: writerIn(channelId),
    end: () => {
      unused?.release();
    },
  };
};

/** Instead of an id: there is no such thing. */
const NONE = '';

/** So far our clock and Discord's may be apart. */
const CLOCK_SKEW_MS = MINUTE;

/** What is read of messages (documentation, "Get Channel Messages"). */
const messages = z.array(
  z.object({
    id: z.string(),
    content: z.string(),
    author: z.object({ id: z.string(), bot: z.boolean().optional() }),
  }),
);

/** What is read of threads that are open in a server (documentation, "List Active Guild Threads"). */
const activeThreads = z.object({
  threads: z.array(
    z.object({
      id: z.string(),
      name: z.string().nullish(),
      parent_id: z.string().nullish(),
      owner_id: z.string().nullish(),
    }),
  ),
});

/** After a longer block of all requests, what waits is checked again before it is sent. */
const MAX_GLOBAL_WAIT_MS = 10_000;

const isGlobalLimit = (error: unknown): error is RateLimitError =>
  error instanceof RateLimitError && error.global;

const idOf = (message: unknown): string => {
  // Discord's answer to a created message (documentation, "Create Message"); parsed nowhere else.
  const { id } = message as Pick<RESTPostAPIChannelMessageResult, 'id'>;
  if (typeof id !== 'string') throw new Error('Discord answered a post without a message id');
  return id;
};
