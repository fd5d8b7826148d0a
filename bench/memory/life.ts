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

const residentOf = async (which: string, id: number | undefined): Promise<number> => {
  // Exits with 1 when there is no such process.
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', which, String(id)]).catch(
    () => ({ stdout: '' }),
  );
  const kilobytes = stdout.split('\n').reduce((sum, line) => sum + Number(line), 0);
  return Math.round((kilobytes * 1_024) / 1e6);
};

interface Found {
  readonly when: string;
  readonly bot: number;
  /** The painter's process; 0 for none. */
  readonly drawing: number;
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
      const [resident, drawing] = await Promise.all(
        (['-p', '--ppid'] as const).map((which) => residentOf(which, bot.pid)),
      );
      found.push({ when, bot: resident ?? 0, drawing: drawing ?? 0 });
    });
    bot.send('stop');
    await once(bot, 'exit');
  } finally {
    await demo.stop();
    rmSync(folder, { recursive: true });
  }
  const rows = found.map(({ when, bot, drawing }) => [when, bot, drawing]);
  console.log(table([['resident MB', 'the bot', 'the process that draws'], ...rows]));
  const { bot = 0, drawing = 0 } = found.at(-1) ?? {};
  if (bot + drawing > MOST_MEGABYTES) process.exitCode = 1;
};
