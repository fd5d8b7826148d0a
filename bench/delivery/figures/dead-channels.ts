import { setTimeout as pause } from 'node:timers/promises';
import type { BotName } from '../bots/bot.ts';
import { measured, type Figure } from '../finding.ts';
import { FAIR } from '../judge/rules.ts';
import { each, rowOf } from './row.ts';
import { inSession } from './session.ts';

const NAMES = ['ours', 'loop', 'queue'] as const;

const NEWS = 3;
const CHANNELS = [1, 100] as const;
/** More dead channels than in the promises, so that few posts are enough. */
const RULES = { ...FAIR, gone: 0.1 };
const ONE_TAKES = 3_500;

/** Deleted channels, and several news for them: does the bot send to them again? */
export const deadChannels: Figure = async (bench) => {
  const found = new Map<BotName, number>();
  for (const name of measured(bench, NAMES)) {
    const most = await inSession(bench, { name, rules: RULES }, async ({ bot }) => {
      await bot.prepare(CHANNELS);
      for (let n = 0; n < NEWS; n += 1) {
        await bot.tell({ matchId: 300 + n, kind: 'result', channels: CHANNELS });
        await pause(ONE_TAKES);
      }
      const entries = await bench.judge.entriesOf(name);
      const refused = entries.filter(({ verdict }) => verdict === 'gone');
      const byChannel = Map.groupBy(refused, ({ channel }) => channel);
      return Math.max(...[...byChannel.values()].map(({ length }) => length));
    });
    found.set(name, most);
  }
  return [
    rowOf(
      {
        figure: `invalidRequests by a dead channel, of ${NEWS} posts for it`,
        target: '1',
        isMet: (count) => count === 1,
        words: String,
      },
      each(found, (count) => count),
    ),
  ];
};
