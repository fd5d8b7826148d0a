import { machineNow } from '../clock.ts';
import type { News } from '../world/news.ts';
import type { Bot, BotOptions } from './bot.ts';
import { startLoop } from './discord-js.ts';

const EVERY = 30_000;

/** A bot that polls every 30 s, and posts news in a loop of `channel.send`. */
export const startPolling = (options: BotOptions): Bot => {
  const loop = startLoop(options);
  const unseen: News[] = [];
  const timer = setInterval(() => {
    for (const news of unseen.splice(0)) void loop.tell(news);
  }, EVERY);
  return {
    ...loop,
    tell: (news) => {
      unseen.push(news);
      return Promise.resolve();
    },
    frame: (_text, news) => {
      unseen.push(news);
      return Promise.resolve(machineNow());
    },
    stop: async () => {
      clearInterval(timer);
      await loop.stop();
    },
  };
};
