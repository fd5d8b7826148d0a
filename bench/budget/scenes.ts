import { PLAN_QUOTAS, type PlanName } from '#src/config/quotas.ts';
import { MINUTE, HOUR, DAY } from '#src/lib/time.ts';
import { table } from '../table.ts';
import { AWAKE, simulate, type Period, type Simulated } from './simulation.ts';
import {
  dateOf,
  DAYS,
  MONTH_BEGINS,
  TOURNAMENTS,
  tournament,
  worldOf,
  type MonthTournament,
  type World,
} from './world.ts';

/** Some days of the month on which something goes wrong. */
interface Scene {
  readonly name: string;
  readonly firstDay: number;
  readonly days: number;
  readonly commandsAnHour?: number;
  readonly hasStuckMatches?: boolean;
  /** Six hours from noon UTC of the second day. */
  readonly hasOutage?: boolean;
  /** Nothing is pushed. */
  readonly isSilent?: boolean;
  /** Tournaments that the month's calendar lacks. */
  readonly more?: readonly MonthTournament[];
}

const OUTAGE = { from: 12 * HOUR, to: 18 * HOUR } as const;

/** 500 members on a day of play. */
const COMMANDS_AN_HOUR = 125;

/** Beside the P2 of the month: 44 and 40 matches on its second and third day. */
const SECOND_P2 = tournament(8, 'p2', 17, 7);

const SCENES: readonly Scene[] = [
  { name: 'FIP Gold and Silver', firstDay: 11, days: 3 },
  { name: 'stuck matches', firstDay: 5, days: 2, hasStuckMatches: true },
  { name: 'outage of six hours', firstDay: 5, days: 2, hasOutage: true },
  { name: 'no pushes, 40 matches a day', firstDay: 18, days: 2, isSilent: true, more: [SECOND_P2] },
  { name: '200 commands an hour', firstDay: 5, days: 2, commandsAnHour: 200 },
  {
    name: 'all of it',
    firstDay: 17,
    days: 3,
    commandsAnHour: 200,
    hasStuckMatches: true,
    hasOutage: true,
    isSilent: true,
    more: [SECOND_P2, tournament(9, 'fip_gold', 17, 5), tournament(10, 'fip_silver', 17, 5)],
  },
];

/** The longest delay of a result after its record, or after the end of an outage. */
const RESULT_WITHIN_MS = 20 * MINUTE;

/** By how much each record of the scene's days was late, and whether midnight lay in between. */
const resultsOf = (scene: Period, { known }: Simulated, { matches }: World, outage?: Period) =>
  matches
    .filter(({ confirmedAt, endsAt }) => endsAt > scene.from && confirmedAt < scene.to - HOUR)
    .map(({ id, confirmedAt }) => {
      const isDown = outage !== undefined && confirmedAt >= outage.from && confirmedAt < outage.to;
      const readableAt = isDown ? outage.to : confirmedAt;
      const resultAt = known.get(id)?.resultAt ?? Infinity;
      const late = Math.max(0, resultAt - readableAt);
      const midnight = readableAt - (readableAt % DAY) + DAY;
      return { late, hasWaited: late > RESULT_WITHIN_MS && resultAt >= midnight };
    });

const minutesOf = (ms: number): string => (ms / MINUTE).toFixed(1);

const runScene = async (scene: Scene, plan: PlanName) => {
  const { firstDay, days, commandsAnHour = COMMANDS_AN_HOUR } = scene;
  const from = MONTH_BEGINS + firstDay * DAY;
  const period = { from, to: from + days * DAY };
  const noon = from + DAY;
  const outage =
    scene.hasOutage === true ? { from: noon + OUTAGE.from, to: noon + OUTAGE.to } : undefined;
  const tournaments = [...TOURNAMENTS, ...(scene.more ?? [])];
  const world = worldOf(tournaments, scene.hasStuckMatches === true ? dateOf(from) : undefined);
  const perDay = commandsAnHour * (AWAKE.to - AWAKE.from);
  const ran = await simulate({
    ...period,
    plan,
    world,
    outage,
    isPushed: scene.isSilent !== true,
    asked: { playing: perDay, quiet: perDay },
    // The days before have spent their even share of the month.
    usedBefore: Math.floor((0.9 * PLAN_QUOTAS[plan].perMonth * firstDay) / DAYS),
  });
  const results = resultsOf(period, ran, world, outage);
  const counts = [...Map.groupBy(ran.arrivals, (at) => dateOf(at)).values()].map((of) => of.length);
  const longest = Math.max(0, ...results.map(({ late }) => late));
  const waited = results.filter(({ hasWaited }) => hasWaited).length;
  return {
    isMet: longest <= RESULT_WITHIN_MS && waited === 0 && ran.tooMany === 0,
    rows: [
      ['requests a day', counts.join(', ')],
      ['results', results.length],
      ['longest after its record, minutes', minutesOf(longest)],
      ['late', results.filter(({ late }) => late > RESULT_WITHIN_MS).length],
      ['waited past midnight', waited],
      ['refused by the service (429)', ran.tooMany],
      ['members told that it is busy', `${ran.busy} of ${ran.asked}`],
      ...[...ran.refused].map(([priority, minutes]) => [`minutes without ${priority}`, minutes]),
    ],
  };
};

/** @returns whether every result came in time */
export const runScenes = async (plan: PlanName, only = ''): Promise<boolean> => {
  console.log(`${plan}: a result at most 20 minutes after its record, none past midnight.`);
  let isMet = true;
  for (const scene of SCENES) {
    if (!scene.name.includes(only)) continue;
    const told = await runScene(scene, plan);
    isMet &&= told.isMet;
    console.log(`\n${scene.name}\n${table(told.rows)}`);
  }
  return isMet;
};
