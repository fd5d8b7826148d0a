import type { Moment, ProbabilityCurve } from '#src/domain/probability/curve.ts';
import {
  gameOf,
  LEAST_LEVERAGE,
  MOMENTS_PER_MATCH,
  momentsOf,
  outsiderOf,
  upsetChange,
} from '#src/domain/alerts/moments.ts';
import type { Match } from '#sandbox/padel-service/world/model.ts';
import { isoDate } from '#sandbox/padel-service/world/schedule/days.ts';
import { curveOf } from '../probability/forecasters.ts';
import { matchesFrom, simulated } from '../probability/run.ts';
import { countFrom } from '../count.ts';
import { table } from '../table.ts';
import { optimalPosts } from './optimal.ts';

const MATCHES = { bench: 'moments', of: 'MATCHES', usual: 1_000, most: 10_000 } as const;

/** What is promised of three posts a match, and of the upset watch. */
const PROMISED = {
  recall: 0.7,
  posts: 1,
  captured: 0.9,
  upsets: { least: 0.58, most: 0.7, announced: 0.95, openings: 1.2 },
} as const;

/** What a post costs the optimal rule, in leverage: with it, that rule posts about as often as the ladder. */
const PRICE = 0.1;

interface Seen {
  readonly match: Match;
  readonly before: number;
  readonly curve: ProbabilityCurve;
  /** The moment with the greatest leverage of each game, the greatest first. */
  readonly games: readonly Moment[];
}

const seenOf = (match: Match): Seen => {
  const before = simulated(match);
  const curve = curveOf(match, before, isoDate(match.tournament.start));
  const games = new Map<number, Moment>();
  for (const moment of curve.moments) {
    const best = games.get(gameOf(moment));
    if (best === undefined || moment.leverage > best.leverage) games.set(gameOf(moment), moment);
  }
  const sorted = [...games.values()].sort((a, b) => b.leverage - a.leverage);
  return { match, before, curve, games: sorted };
};

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

interface Score {
  readonly posts: number;
  readonly most: number;
  readonly captured: number;
  /** Of a match's best games that are worth a post, how many got one; the mean over such matches. */
  readonly recall: number;
  readonly precision: number;
  /** Posts of matches in which no point reaches the least leverage. */
  readonly dull: number;
}

/** How well these posts find the best games of each match, as many of them as the budget. */
const scoreOf = (
  seen: readonly Seen[],
  budget: number,
  postsOf: (each: Seen) => readonly Moment[],
): Score => {
  const found = { posts: 0, captured: 0, best: 0, right: 0, dull: 0 };
  const recalls: number[] = [];
  let most = 0;
  for (const each of seen) {
    const posts = postsOf(each);
    const best = each.games.slice(0, budget);
    const worth = best.filter(({ leverage }) => leverage >= LEAST_LEVERAGE);
    const posted = new Set(posts.map(gameOf));
    const isWorth = new Set(each.games.filter((g) => g.leverage >= LEAST_LEVERAGE).map(gameOf));
    most = Math.max(most, posts.length);
    found.posts += posts.length;
    found.captured += sum(posts.map(({ leverage }) => leverage));
    found.best += sum(best.map(({ leverage }) => leverage));
    const hit = worth.filter((moment) => posted.has(gameOf(moment))).length;
    if (worth.length > 0) recalls.push(hit / worth.length);
    found.right += posts.filter((moment) => isWorth.has(gameOf(moment))).length;
    if (isWorth.size === 0) found.dull += posts.length;
  }
  return {
    posts: found.posts / seen.length,
    most,
    captured: found.captured / found.best,
    recall: sum(recalls) / recalls.length,
    precision: found.posts === 0 ? 1 : found.right / found.posts,
    dull: found.dull,
  };
};

const rowOf = (name: string, { posts, most, captured, recall, precision, dull }: Score) => [
  ...[name, posts.toFixed(2), most, captured.toFixed(3), recall.toFixed(2)],
  ...[precision.toFixed(2), dull],
];

interface UpsetFigures {
  readonly candidates: number;
  readonly opened: number;
  readonly openings: number;
  readonly cameTrue: number;
  readonly upsets: number;
  readonly announced: number;
}

/** What the watch says of the matches with a favourite. */
const upsetsOf = (seen: readonly Seen[]): UpsetFigures => {
  const all = { candidates: 0, opened: 0, openings: 0, cameTrue: 0, upsets: 0, announced: 0 };
  for (const { curve, match } of seen) {
    const outsider = outsiderOf(curve.before);
    if (outsider === null) continue;
    all.candidates += 1;
    let [isOpen, openings] = [false, 0];
    for (const moment of curve.moments) {
      const change = upsetChange(isOpen, outsider, moment);
      if (change === 'opens') openings += 1;
      if (change !== null) isOpen = change === 'opens';
    }
    const isUpset = match.winner === outsider;
    all.opened += Number(openings > 0);
    all.openings += openings;
    all.cameTrue += Number(openings > 0 && isUpset);
    all.upsets += Number(isUpset);
    all.announced += Number(isUpset && openings > 0);
  }
  return all;
};

const percent = (value: number): string => `${(value * 100).toFixed(1)} %`;

/**
 * Prints how well key moments and the upset watch find what matters in the sandbox's matches; sets the
 * exit code to 1 when a promise is broken.
 * @param args how many matches; 1,000 when it is left out
 */
export const run = (args: readonly string[]): Promise<void> => {
  const count = countFrom(args[0], MATCHES);
  if (count === null) return Promise.resolve();
  const seen = matchesFrom(count).map(seenOf);
  const broken: string[] = [];
  const rows: (string | number)[][] = [
    ['rule', 'posts a match', 'most', 'captured', 'recall', 'precision', 'in dull matches'],
  ];
  const budget = MOMENTS_PER_MATCH;
  const ladder = scoreOf(seen, budget, ({ curve }) => momentsOf(curve).map(({ moment }) => moment));
  const optimal = scoreOf(seen, budget, ({ curve, match, before }) =>
    optimalPosts(
      curve.moments,
      { category: match.category, rule: match.tournament.rule, before },
      { budget, price: PRICE },
    ),
  );
  rows.push(rowOf(`ladder of ${budget}`, ladder), rowOf(`optimal of ${budget}`, optimal));
  if (ladder.most > budget) broken.push(`more than ${budget} posts`);
  if (ladder.dull > 0) broken.push('posts in dull matches');
  if (ladder.captured < PROMISED.captured * optimal.captured) broken.push(`captured, ${budget}`);
  if (ladder.recall < PROMISED.recall) broken.push('recall');
  if (ladder.posts > PROMISED.posts) broken.push('posts a match');
  const { candidates, opened, openings, cameTrue, upsets, announced } = upsetsOf(seen);
  const watch = {
    isTrue: cameTrue / opened,
    announced: announced / upsets,
    each: openings / opened,
  };
  const { least, most, announced: mustBe, openings: allowed } = PROMISED.upsets;
  if (watch.isTrue < least || watch.isTrue > most) broken.push('upsets that come true');
  if (watch.announced < mustBe) broken.push('upsets that were announced');
  if (watch.each > allowed) broken.push('openings of the watch');
  console.log(
    `${seen.length} matches\n\n${table(rows)}\n
upset watch: ${candidates} matches with a favourite of 70 % or more, ${opened} opened it, ${openings} times
  came true: ${percent(watch.isTrue)} of the matches that opened it
  announced: ${percent(watch.announced)} of ${upsets} upsets
  openings:  ${watch.each.toFixed(2)} in each match that opened it`,
  );
  for (const what of broken) console.log(`BROKEN: ${what}`);
  if (broken.length > 0) process.exitCode = 1;
  return Promise.resolve();
};
