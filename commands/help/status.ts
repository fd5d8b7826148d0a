import type { CommandUser, Machine, Services } from '../../src/discord/command.ts';
import type { MessageBody } from '../../src/render/message.ts';
import { statusMessage, type StatusView } from '../../src/render/moderation/status.ts';
import { trackRecord } from '../../src/store/matches/predictions.ts';
import {
  brokenSince,
  inPlaySummary,
  openEventCount,
  undeliveredPostCount,
} from '../../src/store/outbox/backlog.ts';
import { findAlertChannel } from '../alerts/channel.ts';

/** The bot's health, from stored data, without a request. */
export const showStatus = async (user: CommandUser, services: Services): Promise<MessageBody> => {
  const { directory, status } = services;
  const { database, clockAheadMs } = await services.machine();
  return statusMessage(user, {
    ...status(),
    ...(await storedFor(user, services, database)),
    database: database?.kind ?? null,
    clockAheadMs,
    names: {
      player: directory.size('player'),
      pair: directory.size('pair'),
      tournament: directory.size('tournament'),
    },
    isLearning: directory.size('player') === 0 || directory.fillLevel('player') !== 'all',
    now: services.now(),
  });
};

const UNREAD = { inPlay: null, waiting: null, channel: null, trackRecord: null } as const;

/** Data from the database; empty when it has a known problem and a query fails. */
const storedFor = async (user: CommandUser, services: Services, trouble: Machine['database']) => {
  const { db } = services;
  const now = services.now();
  // A database that does not respond would not respond now.
  if (trouble?.kind === 'silent') return UNREAD;
  try {
    return {
      inPlay: await inPlaySummary(db, now),
      waiting: { posts: await undeliveredPostCount(db, now), news: await openEventCount(db, now) },
      channel: await channelOf(user, services),
      trackRecord: await trackRecord(db),
    };
  } catch (error) {
    if (trouble === null) throw error;
    return UNREAD;
  }
};

const channelOf = async (user: CommandUser, services: Services): Promise<StatusView['channel']> => {
  const { db, now } = services;
  const channel = await findAlertChannel(user, services);
  if (channel === undefined) return null;
  return {
    id: channel.discordId,
    brokenSince: await brokenSince(db, channel.key),
    posts: await undeliveredPostCount(db, now(), channel.key),
  };
};
