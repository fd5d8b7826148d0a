import { setTimeout as pause } from 'node:timers/promises';
import { quantile } from '../../table.ts';
import type { BotName } from '../bots/bot.ts';
import type { RemoteBot } from '../bots/remote.ts';
import { measured, type Figure } from '../finding.ts';
import { FAULTY } from '../judge/rules.ts';
import { milliseconds } from '../words.ts';
import { each, rowOf } from './row.ts';
import { inSession } from './session.ts';

const NAMES = ['ours', 'loop', 'queue'] as const;
const CHANNELS = [1, 10_000] as const;

/** The distance to Discord, plus our own share. */
const TARGET = FAULTY.distance[1] + 25;

const EVERY = 100;

/** Edits an answer every 100 ms, while news are being delivered. */
const edit = async (bot: RemoteBot, count: number, patience: number): Promise<number> => {
  const asked: Promise<number>[] = [];
  for (let n = 0; n < count; n += 1) {
    const late = pause(patience, patience, { ref: false });
    asked.push(Promise.race([bot.answer(), late]));
    await pause(EVERY);
  }
  return quantile(await Promise.all(asked), 0.99);
};

/** The time to edit an answer while 10,000 channels are being posted to. */
export const answers: Figure = async (bench) => {
  const found = new Map<BotName, number>();
  for (const name of measured(bench, NAMES)) {
    const [count, patience] = name === 'ours' ? [bench.isQuick ? 60 : 300, 10_000] : [10, 20_000];
    const slowest = await inSession(bench, { name, rules: FAULTY }, async ({ bot }) => {
      await bot.prepare(CHANNELS);
      await bot.tell({ matchId: 72, kind: 'result', channels: CHANNELS });
      await bench.judge.until(name, (entries) => entries[0], 30_000);
      await pause(2_000);
      return await edit(bot, count, patience);
    });
    found.set(name, slowest);
  }
  return [
    rowOf(
      {
        figure: "an interaction's answer edited during a fan-out to 10,000 channels, 99 %",
        target: milliseconds(TARGET),
        isMet: (value) => value <= TARGET,
        words: (value) => (value >= 20_000 ? '> 20 s' : milliseconds(value)),
      },
      each(found, (value) => value),
    ),
  ];
};
