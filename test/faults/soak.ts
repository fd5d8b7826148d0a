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

/** How long the supervisor waits before it restarts a process that has exited by itself. */
const RESTART_DELAY_MS = 2 * SECOND;

/** How long a kill waits for a write to Discord. */
const WRITE_WITHIN_MS = 3 * SECOND;

/** How often the memory of the bot is measured. */
const MEMORY_EVERY_MS = 2 * SECOND;

export interface SoakOptions {
  /** How long faults and kills go on, milliseconds. */
  readonly lastsMs: number;
  /** How long each fault lasts. */
  readonly faultMs: number;
  /** How long nothing is wrong after each fault. */
  readonly healedMs: number;
  /** How long a process runs before it is killed. */
  readonly livesMs: { readonly least: number; readonly most: number };
}

/** The figures of a soak. */
export interface SoakFigures {
  readonly kills: number;
  readonly faults: number;
  /** How often the bot exited by itself. */
  readonly ownEnds: number;
  /** Its memory before each kill, megabytes. */
  readonly held: readonly number[];
  /** The largest memory of any of its processes, megabytes. */
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

/** Another connection holds the write lock. */
const lockedDatabase = (file: string): Adversity => {
  let other: SqliteDatabase.Database | undefined;
  return {
    begin: () => {
      other = new SqliteDatabase(file);
      other.exec('BEGIN IMMEDIATE');
    },
    // Closing the connection releases the lock.
    end: () => {
      other?.close();
    },
  };
};

/** A storm of webhook deliveries, some of them genuine. */
const webhookStorm = ({ world, webhookUrl }: DrivenEvening, random: Random): Adversity => ({
  begin: async () => {
    if (webhookUrl === null) return;
    const replayed = await genuineOf(world, world.matchIds);
    // The process that receives them may be down.
    await Promise.allSettled(
      stormOf(world, replayed, random).map((each) => deliver(webhookUrl, each)),
    );
  },
  end: () => undefined,
});

/** Measures the memory of the bot at regular intervals. */
const watchMemory = (current: () => Child | undefined) => {
  let most = 0;
  const measure = async (): Promise<number> => {
    // The process may exit during the measurement.
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
 * Runs one fault after the other while the bot is killed again and again. When it resolves, no
 * fault is active and the bot runs.
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

  /** Resolves when the bot is to be killed: half of the time just after a write to Discord. */
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

  /** Restarts the bot whenever it has exited, as a service manager does, and kills it. */
  const supervise = async (): Promise<void> => {
    while (!isOver()) {
      // Not awaited: a fault may keep the bot from starting, and it is to be killed all the same.
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
  const pace = { lasts: faultMs, pauses: healedMs, isOver };
  const [faults] = await Promise.all([
    suffer(time, randomFrom(SEED, 'soak faults'), adversities, pace),
    supervise(),
  ]);
  memory.stop();
  return { kills: held.length, faults, ownEnds, held, most: memory.most() };
};
