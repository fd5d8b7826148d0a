import { setTimeout as pause } from 'node:timers/promises';
import type { BotName } from '../bots/bot.ts';
import { measured, type Figure } from '../finding.ts';
import { FAIR } from '../judge/rules.ts';
import { each, rowOf } from './row.ts';
import { inSession } from './session.ts';

const NAMES = ['ours', 'loop', 'queue'] as const;

/** Posts at this interval and number; then all the others together. */
const TRICKLE = { every: 110, posts: 30 } as const;
const BURST = 300;
const BURST_TAKES = 8_000;

/** A few single posts, then many together: where limiters that count from an idle state fail. */
export const burst: Figure = async (bench) => {
  const limited = new Map<BotName, number>();
  for (const name of measured(bench, NAMES)) {
    const count = await inSession(bench, { name, rules: FAIR }, async ({ bot }) => {
      await bot.prepare([1, TRICKLE.posts + BURST]);
      for (let n = 1; n <= TRICKLE.posts; n += 1) {
        await bot.tell({ matchId: 100 + n, kind: 'set', channels: [n, n] });
        await pause(TRICKLE.every);
      }
      const rest = [TRICKLE.posts + 1, TRICKLE.posts + BURST] as const;
      await bot.tell({ matchId: 200, kind: 'result', channels: rest });
      await pause(BURST_TAKES);
      const entries = await bench.judge.entriesOf(name);
      return entries.filter(({ verdict }) => verdict === 'limited').length;
    });
    limited.set(name, count);
  }
  return [
    rowOf(
      {
        figure: '429s when a trickle becomes a burst',
        target: 'none',
        isMet: (count) => count === 0,
        words: String,
      },
      each(limited, (count) => count),
    ),
  ];
};
