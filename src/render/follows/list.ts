import { DESCRIPTION_MAX, MENU_TEXT_MAX } from '../../discord/message-limits.ts';
import {
  FOLLOW_KINDS,
  type FollowedAlerts,
  type FollowTarget,
  FOLLOW_SCOPES,
  type FollowScope,
} from '../../domain/alerts/follows.ts';
import type { AlertChannel } from '../../domain/alerts/channel.ts';
import { all } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outside, outsidePlain } from '../../i18n/text.ts';
import { buttonRow, controlId, menuRow, pageButtons, pageOf } from '../controls.ts';
import { mention } from './follows.ts';
import { joinedWithin } from '../lines/lines.ts';
import { COLOURS, type MessageBody, embedReply } from '../message.ts';

/** A follow of the member, of the channel, or by direct message. */
export interface ListedFollow {
  readonly scope: FollowScope;
  readonly channel: ListedChannel;
  readonly target: FollowTarget;
  readonly alerts: FollowedAlerts;
  /** Not escaped; empty on other pages. */
  readonly name: string;
}

type ListedChannel = Pick<AlertChannel, 'key' | 'discordId' | 'broken'>;

export interface FollowList {
  /** The alert channel whose follows are listed; null when the server has none. */
  readonly channel: ListedChannel | null;
  /** The member's own follows cover all alert channels of the server. */
  readonly follows: readonly ListedFollow[];
  readonly page: number;
  /** Whether the reader may remove the channel's follows. */
  readonly mayManage: boolean;
  /** The name of the follow that was just removed, not escaped. */
  readonly ended?: string | undefined;
}

/** Replaces the channel key in the controls of a list without a channel. */
export const NO_CHANNEL = '0';

/** A menu holds 25 options and a description 4,096 characters: 20 names fit both. */
const PER_PAGE = 20;
const NAME_MAX = 70;

/** The follows on a page of the list. */
export const shownFollows = <T extends Pick<ListedFollow, 'scope' | 'channel' | 'target'>>(
  follows: readonly T[],
  page: number,
) => {
  const sorted = FOLLOW_SCOPES.flatMap((scope) => {
    const own = follows.filter((each) => each.scope === scope);
    return [...Map.groupBy(own, ({ channel }) => channel.key).values()].flatMap((inChannel) =>
      FOLLOW_KINDS.flatMap((kind) => inChannel.filter(({ target }) => target.kind === kind)),
    );
  });
  return pageOf(sorted, PER_PAGE, page);
};

/** The reply to `/follow` without an option: the member's and the channel's, with a menu that removes one. */
export const followListMessage = (reader: Reader, list: FollowList): MessageBody => {
  const { t } = reader;
  const { shown, page, lastPage } = shownFollows(list.follows, list.page);
  const endable = shown.filter(({ scope }) => scope !== 'channel' || list.mayManage);
  const entries = new Map(endable.map((follow) => [valueOf(follow), entryOf(reader, follow)]));
  const key = list.channel?.key ?? NO_CHANNEL;
  const broken = brokenChannels(list);
  const isDirectClosed = list.follows.some(
    ({ scope, channel }) => scope === 'direct' && channel.broken === 'direct-messages-closed',
  );
  const lines = [
    ...FOLLOW_SCOPES.flatMap((scope) => [
      ...sectionLines(reader, list, shown, scope),
      ...emptyLines(reader, list, scope),
    ]),
    isDirectClosed ? `⚠️ ${t('health.directClosed')}` : null,
    broken.length === 0 ? null : t('follow.broken', { channel: all(reader.locale, broken) }),
  ].filter((line) => line !== null);
  return embedReply({
    color: isDirectClosed || broken.length > 0 ? COLOURS.warning : COLOURS.final,
    description: joinedWithin(lines, DESCRIPTION_MAX),
    content:
      list.ended === undefined
        ? undefined
        : t('follow.ended', { name: outside(list.ended, NAME_MAX) }),
    components: [
      ...menuRow(controlId('follow', 'end', page, key), t('follow.endOne'), [...entries.values()]),
      ...buttonRow(
        ...pageButtons(reader, { page, lastPage }, (to) => controlId('follow', 'page', to, key)),
      ),
    ],
  });
};

/** Channels that cannot be written to, without direct messages. */
const brokenChannels = ({ channel, follows }: FollowList): readonly string[] => {
  const own = follows.filter(({ scope }) => scope === 'me').map((each) => each.channel);
  const broken = [...(channel === null ? [] : [channel]), ...own].filter(
    (each) => each.broken !== null,
  );
  return [...new Set(broken.map(({ discordId }) => mention(discordId)))];
};

const ENTRIES = {
  me: 'follow.entryMe',
  channel: 'follow.entryChannel',
  direct: 'follow.entryDirect',
} as const;

const TITLES = {
  me: 'follow.listMe',
  channel: 'follow.listChannel',
  direct: 'follow.listDirect',
} as const;

/** A target that the member follows in several channels is one entry, which removes them all. */
const valueOf = ({ scope, target }: ListedFollow): string => `${scope}-${target.kind}-${target.id}`;

const entryOf = ({ t }: Reader, follow: ListedFollow) => ({
  value: valueOf(follow),
  label: outsidePlain(follow.name, MENU_TEXT_MAX),
  description: t(ENTRIES[follow.scope], {
    kind: t(`follow.kind.${follow.target.kind}`),
  }),
});

/** A section for each channel of a scope, with counts over all pages. */
const sectionLines = (
  { t }: Reader,
  { follows }: FollowList,
  shown: readonly ListedFollow[],
  scope: FollowScope,
): string[] => {
  const here = shown.filter((each) => each.scope === scope);
  return [...Map.groupBy(here, ({ channel }) => channel.discordId)].flatMap(
    ([discordId, inChannel]) => {
      const title = t(TITLES[scope], { channel: mention(discordId) });
      const total = follows.filter(
        (each) => each.scope === scope && each.channel.discordId === discordId,
      ).length;
      return [`**${title}** (${total})`, ...kindLines({ t }, inChannel), ''];
    },
  );
};

const emptyLines = (
  { t }: Pick<Reader, 't'>,
  { channel, follows }: FollowList,
  scope: FollowScope,
): string[] => {
  const isAny = (...scopes: readonly FollowScope[]): boolean =>
    follows.some((each) => scopes.includes(each.scope));
  if (scope === 'me' && !isAny('me', 'direct')) return [t('follow.noneMe'), ''];
  if (scope === 'channel' && channel !== null && !isAny('channel')) {
    return [t('follow.noneChannel', { channel: mention(channel.discordId) }), ''];
  }
  return [];
};

const kindLines = ({ t }: Pick<Reader, 't'>, here: readonly ListedFollow[]): string[] =>
  FOLLOW_KINDS.flatMap((kind) => {
    const names = here.filter(({ target }) => target.kind === kind);
    if (names.length === 0) return [];
    return [
      `*${t(`follow.kind.${kind}`)}*`,
      ...names.map(({ name, alerts }) => {
        const only = alerts === 'moments' ? ` (${t('follow.momentsOnly')})` : '';
        return `- ${outside(name, NAME_MAX)}${only}`;
      }),
    ];
  });
