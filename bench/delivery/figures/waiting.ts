import { setTimeout as pause } from 'node:timers/promises';
import { quantile } from '../../table.ts';
import type { BotName } from '../bots/bot.ts';
import { openBot } from '../bots/remote.ts';
import { machineNow } from '../clock.ts';
import { measured, type Bench, type Figure } from '../finding.ts';
import { FAIR } from '../judge/rules.ts';
import type { News } from '../world/news.ts';
import { megabytes, milliseconds } from '../words.ts';
import { SERVERS } from '../world/world.ts';
import { each, rowOf } from './row.ts';
import { inSession } from './session.ts';

const NAMES = ['ours', 'loop', 'queue'] as const;
const TARGETS = { start: 500, memory: 20 * 2 ** 20 } as const;

const ALL: News = { matchId: 76, kind: 'result', channels: [1, SERVERS] };
const WARMING: News = { matchId: 77, kind: 'result', channels: [1, 200] };
const WARMING_TAKES = 6_000;

interface Waiting {
  /** Growth of the heap since the queue was empty, bytes. */
  readonly heap: number;
  readonly resident: number;
  /** Milliseconds from its first line of code, and from the start of the process, to the first request. */
  readonly starts: readonly number[];
  readonly spawns: readonly number[];
}

/** The memory of 100,000 queued posts, and how soon delivery resumes after a crash. */
const measure = (bench: Bench, name: BotName): Promise<Waiting> =>
  inSession(bench, { name, rules: FAIR }, async ({ bot, file }) => {
    await bot.prepare(ALL.channels);
    await bot.tell(WARMING);
    await pause(WARMING_TAKES);
    const before = await bot.usage();
    await bot.tell(ALL);
    await pause(WARMING_TAKES);
    const after = await bot.usage();
    await bot.kill();
    const growth = { heap: after.heap - before.heap, resident: after.resident - before.resident };
    const starts: number[] = [];
    const spawns: number[] = [];
    // The other bots have lost everything: nothing resumes.
    for (let n = 0; name === 'ours' && n < (bench.isQuick ? 3 : 10); n += 1) {
      await bench.judge.begin(FAIR);
      const from = machineNow();
      const again = await openBot(name, { file, apiUrl: bench.judge.apiUrl, token: name });
      const first = await bench.judge.until(name, (entries) => entries[0], 30_000);
      starts.push(first.at - (await again.began()));
      spawns.push(first.at - from);
      await again.kill();
    }
    return { ...growth, starts, spawns };
  });

/** Queues 100,000 posts. */
export const waiting: Figure = async (bench) => {
  const found = new Map<BotName, Waiting>();
  for (const name of measured(bench, NAMES)) found.set(name, await measure(bench, name));
  const ours = new Map([...found].filter(([name]) => name === 'ours'));
  return [
    rowOf(
      {
        figure: 'start with 100,000 posts waiting, to first request',
        target: milliseconds(TARGETS.start),
        isMet: (value) => value <= TARGETS.start,
        words: milliseconds,
      },
      each(ours, ({ starts }) => quantile(starts, 0.5)),
    ),
    rowOf(
      { figure: 'the same from the start of the process', words: milliseconds },
      each(ours, ({ spawns }) => quantile(spawns, 0.5)),
    ),
    rowOf(
      {
        figure: 'memory growth with 100,000 waiting, heap',
        target: megabytes(TARGETS.memory),
        isMet: (value) => value <= TARGETS.memory,
        words: megabytes,
      },
      each(found, ({ heap }) => heap),
    ),
    rowOf(
      { figure: 'the same, of the whole process', words: megabytes },
      each(found, ({ resident }) => resident),
    ),
  ];
};
