import { execFile, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import packageFile from '../../package.json' with { type: 'json' };
import { MINUTE } from '#src/lib/time.ts';
import { createLog } from '#src/log.ts';
import { startDemo, type Demo } from '#sandbox/demo/world.ts';
import { environmentOf } from '#test/e2e/process.ts';
import { quantile, table } from '../table.ts';
import { COMMANDS, openPeople, type People } from './people.ts';

/** Our promise, five minutes after the load. */
const MOST_MEGABYTES = 250;

const PICTURES = 300;
const SETTLED = 30_000;
const PLAY = MINUTE;

/** How long, and at which speed, matches are played and delivered. */
const SPEED = 10;

/** Minutes after the burst at which memory is read. */
const AFTERWARDS = [1, 2, 3, 4, 5] as const;

/** A morning of the sandbox on which five matches are played at once, the most it has. */
const DAY = '2026-05-12';
const AT_ONCE = 5;
const LOOK_EACH = 300;

/** Node's options in `npm start`. */
const flagsOfStart = (): string[] => packageFile.scripts.start.split(' ').slice(1, -1);

/** glibc's settings in the Dockerfile and the systemd unit. */
const ALLOCATOR = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '16384' } as const;

const startBot = async ({ config }: Demo): Promise<ChildProcess> => {
  const bot = fork(join(import.meta.dirname, 'bot.ts'), {
    execArgv: flagsOfStart(),
    env: { ...environmentOf(config), ...ALLOCATOR },
  });
  await once(bot, 'message');
  return bot;
};

const residentOf = async (id: number | undefined): Promise<number> => {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(id)]);
  return Math.round((Number(stdout) * 1_024) / 1e6);
};

interface Found {
  readonly when: string;
  readonly bot: number;
}

const startOfPlay = async ({ padel }: Demo): Promise<void> => {
  let { liveMatches } = await padel.steer({ nextMatch: true });
  while (liveMatches < AT_ONCE) ({ liveMatches } = await padel.steer({ advance: LOOK_EACH }));
};

const play = async ({ padel }: Demo, people: People): Promise<void> => {
  await people.followAll();
  await padel.steer({ speed: SPEED });
  await pause(PLAY);
  await padel.steer({ speed: 1 });
};

const live = async (demo: Demo, note: (when: string) => Promise<void>): Promise<void> => {
  await note('after the start');
  await pause(SETTLED);
  await note('half a minute later');
  const people = await openPeople(demo);
  await play(demo, people);
  await note(`${AT_ONCE} live matches, ten minutes of play`);
  await people.ask(people.questions());
  await note(`${COMMANDS.toLocaleString('en')} commands`);
  const times = await people.ask(people.pictures(PICTURES));
  await note(`a burst of ${PICTURES} pictures`);
  for (const minutes of AFTERWARDS) {
    await pause(MINUTE);
    await note(`${minutes} min idle`);
  }
  console.log(
    `\nA picture of the burst took ${quantile(times, 0.5)} ms, waiting included (median).\n`,
  );
};

/** Runs a busy hour of the bot, and prints its memory. */
export const measureLife = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'bandeja-memory-'));
  const demo = await startDemo({
    folder,
    port: 0,
    padelPort: 0,
    speed: 1,
    seed: 1,
    day: DAY,
    requestsPerMinute: 1_000_000,
    log: createLog('silent'),
  });
  const found: Found[] = [];
  try {
    await startOfPlay(demo);
    const bot = await startBot(demo);
    await live(demo, async (when) => {
      found.push({ when, bot: await residentOf(bot.pid) });
    });
    bot.send('stop');
    await once(bot, 'exit');
  } finally {
    await demo.stop();
    rmSync(folder, { recursive: true });
  }
  console.log(table([['resident MB', 'the bot'], ...found.map(({ when, bot }) => [when, bot])]));
  if ((found.at(-1)?.bot ?? 0) > MOST_MEGABYTES) process.exitCode = 1;
};
