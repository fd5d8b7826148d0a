import { MINUTE, HOUR, DAY } from '../../lib/time.ts';
import type { MessageBody } from '../../render/message.ts';
import { readerIn } from '../../i18n/i18n.ts';
import type { PermissionName } from '../../domain/alerts/channel.ts';
import type { Instant } from '../../domain/terms.ts';
import { ShutdownError } from '../../lib/shutdown.ts';
import { brokenNotice, type NoticeFacts } from '../../render/moderation/notices.ts';
import {
  brokenChannels,
  markRepaired,
  markFailureNotified,
  unnotifiedBrokenChannels,
  type BrokenChannel,
} from '../../store/channels/channel-failures.ts';
import {
  channelsOfGuild,
  findDirect,
  NO_GUILD,
  UNKNOWN_MEMBER,
  type Channel,
} from '../../store/channels/channels.ts';
import type { Db } from '../../store/connection/database.ts';
import { findMember } from '../../store/follows/members.ts';
import type { AlertsContext } from '../delivery/delivery.ts';
import type { PostIn } from './post-directly.ts';

interface ChannelFailureNotifierOptions extends Pick<AlertsContext, 'db' | 'now' | 'log'> {
  /** Whether this process serves a server: it knows the permissions in no other. */
  readonly isServed: (guildId: string) => boolean;
  /** Id of a user's direct message channel; null when they accept none. */
  readonly directChannel: (userId: string) => Promise<string | null>;
  readonly ownerOf: (guildId: string) => string | null;
  readonly missingIn: (channel: Channel) => readonly PermissionName[];
  /** When the bot's time-out in a server ends; null without one. */
  readonly timedOutUntil: (guildId: string) => Instant | null;
  readonly namesOf: (channel: Channel) => Pick<NoticeFacts, 'channelName' | 'serverName'>;
  readonly commandIds: () => ReadonlyMap<string, string>;
  /** Whether the bot may write in a channel, according to the gateway's cache. */
  readonly mayWrite: (channel: Channel) => boolean;
  readonly post: PostIn;
  readonly ready: (channelKey: number) => Promise<void>;
}

/** A broken channel that looks writable is probed after this, then twice as long: a refusal may have crossed the permission. */
const FIRST_PROBE_DELAY_MS = MINUTE;
const MAX_PROBE_DELAY_MS = DAY;

/** Only an attempt shows whether direct messages are open. */
const FIRST_DIRECT_PROBE_DELAY_MS = HOUR;

interface Probe {
  readonly at: Instant;
  readonly delayMs: number;
}

/** The language that a user chose, or that of their direct messages; undefined without either. */
const languageOf = async (db: Db, userId: string): Promise<string | undefined> =>
  (await findMember(db, userId))?.locale ?? (await findDirect(db, userId))?.locale;

/** Reports each broken channel once to a person who can fix it, and probes channels that seem writable again. */
export const createChannelFailureNotifier = (options: ChannelFailureNotifierOptions) => {
  const { db, now, directChannel, ownerOf, missingIn, mayWrite, post, ready, log } = options;
  const { namesOf, commandIds, isServed } = options;
  const probes = new Map<number, Probe>();

  /** Tells the moderator who set it up, else the server's owner, else another channel. @returns whether it is settled */
  const report = async ({ channel, since }: BrokenChannel): Promise<boolean> => {
    // The same key after a crash or a lost response: the notice is not posted twice.
    const key = `broken:${channel.key}:${since}`;
    const people = new Set([channel.configuredBy, ownerOf(channel.guildId) ?? UNKNOWN_MEMBER]);
    people.delete(UNKNOWN_MEMBER);
    const noticeIn = (locale: string): MessageBody =>
      brokenNotice(readerIn(locale), channel, {
        ...namesOf(channel),
        missing: missingIn(channel),
        timedOutUntil: options.timedOutUntil(channel.guildId),
        commandId: commandIds().get('alerts'),
      });
    for (const userId of people) {
      const discordId = await directChannel(userId);
      if (discordId === null) continue;
      const locale = (await languageOf(db, userId)) ?? channel.locale;
      const sent = await post({ discordId, kind: 'direct' }, noticeIn(locale), { key });
      if (sent.kind === 'refused' || sent.kind === 'declined') continue;
      // A rejected body is our bug, and a retry would not help.
      return sent.kind !== 'limited' && sent.kind !== 'failed';
    }
    const others = await channelsOfGuild(db, channel.guildId);
    const healthy = others.find(({ key, broken }) => key !== channel.key && broken === null);
    if (healthy !== undefined) await post(healthy, noticeIn(healthy.locale), { key });
    // All recipients refuse the notice: there is no one left to retry.
    return true;
  };

  /** The error boundary of one notice: the others go on. */
  const tryToReport = async (broken: BrokenChannel): Promise<boolean> => {
    try {
      return await report(broken);
    } catch (error) {
      if (!(error instanceof ShutdownError)) {
        log.warn(
          { err: error, channel: broken.channel.discordId },
          'channel failure could not be reported to anyone',
        );
      }
      return false;
    }
  };

  const notify = async (): Promise<void> => {
    for (const broken of await unnotifiedBrokenChannels(db)) {
      const { channel } = broken;
      if (!isServed(channel.guildId)) continue;
      // Closed direct messages are the user's own choice.
      const isReported = channel.guildId === NO_GUILD || (await tryToReport(broken));
      if (!isReported) continue;
      await markFailureNotified(db, channel.key, now());
      log.info({ channel: channel.discordId, reason: channel.broken }, 'channel failure reported');
    }
  };

  const isDue = ({ key, kind }: Channel): boolean => {
    const first = kind === 'direct' ? FIRST_DIRECT_PROBE_DELAY_MS : FIRST_PROBE_DELAY_MS;
    const next = probes.get(key) ?? { at: now() + first, delayMs: 2 * first };
    const due = now() >= next.at;
    const rest = Math.min(2 * next.delayMs, MAX_PROBE_DELAY_MS);
    probes.set(key, due ? { at: now() + next.delayMs, delayMs: rest } : next);
    return due;
  };

  const probe = async (): Promise<void> => {
    // A channel that has worked for a day starts with the first delay when it breaks again.
    for (const [key, { at }] of probes) if (now() - at > MAX_PROBE_DELAY_MS) probes.delete(key);
    for (const channel of await brokenChannels(db)) {
      if (!isServed(channel.guildId)) continue;
      if ((channel.kind !== 'direct' && !mayWrite(channel)) || !isDue(channel)) continue;
      await markRepaired(db, channel.key);
      await ready(channel.key);
    }
  };

  return { notify, probe };
};
