import { dayOf } from '#sandbox/padel-service/world/schedule/days.ts';
import { forecastsOf, type Forecast } from './forecasts.ts';
import { headToHeads } from './head.ts';
import { proportionsOf } from './proportions.ts';
import { reliability } from './scores.ts';
import { BOUNDS, FORECASTERS, judge, saidBy, type Verdict } from './verdict.ts';
import { countFrom } from '../count.ts';
import { quantile, table } from '../table.ts';

/** The day on which the worlds are first seen; their records start three seasons earlier. */
const ANCHOR = '2026-11-21';
const SEEDS = { bench: 'elo', of: 'SEEDS', usual: 5, most: 50 } as const;

const fixed = (value: number): string => value.toFixed(3);
const percent = (value: number): string => `${(value * 100).toFixed(1)} %`;

const HEADER = ['', '', 'Brier', 'log loss', 'accuracy', 'calibration'];

const verdictRows = (name: string, { matches, scores, ratios }: Verdict): string[][] => [
  ...FORECASTERS.map((forecaster, index) => {
    const { brier, logLoss, accuracy, calibrationError } = scores[forecaster];
    const first = index === 0 ? `${name}, ${matches} matches` : '';
    const losses = [fixed(brier), fixed(logLoss), percent(accuracy), fixed(calibrationError)];
    return [first, forecaster, ...losses];
  }),
  ['', 'elo / oracle', fixed(ratios.brier), fixed(ratios.logLoss), '', ''],
];

const reliabilityTable = (forecasts: readonly Forecast[]): string =>
  table([
    ['chance', 'matches', 'mean forecast', 'won', 'difference'],
    ...reliability(saidBy('elo', forecasts)).map(({ from, count, meanChance, share }) => [
      `${Math.round(from * 100)}-${Math.round(from * 100) + 10} %`,
      count,
      percent(meanChance),
      percent(share),
      percent(share - meanChance),
    ]),
  ]);

const proportionTable = (forecasts: readonly Forecast[]): string =>
  table([
    ['', 'sandbox', 'real'],
    ...proportionsOf(forecasts).map(({ name, seen, real }) => [name, fixed(seen), fixed(real)]),
  ]);

/**
 * Prints how well the sandbox's Elo forecasts its generated seasons; sets the exit code to 1 when
 * the requirement is missed in all of them together or in the world of any seed.
 * @param args how many seeds, from 1 on; five when it is left out
 */
export const run = (args: readonly string[]): Promise<void> => {
  const count = countFrom(args[0], SEEDS);
  if (count === null) return Promise.resolve();
  const seeds = Array.from({ length: count }, (_, index) => index + 1);
  const worlds = seeds.map((seed) => ({ seed, forecasts: forecastsOf(seed, dayOf(ANCHOR)) }));
  const all = worlds.flatMap(({ forecasts }) => forecasts);
  const bySeed = worlds.map(({ seed, forecasts }) => ({ seed, verdict: judge(forecasts) }));
  const seasons = [...new Set(all.map(({ match }) => match.tournament.season))];
  const isMet = judge(all).isMet && bySeed.every(({ verdict }) => verdict.isMet);
  const head = worlds.flatMap(({ forecasts }) => headToHeads(forecasts));

  console.log(
    `Every match forecast before it began; worlds first seen on ${ANCHOR}. Byes, walkovers and\n` +
      'what the ratings themselves decide are left out. The ranking is given the share that the\n' +
      'better ranked pair really won. Calibration: the mean distance between forecast and share\n' +
      'won over ten bins of equal width, weighted by their matches.\n',
  );
  console.log(
    table([
      HEADER,
      ...bySeed.flatMap(({ seed, verdict }) => verdictRows(`seed ${seed}`, verdict)),
      ...seasons.flatMap((season) =>
        verdictRows(
          `season ${season}`,
          judge(all.filter(({ match }) => match.tournament.season === season)),
        ),
      ),
      ...verdictRows('all', judge(all)),
    ]),
  );
  console.log(`\nReliability of /matches/simulate, from team_1's side:\n${reliabilityTable(all)}`);
  console.log(`\nThe matches:\n${proportionTable(all)}`);
  const [low, middle, high] = [0.1, 0.5, 0.9].map((each) => percent(quantile(head, each)));
  console.log(
    `\n${head.length} meetings of a draw's four best: the better ranked pair's true chance is ` +
      `${low ?? ''} to ${high ?? ''} in eight of ten, ${middle ?? ''} in the median.`,
  );
  console.log(
    `\nRequired of every seed: losses within ${fixed(BOUNDS.ratio)} of the oracle's, calibration ` +
      `under ${fixed(BOUNDS.calibrationError)}: ${isMet ? 'met' : 'MISSED'}.`,
  );
  if (!isMet) process.exitCode = 1;
  return Promise.resolve();
};
