import { ChannelType, MessageType, type MessageFlags } from 'discord-api-types/v10';
import { MINUTE } from '../../../src/lib/time.ts';
import { ACCOUNTS, userOf } from '../guild/accounts.ts';
import { withFlags } from '../flags.ts';
import { isoTime } from '../json.ts';
import { snowflakeAt } from '../snowflake.ts';
import type { Change } from './changes.ts';
import { plainChannel, plainMessage, type StoredChannel } from './state.ts';

const channel = (
  serial: number,
  type: ChannelType,
  name: string,
  topic: string | null,
  parentId: string | null,
): StoredChannel =>
  plainChannel({
    id: `11000000000000002${String(serial).padStart(2, '0')}`,
    type,
    name,
    topic,
    position: serial,
    parentId,
  });

const clubhouse = channel(0, ChannelType.GuildCategory, 'Clubhouse', null, null);
const courtside = channel(1, ChannelType.GuildCategory, 'Courtside', null, null);
const general = channel(
  3,
  ChannelType.GuildText,
  'general',
  'Padel, and everything else',
  clubhouse.id,
);

const CHANNELS: readonly StoredChannel[] = [
  clubhouse,
  courtside,
  channel(2, ChannelType.GuildAnnouncement, 'announcements', 'News of the club', clubhouse.id),
  general,
  channel(4, ChannelType.GuildText, 'padel-alerts', 'Live scores and results', courtside.id),
  channel(5, ChannelType.GuildForum, 'match-day', 'A post for each match', courtside.id),
];

/** The first messages in #general, with their minutes before the start. */
const CHAT: readonly (readonly [username: string, minutesAgo: number, content: string])[] = [
  ['svea', 47, 'Who is watching padel tonight?'],
  ['iker', 45, 'Me! Center court first, then whatever goes to a third set 🍿'],
  ['nora', 42, 'I keep missing the starts. Can something ping us when our pairs walk on?'],
  ['tomas', 40, 'Just invited a bot for that. Alerts will land in #padel-alerts.'],
  ['clara', 38, 'Nice. Thursday 19:00 is still free on court 2, by the way.'],
];

/** A fresh guild: its channels, and a few messages. */
export const seedChanges = (now: number): Change[] => [
  ...CHANNELS.map((one): Change => ({ type: 'channel', channel: one })),
  ...CHAT.flatMap(([username, minutesAgo, content]) =>
    chatMessage(username, now - minutesAgo * MINUTE, content),
  ),
];

const chatMessage = (username: string, time: number, content: string): Change[] =>
  [...ACCOUNTS.values()]
    .filter((account) => account.username === username)
    .map((account): Change => ({
      type: 'message',
      message: plainMessage({
        id: snowflakeAt(time),
        channel_id: general.id,
        type: MessageType.Default,
        author: userOf(account),
        content,
        timestamp: isoTime(time),
        edited_timestamp: null,
        tts: false,
        mention_everyone: false,
        mentions: [],
        mention_roles: [],
        embeds: [],
        components: [],
        pinned: false,
        flags: withFlags<MessageFlags>(undefined, 0),
      }),
    }));
