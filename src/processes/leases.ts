import type { Logger } from '../lib/logger.ts';
import { startLoop } from '../lib/loop.ts';
import { ShutdownError } from '../lib/shutdown.ts';
import {
  LEASE_DURATION_MS,
  renewLeases,
  releaseLeases,
  readLeases,
  acquireLease,
  type LeaseRow,
} from '../store/processes/leases.ts';
import type { PostgresSession } from '../store/migrations/postgres-session.ts';
import { stopwatch, type MachineClocks } from '../lib/clocks.ts';

/** The exclusive right of one process to a role. */
export interface Lease {
  readonly name: string;
  /**
   * Whether this process holds the lease now. Check it right before each effect: a frozen process
   * resumes in the middle of its work.
   */
  readonly isHeld: () => boolean;
  /** Time since the former holder may have acted last; null without one. */
  readonly msSinceReleased: number | null;
}

export interface Claim {
  readonly names: (snapshot: LeaseSnapshot) => readonly string[];
  readonly taken: (lease: Lease) => void;
}

export interface LeaseSnapshot {
  readonly seen: ReadonlyMap<string, LeaseRow>;
  readonly held: ReadonlySet<string>;
}

interface LeasesOptions {
  readonly session: PostgresSession;
  readonly processId: string;
  readonly clocks: MachineClocks;
  readonly log: Logger;
}

/** This process lost a lease involuntarily. */
export interface LeaseLost {
  readonly why: string;
  /** Whole milliseconds since the last renewal: requests since then may have arrived late. */
  readonly msSinceRenewed: number;
}

const RENEW_INTERVAL_MS = 1_000;
const REFRESH_INTERVAL_MS = 250;

/** Acquires and renews the leases of this process, and reads those of the others. */
export const joinLeases = ({ session, processId, clocks, log }: LeasesOptions) => {
  const held = new Map<string, number>();
  const reports = new Map<string, () => unknown>();
  const claims: Claim[] = [];
  let seen: ReadonlyMap<string, LeaseRow> = new Map();
  let sinceRenewed = stopwatch(clocks);
  let isLost = false;
  let isDraining = false;
  let isStopping = false;
  const { promise: leaseLost, resolve } = Promise.withResolvers<LeaseLost>();

  const lose = (why: string): void => {
    if (isLost || isStopping) return;
    isLost = true;
    log.warn({ why, held: [...held.keys()] }, 'lease lost, stopping all work');
    resolve({ why, msSinceRenewed: Math.ceil(sinceRenewed()) });
  };
  void session.ended.then(() => {
    lose('the connection to the database was lost');
  });

  /** Counted from before the renewal was sent: the database counts from its execution, which is later. */
  const hasExpired = (): boolean => held.size > 0 && sinceRenewed() >= LEASE_DURATION_MS;
  const isHeld = (name: string): boolean => !isLost && held.has(name) && !hasExpired();
  const loseExpired = (): void => {
    if (hasExpired()) lose('a lease expired');
  };

  const renew = async (): Promise<void> => {
    const before = stopwatch(clocks);
    const renewals = [...held].map(([name, epoch]) => {
      const state = reports.get(name)?.();
      return { name, epoch, note: state === undefined ? undefined : JSON.stringify(state) };
    });
    const renewed = await renewLeases(session, processId, renewals);
    const gone = renewals.find(({ name }) => held.has(name) && !renewed.has(name));
    if (gone !== undefined) lose(`another process took the lease "${gone.name}"`);
    // A late response renews nothing: an expired lease stays lost.
    loseExpired();
    sinceRenewed = before;
  };

  const renewInTime = async (): Promise<void> => {
    if (held.size > 0 && sinceRenewed() >= RENEW_INTERVAL_MS) await renew();
  };

  const snapshot = (): LeaseSnapshot => ({ seen, held: new Set(held.keys()) });

  const acquire = async (name: string, taken: Claim['taken']): Promise<void> => {
    if (held.size === 0) sinceRenewed = stopwatch(clocks);
    const epoch = await acquireLease(session, processId, name);
    if (epoch === null || isLost) return;
    if (isDraining) {
      await releaseLeases(session, processId, [name]);
      return;
    }
    held.set(name, epoch);
    const msSinceReleased = seen.get(name)?.freeFor ?? null;
    log.info({ lease: name, epoch }, 'lease acquired');
    taken({ name, msSinceReleased, isHeld: () => isHeld(name) });
  };

  /** A lease that was never held has no row. */
  const isFree = (name: string): boolean => seen.get(name)?.freeFor !== null;

  const readAndAcquire = async (): Promise<void> => {
    if (isLost) return;
    await renewInTime();
    seen = new Map((await readLeases(session)).map((lease) => [lease.name, lease]));
    for (const { names, taken } of claims) {
      for (const name of names(snapshot())) {
        // Acquiring many takes a while: held leases must not expire meanwhile.
        await renewInTime();
        if (isDraining) return;
        if (!held.has(name) && isFree(name)) await acquire(name, taken);
      }
    }
  };

  /** Resolved at the end of the next run, whether it fails or not. */
  const waiting: (() => void)[] = [];
  const loop = startLoop({
    run: async () => {
      const waitingForRun = waiting.splice(0);
      try {
        await readAndAcquire();
      } finally {
        for (const done of waitingForRun) done();
      }
      return REFRESH_INTERVAL_MS;
    },
    onError: (error) => {
      log.warn({ err: error }, 'leases could not be read, retrying');
    },
    retryDelayMs: REFRESH_INTERVAL_MS,
  });
  // A hanging query blocks the loop, but not this check.
  const expiry = setInterval(loseExpired, REFRESH_INTERVAL_MS);

  return {
    /** Tries to acquire these leases from now on. */
    claim: (claim: Claim): void => {
      claims.push(claim);
      loop.wake();
    },
    /** Reads the leases at once; resolves when free claimed leases are acquired. */
    refresh: async (): Promise<void> => {
      // The first run acquires leases, the second reads the result.
      for (let run = 0; run < 2 && !isStopping; run += 1) {
        const done = new Promise<void>((resolve) => waiting.push(resolve));
        loop.wake();
        await done;
      }
    },
    snapshot,
    /** Reports a state to the other processes with each renewal. */
    report: (name: string, state: () => unknown): void => {
      reports.set(name, state);
    },
    release: async (names: readonly string[]): Promise<void> => {
      for (const name of names) held.delete(name);
      await releaseLeases(session, processId, names);
    },
    /** Acquires no more leases; held ones stay. */
    drain: (): void => {
      isDraining = true;
    },
    /** Resolves when a lease was lost: all work that needs one must stop. */
    leaseLost,
    stop: async (): Promise<void> => {
      isStopping = true;
      clearInterval(expiry);
      await loop.stop();
      for (const done of waiting) done();
      const names = [...held.keys()];
      held.clear();
      if (!isLost && names.length > 0) await releaseLeases(session, processId, names);
    },
  };
};

export type Leases = ReturnType<typeof joinLeases>;

/** Runs a function only while a lease is held: a process that was frozen during a takeover must not write. */
export const whileHeld =
  ({ name, isHeld }: Lease) =>
  <Parameters extends readonly unknown[], Result>(
    run: (...parameters: Parameters) => Promise<Result>,
  ) =>
  async (...parameters: Parameters): Promise<Result> => {
    if (!isHeld()) throw new ShutdownError(`another process has the lease "${name}"`);
    return await run(...parameters);
  };
