import type { FollowTarget } from '../../domain/alerts/follows.ts';
import type { ChannelData, MemberData, ServerData, StoredPlace } from '../../domain/stored-data.ts';
import { integer } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outside } from '../../i18n/text.ts';
import { buttonRow, controlId, type ButtonSpec } from '../controls.ts';
import { mention } from '../follows/follows.ts';
import { cutList, moreLine } from '../lines/lines.ts';
import type { DataFile } from './privacy-file.ts';
import { COLOURS, type MessageBody, reply, embedReply } from '../message.ts';

/** A member, whose buttons are those of `/settings`, or a server, whose buttons are those of `/alerts`. */
export type PrivacySubject = 'me' | 'server';

export const SHOW_DATA = 'show';

/** The custom id of a button about stored data. */
export const dataControl = (
  subject: PrivacySubject,
  action: typeof SHOW_DATA | 'ask' | 'delete' | 'keep',
): string => controlId(subject === 'me' ? 'settings' : 'alerts', 'data', action);

export const serverDataButton = ({ t }: Pick<Reader, 't'>): ButtonSpec => ({
  id: dataControl('server', SHOW_DATA),
  label: t('panel.data'),
});

/** The name of a followed target, not escaped. */
export type NameOf = (target: FollowTarget) => string;

/** These limits keep an embed within 4,096 characters; the file has the rest. */
const MOST_CHANNELS = 6;
const MOST_NAMES = 5;
const NAME_MAX = 40;

/** A member's data: a summary, the file with everything, and a button that deletes it. */
export const memberDataMessage = (
  reader: Reader,
  data: MemberData,
  nameOf: NameOf,
  file: DataFile,
): MessageBody => {
  const { t } = reader;
  const direct = data.direct?.follows ?? [];
  const passing = data.absences.length + data.pinged.length;
  const byChannel = Map.groupBy(data.follows, ({ channel }) => channel.discordId);
  const lines = [
    ...[...byChannel].slice(0, MOST_CHANNELS).map(([id, follows]) =>
      t('labelled', {
        name: t('follow.listMe', { channel: mention(id) }),
        value: listed(reader, follows, nameOf),
      }),
    ),
    moreLine(t, byChannel.size - MOST_CHANNELS),
    direct.length === 0
      ? null
      : t('labelled', { name: t('follow.listDirect'), value: listed(reader, direct, nameOf) }),
    data.direct === null ? null : t('privacy.direct'),
    data.setUp.length === 0 ? null : setUpLine(reader, data.setUp),
    data.chosen === null ? null : t('privacy.chosen'),
    data.changes === 0 ? null : t('privacy.changes', { count: data.changes }),
    passing === 0 ? null : t('privacy.passing', { count: passing }),
  ];
  return storedMessage(reader, 'me', lines, file);
};

export const serverDataMessage = (
  reader: Reader,
  { channels, events, managerRoles, changes }: ServerData,
  file: DataFile,
): MessageBody => {
  const { t } = reader;
  const lines = [
    ...channels.slice(0, MOST_CHANNELS).map((each) => channelLine(reader, each)),
    moreLine(t, channels.length - MOST_CHANNELS),
    events === 0 ? null : t('privacy.serverEvents', { events }),
    managerRoles.length + changes === 0 ? null : t('privacy.serverChanges', { count: changes }),
  ];
  return storedMessage(reader, 'server', lines, file);
};

const ANSWERS = {
  me: {
    title: 'privacy.aboutMe',
    meaning: 'privacy.askMeaningMe',
    deleted: 'privacy.deletedMe',
  },
  server: {
    title: 'privacy.aboutServer',
    meaning: 'privacy.askMeaningServer',
    deleted: 'privacy.deletedServer',
  },
} as const;

const storedMessage = (
  { t }: Reader,
  subject: PrivacySubject,
  lines: readonly (string | null)[],
  { file, isWhole }: DataFile,
): MessageBody => {
  const title = t(ANSWERS[subject].title);
  const known = lines.filter((line) => line !== null);
  if (known.length === 0) {
    return reply({ content: t('labelled', { name: title, value: t('settings.nothing') }) });
  }
  const notes = [t('privacy.nothingElse'), ...(isWhole ? [] : [t('privacy.cutOff')])];
  return embedReply({
    title,
    description: [...[...known, ...notes].map((line) => `- ${line}`), '', t('privacy.elsewhere')],
    color: COLOURS.final,
    components: buttonRow(deleteButton(t, subject, 'ask')),
    files: [file],
  });
};

const deleteButton = (
  t: Reader['t'],
  subject: PrivacySubject,
  action: 'ask' | 'delete',
): ButtonSpec => ({
  id: dataControl(subject, action),
  label: t('privacy.deleteAll'),
  style: 'danger',
});

/** Asks before everything is deleted: what is removed, and what is not. */
export const forgetQuestion = ({ t }: Reader, subject: PrivacySubject): MessageBody =>
  embedReply({
    title: t('privacy.deleteAll'),
    description: [t(ANSWERS[subject].meaning), t('privacy.elsewhere')].join('\n\n'),
    color: COLOURS.warning,
    components: buttonRow(deleteButton(t, subject, 'delete'), {
      id: dataControl(subject, 'keep'),
      label: t('import.cancel'),
    }),
  });

export const forgetAnswer = (
  { t }: Reader,
  subject: PrivacySubject,
  outcome: 'deleted' | 'kept',
): MessageBody =>
  reply({ content: t(outcome === 'kept' ? 'error.nothing-changed' : ANSWERS[subject].deleted) });

const listed = ({ t }: Reader, follows: ChannelData['follows'], nameOf: NameOf): string =>
  cutList(
    t,
    follows.map(({ target }) => outside(nameOf(target), NAME_MAX)),
    MOST_NAMES,
  );

const setUpLine = ({ t }: Reader, channels: readonly StoredPlace[]): string => {
  const mentions = channels.map(({ discordId }) => mention(discordId));
  return t('privacy.setUp', { channels: cutList(t, mentions, MOST_CHANNELS) });
};

const channelLine = ({ t, locale }: Reader, data: ChannelData): string =>
  t('privacy.channel', {
    channel: mention(data.channel.discordId),
    follows: integer(locale, data.follows.length),
    memberFollows: integer(locale, data.memberFollows),
    posts: integer(locale, data.posts),
  });
