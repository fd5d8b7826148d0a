import type { AlertChannel, PermissionName } from '../../domain/alerts/channel.ts';
import type { Instant } from '../../domain/terms.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outside } from '../../i18n/text.ts';
import { brokenText } from './health.ts';
import { COLOURS, type MessageBody, embedReply } from '../message.ts';
import { channelMenu, panelControl } from './panel/view.ts';
import { dotted } from '../lines/lines.ts';

export interface NoticeFacts {
  readonly missing: readonly PermissionName[];
  /** When the bot's time-out in the server ends. */
  readonly timedOutUntil: Instant | null;
  /** Null when Discord no longer returns it. */
  readonly channelName: string | null;
  readonly serverName: string | null;
  /** Discord's id of `/alerts`, for a mention that each client shows in its own language. */
  readonly commandId: string | undefined;
}

const NAME_MAX = 60;

export const brokenNotice = (
  reader: Reader,
  channel: AlertChannel,
  { missing, timedOutUntil, channelName, serverName, commandId }: NoticeFacts,
): MessageBody => {
  const { t } = reader;
  const setUp = commandId === undefined ? undefined : `</alerts setup:${commandId}>`;
  return embedReply({
    title: dotted([
      t('notice.broken'),
      channelName === null ? null : `#${outside(channelName, NAME_MAX)}`,
      serverName === null ? null : outside(serverName, NAME_MAX),
    ]),
    description: brokenText(reader, channel, missing, { setUp, timedOutUntil }),
    color: COLOURS.warning,
  });
};

/** The menu of the welcome post: a moderator chooses the alert channel. */
export const WELCOME_CONTROL = panelControl('welcome', 0, 'what');

/** The welcome post of a server that has just added the bot. */
export const welcomePost = ({ t }: Reader): MessageBody =>
  embedReply({
    title: t('help.title'),
    description: t('welcome.text'),
    color: COLOURS.live,
    components: [channelMenu(WELCOME_CONTROL, t('welcome.choose'), [])],
  });

export const answeredWelcome = ({ t }: Reader, channelId: string): MessageBody =>
  embedReply({
    title: t('help.title'),
    description: t('welcome.done', { channel: `<#${channelId}>` }),
    color: COLOURS.live,
    components: [],
  });

/** The post after the bot was added back: nothing was lost. */
export const returnPost = ({ t }: Reader): MessageBody =>
  embedReply({
    title: t('welcome.back'),
    description: t('welcome.kept'),
    color: COLOURS.live,
  });
