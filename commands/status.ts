import type { Asker, Command, Services } from '../src/discord/command.ts';
import { statusMessage, type StatusView } from '../src/render/status.ts';
import { brokenSince, inPlayStanding, newsOnTheWay, postsWaiting } from '../src/store/standing.ts';
import { findAlertChannel } from './alert-channel.ts';
import { ANYWHERE, labels } from './labels.ts';

const answer = async (asker: Asker, services: Services) => {
  const { db, directory, status } = services;
  const now = services.now();
  return statusMessage(asker, {
    ...status(),
    inPlay: await inPlayStanding(db),
    names: {
      player: directory.size('player'),
      pair: directory.size('pair'),
      tournament: directory.size('tournament'),
    },
    isLearning: directory.size('player') === 0 || directory.known('player') !== 'all',
    waiting: { posts: await postsWaiting(db, now), news: await newsOnTheWay(db, now) },
    channel: await channelOf(asker, services),
    now,
  });
};

const channelOf = async (asker: Asker, services: Services): Promise<StatusView['channel']> => {
  const { db, now } = services;
  const channel = await findAlertChannel(asker, services);
  if (channel === undefined) return null;
  return {
    id: channel.discordId,
    brokenSince: await brokenSince(db, channel.key),
    posts: await postsWaiting(db, now(), channel.key),
  };
};

/** `/status`: whether all is well, from what we hold: it costs no request. */
export const status: Command = {
  definition: { ...labels((texts) => texts.command.status), ...ANYWHERE },
  visibility: 'private',
  run: answer,
  press: { answer: 'update', run: answer },
};
