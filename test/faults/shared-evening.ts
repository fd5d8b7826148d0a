import { openDrivenWorld, type DrivenWorld } from './driven-world.ts';
import type { Verdict } from './judge.ts';
import { AT_ONCE } from './listeners.ts';
import { openMember, type Member } from './member.ts';

/**
 * An evening with several processes on one PostgreSQL. Leases run on real time, and so do the
 * clocks of all processes, whenever they were started: only the matches leap ahead.
 */
export interface SharedEvening extends Pick<DrivenWorld, 'world' | 'goOn' | 'breathe'> {
  readonly members: readonly Member[];
  /** The process that was the last to write to Discord; undefined when none has. */
  readonly lastWriter: () => Member | undefined;
  /** How often a write to Discord came from another process than the write before. */
  readonly changesOfWriter: () => number;
  /** Restarts all processes once everything is delivered, and returns the judge's verdict. */
  readonly verdict: () => Promise<Verdict>;
  readonly stop: () => Promise<void>;
}

export interface SharedEveningOptions {
  readonly databaseUrl: string;
  readonly processes: number;
}

export const openSharedEvening = async (options: SharedEveningOptions): Promise<SharedEvening> => {
  const { databaseUrl, processes } = options;
  const driven = await openDrivenWorld({ databaseUrl, listeners: AT_ONCE });
  const { world, ahead, goOn, ready, breathe, verdict } = driven;
  let clockAhead = ahead();
  let lastWriter: Member | undefined;
  let changesOfWriter = 0;

  const openOne = (): Promise<Member> =>
    openMember({
      // Lost connections would fill the log.
      config: { ...world.config, logLevel: 'silent' },
      clockAhead: () => clockAhead,
      wrote: (member) => {
        if (lastWriter !== undefined && member !== lastWriter) changesOfWriter += 1;
        lastWriter = member;
      },
    });
  const members = await Promise.all(Array.from({ length: processes }, openOne));

  const start = async (): Promise<void> => {
    clockAhead = ahead();
    await Promise.all(members.map((member) => member.start()));
  };

  const end = async (): Promise<void> => {
    await Promise.all(members.map((member) => member.end('SIGTERM')));
  };

  await start();
  await ready();

  return {
    world,
    members,
    lastWriter: () => lastWriter,
    changesOfWriter: () => changesOfWriter,
    goOn,
    breathe,
    verdict: () => verdict({ start, end }),
    stop: async () => {
      await Promise.all(members.map((member) => member.close()));
      await world.stop();
    },
  };
};
