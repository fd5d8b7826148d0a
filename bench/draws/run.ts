import { drawOf } from '#src/domain/tournament/draw.ts';
import { drawOdds } from '#src/domain/tournament/odds.ts';
import { randomFrom, type Random } from '#sandbox/padel-service/world/random.ts';
import { dayOf } from '#sandbox/padel-service/world/schedule/days.ts';
import { wholeDraw } from '../../test/gallery/matches.ts';
import { countFrom } from '../count.ts';
import { cpuOf, gzipCpu } from '../cpu.ts';
import { FIELD_OF_64 } from '../pictures.ts';
import { quantile, table } from '../table.ts';
import { drawsOf, FORECASTERS, type Draw, type Forecaster } from './titles.ts';

/** The day on which the worlds are first seen. */
const ANCHOR = dayOf('2026-11-21');
const TOURNAMENTS = { bench: 'draws', of: 'TOURNAMENTS', usual: 100, most: 2_000 } as const;
const OF_EACH_WORLD = 20;

/** The log loss over the oracle's, and the CPU of a draw in milliseconds. */
const BOUNDS = { ratio: 1.05, drawMs: 20 } as const;

const RESAMPLES = 2_000;
const DRAWS = 50;

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const lossIn = (tournaments: readonly (readonly Draw[])[], by: Forecaster): number =>
  mean(tournaments.flat().map(({ champion, titles }) => -Math.log(titles[by].get(champion) ?? 0)));

/** How often the champion was among the three likeliest, 0 to 1. */
const amongThree = (tournaments: readonly (readonly Draw[])[], by: Forecaster): number =>
  mean(
    tournaments.flat().map(({ champion, titles }) => {
      const [, , third = 0] = [...titles[by].values()].toSorted((a, b) => b - a);
      return Number((titles[by].get(champion) ?? 0) >= third);
    }),
  );

const resampled = <T>(random: Random, list: readonly T[]): readonly T[] =>
  list.flatMap(() => list[Math.floor(random() * list.length)] ?? []);

/** Milliseconds of CPU for the chances of a draw of 64 pairs of which nothing is decided. */
const drawCpu = async (): Promise<number> => {
  const matches = wholeDraw(FIELD_OF_64, 64, 64);
  const spent: number[] = [];
  for (let at = 0; at < DRAWS; at += 1)
    spent.push(
      await cpuOf(() => {
        const draw = drawOf(matches, FIELD_OF_64.category);
        const odds = draw && drawOdds(draw, ({ players: [one] }) => 1_000 + 7 * (one?.id ?? 0));
        if (odds?.contenders.length !== 64) throw new Error('a draw of 64 has no chances');
      }),
    );
  return quantile(spent, 0.5);
};

/**
 * Prints how well the chances of a draw, seen before its first match, know the champion, and what they
 * cost; sets the exit code to 1 when a requirement is missed.
 * @param args how many tournaments; 100 when it is left out
 */
export const run = async (args: readonly string[]): Promise<void> => {
  const count = countFrom(args[0], TOURNAMENTS);
  if (count === null) return;
  const worlds = Array.from({ length: Math.ceil(count / OF_EACH_WORLD) }, (_, index) => index);
  const tournaments = worlds.flatMap((index) =>
    drawsOf(index + 1, ANCHOR, Math.min(OF_EACH_WORLD, count - index * OF_EACH_WORLD)),
  );
  const random = randomFrom('draws');
  const samples = Array.from({ length: RESAMPLES }, () => resampled(random, tournaments));
  /** A figure with the interval that holds 95 % of the resamples, by tournament. */
  const withInterval = (
    figure: (of: typeof tournaments) => number,
    shown: (value: number) => string,
  ): string => {
    const values = samples.map(figure);
    const [low, high] = [quantile(values, 0.025), quantile(values, 0.975)].map(shown);
    return `${shown(figure(tournaments))} (${low ?? ''} to ${high ?? ''})`;
  };
  const ratioOf = (of: typeof tournaments): number => lossIn(of, 'Bandeja') / lossIn(of, 'oracle');

  console.log(
    table([
      [
        `${count} tournaments, ${tournaments.flat().length} draws`,
        'log loss',
        'among the first three',
      ],
      ...FORECASTERS.map((by) => [
        by,
        withInterval(
          (of) => lossIn(of, by),
          (value) => value.toFixed(3),
        ),
        by === 'uniform'
          ? ''
          : withInterval(
              (of) => amongThree(of, by),
              (value) => `${(value * 100).toFixed(1)} %`,
            ),
      ]),
    ]),
  );
  const isGood = ratioOf(tournaments) <= BOUNDS.ratio;
  const ratio = withInterval(ratioOf, (value) => value.toFixed(3));
  console.log(
    `\nLog loss over the oracle's: ${ratio}, at most ${BOUNDS.ratio}: ${isGood ? 'met' : 'MISSED'}.`,
  );
  const [drawMs, unit] = [await drawCpu(), await gzipCpu()];
  const isFast = drawMs <= BOUNDS.drawMs;
  console.log(
    `A draw of 64 pairs: ${drawMs.toFixed(1)} ms of CPU, ${(drawMs / unit).toFixed(2)} gzips of 1 MB ` +
      `(at most ${BOUNDS.drawMs} ms): ${isFast ? 'met' : 'MISSED'}.`,
  );
  if (!isGood || !isFast) process.exitCode = 1;
};
