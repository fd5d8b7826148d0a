import type { Logger } from '../lib/logger.ts';
import { startLoop } from '../lib/loop.ts';
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

/** Something that one process of all may do. */
export interface Lease {
  readonly name: string;
  /**
   * Whether it may be done at this moment. Ask right before each act: a process that was frozen wakes
   * up in the middle of something.
   */
  readonly isHeld: () => boolean;
  /** Milliseconds since whoever held it before may have acted for the last time; null for nobody. */
  readonly formerlyFreeFor: number | null;
}

/** What this process wants to do, looked at whenever the leases were read. */
export interface Want {
  /** Which of the leases it wants to hold, given how they stand. */
  readonly names: (standing: Standing) => readonly string[];
  readonly taken: (lease: Lease) => void;
}

/** How the leases stand. */
export interface Standing {
  readonly seen: ReadonlyMap<string, SeenLease>;
  /** What this process holds. */
  readonly held: ReadonlySet<string>;
}

export interface LeasesOptions {
  readonly session: Session;
  readonly processId: string;
  readonly clocks: MachineClocks;
  readonly log: Logger;
}

/** How this process lost what it held. */
export interface Loss {
  readonly why: string;
  /** Whole milliseconds since it was last sure of its place: what it has sent since may have come late. */
  readonly unsureFor: number;
}

export interface Leases {
  /** Stands in line from now on. */
  readonly want: (want: Want) => void;
  /** Looks now instead of a moment later; resolves when what it can take is taken. */
  readonly look: () => Promise<void>;
  readonly standing: () => Standing;
  /** What the others are told by whoever holds a lease, at each renewal. */
  readonly tell: (name: string, note: () => unknown) => void;
  readonly giveBack: (names: readonly string[]) => Promise<void>;
  /** Takes nothing any more: what is held goes on. */
  readonly standBack: () => void;
  /** Resolves when something was lost that this process held: nothing of it may go on. */
  readonly lost: Promise<Loss>;
  /** Gives everything back. */
  readonly stop: () => Promise<void>;
}

const RENEW_EACH = 1_000;
const LOOK_EACH = 250;

/** How this process stands among the others: what it holds, renewed each second, and who holds the rest. */
export const joinLeases = ({ session, processId, clocks, log }: LeasesOptions): Leases => {
  const held = new Map<string, number>();
  const notes = new Map<string, () => unknown>();
  const wants: Want[] = [];
  let seen: ReadonlyMap<string, SeenLease> = new Map();
  let sinceRenewed = stopwatch(clocks);
  let isLost = false;
  let isStandingBack = false;
  let isStopping = false;
  const { promise: lost, resolve } = Promise.withResolvers<Loss>();

  const lose = (why: string): void => {
    if (isLost || isStopping) return;
    isLost = true;
    log.warn({ why, held: [...held.keys()] }, 'this process has lost its place among the others');
    resolve({ why, unsureFor: Math.ceil(sinceRenewed()) });
  };
  void session.ended.then(() => {
    lose('the connection to the database was lost');
  });

  /** From before it was asked for: the database counts from when it has answered, which is later. */
  const isHeld = (name: string): boolean => {
    if (!isLost && held.size > 0 && sinceRenewed() >= LEASE_LASTS) lose('a lease has expired');
    return !isLost && held.has(name);
  };

  const renew = async (): Promise<void> => {
    const before = stopwatch(clocks);
    const asked = [...held].map(([name, epoch]) => {
      const note = notes.get(name)?.();
      return { name, epoch, note: note === undefined ? undefined : JSON.stringify(note) };
    });
    const still = await renewLeases(session, processId, asked);
    const gone = asked.find(({ name }) => held.has(name) && !still.has(name));
    if (gone !== undefined) lose(`the lease "${gone.name}" was taken by somebody else`);
    sinceRenewed = before;
  };

  const renewInTime = async (): Promise<void> => {
    if (held.size > 0 && sinceRenewed() >= RENEW_EACH) await renew();
  };

  const standing = (): Standing => ({ seen, held: new Set(held.keys()) });

  const take = async (name: string, taken: Want['taken']): Promise<void> => {
    if (held.size === 0) sinceRenewed = stopwatch(clocks);
    const epoch = await takeLease(session, processId, name);
    if (epoch === null || isLost) return;
    if (isStandingBack) {
      await returnLeases(session, processId, [name]);
      return;
    }
    held.set(name, epoch);
    const formerlyFreeFor = seen.get(name)?.freeFor ?? null;
    log.info({ lease: name, epoch }, 'this process has taken a lease');
    taken({ name, formerlyFreeFor, isHeld: () => isHeld(name) });
  };

  /** What nobody ever held has no time since when it is free. */
  const isFree = (name: string): boolean => seen.get(name)?.freeFor !== null;

  const lookNow = async (): Promise<void> => {
    if (isLost) return;
    await renewInTime();
    seen = new Map((await seenLeases(session)).map((lease) => [lease.name, lease]));
    for (const { names, taken } of wants) {
      for (const name of names(standing())) {
        // Many take a while, and what is held already must not expire meanwhile.
        await renewInTime();
        if (isStandingBack) return;
        if (!held.has(name) && isFree(name)) await take(name, taken);
      }
    }
  };

  /** Those who wait for the next look that begins to end, well or not. */
  const awaiting: (() => void)[] = [];
  const release = (those: readonly (() => void)[]): void => {
    for (const looked of those) looked();
  };
  const loop = startLoop({
    run: async () => {
      const those = awaiting.splice(0);
      try {
        await lookNow();
      } finally {
        release(those);
      }
      return LOOK_EACH;
    },
    onError: (error) => {
      log.warn({ err: error }, 'the leases could not be read; I try again');
    },
    retryDelayMs: LOOK_EACH,
  });
  // A query that hangs holds up the loop, and not this.
  const guard = setInterval(() => isHeld(''), LOOK_EACH);

  return {
    want: (want) => {
      wants.push(want);
      loop.wake();
    },
    look: async () => {
      // The first sees what is there, the second what the first has changed.
      for (let look = 0; look < 2 && !isStopping; look += 1) {
        const looked = new Promise<void>((end) => awaiting.push(end));
        loop.wake();
        await looked;
      }
    },
    standing,
    tell: (name, note) => {
      notes.set(name, note);
    },
    giveBack: async (names) => {
      for (const name of names) held.delete(name);
      await returnLeases(session, processId, names);
    },
    standBack: () => {
      isStandingBack = true;
    },
    lost,
    stop: async () => {
      isStopping = true;
      clearInterval(guard);
      await loop.stop();
      release(awaiting);
      const names = [...held.keys()];
      held.clear();
      if (!isLost && names.length > 0) await returnLeases(session, processId, names);
    },
  };
};
