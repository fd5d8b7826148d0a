import PQueue from 'p-queue';
import type { Bot, BotOptions } from './bot.ts';
import { startDiscordJs } from './discord-js.ts';

/** discord.js behind p-queue at 45 a second, as its documentation shows it. */
export const startQueue = (options: BotOptions): Bot => {
  const queue = new PQueue({ interval: 1_000, intervalCap: 45 });
  return startDiscordJs(options, (send) => void queue.add(send).catch(() => undefined));
};
