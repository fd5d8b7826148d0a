import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE } from '#src/lib/time.ts';
import type { BotName } from '../bots/bot.ts';
import { measured, type Bench, type Figure } from '../finding.ts';
import { FAIR, type Entry } from '../judge/rules.ts';
import { signOf, type News } from '../world/news.ts';
import { milliseconds } from '../words.ts';
import { each, rowOf } from './row.ts';
import { inSession } from './session.ts';

const NAMES = ['ours', 'loop', 'queue'] as const;
const TARGET = 22_000;
const PATIENCE = MINUTE;

const LESSER: News = { matchId: 73, kind: 'set', channels: [1, 20_000] };
const RESULT: News = { matchId: 74, kind: 'result', channels: [20_001, 21_000] };
const CHANNELS = RESULT.channels[1] - RESULT.channels[0] + 1;

/** When every channel had the result; undefined while one lacks it. */
const allHaveIt = (entries: readonly Entry[]): number | undefined => {
  const sign = signOf(RESULT);
  const told = entries.filter((each) => each.verdict === 'made' && each.words.includes(sign));
  return told.length < CHANNELS ? undefined : told.at(-1)?.at;
};

const measure = (bench: Bench, name: BotName): Promise<number> =>
  inSession(bench, { name, rules: FAIR }, async ({ bot }) => {
    await bot.prepare([1, RESULT.channels[1]]);
    await bot.tell(LESSER);
    const { judge } = bench;
    await judge.until(name, (entries) => entries[0], 30_000);
    await pause(2_000);
    const began = (await judge.entriesOf(name)).length;
    await bot.tell(RESULT);
    const from = performance.now();
    await judge.until(name, allHaveIt, PATIENCE, began).catch(() => undefined);
    return performance.now() - from;
  });

/** A result is posted in 1,000 channels while 20,000 posts of lower priority are queued. */
export const priorities: Figure = async (bench) => {
  const found = new Map<BotName, number>();
  for (const name of measured(bench, NAMES)) found.set(name, await measure(bench, name));
  return [
    rowOf(
      {
        figure: '1,000 channels with a result while 20,000 lesser posts wait',
        target: milliseconds(TARGET),
        isMet: (value) => value <= TARGET,
        words: (value) => (value >= PATIENCE ? '> 60 s' : milliseconds(value)),
      },
      each(found, (value) => value),
    ),
  ];
};
