import type { StoredSettingChange } from '../../domain/alerts/setting-changes.ts';
import {
  STORED_ROWS_MAX,
  type ChannelData,
  type StoredFollow,
  type StoredPlace,
  type MemberData,
  type ServerData,
} from '../../domain/stored-data.ts';
import type { Reader } from '../../i18n/i18n.ts';
import type { AnswerFile } from '../message.ts';
import type { NameOf } from './privacy.ts';

/** A file of stored data, and whether it holds all of it. */
export interface DataFile {
  readonly file: AnswerFile;
  readonly isWhole: boolean;
}

/** Pages of changes of settings, the newest first. */
type Changes = AsyncIterable<readonly StoredSettingChange[]>;

export const memberDataFile = (
  { t }: Pick<Reader, 't'>,
  userId: string,
  { chosen, follows, direct, setUp, absences, pinged }: MemberData,
  changes: Changes,
  nameOf: NameOf,
): Promise<DataFile> =>
  boundedFile(
    { name: 'bandeja-about-you.json', description: t('privacy.file') },
    {
      member: userId,
      settings: chosen,
      follows: follows.map((follow) => ({
        ...placeOf(follow.channel),
        ...followOf(follow, nameOf),
      })),
      directMessages: direct === null ? null : channelOf(direct, nameOf),
      alertsSetUp: setUp.map(placeOf),
      serversLeft: absences.map(({ guildId, since }) => ({
        server: guildId,
        since: timeOf(since),
      })),
      lastPingedIn: pinged.map(placeOf),
    },
    [follows, setUp, absences, pinged].every(({ length }) => length < STORED_ROWS_MAX),
    changes,
    ({ guildId, at, change }) => ({ server: guildId, at: timeOf(at), ...change }),
  );

/** Everything stored about a server; members who follow there are only counted. */
export const serverDataFile = (
  { t }: Pick<Reader, 't'>,
  guildId: string,
  { channels, events, managerRoles }: ServerData,
  changes: Changes,
  nameOf: NameOf,
): Promise<DataFile> =>
  boundedFile(
    { name: 'bandeja-about-this-server.json', description: t('privacy.file') },
    {
      server: guildId,
      channels: channels.map((channel) => ({
        setUpBy: channel.channel.configuredBy,
        ...channelOf(channel, nameOf),
        followsOfMembers: channel.memberFollows,
        membersWhoFollow: channel.members,
      })),
      scheduledEvents: events,
      managerRoles,
    },
    true,
    changes,
    ({ memberId, at, channelKey, change }) => ({
      by: memberId,
      at: timeOf(at),
      channel:
        channels.find(({ channel }) => channel.key === channelKey)?.channel.discordId ?? null,
      ...change,
    }),
  );

/** Some two thousand changes. A tenth of what Discord takes: four times as much is sent in one tick of 100 ms. */
const FILE_BYTES_MAX = 1_000_000;

/** Writes a document and then its changes, a line each, until the file is full. */
const boundedFile = async (
  file: Omit<AnswerFile, 'data'>,
  document: object,
  isDocumentWhole: boolean,
  changes: Changes,
  shown: (change: StoredSettingChange) => object,
): Promise<DataFile> => {
  const start = new TextDecoder().decode(written(document)).replace(/\n\}\n$/, '');
  const parts = [encoded(`${start},\n  "changes": [`)];
  let bytes = parts[0]?.length ?? 0;
  let isWhole = isDocumentWhole;
  for await (const page of changes) {
    for (const change of page) {
      const line = encoded(
        `${parts.length === 1 ? '' : ','}\n    ${JSON.stringify(shown(change))}`,
      );
      bytes += line.length;
      if (bytes > FILE_BYTES_MAX) {
        isWhole = false;
        break;
      }
      parts.push(line);
    }
    if (bytes > FILE_BYTES_MAX) break;
  }
  parts.push(encoded(`\n  ],\n  "isWhole": ${isWhole}\n}\n`));
  return { file: { ...file, data: Buffer.concat(parts) }, isWhole };
};

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);

export const written = (document: object, indent = 2): Uint8Array =>
  encoded(`${JSON.stringify(document, null, indent)}\n`);

const placeOf = ({ guildId, discordId }: StoredPlace) => ({ server: guildId, channel: discordId });

const timeOf = (at: number): string => new Date(at).toISOString();

const followOf = ({ target, since, alerts }: StoredFollow, nameOf: NameOf) => ({
  kind: target.kind,
  id: target.id,
  name: nameOf(target),
  since: timeOf(since),
  alerts,
});

const channelOf = ({ channel, follows, posts }: ChannelData, nameOf: NameOf) => ({
  ...placeOf(channel),
  language: channel.locale,
  pausedSince: channel.pausedAt === null ? null : timeOf(channel.pausedAt),
  broken: channel.broken,
  settings: channel.settings,
  follows: follows.map((follow) => followOf(follow, nameOf)),
  notedPosts: posts,
});
