import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { pino } from 'pino';
import type { Lane } from '#src/padel-api/lanes.ts';
import { createPadelApi, type PadelApi } from '#src/padel-api/client.ts';
import type { Observer } from '#src/domain/observer.ts';
import { createScheduleSync } from '#src/live/schedule-sync.ts';
import { createReadings } from '#src/live/readings.ts';
import { createDirectory } from '#src/padel-api/directory.ts';
import { startDirectorySync } from '#src/padel-api/directory-sync.ts';
import { createNames } from '#src/padel-api/names.ts';
import { randomFrom } from '#src/sandbox/padel-service/world/random.ts';
import { startMembers, type Asked } from './members.ts';
import { runMonth } from './month.ts';
import { goals, limits, POLL_EVERY, report, type Noted } from './report.ts';
import { answersOfTheEvening, createCountingService, LIVE_MATCHES, TURN } from './service.ts';

const MEMBERS = 300;
/** Unless the command line says otherwise. */
const MINUTES = 60;
/**
 * Nothing is known at first, as after a first start; the evening comes when members have asked a while.
 */
const FIRST = 60;
const BEFORE = 180;
const MINUTE = 60_000;
const STEP = 25;

/** The lanes in which somebody asked; in the others the bot does by itself. */
const FOR_MEMBERS: ReadonlySet<Lane> = new Set(['person', 'refresh']);

const SILENT = pino({ level: 'silent' });

const nothing = (): Promise<void> => Promise.resolve();

const every = (milliseconds: number, act: () => void): void => {
  act();
  setInterval(act, milliseconds);
};

/** The live lane as the bot uses it: the poll, and what begins and ends, each read by itself. */
const followLive = (api: PadelApi, note: (waited: number) => void): void => {
  const ask = { lane: 'live' } as const;
  const poll = async (): Promise<void> => {
    const asked = Date.now();
    await api.live({ perPage: 50 }, ask);
    note(Date.now() - asked);
  };
  // A poll that is given up is not noted: the report counts it as missing.
  every(POLL_EVERY, () => void poll().catch(() => undefined));
  let ended = 0;
  const turn = async (): Promise<void> => {
    ended += 1;
    const begins = ended + LIVE_MATCHES;
    await api.simulate({ team_1: [begins * 4], team_2: [begins * 4 + 2] }, ask);
    await api.match(begins, ask);
    // The end is read when play is over, and until its score is confirmed.
    for (let reads = 0; reads < 3; reads += 1) await api.match(ended, ask);
  };
  setInterval(() => void turn().catch(() => undefined), TURN);
};

/** Whoever is told of matches here does nothing with them. */
const NOBODY: Observer = {
  match: nothing,
  points: () => Promise.resolve(undefined),
  removed: nothing,
  merged: nothing,
  tournament: nothing,
  chances: nothing,
  delayed: nothing,
  fresh: nothing,
  scheduleRead: nothing,
  scheduleReadAt: () => Promise.resolve(undefined),
  inPlay: () => Promise.resolve([]),
  upcoming: () => Promise.resolve([]),
};

/** What the bot reads by itself: all names, and the schedule once a minute. */
const keepUp = (api: PadelApi, note: (at: number) => void): void => {
  const names = createNames(createDirectory(), { save: nothing, remove: nothing });
  const sync = createScheduleSync({
    api,
    observer: NOBODY,
    readings: createReadings(),
    log: SILENT,
  });
  const schedule = async (): Promise<void> => {
    await sync(new AbortController().signal);
    note(Date.now());
  };
  // A service that is busy is asked again later; here only the load counts.
  every(MINUTE, () => void schedule().catch(() => undefined));
  startDirectorySync({ api, names, log: SILENT });
};

/**
 * `npm run bench budget [minutes | month]`: 300 members ask while 20 matches are live, at first from a cold
 * start, then in an evening hour. The client and the sync are the real ones; the clock is turned by
 * hand, the network counts.
 */
export const run = async (args: readonly string[] = []): Promise<void> => {
  const [given = String(MINUTES), ...more] = args;
  if (given === 'month') {
    await runMonth(more);
    return;
  }
  const minutes = Number(given);
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: Date.UTC(2026, 5, 6) });
  const service = createCountingService(
    Date.now,
    randomFrom('travel'),
    answersOfTheEvening(Date.now),
  );
  const random = randomFrom('members');
  const own: number[] = [];
  const api = createPadelApi({
    baseUrl: `${service.origin}/api`,
    token: 'token',
    now: Date.now,
    random,
    log: SILENT,
    monotonic: Date.now,
    dispatcher: service.dispatcher,
    onAnswer: (lane) => {
      if (!FOR_MEMBERS.has(lane)) own.push(Date.now());
    },
  });
  const polls: { readonly at: number; readonly waited: number }[] = [];
  const syncs: number[] = [];
  const asked: Asked[] = [];
  followLive(api, (waited) => polls.push({ at: Date.now(), waited }));
  keepUp(api, (at) => syncs.push(at));
  startMembers(MEMBERS, api, random, (each) => asked.push(each));

  const pass = async (time: number): Promise<Noted> => {
    const from = Date.now();
    const refusedBefore = service.refused();
    for (let passed = 0; passed < time; passed += STEP) {
      mock.timers.tick(STEP);
      for (let turns = 0; turns < 3; turns += 1) await turn();
    }
    return {
      from,
      minutes: time / MINUTE,
      arrivals: service.arrivals.filter((at) => at >= from),
      own: own.filter((at) => at >= from).length,
      refused: service.refused() - refusedBefore,
      polls: polls.filter(({ at }) => at >= from).map(({ waited }) => waited),
      syncs: [from, ...syncs.filter((at) => at >= from), Date.now()],
      asked: asked.filter(({ at }) => at >= from),
    };
  };

  console.log(`${MEMBERS} members, ${LIVE_MATCHES} live matches, each asks once a minute.`);
  const first = await pass(FIRST * MINUTE);
  report(
    `The first ${FIRST} minutes after a first start, when nothing is known yet:`,
    first,
    goals.cold,
  );
  const cold = await pass(BEFORE * MINUTE);
  report(`The ${BEFORE} minutes after that:`, cold, goals.cold);
  const evening = await pass(minutes * MINUTE);
  report(`${minutes} minutes of the evening that follow:`, evening, goals.evening);
  const verdicts = [
    ...[first, cold].flatMap((noted) => [...limits(noted), ...goals.cold(noted)]),
    ...limits(evening),
    ...goals.evening(evening),
  ];
  if (verdicts.some(({ isMet }) => !isMet)) {
    console.error('\nMISSED');
    process.exitCode = 1;
  }
  process.exit();
};
