import { MessageType } from 'discord-api-types/v10';
import { expect, onTestFinished } from 'vitest';
import { createSender } from '#src/discord/rest/sender.ts';
import type { LocalDiscordOptions } from '#sandbox/discord/index.ts';
import { deliveryHealth } from '#src/store/channels/channel-failures.ts';
import type { ChannelSetup } from '#src/store/channels/channels.ts';
import { aLocalDiscord, control } from '../../sandbox/test/discord/setup.ts';
import { aLog } from '../lib/log.ts';
import { aFolder, aStoreAt } from '../store/database-file.ts';
import { aChannel, aPlayer, follow } from '../store/rows.ts';
import { aPlayedMatch, noPicture } from './stage.ts';
import { startAlerts } from './start-alerts.ts';

/** The n-th channel of the local Discord is the n-th of test/store/rows.ts. */
export const [IN_TEXT, IN_FORUM] = [204, 205];

/**
 * Ingest and delivery with the sender in front of a local Discord, and a match that a channel follows. The
 * clock of both goes on by itself, and jumps.
 */
export const aRefusingStage = async (
  n: number,
  setup: Partial<ChannelSetup> = {},
  limits: LocalDiscordOptions['limits'] = {},
) => {
  let ahead = 0;
  const now = (): number => Date.now() + ahead;
  const answers: string[] = [];
  const local = await aLocalDiscord({
    now,
    limits,
    onAnswer: ({ method, route, status }) => {
      answers.push(`${method} ${route.replace('/api/v10', '')} ${status}`);
    },
  });
  const { db } = await aStoreAt(`${aFolder()}/bandeja.sqlite`);
  const sender = createSender({
    apiUrl: local.apiUrl,
    token: local.token,
    now: () => performance.now(),
    ownId: () => local.applicationId,
  });
  const log = aLog();
  const alerts = startAlerts({ db, sender, now, draw: noPicture, log });
  onTestFinished(async () => {
    await alerts.stop();
    await sender.stop();
  });
  const kind = n === IN_FORUM ? 'forum' : 'text';
  const channel = await aChannel(db, n, { kind, guildId: local.guildId, ...setup });
  await follow(db, channel, aPlayer(1));
  const played = aPlayedMatch({ observer: () => alerts.observer });
  await played.isKnown();
  const discord = control(local);
  const shown = async (id = channel.discordId): Promise<readonly string[]> =>
    (await discord.messages(id)).flatMap(({ content, type }) =>
      type === MessageType.Default ? [content] : [],
    );
  return {
    local,
    discord,
    db,
    alerts,
    channel,
    played,
    log,
    now,
    answers,
    shown,
    /** What `/alerts health` reads of the channel. */
    health: () => deliveryHealth(db, channel, 0),
    /** Why each pending post waits. */
    reasons: async (): Promise<readonly (string | null)[]> => {
      const rows = await db
        .selectFrom('deliveries')
        .select('reason')
        .where('outcome', '=', 'pending')
        .execute();
      return rows.map(({ reason }) => reason);
    },
    /** The clock jumps ahead. */
    pass: (milliseconds: number): void => {
      ahead += milliseconds;
      alerts.wake();
    },
    /** Resolves when a message with these words is there. */
    says: (words: RegExp, id = channel.discordId): Promise<void> =>
      expect.poll(async () => (await shown(id)).join('\n')).toMatch(words),
  };
};
