import type { Logger } from '../lib/logger.ts';
import { startLoop } from '../lib/loop.ts';
import { ShutdownError } from '../lib/shutdown.ts';
import {
  LEASE_LASTS,
  renewLeases,
  returnLeases,
  seenLeases,
  takeLease,
  type SeenLease,
} from '../store/leases.ts';
import type { Session } from '../store/session.ts';
import { stopwatch, type MachineClocks } from '../lib/clocks.ts';

/** The right of one process to do what no other does. */
export interface Lease {
  readonly name: string;
  /**
   * Whether this process holds it at this moment. Check it right before each effect: a process that
   * was frozen wakes up in the middle of something.
   */
  readonly isHeld: () => boolean;
  /** Since the former holder may have acted for the last time; null when there was none. */
  readonly msSinceReleased: number | null;
}

/** The leases that this process tries to take, each time the leases were read. */
export interface Claim {
  readonly names: (snapshot: LeaseSnapshot) => readonly string[];
  readonly taken: (lease: Lease) => void;
}

/** All leases as they were read last. */
export interface LeaseSnapshot {
  readonly seen: ReadonlyMap<string, SeenLease>;
  /** Those of this process. */
  readonly held: ReadonlySet<string>;
}

export interface LeasesOptions {
  readonly session: Session;
  readonly processId: string;
  readonly clocks: MachineClocks;
  readonly log: Logger;
}

/** This process lost a lease against its will. */
export interface LeaseLost {
  readonly why: string;
  /** Whole milliseconds since the last renewal: requests of that time may have come late. */
  readonly msSinceRenewed: number;
}

export interface Leases {
  /** Tries to take these leases from now on. */
  readonly claim: (claim: Claim) => void;
  /** Reads the leases at once; resolves when those that are free and claimed are taken. */
  readonly refresh: () => Promise<void>;
  readonly snapshot: () => LeaseSnapshot;
  /** Reports a state with each renewal of a lease, for the other processes. */
  readonly report: (name: string, state: () => unknown) => void;
  readonly release: (names: readonly string[]) => Promise<void>;
  /** Takes no lease from now on; those that are held stay. */
  readonly drain: () => void;
  /** Resolves when a lease was lost: nothing that needs one may go on. */
  readonly leaseLost: Promise<LeaseLost>;
  /** Releases every lease. */
  readonly stop: () => Promise<void>;
}

const RENEW_INTERVAL_MS = 1_000;
const REFRESH_INTERVAL_MS = 250;

/** The leases of this process, renewed each second, and those of the others. */
export const joinLeases = ({ session, processId, clocks, log }: LeasesOptions): Leases => {
  const held = new Map<string, number>();
  const reports = new Map<string, () => unknown>();
  const claims: Claim[] = [];
  let seen: ReadonlyMap<string, SeenLease> = new Map();
  let sinceRenewed = stopwatch(clocks);
  let isLost = false;
  let isDraining = false;
  let isStopping = false;
  const { promise: leaseLost, resolve } = Promise.withResolvers<LeaseLost>();

  const lose = (why: string): void => {
    if (isLost || isStopping) return;
    isLost = true;
    log.warn({ why, held: [...held.keys()] }, 'lease lost');
    resolve({ why, msSinceRenewed: Math.ceil(sinceRenewed()) });
  };
  void session.ended.then(() => {
    lose('the connection to the database was lost');
  });

  /** Counted from before the renewal was sent: the database counts from its answer, which is later. */
  const hasExpired = (): boolean => held.size > 0 && sinceRenewed() >= LEASE_LASTS;
  const isHeld = (name: string): boolean => !isLost && held.has(name) && !hasExpired();
  const loseExpired = (): void => {
    if (hasExpired()) lose('a lease has expired');
  };

  const renew = async (): Promise<void> => {
    const before = stopwatch(clocks);
    const asked = [...held].map(([name, epoch]) => {
      const state = reports.get(name)?.();
      return { name, epoch, note: state === undefined ? undefined : JSON.stringify(state) };
    });
    const still = await renewLeases(session, processId, asked);
    const gone = asked.find(({ name }) => held.has(name) && !still.has(name));
    if (gone !== undefined) lose(`the lease "${gone.name}" was taken by somebody else`);
    // An answer that came late renews nothing: what once was not held stays so.
    loseExpired();
    sinceRenewed = before;
  };

  const renewInTime = async (): Promise<void> => {
    if (held.size > 0 && sinceRenewed() >= RENEW_INTERVAL_MS) await renew();
  };

  const snapshot = (): LeaseSnapshot => ({ seen, held: new Set(held.keys()) });

  const take = async (name: string, taken: Claim['taken']): Promise<void> => {
    if (held.size === 0) sinceRenewed = stopwatch(clocks);
    const epoch = await takeLease(session, processId, name);
    if (epoch === null || isLost) return;
    if (isDraining) {
      await returnLeases(session, processId, [name]);
      return;
    }
    held.set(name, epoch);
    const msSinceReleased = seen.get(name)?.freeFor ?? null;
    log.info({ lease: name, epoch }, 'lease taken');
    taken({ name, msSinceReleased, isHeld: () => isHeld(name) });
  };

  /** A lease that nobody ever held is not among those that were read. */
  const isFree = (name: string): boolean => seen.get(name)?.freeFor !== null;

  const readAndTake = async (): Promise<void> => {
    if (isLost) return;
    await renewInTime();
    seen = new Map((await seenLeases(session)).map((lease) => [lease.name, lease]));
    for (const { names, taken } of claims) {
      for (const name of names(snapshot())) {
        // Many take a while, and what is held already must not expire meanwhile.
        await renewInTime();
        if (isDraining) return;
        if (!held.has(name) && isFree(name)) await take(name, taken);
      }
    }
  };

  /** Resolvers of those who wait for the end of the next run, whether it fails or not. */
  const waiting: (() => void)[] = [];
  const loop = startLoop({
    run: async () => {
      const waitingForThis = waiting.splice(0);
      try {
        await readAndTake();
      } finally {
        for (const done of waitingForThis) done();
      }
      return REFRESH_INTERVAL_MS;
    },
    onError: (error) => {
      log.warn({ err: error }, 'leases could not be read, retrying');
    },
    retryDelayMs: REFRESH_INTERVAL_MS,
  });
  // A query that hangs holds up the loop, but not this check.
  const expiry = setInterval(loseExpired, REFRESH_INTERVAL_MS);

  return {
    claim: (claim) => {
      claims.push(claim);
      loop.wake();
    },
    refresh: async () => {
      // The first run sees what is there, the second what the first has changed.
      for (let run = 0; run < 2 && !isStopping; run += 1) {
        const done = new Promise<void>((resolve) => waiting.push(resolve));
        loop.wake();
        await done;
      }
    },
    snapshot,
    report: (name, state) => {
      reports.set(name, state);
    },
    release: async (names) => {
      for (const name of names) held.delete(name);
      await returnLeases(session, processId, names);
    },
    drain: () => {
      isDraining = true;
    },
    leaseLost,
    stop: async () => {
      isStopping = true;
      clearInterval(expiry);
      await loop.stop();
      for (const done of waiting) done();
      const names = [...held.keys()];
      held.clear();
      if (!isLost && names.length > 0) await returnLeases(session, processId, names);
    },
  };
};

/**
 * Lets a function run only while a lease is held: nothing is made the truth by a process that was
 * frozen while another one took over.
 */
export const whileHeld =
  ({ name, isHeld }: Lease) =>
  <Parameters extends readonly unknown[], Result>(
    run: (...parameters: Parameters) => Promise<Result>,
  ) =>
  async (...parameters: Parameters): Promise<Result> => {
    if (!isHeld()) throw new ShutdownError(`another process has the lease "${name}"`);
    return await run(...parameters);
  };
