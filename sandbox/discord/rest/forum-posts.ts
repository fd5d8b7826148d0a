import { ChannelType, type RESTPostAPIGuildForumThreadsJSONBody } from 'discord-api-types/v10';
import { presentChannel } from '../channels/present.ts';
import { newThread } from '../channels/threads.ts';
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
import { channelToWrite } from './message-permissions.ts';

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
  // The forums here have no tags.
  if ((form.applied_tags?.length ?? 0) > 0) throw refusal('unknownTag');
  const id = discord.nextId();
  const post = newThread(discord, forum, id, ChannelType.PublicThread, form);
  publishChannel(discord, post);
  const message = sendMessage(discord, post, form.message, uploads, id);
  return {
    ...presentChannel(discord.state, post),
    message: presentMessage(discord, message),
  };
};
