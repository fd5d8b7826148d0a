import { setTimeout as pause } from 'node:timers/promises';
import { randomFrom, wholeBetween } from '#sandbox/padel-service/world/random.ts';
import type { BotName } from '../bots/bot.ts';
import { openBot } from '../bots/remote.ts';
import { measured, type Bench, type Figure, type Finding } from '../finding.ts';
import { FAULTY, type Entry } from '../judge/rules.ts';
import { channelId } from '../world/server-ids.ts';
import { signOf, type News } from '../world/news.ts';
import { inSession } from './session.ts';

const NAMES = ['ours', 'loop'] as const;

/** The lifetime of a process, milliseconds. */
const LIVES = [300, 6_000] as const;

/** About half of what it can post in a lifetime: there are two events. */
const CHANNELS_PER_LIFE = 60;

/** Our last requests follow the timeouts of lost responses. */
const PATIENCE = 90_000;

interface Toll {
  readonly lost: number;
  readonly twice: number;
  readonly posts: number;
  readonly kills: number;
}

const newsFor = (channels: News['channels']): readonly News[] => [
  { matchId: 78, kind: 'set', channels },
  { matchId: 79, kind: 'result', channels },
];

const isGone = (n: number): boolean => BigInt(channelId(n)) % BigInt(1 / FAULTY.gone) === 0n;

/** How often each existing channel has each event. */
const copies = (news: readonly News[], entries: readonly Entry[]): readonly number[] => {
  const made = entries.filter(({ verdict }) => verdict === 'made');
  return news.flatMap((each) => {
    const told = made.filter(({ words }) => words.includes(signOf(each)));
    const byChannel = Map.groupBy(told, ({ channel }) => channel);
    const [first, last] = each.channels;
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
      .filter((n) => !isGone(n))
      .map((n) => byChannel.get(channelId(n))?.length ?? 0);
  });
};

const tollOf = (counts: readonly number[], kills: number): Toll => ({
  lost: counts.filter((count) => count === 0).length,
  twice: counts.filter((count) => count > 1).length,
  posts: counts.length,
  kills,
});

/** Kills a bot repeatedly while it delivers, and counts the results at the judge. */
const measure = (bench: Bench, name: BotName): Promise<Toll> =>
  inSession(bench, { name, rules: FAULTY }, async ({ bot, file }) => {
    const random = randomFrom('kills', name);
    const kills = bench.isQuick ? 3 : 30;
    const channels = [1, kills * CHANNELS_PER_LIFE] as const;
    const news = newsFor(channels);
    await bot.prepare(channels);
    for (const each of news) await bot.tell(each);
    let living = bot;
    for (let n = 0; n < kills; n += 1) {
      await pause(wholeBetween(random, ...LIVES));
      await living.kill();
      living = await openBot(name, { file, apiUrl: bench.judge.apiUrl, token: name });
      await living.prepare(channels);
    }
    const isComplete = (entries: readonly Entry[]) =>
      copies(news, entries).every((count) => count > 0) ? true : undefined;
    if (name === 'ours') {
      await bench.judge.until(name, isComplete, PATIENCE).catch(() => undefined);
      // Duplicates would arrive now.
      await pause(bench.isQuick ? 0 : PATIENCE / 3);
    }
    const counts = copies(news, await bench.judge.entriesOf(name));
    await living.kill();
    return tollOf(counts, kills);
  });

/** Lost and duplicate posts, over many kills of the process. */
export const kills: Figure = async (bench) => {
  const found = new Map<BotName, Toll>();
  for (const name of measured(bench, NAMES)) found.set(name, await measure(bench, name));
  const ours = found.get('ours');
  const finding: Finding = {
    figure: `lost / twice over ${ours?.kills ?? 0} kill -9, of ${ours?.posts ?? 0} posts`,
    target: '0 / 0',
    isMet: ours?.lost === 0 && ours.twice === 0,
    by: Object.fromEntries(
      [...found].map(([name, { lost, twice }]) => [name, `${lost} / ${twice}`]),
    ),
    numbers: Object.fromEntries(
      [...found].flatMap(([name, { lost, twice }]) => [
        [`${name} lost`, lost],
        [`${name} twice`, twice],
      ]),
    ),
  };
  return [finding];
};
