import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { pino } from 'pino';
import { PLAN_QUOTAS, type PlanName } from '#src/config/quotas.ts';
import { SECOND, MINUTE, HOUR, DAY } from '#src/lib/time.ts';
import { createDirectory } from '#src/padel-api/names/directory.ts';
import { startDirectorySync } from '#src/padel-api/names/directory-sync.ts';
import { createPadelApi } from '#src/padel-api/client.ts';
import { NotInPlan, ServiceBusy, ServiceDown } from '#src/padel-api/errors.ts';
import { createNames } from '#src/padel-api/names/names.ts';
import { startLive } from '#src/live/live.ts';
import type { SubscriptionsOptions } from '#src/live/subscriptions.ts';
import { chance, randomFrom } from '#sandbox/padel-service/world/random.ts';
import { askSomething } from './members.ts';
import { createCountingService, DOWN, LACKED } from './service.ts';
import { createMonthObserver, type Known } from './told.ts';
import { liveOnWire, routesOf } from './wire.ts';
import { dateOf, MONTH_BEGINS, type MonthMatch, type World } from './world.ts';

/** Waking hours, UTC. */
export const AWAKE = { from: 7, to: 23 } as const;

/** Data that the small plan lacks (public service, "Plans"). */
const FOR_PRO = /^\/api\/live|\/live$|\/simulate|headtohead/;

const SILENT = pino({ level: 'silent' });

export const isPlayed = ({ tournaments }: World, date: string): boolean =>
  tournaments.some(({ startDate, endDate }) => startDate <= date && date <= endDate);

/** A period in milliseconds, without its end. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

interface SimulationOptions extends Period {
  readonly plan: PlanName;
  readonly world: World;
  /** Members' commands on a day of play, and on another day. */
  readonly asked: { readonly playing: number; readonly quiet: number };
  /** Requests of the month before the simulation begins. */
  readonly usedBefore?: number;
  readonly outage?: Period | undefined;
  /** Whether the channels that are subscribed to bring anything. */
  readonly isPushed?: boolean;
}

export interface Simulated {
  /** When each request arrived. */
  readonly arrivals: readonly number[];
  readonly priorities: ReadonlyMap<string, number>;
  /** For how many minutes each priority was refused. */
  readonly refused: ReadonlyMap<string, number>;
  readonly tooMany: number;
  readonly asked: number;
  /** Commands whose answer was that the service is busy, or its quota spent. */
  readonly busy: number;
  readonly delays: number;
  readonly known: ReadonlyMap<number, Known>;
}

/** Pushes of a subscribed match: its points each minute, its start and its end. */
const createPusher = ({ matches }: World) => {
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
      for (const match of matches) {
        if (!isDue(match, now)) continue;
        last.set(match.id, now);
        if (listening.has(match.id)) options?.onFrame(new Set([match.id]), liveOnWire(match, now));
      }
    },
  };
};

const add = (counts: Map<string, number>, key: string): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1);
};

/**
 * Runs a world in virtual time. Client, sources and the sync of names are the real ones; pushes come without
 * a socket, the clock is fake, the network only counts.
 */
export const simulate = async (options: SimulationOptions): Promise<Simulated> => {
  const { plan, world, from, to, outage, isPushed = true, usedBefore = 0 } = options;
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: from });
  const limits = PLAN_QUOTAS[plan];
  const routes = routesOf(world);
  const answerTo = (path: string): unknown => {
    const now = Date.now();
    if (outage !== undefined && now >= outage.from && now < outage.to) return DOWN;
    if (plan === 'free' && FOR_PRO.test(path)) return LACKED;
    return routes.find(([pattern]) => pattern.test(path))?.[1](path, now);
  };
  const service = createCountingService(Date.now, randomFrom('travel'), answerTo, limits.perMinute);
  const priorities = new Map<string, number>();
  const before = { day: dateOf(MONTH_BEGINS), priority: 'background', requests: usedBefore };
  const api = createPadelApi({
    baseUrl: `${service.origin}/api`,
    token: 'token',
    now: Date.now,
    monotonic: Date.now,
    random: randomFrom('retries'),
    log: SILENT,
    dispatcher: service.dispatcher,
    limits,
    spending: { before: [], days: [before], note: () => Promise.resolve(null) },
    calendar: () => world.tournaments.map((own) => ({ ...own, status: 'pending' })),
    onAnswer: (priority) => {
      add(priorities, priority);
    },
  });
  const pusher = createPusher(world);
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
  let asked = 0;
  let busy = 0;
  const ask = async (): Promise<void> => {
    asked += 1;
    await askSomething(api, random, world).catch((error: unknown) => {
      if (error instanceof ServiceBusy) busy += 1;
      else if (!(error instanceof NotInPlan || error instanceof ServiceDown)) throw error;
    });
  };
  const refused = new Map<string, number>();
  let minute = 0;
  const awake = (AWAKE.to - AWAKE.from) * HOUR;
  while (Date.now() < to) {
    const now = Date.now();
    const hour = (now % DAY) / HOUR;
    const isDay = hour >= AWAKE.from && hour < AWAKE.to;
    const isOn = isPlayed(world, dateOf(now));
    const step = isOn && isDay ? SECOND : 5 * SECOND;
    mock.timers.tick(step);
    if (isPushed) pusher.push(Date.now());
    const commands = isOn ? options.asked.playing : options.asked.quiet;
    if (isDay && chance(random, (step / awake) * commands)) void ask();
    if (Math.floor(now / MINUTE) !== minute) {
      minute = Math.floor(now / MINUTE);
      for (const { priority } of api.state().quota?.spent ?? []) add(refused, priority);
    }
    for (let turns = 0; turns < 3; turns += 1) await turn();
  }
  mock.timers.reset();
  return {
    arrivals: service.arrivals,
    priorities,
    refused,
    tooMany: service.refused(),
    asked,
    busy,
    delays: told.delays(),
    known: told.known,
  };
};

/** Milliseconds from an event of each match until it was known; infinite for never. */
export const delaysOf = (
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
