import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { ROLES } from '#src/app/context.ts';
import { SECOND, MINUTE } from '#src/lib/time.ts';
import { pickFrom, randomFrom, shuffled } from '#sandbox/padel-service/world/random.ts';
import { readLeases } from '#src/store/processes/leases.ts';
import { openPostgresSession } from '#src/store/migrations/postgres-session.ts';
import { startPostgres } from '../store/postgres.ts';
import { again, IS_SHORT, SEED } from './again.ts';
import type { Member } from './member.ts';
import { watchForMoment } from './moments.ts';
import { noteRow } from './reliability.ts';
import { openSharedEvening } from './shared-evening.ts';
import { BEGIN, END } from './world.ts';

/** Longer than a lease lasts without renewal plus the time the other processes need to notice. */
const LASTS = 7 * SECOND;

/** When the moment has not come by then, the process is idle and the test goes on, milliseconds. */
const IDLE_AFTER_MS = 600;

/** A failure of one process, and its end. */
interface Misfortune {
  readonly begin: (member: Member) => Promise<void> | void;
  readonly end: (member: Member) => Promise<void> | void;
}

const MISFORTUNES: readonly Misfortune[] = [
  { begin: ({ end }) => end('SIGKILL'), end: ({ start }) => start() },
  {
    begin: ({ signal }) => {
      signal('SIGSTOP');
    },
    end: ({ signal }) => {
      signal('SIGCONT');
    },
  },
  {
    begin: ({ database }) => {
      database.cut();
    },
    end: ({ database }) => {
      database.mend();
    },
  },
  {
    begin: ({ database }) => {
      database.mute();
    },
    end: ({ database }) => {
      database.mend();
    },
  },
];

/** How often each misfortune happens. */
const ROUNDS = IS_SHORT ? 1 : 8;

/** How often a process acquired the role of the sender. */
const senderTerms = async (databaseUrl: string): Promise<number> => {
  const session = await openPostgresSession(databaseUrl, 'judge');
  const leases = await readLeases(session);
  await session.close();
  return leases.find(({ name }) => name === ROLES.sender.name)?.epoch ?? 0;
};

const afterwards: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const undo of afterwards.splice(0).reverse()) await undo();
});

it('posts every alert once when one of three processes is killed, frozen or cut off', async () => {
  const random = randomFrom(SEED, 'processes');
  const postgres = await startPostgres();
  afterwards.push(postgres.stop);
  const databaseUrl = postgres.url('postgres');
  const evening = await openSharedEvening({ databaseUrl, processes: 3 });
  afterwards.push(evening.stop);
  const watch = watchForMoment(evening.world, random);

  /** Plays this much of the evening, in steps of at most two minutes. */
  const play = async (milliseconds: number): Promise<void> => {
    const parts = Math.ceil(milliseconds / (2 * MINUTE));
    for (let part = 1; part <= parts; part += 1) {
      await evening.goOn(Math.round(milliseconds / parts));
      await evening.breathe();
    }
  };

  /** The process that has just written to Discord: its failure is the hardest case. */
  const victim = async (): Promise<Member> => {
    const moment = watch.pick();
    const come = watch.arm(moment);
    await evening.goOn(5 * SECOND);
    const timeoutMs = moment.kind === 'after' ? moment.milliseconds : IDLE_AFTER_MS;
    await Promise.race([come, pause(timeoutMs)]);
    watch.disarm();
    return evening.lastWriter() ?? pickFrom(random, evening.members);
  };

  const misfortunes = Array.from({ length: ROUNDS }, () => shuffled(random, MISFORTUNES)).flat();
  const share = (END - BEGIN) / misfortunes.length;
  for (const misfortune of misfortunes) {
    const member = await victim();
    await misfortune.begin(member);
    const over = pause(LASTS);
    await play(share / 2);
    await over;
    await misfortune.end(member);
    await play(share / 2);
  }
  const verdict = await evening.verdict();
  expect(verdict, again('processes.test.ts')).toMatchObject({ lost: [], twice: [], wrong: [] });
  if (!IS_SHORT) expect(verdict.moments).toBeGreaterThan(0);
  // A request that was in flight when its process froze may arrive when the process wakes. Each
  // change of the sender can therefore be counted twice.
  expect(evening.changesOfWriter()).toBeLessThanOrEqual(2 * (await senderTerms(databaseUrl)));
  await noteRow('processes', misfortunes.length, verdict);
}, 900_000);
