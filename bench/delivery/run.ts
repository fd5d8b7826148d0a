import { mkdir, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { table } from '../table.ts';
import { BOTS } from './bots/bot.ts';
import type { Figure, Finding } from './finding.ts';
import { answers } from './figures/answers.ts';
import { backlog } from './figures/backlog.ts';
import { burst } from './figures/burst.ts';
import { cards } from './figures/cards.ts';
import { deadChannels } from './figures/dead-channels.ts';
import { evening } from './figures/evening.ts';
import { frame } from './figures/frame.ts';
import { kills } from './figures/kills.ts';
import { priorities } from './figures/priorities.ts';
import { lookup } from './figures/lookup.ts';
import { waiting } from './figures/waiting.ts';
import { openJudge } from './judge/judge.ts';
import { OUT } from './world/world.ts';

/** Every figure of the delivery, in the order of the table. */
const FIGURES: Readonly<Record<string, Figure>> = {
  lookup,
  frame,
  backlog,
  burst,
  answers,
  priorities,
  cards,
  kills,
  waiting,
  'dead-channels': deadChannels,
  evening,
};

const QUICK = 'quick';

const verdictOf = ({ isMet }: Finding): string => (isMet === null ? '' : isMet ? 'met' : 'MISSED');

const asTable = (findings: readonly Finding[]): string =>
  table([
    ['', 'target', ...BOTS, ''],
    ...findings.map((each) => [
      each.figure,
      each.target ?? '',
      ...BOTS.map((name) => each.by[name] ?? ''),
      verdictOf(each),
    ]),
  ]);

const write = async (findings: readonly Finding[], isQuick: boolean): Promise<void> => {
  // The machine's other load: above its number of cores, times say little.
  const [load] = loadavg();
  const result = { measuredAt: new Date().toISOString(), isQuick, load, findings };
  await mkdir(OUT, { recursive: true });
  const name = isQuick ? 'delivery-quick.json' : 'delivery.json';
  await writeFile(join(OUT, name), `${JSON.stringify(result, null, 2)}\n`);
};

/**
 * `npm run bench delivery [quick] [figure…]`: how news get to Discord, ours beside typical bots,
 * against the same local Discord.
 */
export const run = async (args: readonly string[] = []): Promise<void> => {
  const isQuick = args.includes(QUICK);
  const named = args.filter((arg) => arg !== QUICK);
  const unknown = named.find((name) => FIGURES[name] === undefined);
  if (unknown !== undefined) {
    throw new Error(`there is no figure "${unknown}": ${Object.keys(FIGURES).join(', ')}`);
  }
  const judge = await openJudge();
  const findings: Finding[] = [];
  for (const [name, figure] of Object.entries(FIGURES)) {
    if (named.length > 0 && !named.includes(name)) continue;
    console.error(`${name} …`);
    findings.push(...(await figure({ judge, isQuick })));
  }
  await judge.stop();
  console.log(asTable(findings));
  // A part of the figures does not replace the whole file.
  if (named.length === 0) await write(findings, isQuick);
  if (findings.some(({ isMet }) => isMet === false)) process.exitCode = 1;
};
