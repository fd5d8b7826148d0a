import type { Wake } from '../alerts/delivery/delivery.ts';
import { createIngest } from '../alerts/ingest/ingest.ts';
import { startMergedRecords } from '../alerts/ingest/merged-records.ts';
import { tournamentEntry } from '../domain/people/directory.ts';
import type { MatchObserver } from '../domain/match/observer.ts';
import { startLive, type Live, type LiveState } from '../live/live.ts';
import { chancesFromRatings } from '../domain/people/ratings.ts';
import { createPadelApi, type PadelApi } from '../padel-api/client.ts';
import { startDirectorySync, type DirectorySync } from '../padel-api/names/directory-sync.ts';
import type { Names } from '../padel-api/names/names.ts';
import { matchWithCalledNames } from '../padel-api/names/display-names.ts';
import {
  apiState,
  createCurrentApi,
  handleApiRequest,
  type ApiState,
} from '../padel-api/remote.ts';
import type { ChangeNotice } from '../padel-api/wire/webhook.ts';
import { whileHeld, type Lease } from '../processes/leases.ts';
import type { Role } from '../processes/processes.ts';
import { checkpointAt, setCheckpoint } from '../store/processes/checkpoints.ts';
import { startInbox } from '../http/inbox.ts';
import { ROLES, TOPICS, type Context } from './context.ts';
import { openCalendar, openSpending } from './spending.ts';

interface FeedOptions extends Context {
  readonly lease: Lease;
  readonly names: Names;
  /** Publishes that alerts may be due, and why. */
  readonly wake: Wake;
}

/** The state of the feed, reported to the other processes each second. */
export interface FeedState extends LiveState {
  /** When this process took over the feed, real clock, milliseconds. */
  readonly startedAt: number;
  readonly api: ApiState;
}

/** The only caller of the data service, and the only receiver of its pushes. */
export interface Feed {
  readonly api: PadelApi;
  readonly state: () => FeedState;
}

/** Does not wait for the data service or the realtime server: both are retried. */
export const startFeed = async (options: FeedOptions): Promise<Feed> => {
  const { config, db, lease, names, processes, metrics, shutdown, now, random, log } = options;
  const mergedRecords = startMergedRecords({ db, rename: names.merge, now, log });
  shutdown.add('merged records', mergedRecords.stop);
  const api = createPadelApi({
    baseUrl: config.padel.apiUrl,
    token: config.padel.token,
    contact: config.supportUrl,
    now,
    random,
    limits: config.padel.quota,
    spending: await openSpending({
      ...options,
      databaseUrl: config.databaseUrl,
      token: config.padel.token,
    }),
    calendar: await openCalendar(options),
    maySend: lease.isHeld,
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
      ageMs: async (kind) => now() - ((await checkpointAt(db, `names-of-${kind}`)) ?? -Infinity),
      recordRead: (kind) => setCheckpoint(db, `names-of-${kind}`, now()),
    },
  });
  shutdown.add('directory', directorySync.stop);

  const ratingOf = (id: number) => names.directory.get('player', id)?.rating;
  const live = await startLive({
    api,
    observer: observerOf(options),
    heldChances: (teams) => chancesFromRatings(ratingOf, teams, now())?.chances ?? null,
    realtime: config.realtime,
    now,
    random,
    onFrame: api.sawFrame,
    log,
  });
  shutdown.addBeside('live', live.stop, 'directory');

  const refresh = createRefresh({ api, live, directorySync });
  const inbox = startInbox({ db, refresh: refresh, now, monotonic: options.monotonic, log });
  shutdown.addBeside('inbox', inbox.stop, 'directory');
  processes.topic(TOPICS.inbox).subscribe(inbox.wake);

  const startedAt = now();
  const state = (): FeedState => ({ ...live.state(), startedAt, api: apiState(api, now) });
  processes.report(ROLES.feed, state);
  processes.handle(ROLES.feed, handleApiRequest(api));
  return { api, state };
};

/** The feed of this process, or that of the process that has the role. */
export const feedOfAnyProcess = (
  { processes, now }: Pick<Context, 'processes' | 'now'>,
  own: Role<Feed>,
) => {
  const state = (): FeedState | undefined =>
    own.current()?.state() ?? processes.reported(ROLES.feed);
  const api = createCurrentApi({
    own: () => own.current()?.api,
    call: (question) => processes.call(ROLES.feed, question),
    state: () => state()?.api,
    now,
  });
  return { state, api };
};

/** Stores observations while this process has the feed's lease. */
const observerOf = ({ db, lease, names, wake, now, log }: FeedOptions): MatchObserver => {
  const ingest = createIngest({ db, now, log, wake });
  const withNames = matchWithCalledNames(names.directory);
  const held = whileHeld(lease);
  return {
    match: held(async (match, at) => {
      await names.saveFromMatches([match]);
      await ingest.match(withNames(match), at);
    }),
    points: held(ingest.points),
    removed: held(ingest.removed),
    merged: held(ingest.merged),
    // Names of current tournaments are stored at once, before the sync of all names gets to them.
    tournament: held(async (tournament) => {
      await names.save([tournamentEntry(tournament)]);
      await ingest.tournament(tournament);
    }),
    tournamentMerged: held(ingest.tournamentMerged),
    tournaments: held(ingest.tournaments),
    chances: held(ingest.chances),
    dueVideos: held(ingest.dueVideos),
    videos: held(ingest.videos),
    delayed: held(ingest.delayed),
    fresh: held(ingest.fresh),
    scheduleRead: held(ingest.scheduleRead),
    scheduleReadAt: held(ingest.scheduleReadAt),
    inPlay: held(ingest.inPlay),
    interrupted: held(ingest.interrupted),
    upcoming: held(ingest.upcoming),
  };
};

interface RefreshOptions {
  readonly api: Pick<PadelApi, 'forgetMatch'>;
  readonly live: Pick<Live, 'refreshMatch' | 'refreshCalendar'>;
  readonly directorySync: Pick<DirectorySync, 'refresh'>;
}

/**
 * Reads what a webhook reports as changed; resolves when it was read. A match that was filled in later
 * is of the past: it is removed from the cache, but not read or announced.
 */
export const createRefresh =
  ({ api, live, directorySync }: RefreshOptions) =>
  async (notice: ChangeNotice): Promise<void> => {
    // A past tournament is no news: the next sync of all names finds it.
    if (notice.kind === 'tournament' && notice.change === 'backfilled') return;
    if (notice.kind === 'tournament') live.refreshCalendar();
    if (notice.kind !== 'match') {
      await directorySync.refresh(notice);
      return;
    }
    api.forgetMatch(notice.id);
    if (notice.change !== 'backfilled') await live.refreshMatch(notice.id);
  };
