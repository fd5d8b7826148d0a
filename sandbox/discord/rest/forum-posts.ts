import { ChannelType, type RESTPostAPIGuildForumThreadsJSONBody } from 'discord-api-types/v10';
import { presentChannel } from '../channels/present.ts';
import { botAccount, may } from '../channels/access.ts';
import { newThread, refuseManyThreads } from '../channels/threads.ts';
import { publishChannel } from '../channels/write.ts';
import type { Discord } from '../discord.ts';
import { refusal } from '../errors.ts';
import { presentMessage } from '../messages/present.ts';
import type { Upload } from '../messages/uploads.ts';
import { requireContent, sendMessage } from '../messages/write.ts';
import type { StoredChannel } from '../state/state.ts';
import { accept } from '../validation/accept.ts';
import { messageRules } from '../validation/message-rules.ts';
import { PUBLISHED } from '../validation/published.ts';
import { channelToWrite, refuseBlocked } from './message-permissions.ts';

/** Throws what Discord answers to a post with these tags, or without one where it demands one. */
const refuseTags = (discord: Discord, forum: StoredChannel, ids: readonly string[]): void => {
  const mayAll = may(discord.state, forum, botAccount(), 'ManageThreads');
  const { tags = [] } = forum;
  const settable = tags.filter(({ moderated }) => mayAll || !moderated);
  if (ids.some((id) => !tags.some((tag) => tag.id === id))) throw refusal('unknownTag');
  if (ids.some((id) => !settable.some((tag) => tag.id === id))) throw refusal('missingPermissions');
  if (ids.length > 0 || forum.requiresTag !== true) return;
  throw refusal(settable.length === 0 ? 'noTagForAll' : 'tagRequired');
};

/**
 * Opens the bot's post in a forum: a thread whose first message lies in it and has its id.
 * `SEND_MESSAGES` in the forum is what it takes.
 * https://docs.discord.com/developers/resources/channel#start-thread-in-forum-or-media-channel
 *
 * @returns the thread as Discord answers it, with its message
 */
export const openPost = (
  discord: Discord,
  seen: StoredChannel,
  json: unknown,
  uploads: readonly Upload[],
): object => {
  const form = accept<RESTPostAPIGuildForumThreadsJSONBody>(
    PUBLISHED.forumPost,
    json,
    ({ message }) =>
      messageRules(message).map((issue) => ({ ...issue, path: ['message', ...issue.path] })),
  );
  const forum = channelToWrite(discord, seen.id, form.message, uploads.length);
  requireContent(form.message, uploads.length);
  refuseTags(discord, forum, form.applied_tags ?? []);
  refuseBlocked(discord, 'blockedTitle', form.name);
  refuseManyThreads(discord);
  const id = discord.nextId();
  const post = newThread(discord, forum, id, ChannelType.PublicThread, form);
  publishChannel(discord, post);
  const message = sendMessage(discord, post, form.message, uploads, id);
  return {
    ...presentChannel(discord.state, post),
    message: presentMessage(discord, message),
  };
};
