import { shortened } from '../i18n/text.ts';
import type { Reader } from '../i18n/i18n.ts';
import { COLOURS, NO_MENTIONS, type MessageBody } from './message.ts';

export interface FollowChange {
  /** Safe in markdown. */
  readonly name: string;
  readonly scope: 'me' | 'channel';
  readonly channelId: string;
}

const mention = (channelId: string): string => `<#${channelId}>`;

const said = (content: string): MessageBody => ({ content, allowed_mentions: NO_MENTIONS });

/** The answer of `/follow`; `added` is false when it was followed already. */
export const followedMessage = (
  { t }: Reader,
  { name, scope, channelId, added }: FollowChange & { readonly added: boolean },
): MessageBody => {
  const values = { name, channel: mention(channelId) };
  if (scope === 'me') return said(t(added ? 'follow.addedMe' : 'follow.alreadyMe', values));
  return said(t(added ? 'follow.addedChannel' : 'follow.alreadyChannel', values));
};

/** The answer of `/unfollow`. */
export const unfollowedMessage = (
  { t }: Reader,
  { name, scope, channelId }: FollowChange,
): MessageBody => {
  const values = { name, channel: mention(channelId) };
  return said(t(scope === 'me' ? 'follow.removedMe' : 'follow.removedChannel', values));
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
