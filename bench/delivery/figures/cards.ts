import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE } from '#src/lib/time.ts';
import type { BotName } from '../bots/bot.ts';
import type { RemoteBot } from '../bots/remote.ts';
import type { Figure } from '../finding.ts';
import { FAIR } from '../judge/rules.ts';
import { framesOf } from '../world/matches.ts';
import type { News } from '../world/news.ts';
import { milliseconds } from '../words.ts';
import { rowOf } from './row.ts';
import { inSession } from './session.ts';

const PACE = 47.6;

interface Evening {
  /** Milliseconds between two pieces of news. */
  readonly every: number;
  readonly channels: number;
  /**
   * News before and after the clock advances to the end of the hour: all of one set, whose end would
   * cause posts that go before cards.
   */
  readonly before: number;
  readonly after: number;
}

const FULL: Evening = { every: 20_000, channels: 5_000, before: 6, after: 17 };
const QUICK: Evening = { every: 5_000, channels: 250, before: 1, after: 4 };

/** An hour passes from the first news to the last. */
const skippedBy = ({ before, after, every }: Evening): number =>
  60 * MINUTE - (before + after) * every;

const allShown = async (bot: RemoteBot, patience: number): Promise<number> => {
  const from = performance.now();
  while ((await bot.trailing()) > 0 && performance.now() - from < patience) await pause(100);
  return performance.now() - from;
};

/**
 * Many channels follow one match, and points keep coming for an hour: how long after the last point is
 * the last card fresh? Repetitions within the hour are skipped, and the bot's clock is advanced
 * instead, so that cards become as old as in an hour.
 */
export const cards: Figure = async (bench) => {
  const evening = bench.isQuick ? QUICK : FULL;
  const target = (evening.channels / PACE) * 1_000 + 2_000;
  const news: News = { matchId: 75, kind: 'set', channels: [1, evening.channels] };
  const fresh = await inSession(bench, { name: 'ours', rules: FAIR }, async ({ bot }) => {
    await bot.openCards(news);
    await allShown(bot, 4 * target);
    const frames = framesOf(news.matchId);
    for (let n = 1; n <= evening.before + evening.after; n += 1) {
      if (n === evening.before + 1) await bot.turn(skippedBy(evening));
      await bot.frame(JSON.stringify(frames[n]), news);
      if (n < evening.before + evening.after) await pause(evening.every);
    }
    return await allShown(bot, 4 * target);
  });
  return [
    rowOf(
      {
        figure: `${evening.channels} channels follow a match for an hour: last card fresh after`,
        target: milliseconds(target),
        isMet: (value) => value <= target,
        words: milliseconds,
      },
      new Map<BotName, number>([['ours', fresh]]),
    ),
  ];
};
