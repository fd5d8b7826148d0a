import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE } from '#src/lib/time.ts';
import type { BotName, Usage } from '../bots/bot.ts';
import { measured, type Bench, type Figure } from '../finding.ts';
import { ALLOWED } from '../judge/global-limits.ts';
import { FAULTY, type Entry } from '../judge/rules.ts';
import { megabytes, percent } from '../words.ts';
import { each, rowOf } from './row.ts';
import { inSession } from './session.ts';

const TARGET = 0.94;
const NAMES = ['ours', 'loop', 'queue'] as const;
const TEN_THOUSAND = 10_000;

interface Backlog {
  /** Accepted requests, of those that Discord permits in the time. */
  readonly share: number;
  readonly limited: number;
  /** Milliseconds of a core for 10,000 posts. */
  readonly cpu: number;
  readonly resident: number;
}

/** The use of the rate limit while more is queued than fits into the given milliseconds. */
const measure = (bench: Bench, name: BotName, time: number): Promise<Backlog> =>
  inSession(bench, { name, rules: FAULTY }, async ({ bot }) => {
    const channels = [1, Math.ceil((time / 1_000) * ALLOWED * 1.1)] as const;
    await bot.prepare(channels);
    await bot.tell({ matchId: 71, kind: 'result', channels });
    const first = await bench.judge.until(name, (entries) => entries[0], 30_000);
    // From here on: to add followers is not to post.
    const before = await bot.usage();
    await pause(time);
    const after = await bot.usage();
    const entries = await bench.judge.entriesOf(name);
    const during = entries.filter(({ at }) => at < first.at + time);
    return { ...countsOf(during, time), ...costOf(before, after, during.length) };
  });

const countsOf = (entries: readonly Entry[], time: number) => {
  const limited = entries.filter(({ verdict }) => verdict === 'limited').length;
  return { share: (entries.length - limited) / ((time / 1_000) * ALLOWED), limited };
};

const costOf = (before: Usage, after: Usage, requests: number) => ({
  cpu: ((after.cpu - before.cpu) / requests) * TEN_THOUSAND,
  resident: after.resident,
});

/** Five minutes of backlog: the used share of the limit, its 429s, and the cost. */
export const backlog: Figure = async (bench) => {
  const found = new Map<BotName, Backlog>();
  const minutes = bench.isQuick ? 0.2 : 5;
  for (const name of measured(bench, NAMES)) {
    // For the other bots a shorter time is enough.
    const time = name === 'ours' ? minutes * MINUTE : Math.min(minutes, 1) * MINUTE;
    found.set(name, await measure(bench, name, time));
  }
  return [
    rowOf(
      {
        figure: `share of 50 a second used in ${minutes} minutes of backlog`,
        target: percent(TARGET),
        isMet: (share) => share >= TARGET,
        words: percent,
      },
      each(found, ({ share }) => share),
    ),
    rowOf(
      { figure: '429s meanwhile', target: 'none', isMet: (count) => count === 0, words: String },
      each(found, ({ limited }) => limited),
    ),
    rowOf(
      { figure: 'CPU for 10,000 posts', words: (cpu) => `${(cpu / 1_000).toFixed(1)} s` },
      each(found, ({ cpu }) => cpu),
    ),
    rowOf(
      { figure: 'memory of the process meanwhile', words: megabytes },
      each(found, ({ resident }) => resident),
    ),
  ];
};
