import { createIngest } from '../alerts/ingest.ts';
import { startMergedRecords } from '../alerts/merged-records.ts';
import type { FreshNews } from '../alerts/posts/fresh-news.ts';
import { tournamentEntry } from '../domain/directory.ts';
import type { Observer } from '../domain/observer.ts';
import { ShutdownError } from '../lib/shutdown.ts';
import { createSeal } from '../lib/seal.ts';
import { startLive } from '../live/live.ts';
import { heldChances } from '../padel-api/held-ratings.ts';
import { createPadelApi, type PadelApi } from '../padel-api/client.ts';
import { startDirectorySync } from '../padel-api/directory-sync.ts';
import type { Names } from '../padel-api/names.ts';
import { matchWithCalledNames } from '../padel-api/with-called-names.ts';
import { answerForApi, apiState, type ApiState } from '../padel-api/remote.ts';
import type { Lease } from '../processes/leases.ts';
import { markedAt, setMark } from '../store/marks.ts';
import { startInbox } from '../webhook/inbox.ts';
import { BELLS, PARTS, type Context } from './context.ts';
import { openCalendar } from './calendar.ts';
import { createRefresh } from './refresh.ts';
import { openSpending } from './spending.ts';

export interface FeedOptions extends Context {
  readonly lease: Lease;
  readonly names: Names;
  /** Takes news that were written a moment ago, if this process delivers them, too. */
  readonly handOver: (news: FreshNews) => void;
  readonly wake: () => void;
}

/** What the process that listens tells the others, each second. */
export interface FeedState {
  readonly connected: boolean;
  readonly heardAt: number | null;
  /** When this process began to listen, real clock, milliseconds. */
  readonly startedAt: number;
  readonly api: ApiState;
}

/** All that is asked of the data service, and all that it tells. */
export interface Feed {
  readonly api: PadelApi;
  readonly state: () => FeedState;
}

/** Whatever the data service and the realtime server answer, they are asked again: a start waits for neither. */
export const startFeed = async (options: FeedOptions): Promise<Feed> => {
  const { config, db, lease, names, processes, metrics, shutdown, now, random, log } = options;
  const mergedRecords = startMergedRecords({ db, rename: names.merge, now, log });
  shutdown.add('merged records', mergedRecords.stop);
  const api = createPadelApi({
    baseUrl: config.padel.apiUrl,
    token: config.padel.token,
    now,
    random,
    limits: config.padel.quota,
    spending: await openSpending({
      ...options,
      databaseUrl: config.databaseUrl,
      token: config.padel.token,
    }),
    calendar: await openCalendar(options),
    mayAsk: lease.isHeld,
    onMerged: mergedRecords.merged,
    onAnswer: metrics.padel,
    log,
  });
  shutdown.add('data service', api.close);

  const directorySync = startDirectorySync({
    api,
    names,
    random,
    log,
    readings: {
      ageMs: async (kind) => now() - ((await markedAt(db, `names-of-${kind}`)) ?? -Infinity),
      keep: (kind) => setMark(db, `names-of-${kind}`, now()),
    },
  });
  shutdown.add('directory', directorySync.stop);

  const live = await startLive({
    api,
    observer: observerOf(options),
    heldChances: (teams) => heldChances(names.directory, teams, now())?.chances ?? null,
    realtime: config.realtime,
    now,
    random,
    log,
  });
  shutdown.addBeside('live', live.stop, 'directory');

  const look = createRefresh({ api, live, directorySync });
  const inbox = startInbox({ db, look, now, monotonic: options.monotonic, log });
  shutdown.addBeside('inbox', inbox.stop, 'directory');
  processes.onRing(BELLS.inbox, inbox.wake);

  const startedAt = now();
  const state = (): FeedState => ({ ...live.state(), startedAt, api: apiState(api, now) });
  processes.tell(PARTS.feed, state);
  processes.answerFor(PARTS.feed, answerForApi(api, createSeal(config.padel.token)));
  return { api, state };
};

/** Where the sources tell what they see. */
const observerOf = ({ db, lease, names, handOver, wake, now, log }: FeedOptions): Observer => {
  const ingest = createIngest({ db, now, log, handOver, wake });
  const called = matchWithCalledNames(names.directory);
  return whileHeld(lease, {
    ...ingest,
    // Those that are on can be named at once, long before the last page of all names is read.
    tournament: async (tournament) => {
      await names.learn([tournamentEntry(tournament)]);
      await ingest.tournament(tournament);
    },
    match: async (match, at) => {
      await names.learnFrom([match]);
      await ingest.match(called(match), at);
    },
  });
};

/** Nothing is made the truth by a process that was frozen while another began to listen. */
const whileHeld = ({ isHeld }: Lease, observer: Observer): Observer =>
  Object.fromEntries(
    Object.entries(observer).map(([name, tell]: [string, (...seen: unknown[]) => unknown]) => [
      name,
      async (...seen: unknown[]) => {
        if (!isHeld()) throw new ShutdownError('another process listens now');
        return await tell(...seen);
      },
    ]),
    // Each of its methods, guarded.
  ) as unknown as Observer;
