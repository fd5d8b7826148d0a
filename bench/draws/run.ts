import { drawOf } from '#src/domain/tournament/draw.ts';
import { drawOdds } from '#src/domain/tournament/odds.ts';
import { randomFrom } from '#sandbox/padel-service/world/random.ts';
import { dayOf } from '#sandbox/padel-service/world/schedule/days.ts';
import { wholeDraw } from '../../test/gallery/matches.ts';
import { countFrom } from '../count.ts';
import { cpuOf, cpuOfGzip, FIELD_OF_64 } from '../pictures.ts';
import { quantile, table } from '../table.ts';
import { drawsOf, FORECASTERS, type Draw, type Forecaster } from './titles.ts';

/** The day on which the worlds are first seen. */
const ANCHOR = dayOf('2026-11-21');
const TOURNAMENTS = { bench: 'draws', of: 'TOURNAMENTS', usual: 100, most: 2_000 } as const;
const OF_EACH_WORLD = 20;

/** The log loss over the oracle's, and milliseconds of CPU for a draw. */
const BOUNDS = { ratio: 1.05, drawMs: 20 } as const;

const RESAMPLES = 2_000;

/** The draws of each tournament. */
type Tournaments = readonly (readonly Draw[])[];
type Figure = (tournaments: Tournaments) => number;

const meanOf =
  (valueOf: (draw: Draw) => number): Figure =>
  (tournaments) => {
    const values = tournaments.flat().map(valueOf);
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  };

const lossOf = (by: Forecaster): Figure => meanOf((draw) => -Math.log(draw[by].chance));

/** How often the champion was one of the three likeliest, in percent. */
const amongThree = (by: Forecaster): Figure => meanOf((draw) => (draw[by].likelier < 3 ? 100 : 0));

/** Writes a figure with the interval that holds 95 % of its values over resampled tournaments. */
const writerFor = (tournaments: Tournaments) => {
  const random = randomFrom('draws');
  const samples = Array.from({ length: RESAMPLES }, () =>
    tournaments.flatMap(() => [tournaments[Math.floor(random() * tournaments.length)] ?? []]),
  );
  return (figure: Figure, digits: number): string => {
    const values = samples.map(figure);
    const ends = [0.025, 0.975].map((share) => quantile(values, share).toFixed(digits));
    return `${figure(tournaments).toFixed(digits)} (${ends.join(' to ')})`;
  };
};

const oddsOf64 = (): void => {
  const draw = drawOf(wholeDraw(FIELD_OF_64, 64, 64), FIELD_OF_64.category);
  const odds = draw && drawOdds(draw, ({ players: [one] }) => 1_000 + 3 * (one?.id ?? 0));
  if (odds?.contenders.length !== 64) throw new Error('a draw of 64 pairs has no chances');
};

/**
 * Prints how well the chances of a draw, seen before its first match, know its champion, and what they
 * cost; sets the exit code to 1 when a requirement is missed.
 * @param args how many tournaments; 100 when it is left out
 */
export const run = async (args: readonly string[]): Promise<void> => {
  const count = countFrom(args[0], TOURNAMENTS);
  if (count === null) return;
  const worlds = Array.from({ length: Math.ceil(count / OF_EACH_WORLD) }, (_, index) => index + 1);
  const tournaments = worlds
    .flatMap((seed) => drawsOf(seed, ANCHOR, OF_EACH_WORLD))
    .slice(0, count);
  const write = writerFor(tournaments);
  console.log(
    table([
      [`${count} tournaments, two draws each`, 'log loss', 'champion of the first three, %'],
      ...FORECASTERS.map((by) => [
        by,
        write(lossOf(by), 3),
        by === 'uniform' ? '' : write(amongThree(by), 1),
      ]),
    ]),
  );
  const ratio: Figure = (of) => lossOf('Bandeja')(of) / lossOf('oracle')(of);
  const isGood = ratio(tournaments) <= BOUNDS.ratio;
  const drawMs = await cpuOf(oddsOf64);
  const unit = await cpuOfGzip();
  const isFast = drawMs <= BOUNDS.drawMs;
  console.log(
    `\nLog loss over the oracle's: ${write(ratio, 3)}, at most ${BOUNDS.ratio}: ${isGood ? 'met' : 'MISSED'}.\n` +
      `A draw of 64 pairs: ${drawMs.toFixed(1)} ms of CPU, ${(drawMs / unit).toFixed(2)} gzips of 1 MB ` +
      `(at most ${BOUNDS.drawMs} ms): ${isFast ? 'met' : 'MISSED'}.`,
  );
  if (!isGood || !isFast) process.exitCode = 1;
};
