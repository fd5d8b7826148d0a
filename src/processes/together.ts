import type { Logger } from '../lib/logger.ts';
import type { Db } from '../store/database.ts';
import type { Session } from '../store/session.ts';
import { createBells } from './bells.ts';
import type { MachineClocks } from '../lib/clocks.ts';
import { divideShards } from './divide-shards.ts';
import { createErrands } from './errands.ts';
import { joinLeases, type Loss } from './leases.ts';
import type { Processes } from './processes.ts';
import { createRoles } from './roles.ts';
import { presenceOf } from './shards.ts';

export interface TogetherOptions {
  readonly id: string;
  readonly db: Db;
  readonly session: Session;
  readonly clocks: MachineClocks;
  readonly log: Logger;
}

/** One process of several, on PostgreSQL: leases tell who does what. */
export const joinOthers = ({ id, db, session, clocks, log }: TogetherOptions): Processes => {
  const leases = joinLeases({ session, processId: id, clocks, log });
  const bells = createBells();
  const ended = Promise.withResolvers<Loss>();
  let isSettled = false;
  let failure: Error | undefined;

  const roles = createRoles((name, error) => {
    if (!isSettled) {
      failure ??= error;
      return;
    }
    log.error({ err: error, lease: name }, 'what has fallen to this process could not be started');
    ended.resolve({ why: `"${name}" could not be started`, unsureFor: 0 });
  });
  let isLost = false;
  void leases.lost.then((loss) => {
    isLost = true;
    ended.resolve(loss);
  });

  session.onRing(({ bell, words }) => {
    // Its own have been heard before they went out.
    const end = words.indexOf(' ');
    if (words.slice(0, end) !== id) bells.heard(bell, words.slice(end + 1));
  });
  const ring: Processes['ring'] = (bell, words = '') => {
    bells.heard(bell, words);
    session.ring({ bell, words: `${id} ${words}` }).catch((error: unknown) => {
      log.warn({ err: error, bell }, 'the other processes could not be told');
    });
  };
  const errands = createErrands({
    db,
    ring,
    onRing: bells.on,
    isDoneHere: (name) => leases.standing().held.has(name),
    log,
  });

  leases.want({ names: () => [presenceOf(id)], taken: () => undefined });
  leases.want({ names: roles.names, taken: roles.taken });

  const { monotonic } = clocks;
  const shards = divideShards({ id, leases, session, monotonic, log });

  return {
    hold: roles.role,
    settled: async () => {
      await leases.look();
      await roles.settled();
      isSettled = true;
      if (failure !== undefined) throw failure;
    },
    ring,
    onRing: bells.on,
    ask: errands.ask,
    answerFor: errands.answerFor,
    told: (name) => {
      const note = leases.standing().seen.get(name)?.note ?? null;
      return note === null ? undefined : (JSON.parse(note) as unknown);
    },
    tell: leases.tell,
    shards,
    lost: ended.promise,
    standBack: leases.standBack,
    stop: async () => {
      shards.stop();
      errands.stop();
      // A query that hangs ends with its connection; nothing is held any more that could be given back.
      if (isLost) await session.close();
      await leases.stop();
      if (!isLost) await session.close();
    },
  };
};
