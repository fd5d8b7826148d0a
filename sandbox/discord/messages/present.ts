import {
  MessageFlags,
  type APIAttachment,
  type APIMessage,
  type APIReaction,
} from 'discord-api-types/v10';
import { presentChannel } from '../channels/present.ts';
import { APPLICATION_ID } from '../guild/accounts.ts';
import { mapStrings } from '../json.ts';
import { presentComponents } from './components.ts';
import { messageOf, type State, type StoredFile, type StoredMessage } from '../state/state.ts';

const REFERENCE = 'attachment://';

/**
 * A message as Discord's API object: files with their addresses, reactions as `viewerId` sees
 * them, the message it answers, and the thread that hangs on it.
 */
export const presentMessage = (
  { state, baseUrl }: { readonly state: Readonly<State>; readonly baseUrl: () => string },
  stored: StoredMessage,
  viewerId: string = APPLICATION_ID,
): APIMessage => {
  const { body, files } = stored;
  const addresses = new Map(
    files.map((file) => [
      `${REFERENCE}${file.filename}`,
      `${baseUrl()}/attachments/${body.channel_id}/${file.id}/${encodeURIComponent(file.filename)}`,
    ]),
  );
  const shown = JSON.stringify([body.embeds, body.components]);
  const attachments = files
    .filter(({ filename }) => !shown.includes(`"${REFERENCE}${filename}"`))
    .map((file) => presentFile(file, addresses.get(`${REFERENCE}${file.filename}`) ?? ''));
  const resolve = (text: string) => addresses.get(text) ?? text;
  const reactions = presentReactions(stored, viewerId);
  return {
    ...body,
    embeds: mapStrings(body.embeds, resolve),
    ...(body.components ? { components: presentComponents(stored, resolve) } : {}),
    attachments,
    ...(reactions.length > 0 ? { reactions } : {}),
    ...presentReference({ state, baseUrl }, stored, viewerId),
    ...presentThreadOf(state, stored),
  };
};

export const presentFile = (file: StoredFile, url: string): APIAttachment => ({
  id: file.id,
  filename: file.filename,
  size: file.size,
  url,
  proxy_url: url,
  content_type: file.contentType,
  ...(file.description === null ? {} : { description: file.description }),
  ...(file.width === null || file.height === null
    ? {}
    : { width: file.width, height: file.height }),
});

/** An emoji as it stands in a URL, as Discord's emoji object. */
export const emojiOf = (key: string): { id: string | null; name: string } => {
  const custom = /^(?<name>\w+):(?<id>\d+)$/.exec(key)?.groups;
  return { id: custom?.['id'] ?? null, name: custom?.['name'] ?? key };
};

const presentReactions = ({ reactions }: StoredMessage, viewerId: string): APIReaction[] =>
  Object.entries(reactions)
    .filter(([, userIds]) => userIds.length > 0)
    .map(([key, userIds]) => ({
      emoji: emojiOf(key),
      count: userIds.length,
      count_details: { burst: 0, normal: userIds.length },
      burst_colors: [],
      me: userIds.includes(viewerId),
      me_burst: false,
      burst_me: false,
      burst_count: 0,
    }));

const presentReference = (
  discord: Parameters<typeof presentMessage>[0],
  { body }: StoredMessage,
  viewerId: string,
): Pick<APIMessage, 'referenced_message'> => {
  const reference = body.message_reference;
  if (reference?.message_id === undefined) return {};
  const answered = messageOf(discord.state, reference.channel_id, reference.message_id);
  if (answered === undefined) return { referenced_message: null };
  // One step back only, as Discord does.
  const short = { ...answered, body: { ...answered.body } };
  delete short.body.message_reference;
  return { referenced_message: presentMessage(discord, short, viewerId) };
};

const presentThreadOf = (
  state: Readonly<State>,
  { body }: StoredMessage,
): Pick<APIMessage, 'thread'> => {
  const thread = state.channels.get(body.id);
  if (thread === undefined || ((body.flags ?? 0) & MessageFlags.HasThread) === 0) return {};
  // Our own channel object is Discord's thread channel: `thread` is set on it.
  return { thread: presentChannel(state, thread) as NonNullable<APIMessage['thread']> };
};
