import type { AlertChannel } from '../../domain/alerts/channel.ts';
import type {
  ChannelData,
  StoredFollow,
  MemberData,
  ServerData,
} from '../../domain/stored-data.ts';
import type { Reader } from '../../i18n/i18n.ts';
import type { AnswerFile } from '../message.ts';
import type { NameOf } from './privacy.ts';

export const memberDataFile = (
  { t }: Pick<Reader, 't'>,
  userId: string,
  { chosen, follows, direct, changes, setUp, absences, pinged }: MemberData,
  nameOf: NameOf,
): AnswerFile => ({
  name: 'bandeja-about-you.json',
  description: t('privacy.file'),
  data: written({
    member: userId,
    settings: chosen,
    follows: follows.map((follow) => ({
      ...placeOf(follow.channel),
      ...followOf(follow, nameOf),
    })),
    directMessages: direct === null ? null : channelOf(direct, nameOf),
    alertsSetUp: setUp.map(placeOf),
    serversLeft: absences.map(({ guildId, since }) => ({ server: guildId, since: timeOf(since) })),
    lastPingedIn: pinged.map(placeOf),
    changes: changes.map(({ guildId, at, change }) => ({
      server: guildId,
      at: timeOf(at),
      ...change,
    })),
  }),
});

/** Everything stored about a server; members who follow there are only counted. */
export const serverDataFile = (
  { t }: Pick<Reader, 't'>,
  guildId: string,
  { channels, events, managerRoles, changes }: ServerData,
  nameOf: NameOf,
): AnswerFile => ({
  name: 'bandeja-about-this-server.json',
  description: t('privacy.file'),
  data: written({
    server: guildId,
    channels: channels.map((channel) => ({
      setUpBy: channel.channel.configuredBy,
      ...channelOf(channel, nameOf),
      followsOfMembers: channel.memberFollows,
      membersWhoFollow: channel.members,
    })),
    scheduledEvents: events,
    managerRoles,
    changes: changes.map(({ memberId, at, channelKey, change }) => ({
      by: memberId,
      at: timeOf(at),
      channel:
        channels.find(({ channel }) => channel.key === channelKey)?.channel.discordId ?? null,
      ...change,
    })),
  }),
});

export const written = (document: object, indent = 2): Uint8Array =>
  new TextEncoder().encode(`${JSON.stringify(document, null, indent)}\n`);

const placeOf = ({ guildId, discordId }: AlertChannel) => ({ server: guildId, channel: discordId });

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
