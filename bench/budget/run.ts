import { PLAN_QUOTAS, PLANS, type PlanName } from '#src/config/quotas.ts';
import { SECOND, MINUTE, HOUR, DAY } from '#src/lib/time.ts';
import { quantile, table } from '../table.ts';
import { mostInAnyMinute } from './rolling.ts';
import { runScenes } from './scenes.ts';
import { delaysOf, isPlayed, simulate } from './simulation.ts';
import { dateOf, DAYS, hasPoints, MONTH_BEGINS, TOURNAMENTS, worldOf } from './world.ts';

/** Commands of 500 members on a day of play, and on another day. */
const ASKED = { playing: 2_000, quiet: 200 } as const;

/** Our goals; the horizons are nine tenths of the plan's (padel-api/quota). */
const ALLOWED = {
  quietDay: 150,
  pushedStart: 5 * SECOND,
  unpushedStart: 90 * SECOND,
  result: 10 * SECOND,
  record: 20 * MINUTE,
  moved: 10 * MINUTE,
} as const;

const atMost = (name: string, figure: number, allowed: number) => ({
  row: [name, Number(figure.toFixed(1)), `allowed: ${allowed}`],
  isMet: figure <= allowed,
});

/** A month of two tournaments and five FIP events with 500 members. */
const runMonth = async (days: number, plan: PlanName): Promise<boolean> => {
  const quota = PLAN_QUOTAS[plan];
  const world = worldOf(TOURNAMENTS);
  const end = MONTH_BEGINS + days * DAY;
  const ran = await simulate({ plan, world, from: MONTH_BEGINS, to: end, asked: ASKED });
  const { arrivals, known } = ran;
  const perDay = Map.groupBy(arrivals, (at) => dateOf(at));
  const counts = [...perDay].map(([date, each]) => ({ date, count: each.length }));
  const quiet = counts.filter(({ date }, index) => !isPlayed(world, date) && index > 1);
  const over = world.matches.filter(({ confirmedAt }) => confirmedAt < end - HOUR);
  const started = (isPushed: boolean) =>
    delaysOf(
      over,
      ({ firstPushAt, beginsAt }) =>
        firstPushAt !== null && (firstPushAt === beginsAt) === isPushed ? beginsAt : null,
      ({ startAt }) => startAt,
      known,
    );
  const results = delaysOf(
    over,
    ({ firstPushAt, confirmedAt }) => (firstPushAt === null ? null : confirmedAt),
    ({ resultAt }) => resultAt,
    known,
  );
  const records = delaysOf(
    over,
    ({ confirmedAt }) => confirmedAt,
    ({ resultAt }) => resultAt,
    known,
  );
  const moved = delaysOf(
    over,
    ({ moved: move, tournament }) => (move !== null && hasPoints(tournament) ? move.at : null),
    ({ labels }, match) => labels.get(match.moved?.label ?? ''),
    known,
  );
  const month = arrivals.length * (DAYS / days);
  const rows = [
    atMost('requests in 30 days', month, 0.9 * quota.perMonth),
    atMost('most on one day', Math.max(...counts.map(({ count }) => count)), 0.9 * quota.perDay),
    atMost(
      'most on a day without play, names known',
      Math.max(0, ...quiet.map(({ count }) => count)),
      ALLOWED.quietDay,
    ),
    atMost('most in any 60 seconds', mostInAnyMinute(arrivals), quota.perMinute),
    atMost('refused by the service (429)', ran.tooMany, 0),
    atMost('members told that the service is busy', ran.busy, 0),
    atMost('start that is pushed, median ms', quantile(started(true), 0.5), ALLOWED.pushedStart),
    atMost('start that is not, median ms', quantile(started(false), 0.5), ALLOWED.unpushedStart),
    atMost('result after its push, 95 % ms', quantile(results, 0.95), ALLOWED.result),
    atMost('any result after its record, longest ms', Math.max(0, ...records), ALLOWED.record),
    atMost('changed time of a match, 95 % ms', quantile(moved, 0.95), ALLOWED.moved),
    atMost('cards that were called delayed', ran.delays, 0),
  ];
  console.log(
    `${plan}: ${days} days, ${world.matches.length} matches, ${ran.asked} questions of members.\n`,
  );
  console.log(table([['priority', 'requests'], ...ran.priorities]));
  console.log('');
  console.log(table([['day', 'requests'], ...counts.map(({ date, count }) => [date, count])]));
  console.log('');
  console.log(table(rows.map(({ row }) => row)));
  return rows.every(({ isMet }) => isMet);
};

const planOf = (text = ''): PlanName => PLANS.find((each) => each === text) ?? 'pro';

/**
 * `npm run bench budget month [days] [free | pro | business]`, and `npm run bench budget scenes [plan]`:
 * some days each on which much goes wrong.
 */
export const run = async (args: readonly string[] = []): Promise<void> => {
  const [kind = 'month', ...rest] = args;
  const isMet = await (kind === 'scenes'
    ? runScenes(planOf(rest[0]), rest[1])
    : runMonth(Number(rest[0] ?? DAYS), planOf(rest[1])));
  if (!isMet) {
    console.error('\nMISSED');
    process.exitCode = 1;
  }
  process.exit();
};
