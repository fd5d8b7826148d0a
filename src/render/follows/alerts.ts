import type { AlertChannel } from '../../domain/alerts/channel.ts';
import type { FollowAlerts } from '../../domain/alerts/follow-alerts.ts';
import type { Reader } from '../../i18n/i18n.ts';
import type { FollowScope } from './follows.ts';
import { hasMatchFilter, kindNames, matchFilterText } from '../moderation/settings-text.ts';

/** What a follow brings under the channel's settings: the kinds of alert, and for which matches. */
export const followAlertsText = (
  reader: Reader,
  scope: FollowScope,
  { discordId, settings }: Pick<AlertChannel, 'discordId' | 'settings'>,
  news: FollowAlerts,
): string => {
  const { t } = reader;
  const channel = `<#${discordId}>`;
  const matches = matchFilterText(reader, settings);
  if (news.isExcluded) return t('follow.leftOut', { channel, matches });
  const brings =
    scope === 'me' ? memberWords(reader, channel, news) : ownWords(reader, scope, channel, news);
  return hasMatchFilter(settings) ? `${brings} ${t('follow.onlyMatches', { matches })}` : brings;
};

/** Kinds that are posted to a channel or sent by direct message. */
const ownWords = (
  reader: Reader,
  scope: 'channel' | 'direct',
  channel: string,
  { posted }: FollowAlerts,
): string => {
  const { t } = reader;
  if (posted.length === 0) return t('follow.bringsNothing', { channel });
  const kinds = kindNames(reader, posted);
  return t(scope === 'direct' ? 'follow.bringsDirect' : 'follow.bringsChannel', { kinds });
};

/** Kinds that ping a member; without any, kinds that are posted anyway. */
const memberWords = (
  reader: Reader,
  channel: string,
  { posted, pings, onlyPings }: FollowAlerts,
): string => {
  const { t } = reader;
  if (pings.length > 0) {
    const key = onlyPings ? 'follow.bringsMeWide' : 'follow.bringsMe';
    return t(key, { channel, kinds: kindNames(reader, pings) });
  }
  if (onlyPings) return t('follow.noPings', { channel });
  if (posted.length === 0) return t('follow.bringsNothing', { channel });
  return `${t('follow.noPings', { channel })} ${t('follow.bringsChannel', { kinds: kindNames(reader, posted) })}`;
};
