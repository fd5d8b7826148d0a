import { chanceOfEdge } from '#sandbox/padel-service/world/people/edge.ts';
import { isCovered, type Match } from '#sandbox/padel-service/world/model.ts';
import { openHistory } from '#sandbox/padel-service/world/records/history.ts';
import { dayOf, isoDate } from '#sandbox/padel-service/world/schedule/days.ts';
import { brier, calibrationError, logLoss, reliability, type Said } from '../elo/scores.ts';
import { countFrom } from '../count.ts';
import { table } from '../table.ts';
import { bandeja, fixedEdge, idealFilter } from './forecasters.ts';
import { speed, SPEED } from './speed.ts';

/** From this day's tournament on ratings decide matches, so a simulation is the exact chance. */
const ANCHOR = dayOf('2026-11-21');
const SEED = 1;
const MATCHES = { bench: 'probability', of: 'MATCHES', usual: 2000, most: 20_000 } as const;

/** The bins of the calibration error; 2,000 matches of a perfect model have an error of 0.010. */
const BINS = 20;
const BOUNDS = { calibrationError: 0.015, ratio: 1.02 } as const;

const NAMES = ['Bandeja', 'ideal filter', 'a fixed edge', 'before the match'] as const;

type Name = (typeof NAMES)[number];

/** Covered matches that were played to their end, in the order of time, from the anchor on. */
export const matchesFrom = (count: number): readonly Match[] => {
  const history = openHistory(SEED, ANCHOR);
  const wanted = (match: Match): boolean =>
    match.tournament.start >= ANCHOR &&
    match.outcome === 'played' &&
    isCovered(match.tournament.level);
  for (let day = ANCHOR; ; day += 28) {
    const matches = history.matchesUntil(day).filter(wanted);
    if (matches.length >= count) return matches.slice(0, count);
  }
};

/** What is said before a match, in percent with one decimal. */
export const simulated = ({ edge, category, tournament: { rule } }: Match): number =>
  Math.round(chanceOfEdge(edge, { category, rule }) * 1000) / 1000;

/** Every forecaster at every end of a game at which all of them say something. */
const saidOf = (matches: readonly Match[]): Readonly<Record<Name, readonly Said[]>> => {
  const said: Record<Name, Said[]> = {
    Bandeja: [],
    'ideal filter': [],
    'a fixed edge': [],
    'before the match': [],
  };
  for (const match of matches) {
    const before = simulated(match);
    const happened = match.winner === 'team_1';
    const [own, fixed] = [
      bandeja(match, before, isoDate(match.tournament.start)),
      fixedEdge(match, before),
    ];
    for (const [score, ideal] of idealFilter(match)) {
      const [chance, fixedChance] = [own.get(score), fixed.get(score)];
      if (chance === undefined || fixedChance === undefined) continue;
      said.Bandeja.push({ chance, happened });
      said['ideal filter'].push({ chance: ideal, happened });
      said['a fixed edge'].push({ chance: fixedChance, happened });
      said['before the match'].push({ chance: before, happened });
    }
  }
  return said;
};

const percent = (value: number): string => `${(value * 100).toFixed(1)} %`;

const WIDTH = 50;

/** A line of the reliability diagram: where the share that won lies, and where it should. */
const lineOf = (forecast: number, share: number): string => {
  const at = (value: number): number => Math.round(value * WIDTH);
  return Array.from({ length: WIDTH + 1 }, (_, index) => {
    if (index === at(share)) return '●';
    return index === at(forecast) ? '│' : '·';
  }).join('');
};

const diagram = (said: readonly Said[]): string =>
  [
    ' said    won      games   0 %                    won                    100 %',
    ...reliability(said, BINS).map(({ meanChance, share, count }) =>
      [
        percent(meanChance).padStart(7),
        percent(share).padStart(7),
        String(count).padStart(6),
        ` ${lineOf(meanChance, share)}`,
      ].join('  '),
    ),
  ].join('\n');

/**
 * Prints how good the live win probability is over the sandbox's matches, and how fast; sets the exit
 * code to 1 when a requirement is missed.
 * @param args how many matches; 2,000 when it is left out
 */
export const run = (args: readonly string[]): Promise<void> => {
  const count = countFrom(args[0], MATCHES);
  if (count === null) return Promise.resolve();
  const said = saidOf(matchesFrom(count));
  const losses = new Map(NAMES.map((name) => [name, logLoss(said[name])]));
  const lossOf = (name: Name): number => losses.get(name) ?? NaN;
  const error = calibrationError(said.Bandeja, BINS);
  const ratio = lossOf('Bandeja') / lossOf('ideal filter');
  const isGood =
    error <= BOUNDS.calibrationError &&
    ratio <= BOUNDS.ratio &&
    lossOf('Bandeja') < Math.min(lossOf('a fixed edge'), lossOf('before the match'));

  console.log(
    table([
      [`${count} matches, ${said.Bandeja.length} games`, 'log loss', 'Brier', 'calibration error'],
      ...NAMES.map((name) => [
        name,
        lossOf(name).toFixed(4),
        brier(said[name]).toFixed(4),
        calibrationError(said[name], BINS).toFixed(4),
      ]),
    ]),
  );
  console.log(
    `\nLog loss over the ideal filter's: ${ratio.toFixed(4)} (at most ${BOUNDS.ratio}); calibration ` +
      `error at most ${BOUNDS.calibrationError}: ${isGood ? 'met' : 'MISSED'}.`,
  );
  console.log(`\n${diagram(said.Bandeja)}\n`);
  const { tableMs, pointUs } = speed();
  const isFast = tableMs <= SPEED.tableMs && pointUs <= SPEED.pointUs;
  console.log(
    `A table: ${tableMs.toFixed(1)} ms (at most ${SPEED.tableMs}); a point with value and leverage, ` +
      `server unknown: ${pointUs.toFixed(1)} µs (at most ${SPEED.pointUs}): ${isFast ? 'met' : 'MISSED'}.`,
  );
  if (!isGood || !isFast) process.exitCode = 1;
  return Promise.resolve();
};
