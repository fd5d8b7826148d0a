import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { pino } from 'pino';
import { createPadelApi, type PadelApi } from '#src/padel-api/client.ts';
import type { Observer } from '#src/domain/observer.ts';
import { createScheduleSync } from '#src/live/schedule-sync.ts';
import { createReadings } from '#src/live/readings.ts';
import { createDirectory } from '#src/padel-api/directory.ts';
import { startDirectorySync } from '#src/padel-api/directory-sync.ts';
import { createNames } from '#src/padel-api/names.ts';
import { randomFrom } from '#src/sandbox/padel-service/world/random.ts';
import { quantile, table } from '../table.ts';
import { KIND_NAMES, startMembers, type Asked } from './members.ts';
import { mostInAnyMinute } from './rolling.ts';
import { createCountingService, LIVE_MATCHES, TURN } from './service.ts';

const MEMBERS = 300;
/** Unless the command line says otherwise. */
const MINUTES = 60;
/** Nothing is known at first, as after a first start; the evening comes when members have asked a while. */
const BEFORE = 240;
const MINUTE = 60_000;
const STEP = 25;

/** On average, with the live matches and everything that members ask. */
const ALLOWED = { average: 20, anyMinute: 60 } as const;

/** The live list is asked for so often beside pushes; its state is starved after this. */
const POLL_EVERY = 20_000;
const STARVED_AFTER = 20_000;

/** The schedule is read once a minute; its state is stale when twice as much has passed. */
const STALE_AFTER = 2 * MINUTE;

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
  tournament: nothing,
  chances: nothing,
  delayed: nothing,
  fresh: nothing,
  scheduleRead: nothing,
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

const percent = (part: number, whole: number): string =>
  whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`;

/** Minutes that are one row of a report. */
const PART = 10;

const waitsOf = (asked: readonly Asked[]): number[] => asked.map(({ waited }) => waited);

const answeredAtOnce = ({ isAnswered, waited }: Asked): boolean => isAnswered && waited === 0;

const rowOf = (name: string, asked: readonly Asked[]): readonly (string | number)[] => {
  const answered = asked.filter(({ isAnswered }) => isAnswered);
  const waits = waitsOf(answered);
  return [
    name,
    asked.length,
    percent(asked.filter(answeredAtOnce).length, asked.length),
    quantile(waits, 0.5),
    quantile(waits, 0.95),
    percent(asked.length - answered.length, asked.length),
  ];
};

/** What was noted in a run. */
interface Noted {
  /** When requests arrived at the service. */
  readonly arrivals: readonly number[];
  readonly refused: number;
  /** How long each poll of the live list waited. */
  readonly polls: readonly number[];
  /** When the schedule was read. */
  readonly syncs: readonly number[];
  readonly asked: readonly Asked[];
  readonly from: number;
  readonly minutes: number;
}

/**
 * `npm run bench budget [minutes]`: 300 members ask while 20 matches are live, at first from a cold
 * start, then in an evening hour. The client and the sync are the real ones; the clock is turned by
 * hand, the network counts.
 */
export const run = async ([given = String(MINUTES)]: readonly string[] = []): Promise<void> => {
  const minutes = Number(given);
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: Date.UTC(2026, 5, 6) });
  const service = createCountingService(Date.now, randomFrom('travel'));
  const random = randomFrom('members');
  const api = createPadelApi({
    baseUrl: `${service.origin}/api`,
    token: 'token',
    now: Date.now,
    random,
    log: SILENT,
    monotonic: Date.now,
    dispatcher: service.dispatcher,
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
      refused: service.refused() - refusedBefore,
      polls: polls.filter(({ at }) => at >= from).map(({ waited }) => waited),
      syncs: [from, ...syncs.filter((at) => at >= from), Date.now()],
      asked: asked.filter(({ at }) => at >= from),
    };
  };

  console.log(`${MEMBERS} members, ${LIVE_MATCHES} live matches, each asks once a minute.`);
  const cold = await pass(BEFORE * MINUTE);
  report(`The first ${BEFORE} minutes after a first start, when nothing is known yet:`, cold);
  const evening = await pass(minutes * MINUTE);
  report(`${minutes} minutes of the evening that follow:`, evening);
  const verdicts = [...limits(cold), ...limits(evening), ...goals(evening)];
  if (verdicts.some(({ isMet }) => !isMet)) {
    console.error('\nMISSED');
    process.exitCode = 1;
  }
  process.exit();
};

interface Verdict {
  readonly row: readonly [name: string, figure: number, allowed: string];
  readonly isMet: boolean;
}

const atMost = (name: string, figure: number, allowed: number): Verdict => ({
  row: [name, Number(figure.toFixed(1)), `allowed: ${allowed}`],
  isMet: figure <= allowed,
});

/** What must hold at any time. */
const limits = ({ arrivals, refused, polls, syncs, minutes }: Noted): readonly Verdict[] => {
  const stale = Math.max(...syncs.slice(1).map((at, index) => at - (syncs[index] ?? at)));
  const due = Math.floor((minutes * MINUTE) / POLL_EVERY) - 1;
  return [
    atMost('most requests in any 60 seconds', mostInAnyMinute(arrivals), ALLOWED.anyMinute),
    atMost('refused by the service (429)', refused, 0),
    atMost('longest wait of the live poll, ms', Math.max(...polls), STARVED_AFTER),
    atMost('longest time without the schedule, ms', stale, STALE_AFTER),
    atMost('live polls that were not answered', Math.max(0, due - polls.length), 0),
  ];
};

/** What holds once the bot has been asked for a while. */
const goals = ({ arrivals, asked, minutes }: Noted): readonly Verdict[] => {
  const byMember = [...Map.groupBy(asked, ({ member }) => member).values()];
  const medians = byMember.map((own) => quantile(waitsOf(own), 0.5));
  return [
    atMost('requests a minute, on average', arrivals.length / minutes, ALLOWED.average),
    atMost('median of the median member, ms', quantile(medians, 0.5), 0),
  ];
};

const report = (title: string, noted: Noted): void => {
  const { asked, arrivals, from, minutes } = noted;
  console.log(`\n${title}\n`);
  const head = ['', 'asked', 'at once', 'median ms', '95 % ms', 'told "busy"'];
  console.log(
    table([
      head,
      ...KIND_NAMES.map((kind) =>
        rowOf(
          `/${kind}`,
          asked.filter((each) => each.kind === kind),
        ),
      ),
      rowOf('all', asked),
    ]),
  );
  const parts = Array.from({ length: Math.ceil(minutes / PART) }, (_, index) => index);
  const partOf = (at: number): number => Math.floor((at - from) / MINUTE / PART);
  console.log('');
  console.log(
    table([
      ['minutes', 'requests a minute', ...head.slice(1)],
      ...parts.map((part) => [
        `${part * PART + 1} to ${(part + 1) * PART}`,
        arrivals.filter((at) => partOf(at) === part).length / PART,
        ...rowOf(
          '',
          asked.filter(({ at }) => partOf(at) === part),
        ).slice(1),
      ]),
    ]),
  );
  console.log('');
  console.log(table([...goals(noted), ...limits(noted)].map(({ row }) => row)));
};
