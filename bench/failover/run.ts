import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { SECOND } from '#src/lib/time.ts';
import { openMember, type Member } from '#test/faults/member.ts';
import { BEGIN, openWorld, type World } from '#test/faults/world.ts';
import { startPostgres } from '#test/store/postgres.ts';
import { quantile, table } from '../table.ts';

const PROCESSES = 3;
const ROUNDS = 5;

/** The world's speed, so that every moment has news: five seconds of play in each step. */
const STEP = 5_000;
const STEP_EACH = 200;

const LOOK_EACH = 5;
const GIVE_UP = 30_000;

/** The failures of the sending process, and the promised times. Milliseconds. */
interface Misfortune {
  readonly name: string;
  readonly within: number;
  readonly begin: (member: Member) => void;
  readonly end: (member: Member) => Promise<void> | void;
}

const MISFORTUNES: readonly Misfortune[] = [
  {
    name: 'killed: the database sees its connection close',
    within: SECOND,
    // Not awaited: its duration is what is measured.
    begin: (member) => void member.end('SIGKILL'),
    end: (member) => member.start(),
  },
  {
    name: 'frozen (SIGSTOP)',
    within: 8 * SECOND,
    begin: (member) => {
      member.signal('SIGSTOP');
    },
    end: (member) => {
      member.signal('SIGCONT');
    },
  },
  {
    name: 'cut off: the cable to the database is pulled',
    within: 8 * SECOND,
    begin: ({ database }) => {
      database.mute();
    },
    end: ({ database }) => {
      database.mend();
    },
  },
];

/** The time until another process held the lease, and until another wrote to Discord. */
interface Takeover {
  readonly lease: number;
  readonly write: number;
}

interface Epoch {
  readonly name: string;
  readonly epoch: number;
}

const epochsOf = async (admin: pg.Client): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await admin.query<Epoch>(
    "select name, epoch::int from leases where name in ('feed', 'sender') and holder is not null",
  );
  return new Map(rows.map(({ name, epoch }) => [name, epoch]));
};

/** Resolves with the milliseconds since `begun` once a condition holds. @throws when it never does */
const timeUntil = async (
  begun: number,
  isSo: () => Promise<boolean> | boolean,
): Promise<number> => {
  for (;;) {
    const passed = performance.now() - begun;
    if (await isSo()) return passed;
    if (passed > GIVE_UP) throw new Error(`nobody took over within ${GIVE_UP / SECOND} s`);
    await pause(LOOK_EACH);
  }
};

/** Three processes on one PostgreSQL, and an endless evening. */
const openEvening = async () => {
  const postgres = await startPostgres();
  const databaseUrl = postgres.url('postgres');
  const ahead = BEGIN - Date.now();
  const world: World = await openWorld({
    now: () => Date.now() + ahead,
    requestsPerMinute: 100_000,
    isRecorded: false,
    databaseUrl,
  });
  const admin = new pg.Client(databaseUrl);
  await admin.connect();
  const writes = new Map<Member, number>();
  const { config } = world;
  const members = await Promise.all(
    Array.from({ length: PROCESSES }, () =>
      openMember({
        config,
        clockAhead: () => ahead,
        wrote: (member) => writes.set(member, performance.now()),
      }),
    ),
  );
  await Promise.all(members.map((member) => member.start()));

  const over = new AbortController();
  const play = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await world.padel.steer({ advance: STEP / SECOND });
      await pause(STEP_EACH);
    }
  };
  const playing = play();

  const lastWrite = (): readonly [Member | undefined, number] => {
    const [latest] = [...writes].toSorted(([, a], [, b]) => b - a);
    return latest ?? [undefined, -Infinity];
  };

  return {
    admin,
    lastWrite,
    /** The sending process: it has just written something. */
    sender: async (): Promise<Member> => {
      const begun = performance.now();
      await timeUntil(begun, () => lastWrite()[1] > begun);
      const [member] = lastWrite();
      if (member === undefined) throw new Error('nobody has written');
      return member;
    },
    stop: async () => {
      over.abort();
      await playing;
      await Promise.all(members.map(({ close }) => close()));
      await admin.end();
      await world.stop();
      await postgres.stop();
    },
  };
};

type Evening = Awaited<ReturnType<typeof openEvening>>;

const measure = async (evening: Evening, misfortune: Misfortune): Promise<Takeover> => {
  const { admin, lastWrite } = evening;
  const victim = await evening.sender();
  const before = await epochsOf(admin);
  const begun = performance.now();
  misfortune.begin(victim);
  try {
    const lease = await timeUntil(begun, async () => {
      const now = await epochsOf(admin);
      return (now.get('sender') ?? 0) > (before.get('sender') ?? 0);
    });
    const write = await timeUntil(begun, () => {
      const [member, at] = lastWrite();
      return member !== victim && at > begun;
    });
    return { lease, write };
  } finally {
    // A frozen or disconnected process could not be closed.
    await misfortune.end(victim);
  }
};

const inSeconds = (milliseconds: number): string => `${(milliseconds / SECOND).toFixed(2)} s`;

/** Stops the sending process repeatedly, and measures how long no process sends. */
export const run = async (): Promise<void> => {
  const evening = await openEvening();
  const found: { readonly misfortune: Misfortune; readonly takeovers: readonly Takeover[] }[] = [];
  try {
    for (const misfortune of MISFORTUNES) {
      const takeovers: Takeover[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        takeovers.push(await measure(evening, misfortune));
      }
      found.push({ misfortune, takeovers });
    }
  } finally {
    await evening.stop();
  }

  const rows = found.map(({ misfortune, takeovers }) => {
    const leases = takeovers.map(({ lease }) => lease);
    const writes = takeovers.map(({ write }) => write);
    const worst = Math.max(...leases);
    return {
      name: misfortune.name,
      leaseMedian: quantile(leases, 0.5),
      leaseWorst: worst,
      writeMedian: quantile(writes, 0.5),
      writeWorst: Math.max(...writes),
      promised: misfortune.within,
      isKept: worst <= misfortune.within,
    };
  });
  console.log(
    `${PROCESSES} processes on one PostgreSQL; ${ROUNDS} times each, the process that sends is\n`,
  );
  console.log(
    table([
      ['', 'lease taken, median', 'longest', 'another writes, median', 'longest', 'promised', ''],
      ...rows.map((row) => [
        row.name,
        inSeconds(row.leaseMedian),
        inSeconds(row.leaseWorst),
        inSeconds(row.writeMedian),
        inSeconds(row.writeWorst),
        inSeconds(row.promised),
        row.isKept ? 'kept' : 'MISSED',
      ]),
    ]),
  );
  const out = join(import.meta.dirname, '..', 'out');
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'failover.json'), JSON.stringify(rows, null, 2));
  if (rows.some(({ isKept }) => !isKept)) process.exitCode = 1;
};
