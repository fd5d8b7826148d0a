import { describe, expect, it, onTestFinished } from 'vitest';
import type { DirectoryEntry } from '#src/domain/directory.ts';
import { createPadelApi } from '#src/padel-api/client.ts';
import { createDirectory } from '#src/padel-api/directory.ts';
import { syncDirectory } from '#src/padel-api/directory-sync.ts';
import { NotInPlan } from '#src/padel-api/errors.ts';
import { aLog } from '../lib/log.ts';
import { aService, says, type Answering } from './service.ts';

const page = (data: readonly object[], current: number, last: number) => ({
  data,
  links: {},
  meta: { current_page: current, last_page: last, total: data.length * last },
});

const player = (id: number) => ({ id, name: `Player ${id}`, category: 'men', ranking: String(id) });
const tournament = (id: number) => ({ id, name: `Open ${id}`, start_date: '2026-05-01' });

/** Three pages of players and two of tournaments, except where `otherwise` answers. */
const theService =
  (otherwise: (path: string) => number | undefined = () => undefined): Answering =>
  (response, request) => {
    const path = request.url ?? '';
    const refused = otherwise(path);
    const number = Number(/[?&]page=(\d+)/.exec(path)?.[1]);
    if (refused !== undefined) says(response, refused, { message: 'no' });
    else if (path.startsWith('/api/players'))
      says(response, 200, page([player(number)], number, 3));
    else says(response, 200, page([tournament(number)], number, 2));
  };

const aSync = async (answer: Answering) => {
  const service = await aService(answer);
  const api = createPadelApi({
    baseUrl: `${service.origin}/api`,
    token: 'token',
    now: Date.now,
    random: () => 0,
    log: aLog(),
  });
  onTestFinished(api.close);
  const directory = createDirectory();
  const kept: DirectoryEntry[] = [];
  const save = (entries: readonly DirectoryEntry[]) => {
    kept.push(...entries);
    return Promise.resolve();
  };
  const names = () => kept.map(({ name }) => name);
  return { service, sync: { api, directory, save }, directory, kept, names };
};

const GOES_ON = new AbortController().signal;

describe('the sync of names', () => {
  it('reads every page of players, best first, then of tournaments', async () => {
    const { service, sync, names, directory } = await aSync(theService());
    await syncDirectory(sync, GOES_ON);
    expect(service.received.map(({ path }) => path)).toEqual([
      '/api/players?sort_by=ranking&page=1&per_page=50',
      '/api/players?sort_by=ranking&page=2&per_page=50',
      '/api/players?sort_by=ranking&page=3&per_page=50',
      '/api/tournaments?page=1&per_page=50',
      '/api/tournaments?page=2&per_page=50',
    ]);
    expect(names()).toEqual(['Player 1', 'Player 2', 'Player 3', 'Open 1', 'Open 2']);
    expect([directory.size('player'), directory.size('tournament')]).toEqual([3, 2]);
  });

  it('keeps what was read before a failure, and tells it', async () => {
    const { sync, names, directory } = await aSync(
      theService((path) => (path.includes('page=2') ? 402 : undefined)),
    );
    await expect(syncDirectory(sync, GOES_ON)).rejects.toBeInstanceOf(NotInPlan);
    expect(names()).toEqual(['Player 1']);
    expect(directory.find('player', 'player 1')).toHaveLength(1);
  });

  it('ends after the page on its way when it is told to', async () => {
    const { sync, names, service } = await aSync(theService());
    const stopping = new AbortController();
    const save = async (entries: readonly DirectoryEntry[]) => {
      stopping.abort();
      await sync.save(entries);
    };
    await syncDirectory({ ...sync, save }, stopping.signal);
    expect(names()).toEqual(['Player 1']);
    expect(service.received).toHaveLength(1);
  });
});
