import type { FollowKind } from '../domain/follows.ts';
import { isWide } from '../domain/follows.ts';
import type { Outlook } from '../domain/outlook.ts';
import type { Reader } from '../i18n/i18n.ts';
import { shortened } from '../i18n/text.ts';
import { outlookEmbed } from './follow-outlook.ts';
import { NO_MENTIONS, type MessageBody } from './message.ts';

/** For oneself under a channel's alerts, for everybody in it, or by direct message. */
export type FollowScope = 'me' | 'channel' | 'direct';

/** Whose follow it is, and where its alerts go. */
export interface FollowPlace {
  readonly scope: FollowScope;
  readonly channelId: string;
}

export interface FollowChange {
  /** Safe in markdown. */
  readonly name: string;
  readonly kind: FollowKind;
  /** False when it was followed already. */
  readonly added: boolean;
  readonly outlook: Outlook;
  /** The local date on which a tournament begins; null when it has begun, or for anything else. */
  readonly beginsOn: string | null;
}

export interface FollowedView extends FollowPlace {
  readonly changes: readonly FollowChange[];
  /** The channel cannot be written to at the moment. */
  readonly broken: boolean;
  /** Whether the plan has no live points. */
  readonly lacksLive: boolean;
}

const CONTENT_MAX = 2_000;

export const mention = (channelId: string): string => `<#${channelId}>`;

/** The answer of `/follow`: what is followed, where it is told, and what is going to come. */
export const followedMessage = (reader: Reader, view: FollowedView): MessageBody => {
  const { t } = reader;
  const { scope, channelId, changes, lacksLive } = view;
  const warning = t('follow.broken', { channel: mention(channelId) });
  const lines = changes.map((change) => changeLine(reader, view, change));
  const embeds = changes.flatMap(
    ({ kind, outlook, beginsOn }) =>
      outlookEmbed(reader, { ...outlook, kind, scope, beginsOn, lacksLive }) ?? [],
  );
  return {
    content: shortened([...lines, ...(view.broken ? [warning] : [])].join('\n'), CONTENT_MAX),
    embeds,
    allowed_mentions: NO_MENTIONS,
  };
};

const changeLine = (
  { t }: Reader,
  { scope, channelId }: FollowPlace,
  { name, kind, added }: FollowChange,
): string => {
  const values = { name, channel: mention(channelId) };
  if (scope === 'channel') {
    if (!added) return t('follow.alreadyChannel', values);
    return `${t('follow.addedChannel', values)} ${t('follow.bringsChannel')}`;
  }
  if (!added) return t('follow.alreadyMe', values);
  if (scope === 'direct') return `${t('follow.addedMe', values)} ${t('follow.bringsDirect')}`;
  return `${t('follow.addedMe', values)} ${t(bringsMe(kind), values)}`;
};

const bringsMe = (kind: FollowKind) => {
  if (isWide(kind)) return 'follow.bringsMeWide';
  return kind === 'match' ? 'follow.bringsMeMatch' : 'follow.bringsMe';
};

/** The answer of `/unfollow`. */
export const unfollowedMessage = (
  { t }: Reader,
  { scope, channelId, names }: FollowPlace & { readonly names: readonly string[] },
): MessageBody => {
  const key = scope === 'channel' ? 'follow.removedChannel' : 'follow.removedMe';
  const lines = names.map((name) => t(key, { name, channel: mention(channelId) }));
  return { content: shortened(lines.join('\n'), CONTENT_MAX), allowed_mentions: NO_MENTIONS };
};
