import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { openStore, type Db } from '#src/store/connection/database.ts';
import { quantile } from '../../table.ts';
import type { BotName } from '../bots/bot.ts';
import { openBot, type RemoteBot } from '../bots/remote.ts';
import { measured, type Figure, type Finding } from '../finding.ts';
import { FAIR, type Entry } from '../judge/rules.ts';
import { milliseconds } from '../words.ts';
import { aLiveMatch, firstSetEnds, framesOf, hold } from '../world/matches.ts';
import { signOf, type News } from '../world/news.ts';
import { copyOfWorld } from '../world/world.ts';
import { each, rowOf } from './row.ts';

const TARGET = { median: 2, most: 10 } as const;

/** Warm-up runs, not counted. */
const WARMING = 5;

/** Counted runs: fewer than in the quick form say little about a median. */
const COUNTED = { quick: 25, whole: 100 } as const;

/** The polling bot gets the same frames as ours. */
const TOGETHER: readonly (readonly BotName[])[] = [['ours', 'polling'], ['loop'], ['queue']];

/** The polling bot has polled once more after this. */
const POLLED_WITHIN = 31_000;

/** After this the first request has arrived. */
const FIRST_ARRIVES = 300;

/** After this Discord's limit is free again for a bot that has sent a page or two. */
const LIMIT_ENDS = 1_200;

/** Channels of simple bots: only the first request counts. */
const FEW: News['channels'] = [1, 5];

/** Points are not posted. */
const NOBODY: News['channels'] = [1, 0];

/** Less than the twenty seconds between two points of a match: the previous frame is processed by then. */
const POINT = 200;

const matchOf = (n: number): number => 7_000_001 + n;

/** Four players whose followers are hundreds of channels. */
const playersOf = (n: number): readonly number[] => [0, 1, 2, 3].map((each) => 240 + n * 4 + each);

/** The frame that ends the first set, and the one before it. */
const framesAround = (n: number) => {
  const frames = framesOf(matchOf(n));
  const [before, ends] = frames.slice(firstSetEnds(frames) - 1);
  if (before === undefined || ends === undefined) throw new Error('a match without a set');
  return { before, ends };
};

const holdMatches = async (db: Db, count: number): Promise<void> => {
  for (let n = 0; n < count; n += 1) {
    await hold(
      db,
      aLiveMatch(matchOf(n), playersOf(n), Date.now()),
      framesAround(n).before,
      Date.now(),
    );
  }
};

/** A frame as processed by a bot. */
interface Taken {
  readonly at: number;
  readonly news: News;
}

/** Passes frames to bots, one after the other; resolves when all were processed. */
const play = async (
  bots: readonly RemoteBot[],
  db: Db,
  count: number,
): Promise<readonly (readonly Taken[])[]> => {
  const taken = bots.map((): Taken[] => []);
  for (let n = 0; n < count; n += 1) {
    const news: News = { matchId: matchOf(n), kind: 'set', channels: FEW };
    const { before, ends } = framesAround(n);
    for (const bot of bots) {
      await bot.frame(JSON.stringify(before), { ...news, channels: NOBODY });
    }
    await pause(POINT);
    const text = JSON.stringify(ends);
    for (const [index, bot] of bots.entries()) {
      taken[index]?.push({ at: await bot.frameAlone(text, news), news });
    }
    await pause(FIRST_ARRIVES);
    // The first request has arrived: no other channel matters.
    await db.updateTable('events').set({ doneAt: 0 }).where('doneAt', 'is', null).execute();
    await pause(LIMIT_ENDS);
  }
  return taken;
};

/** Milliseconds from each frame to the first request about it. */
const delays = (name: BotName, taken: readonly Taken[], entries: readonly Entry[]) =>
  taken.map(({ at, news }, n) => {
    const next = taken[n + 1]?.at ?? Infinity;
    // Our post names the players of the match, whose followers it looked up.
    const isOfIt = (entry: Entry): boolean =>
      name === 'ours' ? entry.at < next : entry.words.includes(signOf(news));
    // The judge orders requests by their time at Discord: the first may not have arrived first.
    const arrived = entries.filter((entry) => entry.at >= at && isOfIt(entry));
    return Math.min(...arrived.map((entry) => entry.at)) - at;
  });

/** From a frame that ends a set to the first request at Discord, with a durable write before it. */
export const frame: Figure = async (bench) => {
  const { judge } = bench;
  const count = WARMING + COUNTED[bench.isQuick ? 'quick' : 'whole'];
  const file = await copyOfWorld('frame');
  const { db, close } = await openStore(`file:${file}`, pino({ level: 'silent' }));
  await holdMatches(db, count);
  await judge.begin(FAIR);
  const open = async (name: BotName): Promise<RemoteBot> => {
    const bot = await openBot(name, { file, apiUrl: judge.apiUrl, token: name });
    await bot.prepare(FEW);
    return bot;
  };
  const found = new Map<BotName, readonly number[]>();
  for (const together of TOGETHER) {
    const names = measured(bench, together);
    if (names.length === 0) continue;
    const bots = await Promise.all(names.map(open));
    const taken = await play(bots, db, count);
    if (bots.length > 1) await pause(POLLED_WITHIN);
    for (const [index, name] of names.entries()) {
      const all = delays(name, taken[index] ?? [], await judge.entriesOf(name));
      found.set(name, all.slice(WARMING));
    }
    for (const bot of bots) await bot.stop();
  }
  await close();
  const row = (words: string, share: number, target: number): Finding =>
    rowOf(
      {
        figure: `Pusher frame to first Discord request, ${words}`,
        target: milliseconds(target),
        isMet: (value) => value <= target,
        words: milliseconds,
      },
      each(found, (values) => quantile(values, share)),
    );
  return [row('median', 0.5, TARGET.median), row('99 %', 0.99, TARGET.most)];
};
