import SqliteDatabase from 'better-sqlite3';
import { setTimeout as pause } from 'node:timers/promises';
import { SECOND, HOUR } from '#src/lib/time.ts';
import {
  pickFrom,
  randomFrom,
  wholeBetween,
  type Random,
} from '#sandbox/padel-service/world/random.ts';
import { suffer, type Adversity } from './adversity.ts';
import { SEED } from './again.ts';
import type { Child } from './child.ts';
import { discordAdversities } from './discord-adversities.ts';
import type { DrivenEvening } from './driven-evening.ts';
import { feedAdversities } from './feed-adversities.ts';
import { isWrite } from './http-proxy.ts';
import { padelAdversities } from './padel-adversities.ts';
import { WELL, type Machine } from './machine.ts';
import { deliver, genuineOf, stormOf } from './webhook-storm.ts';

/** What starts a process again waits this long after it has ended by itself. */
const RESTART_DELAY_MS = 2 * SECOND;

/** A write that has not come by then is not waited for. */
const WRITE_WITHIN_MS = 3 * SECOND;

/** How often it is asked how much memory the bot has. */
const MEMORY_EVERY_MS = 2 * SECOND;

export interface SoakOptions {
  /** How long faults and kills go on, milliseconds. */
  readonly lastsMs: number;
  /** How long each fault goes on, and how long nothing is wrong after it, milliseconds. */
  readonly faultMs: number;
  readonly healedMs: number;
  /** How long a process lives before it is killed, milliseconds. */
  readonly livesMs: { readonly least: number; readonly most: number };
}

/** What a soak has been through. */
export interface SoakFigures {
  readonly kills: number;
  readonly faults: number;
  /** How often the bot ended though nobody ended it. */
  readonly ownEnds: number;
  /** What it held before each kill, megabytes. */
  readonly held: readonly number[];
  /** The most that any of its processes held, megabytes. */
  readonly most: number;
}

/** Faults of the machine that the bot runs on. */
const machineAdversities = (
  { current }: Pick<DrivenEvening, 'current'>,
  random: Random,
): readonly Adversity[] => {
  const machineIs = (machine: () => Machine): Adversity => ({
    begin: () => {
      current()?.steer(machine());
    },
    end: () => {
      current()?.steer(WELL);
    },
  });
  return [
    machineIs(() => ({ ...WELL, disk: 'full' })),
    machineIs(() => ({ ...WELL, disk: 'read-only' })),
    machineIs(() => ({ ...WELL, clockJump: wholeBetween(random, HOUR, 6 * HOUR) })),
    machineIs(() => ({ ...WELL, clockJump: -wholeBetween(random, HOUR, 6 * HOUR) })),
  ];
};

/** Another process holds the write lock. */
const lockedDatabase = (file: string): Adversity => {
  let other: SqliteDatabase.Database | undefined;
  return {
    begin: () => {
      other = new SqliteDatabase(file);
      other.exec('BEGIN IMMEDIATE');
    },
    // A connection that closes gives its lock back.
    end: () => {
      other?.close();
    },
  };
};

/** A storm of webhooks, some of them true. */
const webhookStorm = ({ world, webhookUrl }: DrivenEvening, random: Random): Adversity => ({
  begin: async () => {
    if (webhookUrl === null) return;
    const replayed = await genuineOf(world, world.matchIds);
    // The process that they are meant for may be gone.
    await Promise.allSettled(
      stormOf(world, replayed, random).map((each) => deliver(webhookUrl, each)),
    );
  },
  end: () => undefined,
});

/** Looks now and then how much memory the bot has. */
const watchMemory = (current: () => Child | undefined) => {
  let most = 0;
  const measure = async (): Promise<number> => {
    // It may end while it is asked about.
    const megabytes =
      (await current()
        ?.megabytes()
        .catch(() => 0)) ?? 0;
    most = Math.max(most, megabytes);
    return megabytes;
  };
  const timer = setInterval(() => {
    void measure();
  }, MEMORY_EVERY_MS);
  return {
    measure,
    most: () => most,
    stop: () => {
      clearInterval(timer);
    },
  };
};

/**
 * Lets the world go on while one fault follows the other and the bot is killed again and again; at the
 * end nothing is wrong any more, and a process runs.
 */
export const soak = async (evening: DrivenEvening, options: SoakOptions): Promise<SoakFigures> => {
  const { lastsMs, faultMs, healedMs, livesMs } = options;
  const { world, current } = evening;
  const random = randomFrom(SEED, 'soak');
  const endsAt = performance.now() + lastsMs;
  const leftMs = (): number => endsAt - performance.now();
  const isOver = (): boolean => leftMs() <= 0;
  const memory = watchMemory(current);
  const held: number[] = [];
  let ownEnds = 0;

  /** Resolves when the bot is to be killed: half of the time when it has just written at Discord. */
  const momentOfKill = async (): Promise<void> => {
    await pause(Math.min(wholeBetween(random, livesMs.least, livesMs.most), Math.max(0, leftMs())));
    if (pickFrom(random, [true, false])) return;
    const written = new Promise<void>((resolve) => {
      world.trouble.discordDone = (passing) => {
        if (isWrite(passing)) resolve();
      };
    });
    await Promise.race([written, pause(WRITE_WITHIN_MS)]);
  };

  /** Starts the bot whenever it has ended, as a service manager does, and kills it. */
  const supervise = async (): Promise<void> => {
    while (!isOver()) {
      // A fault may keep it from getting up: it is killed all the same.
      void evening.start();
      const gone = current()?.gone.then(() => false);
      const isToKill = await Promise.race([momentOfKill().then(() => true), gone]);
      if (isToKill === true && isOver()) return;
      if (isToKill === true) {
        held.push(await memory.measure());
        await evening.end('SIGKILL');
      } else {
        ownEnds += 1;
        await pause(RESTART_DELAY_MS);
      }
    }
    await evening.start();
  };

  const adversities = [
    ...padelAdversities(world),
    ...feedAdversities(world),
    ...discordAdversities(world),
    ...machineAdversities(evening, random),
    lockedDatabase(world.config.databaseUrl.slice('file:'.length)),
    webhookStorm(evening, random),
  ];
  const time = { pass: (milliseconds: number) => pause(milliseconds) };
  const pace = { lasts: faultMs, rests: healedMs, isOver };
  const [faults] = await Promise.all([
    suffer(time, randomFrom(SEED, 'soak faults'), adversities, pace),
    supervise(),
  ]);
  memory.stop();
  return { kills: held.length, faults, ownEnds, held, most: memory.most() };
};
