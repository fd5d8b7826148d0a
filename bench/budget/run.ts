import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { pino } from 'pino';
import { createPadelApi, type PadelApi } from '#src/padel-api/client.ts';
import { createDirectory } from '#src/padel-api/directory.ts';
import { startDirectorySync } from '#src/padel-api/directory-sync.ts';
import { createNames } from '#src/padel-api/names.ts';
import { pagesOf } from '#src/padel-api/pages.ts';
import { randomFrom } from '#src/sandbox/padel-service/world/random.ts';
import { quantile, table } from '../table.ts';
import { KIND_NAMES, startMembers, type Asked } from './members.ts';
import { createCountingService, LIVE_MATCHES } from './service.ts';

const MEMBERS = 300;
/** Unless the command line says otherwise. */
const MINUTES = 10;
const MINUTE = 60_000;
const STEP = 25;

/** The live list is asked for so often; its state is starved when twice as much has passed. */
const POLL_EVERY = 10_000;
const STARVED_AFTER = 2 * POLL_EVERY;

/** The schedule is read once a minute; its state is stale when twice as much has passed. */
const STALE_AFTER = 2 * MINUTE;

const SILENT = pino({ level: 'silent' });

const nothing = (): Promise<void> => Promise.resolve();

const every = (milliseconds: number, act: () => void): void => {
  act();
  setInterval(act, milliseconds);
};

/** The live lane as the bot uses it: the poll, and results that are read when matches end. */
const followLive = (api: PadelApi, note: (waited: number) => void): void => {
  const poll = async (): Promise<void> => {
    const asked = Date.now();
    await api.live({ perPage: 50 }, { lane: 'live' });
    note(Date.now() - asked);
  };
  // A poll that is given up is not noted: the report counts it as missing.
  every(POLL_EVERY, () => void poll().catch(() => undefined));
  // A match ends about every four minutes on each court, and is read until its result is there.
  const ended = async (): Promise<void> => {
    await api.match(1, { lane: 'live' });
  };
  every(15_000, () => void ended().catch(() => undefined));
};

/** What the bot reads by itself: all names, and the schedule once a minute. */
const keepUp = (api: PadelApi, note: (at: number) => void): void => {
  const names = createNames(createDirectory(), { save: nothing, remove: nothing });
  const quietly = { lane: 'background' } as const;
  const schedule = async (): Promise<number> => {
    await api.tournaments({ perPage: 50 }, quietly);
    let matches = 0;
    const pages = pagesOf((paging) => api.tournamentMatches(1, paging, quietly));
    for await (const page of pages) matches += page.length;
    note(Date.now());
    return matches;
  };
  // A service that is busy is asked again later; here only the load counts.
  every(MINUTE, () => void schedule().catch(() => undefined));
  startDirectorySync({ api, names, log: SILENT });
};

const percent = (part: number, whole: number): string =>
  whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`;

const answeredAtOnce = ({ isAnswered, waited }: Asked): boolean => isAnswered && waited === 0;

const rowOf = (name: string, asked: readonly Asked[]): readonly (string | number)[] => {
  const answered = asked.filter(({ isAnswered }) => isAnswered);
  const waits = answered.map(({ waited }) => waited);
  return [
    name,
    asked.length,
    percent(asked.filter(answeredAtOnce).length, asked.length),
    quantile(waits, 0.5),
    quantile(waits, 0.95),
    percent(asked.length - answered.length, asked.length),
  ];
};

/**
 * `npm run bench budget`: 500 members ask for ten minutes of simulated time while 20 matches are
 * live. The client is the real one; the clock is turned by hand, the network counts.
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
  const polls: number[] = [];
  const asked: Asked[] = [];
  followLive(api, (waited) => polls.push(waited));
  const syncs: number[] = [Date.now()];
  keepUp(api, (at) => syncs.push(at));
  startMembers(MEMBERS, api, random, (each) => asked.push(each));

  for (let passed = 0; passed < minutes * MINUTE; passed += STEP) {
    mock.timers.tick(STEP);
    for (let turns = 0; turns < 3; turns += 1) await turn();
  }
  syncs.push(Date.now());
  report(service, { minutes, polls, syncs, asked });
  process.exit();
};

const report = (
  service: ReturnType<typeof createCountingService>,
  {
    minutes,
    polls,
    syncs,
    asked,
  }: {
    readonly minutes: number;
    readonly polls: readonly number[];
    /** When the schedule was read, and the ends of the run. */
    readonly syncs: readonly number[];
    readonly asked: readonly Asked[];
  },
): void => {
  const began = Math.min(...asked.map(({ at }) => at));
  const minuteOf = ({ at }: Asked): number => Math.floor((at - began) / MINUTE);
  const byMember = [...Map.groupBy(asked, ({ member }) => member).values()];
  const medians = byMember.map((own) =>
    quantile(
      own.map(({ waited }) => waited),
      0.5,
    ),
  );
  const most = Math.max(...service.minutes);
  const starved = Math.max(...polls);
  const stale = Math.max(...syncs.slice(1).map((at, index) => at - (syncs[index] ?? at)));

  console.log(`${MEMBERS} members, ${LIVE_MATCHES} live matches, ${minutes} simulated minutes.\n`);
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
  console.log('');
  console.log(
    table([
      ['minute', 'requests', ...head.slice(1)],
      ...service.minutes.slice(0, minutes).map((requests, minute) => [
        `${minute + 1}`,
        requests,
        ...rowOf(
          '',
          asked.filter((each) => minuteOf(each) === minute),
        ).slice(1),
      ]),
    ]),
  );
  { const by: Record<string, number> = {}; for (const { path } of service.arrivals) { const k = path.replace(/\d+/g, 'N').replace(/\?.*/, ''); by[k] = (by[k] ?? 0) + 1; } console.log(Object.fromEntries(Object.entries(by).map(([k, v]) => [k, v / minutes]))); console.log('avg', service.arrivals.length / minutes);
    for (let m = 0; m < minutes; m += 10) console.log(m, service.arrivals.filter(({at}) => Math.floor((at - began) / MINUTE / 10) === m / 10).length / 10); }
  console.log('');
  console.log(
    table([
      ['most requests in a service minute', most, 'allowed: 60'],
      ['refused by the service (429)', service.refused(), 'allowed: 0'],
      ['longest wait of the live poll, ms', starved, `allowed: ${STARVED_AFTER}`],
      ['longest time without the schedule, ms', stale, `allowed: ${STALE_AFTER}`],
      ['live polls answered', polls.length, `of ${(minutes * MINUTE) / POLL_EVERY}`],
      ['median of the median member, ms', quantile(medians, 0.5), 'allowed: 0'],
    ]),
  );
  const isMissed =
    most > 60 ||
    service.refused() > 0 ||
    starved > STARVED_AFTER ||
    stale > STALE_AFTER ||
    polls.length < (minutes * MINUTE) / POLL_EVERY - 1 ||
    quantile(medians, 0.5) > 0;
  if (!isMissed) return;
  console.error('\nMISSED');
  process.exitCode = 1;
};
