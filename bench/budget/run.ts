import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { pino } from 'pino';
import { PLAN_QUOTAS, PLANS, type PlanName } from '#src/config/quotas.ts';
import { SECOND, MINUTE, HOUR, DAY } from '#src/lib/time.ts';
import { createDirectory } from '#src/padel-api/names/directory.ts';
import { startDirectorySync } from '#src/padel-api/names/directory-sync.ts';
import { createPadelApi } from '#src/padel-api/client.ts';
import { NotInPlan, ServiceBusy } from '#src/padel-api/errors.ts';
import { createNames } from '#src/padel-api/names/names.ts';
import { startLive } from '#src/live/live.ts';
import type { SubscriptionsOptions } from '#src/live/subscriptions.ts';
import { chance, randomFrom } from '#sandbox/padel-service/world/random.ts';
import { quantile, table } from '../table.ts';
import { askSomething } from './members.ts';
import {
  DAYS,
  hasPoints,
  liveOnWire,
  MATCHES,
  MONTH_BEGINS,
  ROUTES,
  TOURNAMENTS,
  type MonthMatch,
} from './world.ts';
import { createMonthObserver, type Known } from './told.ts';
import { mostInAnyMinute } from './rolling.ts';
import { createCountingService, LACKED } from './service.ts';

/** Commands of 500 members on a day of play, and on another day. */
const ASKED = { playing: 2_000, quiet: 200 } as const;
/** Waking hours, UTC. */
const AWAKE = { from: 7, to: 23 } as const;

/** Our goals; the horizons are nine tenths of the plan's (padel-api/quota). */
const ALLOWED = {
  quietDay: 150,
  pushedStart: 5 * SECOND,
  unpushedStart: 90 * SECOND,
  result: 10 * SECOND,
  record: 20 * MINUTE,
  moved: 10 * MINUTE,
} as const;

/** Data that the small plan lacks (public service, "Plans"). */
const FOR_PRO = /^\/api\/live|\/live$|\/simulate|headtohead/;

const SILENT = pino({ level: 'silent' });

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

const isPlayed = (date: string): boolean =>
  TOURNAMENTS.some(({ startDate, endDate }) => startDate <= date && date <= endDate);

/** Pushes of a subscribed match: its points each minute, its start and its end. */
const createPusher = () => {
  const listening = new Set<number>();
  let options: SubscriptionsOptions | undefined;
  const last = new Map<number, number>();

  const isDue = (match: MonthMatch, now: number): boolean => {
    if (match.firstPushAt === null || now < match.firstPushAt) return false;
    if (now > match.confirmedAt + MINUTE) return false;
    const pushedAt = last.get(match.id) ?? 0;
    const passed = (at: number): boolean => now >= at && pushedAt < at;
    if (passed(match.endsAt) || passed(match.confirmedAt)) return true;
    return now < match.endsAt && now - pushedAt >= MINUTE;
  };

  return {
    subscribe: (given: SubscriptionsOptions) => {
      options = given;
      return {
        listenTo: (channels: ReadonlyMap<number, string>) => {
          for (const id of listening) if (!channels.has(id)) listening.delete(id);
          for (const id of channels.keys()) {
            if (listening.has(id)) continue;
            listening.add(id);
            setTimeout(() => {
              given.onSubscribed(id);
            }, 200);
          }
        },
        renew: given.onSubscribed,
        isConnected: () => true,
        stop: () => undefined,
      };
    },
    push: (now: number): void => {
      for (const match of MATCHES) {
        if (!isDue(match, now)) continue;
        last.set(match.id, now);
        if (listening.has(match.id)) options?.onFrame(new Set([match.id]), liveOnWire(match, now));
      }
    },
  };
};

const atMost = (name: string, figure: number, allowed: number) => ({
  row: [name, Number(figure.toFixed(1)), `allowed: ${allowed}`],
  isMet: figure <= allowed,
});

/** Seconds from an event until it was known; infinite for never. */
const delays = (
  matches: readonly MonthMatch[],
  from: (match: MonthMatch) => number | null,
  to: (known: Known, match: MonthMatch) => number | undefined,
  known: ReadonlyMap<number, Known>,
): readonly number[] =>
  matches.flatMap((match) => {
    const at = from(match);
    if (at === null) return [];
    const own = known.get(match.id);
    const told = own === undefined ? undefined : to(own, match);
    return [Math.max(0, (told ?? Infinity) - at)];
  });

/**
 * `npm run bench budget month [days] [free
 * pro
 * business]`: a month of two tournaments and five FIP events with 500 members. Client, sources and the
 * sync of names are the real ones; pushes come without a socket, the clock is fake, the network only
 * counts.
 */
export const run = async (args: readonly string[] = []): Promise<void> => {
  const [given = String(DAYS), plan = 'pro'] = args.filter((each) => each !== 'month');
  const days = Number(given);
  const name: PlanName = PLANS.find((each) => each === plan) ?? 'pro';
  const quota = PLAN_QUOTAS[name];
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: MONTH_BEGINS });
  const answerTo = (path: string): unknown => {
    if (name === 'free' && FOR_PRO.test(path)) return LACKED;
    return ROUTES.find(([pattern]) => pattern.test(path))?.[1](path, Date.now());
  };
  const service = createCountingService(Date.now, randomFrom('travel'), answerTo, quota.perMinute);
  const priorities = new Map<string, number>();
  const api = createPadelApi({
    baseUrl: `${service.origin}/api`,
    token: 'token',
    now: Date.now,
    monotonic: Date.now,
    random: randomFrom('retries'),
    log: SILENT,
    dispatcher: service.dispatcher,
    limits: quota,
    calendar: () => TOURNAMENTS.map((own) => ({ ...own, status: 'pending' })),
    onAnswer: (priority) => priorities.set(priority, (priorities.get(priority) ?? 0) + 1),
  });
  const pusher = createPusher();
  const told = createMonthObserver(Date.now);
  const nothing = (): Promise<void> => Promise.resolve();
  const names = createNames(createDirectory(), { save: nothing, remove: nothing });
  startDirectorySync({ api, names, log: SILENT, random: randomFrom('names') });
  await startLive({
    api,
    observer: told.observer,
    realtime: { appKey: 'key', cluster: 'eu', event: 'event' },
    subscribe: pusher.subscribe,
    now: Date.now,
    monotonic: Date.now,
    random: randomFrom('live'),
    log: SILENT,
  });

  const random = randomFrom('members');
  const asked = { all: 0, busy: 0 };
  const ask = async (): Promise<void> => {
    asked.all += 1;
    await askSomething(api, random).catch((error: unknown) => {
      if (error instanceof NotInPlan) return;
      if (!(error instanceof ServiceBusy)) throw error;
      asked.busy += 1;
    });
  };
  const awake = (AWAKE.to - AWAKE.from) * HOUR;
  const end = MONTH_BEGINS + days * DAY;
  while (Date.now() < end) {
    const now = Date.now();
    const hour = (now % DAY) / HOUR;
    const isDay = hour >= AWAKE.from && hour < AWAKE.to;
    const isOn = isPlayed(dateOf(now));
    const step = isOn && isDay ? SECOND : 5 * SECOND;
    mock.timers.tick(step);
    pusher.push(Date.now());
    if (isDay && chance(random, (step / awake) * (isOn ? ASKED.playing : ASKED.quiet))) void ask();
    for (let turns = 0; turns < 3; turns += 1) await turn();
  }

  const perDay = Map.groupBy(service.arrivals, (at) => dateOf(at));
  const counts = [...perDay].map(([date, each]) => ({ date, count: each.length }));
  const quiet = counts.filter(({ date }, index) => !isPlayed(date) && index > 1);
  const over = MATCHES.filter(({ confirmedAt }) => confirmedAt < end - HOUR);
  const started = (isPushed: boolean) =>
    delays(
      over,
      ({ firstPushAt, beginsAt }) =>
        firstPushAt !== null && (firstPushAt === beginsAt) === isPushed ? beginsAt : null,
      ({ startAt }) => startAt,
      told.known,
    );
  const results = delays(
    over,
    ({ firstPushAt, confirmedAt }) => (firstPushAt === null ? null : confirmedAt),
    ({ resultAt }) => resultAt,
    told.known,
  );
  const records = delays(
    over,
    ({ confirmedAt }) => confirmedAt,
    ({ resultAt }) => resultAt,
    told.known,
  );
  const moved = delays(
    over,
    ({ moved: move, tournament }) => (move !== null && hasPoints(tournament) ? move.at : null),
    ({ labels }, match) => labels.get(match.moved?.label ?? ''),
    told.known,
  );
  const month = service.arrivals.length * (DAYS / days);
  const rows = [
    atMost('requests in 30 days', month, 0.9 * quota.perMonth),
    atMost('most on one day', Math.max(...counts.map(({ count }) => count)), 0.9 * quota.perDay),
    atMost(
      'most on a day without play, names known',
      Math.max(0, ...quiet.map(({ count }) => count)),
      ALLOWED.quietDay,
    ),
    atMost('most in any 60 seconds', mostInAnyMinute(service.arrivals), quota.perMinute),
    atMost('refused by the service (429)', service.refused(), 0),
    atMost('members told that the service is busy', asked.busy, 0),
    atMost('start that is pushed, median ms', quantile(started(true), 0.5), ALLOWED.pushedStart),
    atMost('start that is not, median ms', quantile(started(false), 0.5), ALLOWED.unpushedStart),
    atMost('result after its push, 95 % ms', quantile(results, 0.95), ALLOWED.result),
    atMost('any result after its record, longest ms', Math.max(0, ...records), ALLOWED.record),
    atMost('changed time of a match, 95 % ms', quantile(moved, 0.95), ALLOWED.moved),
    atMost('cards that were called delayed', told.delays(), 0),
  ];
  console.log(
    `${name}: ${days} days, ${MATCHES.length} matches, ${asked.all} questions of members.\n`,
  );
  console.log(table([['priority', 'requests'], ...priorities]));
  console.log('');
  console.log(table([['day', 'requests'], ...counts.map(({ date, count }) => [date, count])]));
  console.log('');
  console.log(table(rows.map(({ row }) => row)));
  if (rows.some(({ isMet }) => !isMet)) {
    console.error('\nMISSED');
    process.exitCode = 1;
  }
  process.exit();
};
