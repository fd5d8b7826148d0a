import { FOLLOW_KINDS, type FollowTarget } from '../domain/follows.ts';
import type { AlertChannel } from '../domain/alert-channel.ts';
import type { Reader } from '../i18n/i18n.ts';
import { outside, outsidePlain } from '../i18n/text.ts';
import { buttonRow, controlId, menuRow, pageButtons } from './controls.ts';
import { mention, type FollowScope } from './follows.ts';
import { COLOURS, NO_MENTIONS, type MessageBody } from './message.ts';

/** One thing that is followed, by oneself, by the channel, or in direct messages. */
export interface ListedFollow {
  readonly scope: FollowScope;
  readonly target: FollowTarget;
  /** As it is written. */
  readonly name: string;
}

export interface FollowList {
  /** The alert channel; null where there is none. */
  readonly channel: Pick<AlertChannel, 'key' | 'discordId' | 'broken'> | null;
  readonly follows: readonly ListedFollow[];
  readonly page: number;
  /** Whether the reader may end what the channel follows. */
  readonly mayManage: boolean;
  /** The name of what was ended just now, as it is written. */
  readonly ended?: string | undefined;
}

/** In place of a channel's key in the controls of a list that is of none. */
export const NO_CHANNEL = '0';

const SCOPES = ['me', 'channel', 'direct'] as const;

/** A menu holds 25 entries, and a description 4,096 characters: 20 names stay inside. */
const PER_PAGE = 20;
const NAME_MAX = 70;

/** Discord's limit of an entry. */
const LABEL_MAX = 100;

/** The answer of `/follows`: mine and the channel's, by kind, with a menu that ends one. */
export const followListMessage = (reader: Reader, list: FollowList): MessageBody => {
  const { t } = reader;
  const sorted = SCOPES.flatMap((scope) =>
    FOLLOW_KINDS.flatMap((kind) =>
      list.follows.filter((each) => each.scope === scope && each.target.kind === kind),
    ),
  );
  const lastPage = Math.max(1, Math.ceil(sorted.length / PER_PAGE));
  const page = Math.min(Math.max(1, list.page), lastPage);
  const shown = sorted.slice((page - 1) * PER_PAGE, page * PER_PAGE);
  const endable = shown.filter(({ scope }) => scope !== 'channel' || list.mayManage);
  const key = list.channel?.key ?? NO_CHANNEL;
  const isBroken = list.channel !== null && list.channel.broken !== null;
  const lines = [
    ...SCOPES.flatMap((scope) => sectionLines(reader, list, shown, scope)),
    ...(isBroken ? [t('follow.broken', { channel: mentionOf(list) })] : []),
  ];
  return {
    ...(list.ended === undefined
      ? {}
      : { content: t('follow.ended', { name: outside(list.ended, NAME_MAX) }) }),
    embeds: [{ color: isBroken ? COLOURS.warning : COLOURS.final, description: lines.join('\n') }],
    components: [
      ...menuRow(
        controlId('follows', 'end', page, key),
        t('follow.endOne'),
        endable.map((follow) => entryOf(reader, follow)),
      ),
      ...buttonRow(
        ...pageButtons(reader, { page, lastPage }, (to) => controlId('follows', 'page', to, key)),
      ),
    ],
    allowed_mentions: NO_MENTIONS,
  };
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

const entryOf = ({ t }: Reader, { scope, target, name }: ListedFollow) => ({
  value: `${scope}-${target.kind}-${target.id}`,
  label: outsidePlain(name, LABEL_MAX),
  description: t(ENTRIES[scope], {
    kind: t(`follow.kind.${target.kind}`),
  }),
});

const mentionOf = ({ channel }: Pick<FollowList, 'channel'>): string =>
  mention(channel?.discordId ?? '');

const sectionLines = (
  { t }: Reader,
  { channel, follows }: FollowList,
  shown: readonly ListedFollow[],
  scope: ListedFollow['scope'],
): string[] => {
  const values = { channel: mentionOf({ channel }) };
  const total = follows.filter((each) => each.scope === scope).length;
  const hasDirect = follows.some((each) => each.scope === 'direct');
  if (total === 0) return scope === 'me' && hasDirect ? [] : emptyLines({ t }, scope, channel);
  const here = shown.filter((each) => each.scope === scope);
  if (here.length === 0) return [];
  const title = t(TITLES[scope], values);
  return [`**${title}** (${total})`, ...kindLines({ t }, here), ''];
};

/** Where nothing is followed, what to do about it; direct messages go without saying in a server. */
const emptyLines = (
  { t }: Pick<Reader, 't'>,
  scope: FollowScope,
  channel: FollowList['channel'],
): string[] => {
  if (scope === 'direct') return channel === null ? [t('follow.noneMe'), ''] : [];
  if (channel === null) return [];
  const key = scope === 'me' ? 'follow.noneMe' : 'follow.noneChannel';
  return [t(key, { channel: mentionOf({ channel }) }), ''];
};

const kindLines = ({ t }: Pick<Reader, 't'>, here: readonly ListedFollow[]): string[] =>
  FOLLOW_KINDS.flatMap((kind) => {
    const names = here.filter(({ target }) => target.kind === kind);
    if (names.length === 0) return [];
    return [
      `*${t(`follow.kind.${kind}`)}*`,
      ...names.map(({ name }) => `- ${outside(name, NAME_MAX)}`),
    ];
  });
