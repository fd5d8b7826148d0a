import { MINUTE, HOUR, DAY } from '../../lib/time.ts';
import type { MessageBody } from '../../render/message.ts';
import { readerIn } from '../../i18n/i18n.ts';
import type { PermissionName } from '../../domain/alert-channel.ts';
import type { Instant } from '../../domain/terms.ts';
import type { Logger } from '../../lib/logger.ts';
import { ShutdownError } from '../../lib/shutdown.ts';
import { brokenNotice, type NoticeFacts } from '../../render/notices.ts';
import {
  brokenChannels,
  markMended,
  markTold,
  untoldBroken,
  type BrokenChannel,
} from '../../store/channel-health.ts';
import {
  channelsOfGuild,
  findDirect,
  NO_GUILD,
  UNKNOWN_MEMBER,
  type Channel,
} from '../../store/channels.ts';
import type { Db } from '../../store/database.ts';
import { classifyResponse } from '../meaning.ts';
import type { PostIn } from './post-directly.ts';

export interface TrustOptions {
  readonly db: Db;
  /** Whether this process hears of a server: of others it does not know what it may do there. */
  readonly isServed: (guildId: string) => boolean;
  readonly now: () => Instant;
  /** Discord's id of the direct messages with somebody; null where they take none. */
  readonly directChannel: (userId: string) => Promise<string | null>;
  readonly ownerOf: (guildId: string) => string | null;
  readonly missingIn: (channel: Channel) => readonly PermissionName[];
  /** What a channel and its server are called, as far as Discord tells. */
  readonly namesOf: (channel: Channel) => Pick<NoticeFacts, 'channelName' | 'serverName'>;
  /** Ids of the bot's commands by their names, as far as they are known. */
  readonly commandIds: () => ReadonlyMap<string, string>;
  /** Whether Discord lets the bot write in a channel, as far as is known. */
  readonly mayWrite: (channel: Channel) => boolean;
  readonly post: PostIn;
  /** A channel works again. */
  readonly ready: (channelKey: number) => Promise<void>;
  readonly log: Logger;
}

/**
 * A broken channel that looks well is tried again after so long, whatever Discord told of it: the
 * refusal may have crossed the permission on its way. Each time twice as long passes.
 */
const FIRST_PROBE = MINUTE;
const PROBES_REST = DAY;

/** Of direct messages nobody knows whether they are open but by trying. */
const FIRST_PROBE_OF_DIRECT = HOUR;

/** When a broken channel is tried again, and how long it rests after that. */
interface Probe {
  readonly at: Instant;
  readonly rest: number;
}

/**
 * Somebody who can mend it is told once that a channel is broken; and what looks well again is tried
 * again by itself.
 */
export const createTrust = (options: TrustOptions) => {
  const { db, now, directChannel, ownerOf, missingIn, mayWrite, post, ready, log } = options;
  const { namesOf, commandIds, isServed } = options;
  const probes = new Map<number, Probe>();

  /** Whoever configured the channel, else the owner of the server, else another of its channels. */
  const tell = async ({ channel, since }: BrokenChannel): Promise<boolean> => {
    // Whoever was told when this process died, or the answer was lost, is not told of it once more.
    const key = `broken:${channel.key}:${since}`;
    const people = new Set([channel.configuredBy, ownerOf(channel.guildId) ?? UNKNOWN_MEMBER]);
    people.delete(UNKNOWN_MEMBER);
    const noticeIn = (locale: string): MessageBody =>
      brokenNotice(readerIn(locale), channel, {
        ...namesOf(channel),
        missing: missingIn(channel),
        commandId: commandIds().get('alerts'),
      });
    for (const userId of people) {
      const discordId = await directChannel(userId);
      if (discordId === null) continue;
      // Their own language is known of those who follow by direct message.
      const locale = (await findDirect(db, userId))?.locale ?? channel.locale;
      const sent = await post({ discordId, kind: 'direct' }, noticeIn(locale), { key });
      const response = classifyResponse(sent, now(), 0);
      if (response.kind === 'broken') continue;
      // What is unfit is our bug, and no better the next time.
      return response.kind !== 'later';
    }
    const others = await channelsOfGuild(db, channel.guildId);
    const healthy = others.find(({ key, broken }) => key !== channel.key && broken === null);
    if (healthy !== undefined) await post(healthy, noticeIn(healthy.locale), { key });
    // Nobody takes it: there is nobody left to be asked again.
    return true;
  };

  /** The error boundary of one notice: the others go on. */
  const attempted = async (broken: BrokenChannel): Promise<boolean> => {
    try {
      return await tell(broken);
    } catch (error) {
      if (!(error instanceof ShutdownError)) {
        log.warn(
          { err: error, channel: broken.channel.discordId },
          'nobody could be told of a channel',
        );
      }
      return false;
    }
  };

  const notify = async (): Promise<void> => {
    for (const broken of await untoldBroken(db)) {
      const { channel } = broken;
      if (!isServed(channel.guildId)) continue;
      // Their direct messages are closed: that is known to whoever closed them.
      const isTold = channel.guildId === NO_GUILD || (await attempted(broken));
      if (!isTold) continue;
      await markTold(db, channel.key, now());
      log.info({ channel: channel.discordId, reason: channel.broken }, 'somebody was told');
    }
  };

  const isDue = ({ key, kind }: Channel): boolean => {
    const first = kind === 'direct' ? FIRST_PROBE_OF_DIRECT : FIRST_PROBE;
    const next = probes.get(key) ?? { at: now() + first, rest: 2 * first };
    const due = now() >= next.at;
    const rest = Math.min(2 * next.rest, PROBES_REST);
    probes.set(key, due ? { at: now() + next.rest, rest } : next);
    return due;
  };

  const probe = async (): Promise<void> => {
    // What works for a day is new trouble when it breaks again.
    for (const [key, { at }] of probes) if (now() - at > PROBES_REST) probes.delete(key);
    for (const channel of await brokenChannels(db)) {
      if (!isServed(channel.guildId)) continue;
      if ((channel.kind !== 'direct' && !mayWrite(channel)) || !isDue(channel)) continue;
      await markMended(db, channel.key);
      await ready(channel.key);
    }
  };

  return { notify, probe };
};
