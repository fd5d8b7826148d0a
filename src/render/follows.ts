import { shortened } from '../i18n/text.ts';
import type { Reader } from '../i18n/i18n.ts';
import type { FollowKind } from '../domain/follows.ts';
import { COLOURS, NO_MENTIONS, type MessageBody } from './message.ts';

/** Whose follow it is, and where its alerts go. */
export interface FollowPlace {
  readonly scope: 'me' | 'channel';
  readonly channelId: string;
}

export interface FollowChange {
  /** Safe in markdown. */
  readonly name: string;
  readonly kind: FollowKind;
  /** False when it was followed already. */
  readonly added: boolean;
}

const mention = (channelId: string): string => `<#${channelId}>`;

const said = (content: string): MessageBody => ({ content, allowed_mentions: NO_MENTIONS });

/** The answer of `/follow`, a line for each target. */
export const followedMessage = (
  reader: Reader,
  follow: FollowPlace & { readonly changes: readonly FollowChange[]; readonly broken: boolean },
): MessageBody => {
  const { t } = reader;
  const lines = follow.changes.map((change) => changeLine(reader, follow, change));
  const warning = t('follow.broken', { channel: mention(follow.channelId) });
  return said([...lines, ...(follow.broken ? [warning] : [])].join('\n'));
};

const changeLine = (
  { t }: Reader,
  { scope, channelId }: FollowPlace,
  { name, kind, added }: FollowChange,
): string => {
  const values = { name, channel: mention(channelId) };
  if (scope === 'channel')
    return t(added ? 'follow.addedChannel' : 'follow.alreadyChannel', values);
  if (!added) return t('follow.alreadyMe', values);
  return t(kind === 'match' ? 'follow.addedMatch' : 'follow.addedMe', values);
};

/** The answer of `/unfollow`. */
export const unfollowedMessage = (
  { t }: Reader,
  { scope, channelId, names }: FollowPlace & { readonly names: readonly string[] },
): MessageBody => {
  const key = scope === 'me' ? 'follow.removedMe' : 'follow.removedChannel';
  return said(names.map((name) => t(key, { name, channel: mention(channelId) })).join('\n'));
};

export interface FollowList {
  readonly channelId: string;
  /** Names, safe in markdown. */
  readonly mine: readonly string[];
  readonly channels: readonly string[];
  /** The channel cannot be written to at the moment. */
  readonly broken: boolean;
}

/** The answer of `/follows`: what oneself and what the channel follows. */
export const followListMessage = ({ t }: Reader, list: FollowList): MessageBody => {
  const channel = mention(list.channelId);
  return {
    embeds: [
      {
        color: list.broken ? COLOURS.warning : COLOURS.final,
        description: [
          list.mine.length === 0 ? t('follow.noneMe') : `**${t('follow.listMe')}**`,
          ...bullets(t, list.mine),
          '',
          list.channels.length === 0
            ? t('follow.noneChannel', { channel })
            : `**${t('follow.listChannel', { channel })}**`,
          ...bullets(t, list.channels),
          ...(list.broken ? ['', t('follow.broken', { channel })] : []),
        ].join('\n'),
      },
    ],
    allowed_mentions: NO_MENTIONS,
  };
};

/** A description holds 4,096 characters: 20 names of 90 each, twice, stay inside. */
const SHOWN = 20;

const bullets = (t: Reader['t'], names: readonly string[]): string[] => {
  const more = names.length - SHOWN;
  return [
    ...names.slice(0, SHOWN).map((name) => `- ${shortened(name, 90)}`),
    ...(more > 0 ? [t('live.more', { count: more })] : []),
  ];
};
