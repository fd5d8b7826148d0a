import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { commands } from '#commands/index.ts';
import { createMatchIndex } from '#commands/options/match-index.ts';
import type { CommandRequest, Services } from '#src/discord/command.ts';
import { readerIn } from '#src/i18n/i18n.ts';
import { createPadelApi } from '#src/padel-api/client.ts';
import { createDirectory } from '#src/padel-api/names/directory.ts';
import { createNameJobs } from '#src/padel-api/names/jobs.ts';
import { createNames } from '#src/padel-api/names/names.ts';
import { createPainter } from '#src/app/painter.ts';
import type { Picture } from '#src/render/pictures/picture.ts';
import { startPadelService } from '#sandbox/padel-service/index.ts';
import { openStore } from '#src/store/connection/database.ts';
import { EXHIBITS } from '../test/gallery/page.ts';
import { quantile, table } from './table.ts';

const RUNS = 150;
const WARMING = 5;
const LIMITS = { answer: 50, picture: 60 } as const;

const nothing = (): Promise<void> => Promise.resolve();

type Typed = Readonly<Record<string, string>>;

const requestOf = (typed: Typed): CommandRequest => ({
  ...readerIn('en-US'),
  userId: '1100000000000000101',
  discordLocale: 'en',
  typesIn: 'en-US',
  guildId: null,
  channelId: null,
  parentId: null,
  roleIds: [],
  mayManage: false,
  maySee: () => false,
  subcommand: null,
  text: (name) => typed[name] ?? null,
  channel: () => null,
  file: () => Promise.resolve(null),
});

/** The bot without Discord: what commands depend on, in a world with a stopped clock. */
const openHouse = async () => {
  const log = pino({ level: 'silent' });
  const padel = await startPadelService({ port: 0, speed: 0, rateLimit: 1_000_000 });
  const store = await openStore('file::memory:', log);
  const api = createPadelApi({
    baseUrl: padel.apiUrl,
    token: 'sandbox-pro',
    now: Date.now,
    random: Math.random,
    limits: { perMinute: 1_000_000 },
    log,
  });
  const directory = createDirectory();
  const names = createNames(directory, { save: nothing, remove: nothing });
  const { jobs } = createNameJobs({ api, names, log });
  for (const job of Object.values(jobs)) await job(new AbortController().signal);
  const draw = createPainter(log);
  const drawn: Picture[] = [];
  const services: Services = {
    api,
    directory,
    db: store.db,
    matches: createMatchIndex(store.db),
    now: Date.now,
    followed: nothing,
    rolesOf: () => null,
    mayManageAlerts: () => Promise.resolve(false),
    channelReady: nothing,
    settingsChanged: nothing,
    greetingAnswered: nothing,
    postIn: () => Promise.resolve({ kind: 'sent', messageId: '1' }),
    directChannel: () => Promise.resolve(null),
    missingIn: () => [],
    timedOutUntil: () => null,
    areMentionable: () => true,
    viewOf: () => Promise.resolve({ locale: null, hidesScores: false }),
    placeOf: () => Promise.resolve({ locale: null, isGuarded: false }),
    draw: (picture) => {
      drawn.push(picture);
      return draw(picture);
    },
    supportUrl: null,
    commandIds: () => new Map(),
    machine: () => Promise.resolve({ database: null, clockAheadMs: 0 }),
    status: () => ({
      feedConnected: true,
      lastUpdateAt: Date.now(),
      silent: [],
      service: api.state(),
      startedAt: Date.now(),
      version: 'measured',
    }),
  };
  const close = async (): Promise<void> => {
    await api.close();
    await store.close();
    await padel.stop();
  };
  return { services, drawn, close };
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

const times = async (runs: number, work: () => Promise<unknown>): Promise<number[]> => {
  const all: number[] = [];
  for (let run = 0; run < runs; run += 1) all.push(await timed(work));
  return all;
};

/** The event loop's delay, milliseconds at 99 %, during some work. */
const lateness = async (work: () => Promise<unknown>): Promise<number> => {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await work();
  delay.disable();
  return delay.percentile(99) / 1e6;
};

/**
 * `npm run bench commands`: the time of answers from stored data, pictures included, and whether
 * drawing delays anything else.
 */
export const run = async (): Promise<void> => {
  const { services, drawn, close } = await openHouse();
  const { directory } = services;
  const men = directory.all('player').filter(({ category }) => category === 'men');
  const [one, , , two] = men.map(({ id }) => String(id));
  const typed: Readonly<Record<string, Typed>> = {
    player: { player: one ?? '' },
    pair: { pair: String(directory.all('pair')[0]?.id) },
    h2h: { player: one ?? '', opponent: two ?? '' },
    simulate: { player: one ?? '', opponent: two ?? '' },
    ranking: { category: 'men' },
    tournament: { tournament: String(directory.all('tournament').at(-1)?.id) },
    season: {},
    schedule: {},
    live: {},
    help: {},
  };

  const rows: (readonly (string | number)[])[] = [['', 'median ms', '99 % ms', 'pictures']];
  let worst = 0;
  for (const [name, options] of Object.entries(typed)) {
    const command = commands.find(({ definition }) => definition.name === name);
    if (command === undefined) throw new Error(`there is no /${name}`);
    const answer = () => command.run(requestOf(options), services);
    await times(3, answer);
    const before = drawn.length;
    const measured = await times(RUNS, answer);
    worst = Math.max(worst, quantile(measured, 0.99));
    const shown = [0.5, 0.99].map((share) => quantile(measured, share).toFixed(1));
    rows.push([`/${name}`, ...shown, (drawn.length - before) / RUNS]);
  }
  console.log(`Answers whose data is held, ${RUNS} of each; their pictures were drawn before:\n`);
  console.log(table(rows));

  const exhibits = EXHIBITS.filter(({ locale }) => locale === 'en');
  // One picture is cached: several in turn are drawn each time.
  const draw = createPainter({ error: () => undefined }, 1);
  const spent = new Map(exhibits.map((exhibit) => [exhibit, [] as number[]]));
  const drawing = async (): Promise<void> => {
    for (const exhibit of exhibits) {
      spent.get(exhibit)?.push(await timed(() => draw(exhibit.picture)));
    }
  };
  // The first runs read the fonts and warm up the code.
  for (let round = 0; round < WARMING; round += 1) await drawing();
  for (const all of spent.values()) all.length = 0;
  for (let round = 0; round < 20; round += 1) await drawing();
  const each = [...spent.values()].flat();
  const medians = [...spent].map(([{ scene }, all]) => ({ scene, median: quantile(all, 0.5) }));
  const [slowest] = medians.sort((a, b) => b.median - a.median);
  const idle = await lateness(() => pause(1_500));
  const busy = await lateness(async () => {
    for (let round = 0; round < 5; round += 1) await drawing();
  });
  console.log('');
  console.log(
    table([
      ['a picture, warm, 99 % ms', quantile(each, 0.99).toFixed(1), `allowed: ${LIMITS.picture}`],
      [
        'the slowest of them, median ms',
        slowest?.median.toFixed(1) ?? '',
        slowest?.scene.kind ?? '',
      ],
      ['the loop is late while idle, 99 % ms', idle.toFixed(2), ''],
      [
        'the loop is late while pictures are drawn',
        busy.toFixed(2),
        `${(busy / idle).toFixed(1)} times`,
      ],
    ]),
  );
  await close();
  if (worst < LIMITS.answer && quantile(each, 0.99) < LIMITS.picture) return;
  console.error('\nMISSED');
  process.exitCode = 1;
};
