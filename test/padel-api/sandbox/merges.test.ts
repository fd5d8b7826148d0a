import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startMergedRecords } from '#src/alerts/ingest/merged-records.ts';
import type { Merge } from '#src/domain/match/match.ts';
import { createDirectory } from '#src/padel-api/names/directory.ts';
import { startDirectorySync } from '#src/padel-api/names/directory-sync.ts';
import { createNames } from '#src/padel-api/names/names.ts';
import type { PadelService } from '#sandbox/padel-service/index.ts';
import { PROFILES } from '#sandbox/padel-service/world/profile.ts';
import { aStore } from '../../store/migrated.ts';
import { followsOf } from '#src/store/follows/follows.ts';
import { loadDirectory, removeFromDirectory, saveDirectory } from '#src/store/matches/directory.ts';
import { startEndpoint } from '#src/http/endpoint.ts';
import { startInbox } from '#src/http/inbox.ts';
import { aLog } from '../../lib/log.ts';
import { PRO, startStill } from '../../../sandbox/test/padel-service/service.ts';
import { aChannel, aPlayer, follow } from '../../store/rows.ts';
import { createVitals } from '#src/http/vitals.ts';
import { aHouse, newMetrics } from '../../http/stage.ts';
import { aPlayer as aName } from '../names.ts';
import { clientOf } from './scene.ts';

const HOUR_SECONDS = 3_600;

/** The id that a player's path leads to: its own, another one, or null when there is none. */
const leadsTo = async (service: PadelService, id: number): Promise<number | null> => {
  const { statusCode, headers } = await service.inject({ url: `/api/players/${id}`, headers: PRO });
  if (statusCode === 302) return Number(String(headers.location).split('/').at(-1));
  return statusCode === 200 ? id : null;
};

/** The duplicate records of players: they have the highest ids. */
const duplicatesIn = async (service: PadelService): Promise<readonly number[]> => {
  const { value } = await withClient(service, (api) => api.players({ perPage: 1 }));
  const ids = Array.from({ length: 30 }, (_, index) => value.total - 10 + index);
  const targets = await Promise.all(ids.map((id) => leadsTo(service, id)));
  return ids.filter((id, index) => targets[index] === id);
};

const withClient = async <T>(
  service: PadelService,
  work: (api: ReturnType<typeof clientOf>) => Promise<T>,
): Promise<T> => {
  const api = clientOf(service, {});
  try {
    return await work(api);
  } finally {
    await api.close();
  }
};

/** The names of the bot, on a database of its own. */
const aBot = async (service: PadelService) => {
  const log = aLog();
  const { db, close } = await aStore(log);
  onTestFinished(close);
  const names = createNames(createDirectory(), {
    save: (entries) => saveDirectory(db, entries),
    remove: (keys) => removeFromDirectory(db, keys),
  });
  const records = startMergedRecords({ db, rename: names.merge, now: Date.now, log });
  onTestFinished(records.stop);
  const merged: Merge[] = [];
  const api = clientOf(service, {
    onMerged: (merge) => {
      merged.push(merge);
      records.merged(merge);
    },
  });
  onTestFinished(api.close);
  const directorySync = startDirectorySync({ api, names, log });
  onTestFinished(directorySync.stop);
  const signing = { secrets: [service.webhookSecret() ?? ''], header: 'Signature' };
  const webhook = { path: '/webhooks/padel', signing };
  const monotonic = (): number => performance.now();
  const inbox = startInbox({ db, refresh: directorySync.refresh, now: Date.now, monotonic, log });
  onTestFinished(inbox.stop);
  const endpoint = await startEndpoint({
    http: { port: 0, host: '127.0.0.1', trustProxy: [], webhook },
    db,
    onStored: inbox.wake,
    discordKey: () => null,
    vitals: createVitals({ db, botVitals: aHouse(), now: Date.now, monotonic }),
    metrics: newMetrics(),
    now: Date.now,
    log,
  });
  onTestFinished(endpoint.stop);
  await api.updateWebhook(1, { url: endpoint.webhookUrl ?? '', events: ['player.deleted'] });
  return { db, api, names, merged };
};

describe.each(PROFILES)('in the profile %s', (profile) => {
  let service: PadelService;
  let duplicates: readonly number[];

  beforeAll(async () => {
    service = await startStill({ profile, allowLoopbackWebhooks: true });
    duplicates = await duplicatesIn(service);
  });
  afterAll(() => service.stop());

  it('a merge arrives by webhook, moves follows and removes old names', async () => {
    const { db, names, merged } = await aBot(service);
    const channel = await aChannel(db, 1);
    expect(duplicates.length).toBeGreaterThan(0);
    for (const id of duplicates) await follow(db, channel, aPlayer(id));
    await names.save(duplicates.map((id) => aName(id, `Duplicate ${id}`)));

    await service.steer({ advance: 3 * HOUR_SECONDS });
    const targets = await Promise.all(duplicates.map((id) => leadsTo(service, id)));
    const gone = duplicates.filter((id, index) => targets[index] !== id);
    expect(gone.length).toBeGreaterThan(0);

    const expected = duplicates.map((id, index) => targets[index] ?? id);
    const followed = async () => {
      const follows = await followsOf(db, { channelKey: channel.key, memberId: null });
      return follows.map(({ id }) => id).toSorted((a, b) => a - b);
    };
    await expect.poll(followed).toEqual(expected.toSorted((a, b) => a - b));
    await expect
      .poll(() => gone.map((id) => names.directory.get('player', id)))
      .toEqual(gone.map(() => undefined));
    expect(merged.map(({ from }) => from).toSorted()).toEqual(gone.toSorted());
    const kept = (await loadDirectory(db)).map(({ id }) => id);
    for (const id of gone) expect(kept).not.toContain(id);
  });
});
