import {
  EmbedType,
  MessageFlags,
  MessageReferenceType,
  MessageType,
  type APIAllowedMentions,
  type APIEmbed,
  type APIMessageTopLevelComponent,
} from 'discord-api-types/v10';
import { may } from '../channels/access.ts';
import type { Discord } from '../discord.ts';
import { withFlags } from '../flags.ts';
import { ACCOUNTS, GUILD_ID, userOf, type Account } from '../guild/accounts.ts';
import { rolesOf } from '../guild/roles.ts';
import { isoTime, withoutNulls } from '../json.ts';
import type { MessageBody, StoredChannel } from '../state/state.ts';
import { placedComponents } from '../validation/component-tree.ts';
import { resolveMentions } from './mentions.ts';

/** What a message is made of, from whatever request it came; already validated. */
export interface MessageContent {
  readonly content?: string | null | undefined;
  readonly embeds?: readonly APIEmbed[] | null | undefined;
  readonly components?: readonly APIMessageTopLevelComponent[] | null | undefined;
  readonly allowed_mentions?: APIAllowedMentions | null | undefined;
  readonly flags?: number | null | undefined;
  readonly tts?: boolean | null | undefined;
}

export interface Draft {
  readonly channel: StoredChannel;
  readonly author: Account;
  readonly content: MessageContent;
  /** Flags that Discord sets itself, beside those that the sender may set. */
  readonly flags?: number;
  readonly type?: MessageType;
  readonly repliesTo?: MessageBody | null;
  /** Keys that only some messages have. */
  readonly extras?: Partial<MessageBody>;
}

/** The flags that a sender's word is taken for. */
const SENDERS_FLAGS =
  MessageFlags.SuppressEmbeds | MessageFlags.SuppressNotifications | MessageFlags.IsComponentsV2;

/** A new message. */
export const composeMessage = (discord: Discord, draft: Draft): MessageBody => {
  const { channel, author, content, repliesTo = null } = draft;
  const isReply = repliesTo !== null;
  return {
    id: discord.nextId(),
    channel_id: channel.id,
    type: draft.type ?? (isReply ? MessageType.Reply : MessageType.Default),
    author: userOf(author),
    timestamp: isoTime(discord.now()),
    edited_timestamp: null,
    tts: content.tts ?? false,
    pinned: false,
    flags: withFlags<MessageFlags>(
      undefined,
      ((content.flags ?? 0) & SENDERS_FLAGS) | (draft.flags ?? 0),
    ),
    ...shownParts(content),
    ...mentionsOf(discord, draft),
    ...(isReply ? { message_reference: referenceTo(repliesTo, channel) } : {}),
    ...draft.extras,
  };
};

/** The message after an edit: what the edit does not name stays. */
export const composeEdit = (
  discord: Discord,
  draft: Omit<Draft, 'type' | 'extras'>,
  before: MessageBody,
): MessageBody => {
  const { content } = draft;
  const parts = shownParts({
    content: content.content === undefined ? before.content : content.content,
    embeds: content.embeds === undefined ? before.embeds : content.embeds,
    components: content.components === undefined ? (before.components ?? []) : content.components,
  });
  const mentions =
    content.content === undefined && content.components === undefined
      ? {}
      : mentionsOf(discord, { ...draft, content: { ...content, ...parts } });
  return {
    ...before,
    ...parts,
    ...mentions,
    flags: editedFlags(before, content),
    edited_timestamp: isoTime(discord.now()),
  };
};

/** An edit may hide or show embeds and turn to components V2; a promised answer has come by it. */
const editedFlags = ({ flags }: MessageBody, content: MessageContent) => {
  const { Loading, SuppressEmbeds, IsComponentsV2 } = MessageFlags;
  const wanted = content.flags ?? null;
  if (wanted === null) return withFlags(flags, 0, Loading);
  return withFlags(flags, wanted & (SuppressEmbeds | IsComponentsV2), Loading | SuppressEmbeds);
};

const shownParts = ({ content, embeds, components }: MessageContent) => ({
  content: (content ?? '').trim(),
  embeds: withoutNulls(embeds ?? []).map((embed) => ({
    type: EmbedType.Rich,
    ...embed,
    ...(embed.fields === undefined
      ? {}
      : { fields: embed.fields.map((field) => ({ inline: false, ...field })) }),
    ...(embed.timestamp === undefined ? {} : { timestamp: isoTime(Date.parse(embed.timestamp)) }),
  })),
  components: numbered(withoutNulls([...(components ?? [])])),
});

/** Every component has a number in its message; Discord gives those that the bot left out. */
const numbered = (components: APIMessageTopLevelComponent[]): APIMessageTopLevelComponent[] => {
  const copy = structuredClone(components);
  const placed = placedComponents(copy);
  const taken = new Set(placed.map(({ component }) => component['id']));
  let next = 1;
  for (const { component } of placed.filter((one) => !one.component['id'])) {
    while (taken.has(next)) next += 1;
    Object.assign(component, { id: next });
    taken.add(next);
  }
  return copy;
};

const mentionsOf = (
  { state }: Discord,
  { channel, author, content, repliesTo = null }: Draft,
): Pick<MessageBody, 'mention_everyone' | 'mentions' | 'mention_roles'> => {
  const displayed = placedComponents(content.components)
    .map(({ component }) => component['content'])
    .filter((text) => typeof text === 'string');
  const { everyone, userIds, roleIds } = resolveMentions({
    text: [content.content ?? '', ...displayed].join('\n'),
    allowed: content.allowed_mentions,
    mayMentionEveryone: may(state, channel, author, 'MentionEveryone'),
    members: ACCOUNTS,
    roles: rolesOf(state),
    repliedUserId: repliesTo?.author.id ?? null,
  });
  const mentioned = [...ACCOUNTS.values()].filter(({ id }) => userIds.includes(id));
  return {
    mention_everyone: everyone,
    mentions: mentioned.map(userOf),
    mention_roles: [...roleIds],
  };
};

const referenceTo = (message: MessageBody, { recipientId }: StoredChannel) => ({
  type: MessageReferenceType.Default,
  channel_id: message.channel_id,
  message_id: message.id,
  ...(recipientId === null ? { guild_id: GUILD_ID } : {}),
});
