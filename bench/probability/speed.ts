import { newPlay, afterPoint } from '#src/domain/match/play.ts';
import { beliefBefore, believeAfter, outlookOf } from '#src/domain/probability/belief.ts';
import { SERVE } from '#src/domain/probability/edges.ts';
import { priorOf } from '#src/domain/probability/prior.ts';
import { createTables, tablesOf } from '#src/domain/probability/tables.ts';
import { quantile } from '../table.ts';

const TABLES = 15;
const POINTS = 20_000;

/** Limits: milliseconds for the tables of one serve and rule, microseconds for a point. */
export const SPEED = { tableMs: 20, pointUs: 10 } as const;

const tableMs = (): number =>
  quantile(
    Array.from({ length: TABLES }, () => {
      const started = performance.now();
      createTables(SERVE.men, 'star-point');
      return performance.now() - started;
    }),
    0.5,
  );

/** A point with its value and leverage, the server unknown; the fastest of some rounds. */
const pointUs = (): number => {
  const tables = tablesOf('men', 'star-point');
  const start = newPlay();
  const prior = priorOf(0.6, tables.ofMatch(start.games, start.games, 'team_1'));
  const belief = beliefBefore(start, prior, null);
  const next = afterPoint(start, 'team_1', 'star-point');
  const rounds = Array.from({ length: 5 }, () => {
    const started = performance.now();
    for (let point = 0; point < POINTS; point += 1) {
      const after = believeAfter(tables, belief, next);
      if (after !== null) outlookOf(tables, after);
    }
    return ((performance.now() - started) / POINTS) * 1000;
  });
  return Math.min(...rounds);
};

export const speed = () => ({ tableMs: tableMs(), pointUs: pointUs() });
