import { describe, expect, it, onTestFinished } from 'vitest';
import { createDirectory } from '#src/padel-api/names/directory.ts';
import { startDirectorySync } from '#src/padel-api/names/directory-sync.ts';
import type { ChangeNotice } from '#src/padel-api/wire/webhook.ts';
import { aPlayerOnWire, aTournamentOnWire } from './bodies.ts';
import { aClient } from './clients.ts';
import { aPlayer, aTournament, unstoredNames } from './names.ts';
import { pageOnWire, says, type Answering } from './service.ts';

const aChangeNotice = (
  kind: ChangeNotice['kind'],
  id: number,
  change: 'created' | 'updated' | 'deleted' = 'updated',
): ChangeNotice => ({
  event: `${kind}.${change}`,
  kind,
  change,
  id,
});

/** Players whose names the test sets, and one tournament. */
const aWorld = (size: number) => {
  const players = new Map(Array.from({ length: size }, (_, index) => [index + 1, 'Old Name']));
  const tournament = { name: 'Old Open' };
  const listed = (page: number) =>
    [...players].slice(50 * (page - 1), 50 * page).map(([id, name]) => aPlayerOnWire(id, { name }));

  const answering: Answering = (response, request) => {
    const path = request.url ?? '';
    const page = Number(/[?&]page=(\d+)/.exec(path)?.[1] ?? 1);
    const id = Number(/\/players\/(\d+)/.exec(path)?.[1]);
    const name = players.get(id);
    if (path.startsWith('/api/players?')) {
      says(response, 200, pageOnWire(listed(page), page, Math.ceil(players.size / 50)));
    } else if (path.startsWith('/api/tournaments')) {
      says(response, 200, pageOnWire([aTournamentOnWire({ name: tournament.name })]));
    } else if (path.startsWith('/api/matches')) says(response, 200, pageOnWire([]));
    else if (name === undefined) says(response, 404, { message: 'Not found.' });
    else says(response, 200, aPlayerOnWire(id, { name }));
  };
  return { players, tournament, answering };
};

interface StageOptions {
  /** Players in the world and in the directory; a page of the list holds fifty. */
  readonly size?: number;
  /** Replaces the responses of the world. */
  readonly answer?: (world: Answering) => Answering;
}

/** A directory that has loaded the world. */
const aStage = async ({ size = 1, answer = (world) => world }: StageOptions = {}) => {
  const { answering, ...world } = aWorld(size);
  const client = await aClient(answer(answering));
  const directory = createDirectory([
    ...[...world.players].map(([id, name]) => aPlayer(id, name)),
    aTournament(9, 'Old Open'),
  ]);
  const names = unstoredNames(directory);
  const sync = startDirectorySync({ api: client.api, names, log: client.log });
  onTestFinished(sync.stop);
  const lists = Math.ceil(size / 50) + 2;
  await expect.poll(() => client.paths().length).toBe(lists);
  return {
    ...client,
    ...world,
    sync,
    directory,
    /** The requests after the first sync. */
    paths: () => client.paths().slice(lists),
    nameOf: (id: number) => directory.get('player', id)?.name,
  };
};

/** Lists never respond; every player has a new name. */
const aStuckStage = async (size = 1) => {
  const client = await aClient((response, request) => {
    const id = Number(/\/players\/(\d+)/.exec(request.url ?? '')?.[1]);
    if (!Number.isNaN(id)) says(response, 200, aPlayerOnWire(id, { name: 'New Name' }));
  });
  const directory = createDirectory(
    Array.from({ length: size }, (_, index) => aPlayer(index + 1, 'Old Name')),
  );
  const names = unstoredNames(directory);
  const sync = startDirectorySync({ api: client.api, names, log: client.log });
  onTestFinished(sync.stop);
  // Players, tournaments and pairs.
  await expect.poll(() => client.paths().length).toBe(3);
  return { client, sync, nameOf: (id: number) => directory.get('player', id)?.name };
};

describe('a change notice', () => {
  it('about a player reads that player', async () => {
    const { sync, players, paths, nameOf } = await aStage();
    players.set(1, 'New Name');
    await sync.refresh(aChangeNotice('player', 1));
    expect(nameOf(1)).toBe('New Name');
    expect(paths()).toEqual(['/api/players/1']);
  });

  it('about an unknown player adds the name', async () => {
    const { sync, players, nameOf } = await aStage();
    players.set(44, 'New Name');
    void sync.refresh(aChangeNotice('player', 44, 'created'));
    await expect.poll(() => nameOf(44)).toBe('New Name');
  });

  it('about a tournament reads the list, since there is no endpoint for one', async () => {
    const { sync, tournament, directory, paths } = await aStage();
    tournament.name = 'New Open';
    await sync.refresh(aChangeNotice('tournament', 9));
    expect(directory.get('tournament', 9)?.name).toBe('New Open');
    expect(paths()).toEqual(['/api/tournaments?per_page=50']);
  });

  it('about a match reads nothing', async () => {
    const { sync, paths } = await aStage();
    await sync.refresh(aChangeNotice('match', 5));
    await sync.refresh(aChangeNotice('player', 1));
    expect(paths()).toEqual(['/api/players/1']);
  });

  it('of a deletion removes the player when the service confirms it', async () => {
    const { sync, players, nameOf } = await aStage();
    players.delete(1);
    void sync.refresh(aChangeNotice('player', 1, 'deleted'));
    await expect.poll(() => nameOf(1)).toBeUndefined();
  });

  it('of a deletion that the service does not confirm changes nothing', async () => {
    const { sync, paths, nameOf } = await aStage();
    void sync.refresh(aChangeNotice('player', 1, 'deleted'));
    await expect.poll(paths).toEqual(['/api/players/1']);
    expect(nameOf(1)).toBe('Old Name');
  });

  it('about a merged player reports the merge and adds the new name', async () => {
    const { sync, players, merged, nameOf } = await aStage({
      answer: (world) => (response, request, index) => {
        if (request.url === '/api/players/1')
          response.writeHead(302, { location: '/api/players/7' }).end();
        else world(response, request, index);
      },
    });
    players.set(7, 'New Name');
    void sync.refresh(aChangeNotice('player', 1));
    await expect.poll(() => merged).toEqual([{ kind: 'player', from: 1, to: 7 }]);
    await expect.poll(() => nameOf(7)).toBe('New Name');
  });

  it('that arrives while the record is read causes another read', async () => {
    const reading = Promise.withResolvers<() => void>();
    const { sync, players, paths, nameOf } = await aStage({
      answer: (world) => (response, request, index) => {
        const isFirst = request.url === '/api/players/1' && nameOf(1) === 'Old Name';
        if (!isFirst) world(response, request, index);
        else {
          reading.resolve(() => {
            says(response, 200, aPlayerOnWire(1, { name: 'Name In Between' }));
          });
        }
      },
    });
    void sync.refresh(aChangeNotice('player', 1));
    const answer = await reading.promise;
    players.set(1, 'New Name');
    void sync.refresh(aChangeNotice('player', 1));
    answer();
    await expect.poll(() => nameOf(1)).toBe('New Name');
    expect(paths()).toEqual(['/api/players/1', '/api/players/1']);
  });

  it('stays pending while the service is down', async () => {
    let isDown = true;
    const { sync, players, nameOf, log } = await aStage({
      answer: (world) => (response, request, index) => {
        if (isDown && request.url === '/api/players/1')
          says(response, 503, {}, { 'retry-after': '0' });
        else world(response, request, index);
      },
    });
    players.set(1, 'New Name');
    const refreshes: string[] = [];
    const noting = (which: string) => () => refreshes.push(which);
    const first = sync.refresh(aChangeNotice('player', 1)).then(noting('first'));
    await expect.poll(() => log.lines).toHaveLength(1);
    expect(refreshes).toEqual([]);
    isDown = false;
    // The next notice does not wait for the end of the backoff.
    await Promise.all([first, sync.refresh(aChangeNotice('player', 1)).then(noting('second'))]);
    expect(nameOf(1)).toBe('New Name');
    expect(refreshes).toHaveLength(2);
  });

  it('does not wait for a list that is being read', async () => {
    const { client, sync, nameOf } = await aStuckStage();
    void sync.refresh(aChangeNotice('player', 1));
    await expect.poll(() => nameOf(1)).toBe('New Name');
    expect(client.paths()).toContain('/api/players/1');
  });
});

describe('many change notices', () => {
  it('about one player cause at most two requests', async () => {
    const { sync, players, paths, nameOf } = await aStage();
    players.set(1, 'New Name');
    for (let times = 0; times < 200; times += 1) void sync.refresh(aChangeNotice('player', 1));
    await expect.poll(() => nameOf(1)).toBe('New Name');
    expect(paths().length).toBeLessThanOrEqual(2);
  });

  it('about 20 of 10,000 players cause 20 requests', async () => {
    const { client, sync, nameOf } = await aStuckStage(10_000);
    const before = client.paths().length;
    const ids = Array.from({ length: 20 }, (_, index) => 7 * index + 1);
    for (const id of ids) void sync.refresh(aChangeNotice('player', id));
    await expect.poll(() => ids.map(nameOf)).toEqual(ids.map(() => 'New Name'));
    expect(client.paths().slice(before)).toEqual(ids.map((id) => `/api/players/${id}`));
  });

  it('about many players, as after a new ranking, read the list instead of each player', async () => {
    const { sync, players, paths, nameOf } = await aStage({ size: 120 });
    for (let id = 1; id <= 120; id += 1) players.set(id, 'New Name');
    const refreshes = [...players.keys()].map((id) => sync.refresh(aChangeNotice('player', id)));
    await Promise.all(refreshes);
    expect(nameOf(120)).toBe('New Name');
    const lists = paths().filter((path) => path.startsWith('/api/players?'));
    expect(lists.length).toBeLessThanOrEqual(6);
    expect(paths().length - lists.length).toBeLessThanOrEqual(1);
  });
});

describe('a change notice that cannot be handled', () => {
  it('is logged, and the others are handled', async () => {
    const { sync, players, nameOf, log } = await aStage({
      size: 120,
      answer: (world) => (response, request, index) => {
        if (request.url === '/api/players/2') says(response, 200, { hello: 'world' });
        else world(response, request, index);
      },
    });
    players.set(1, 'New Name');
    await Promise.all([2, 1].map((id) => sync.refresh(aChangeNotice('player', id))));
    expect(nameOf(1)).toBe('New Name');
    expect(log.lines).toContain('warn changed player could not be read');
  });

  it('ends without a log line when the sync stops', async () => {
    const arrived = Promise.withResolvers<undefined>();
    const { sync, log } = await aStage({
      answer: (world) => (response, request, index) => {
        if (request.url === '/api/players/1') arrived.resolve(undefined);
        else world(response, request, index);
      },
    });
    void sync.refresh(aChangeNotice('player', 1));
    await arrived.promise;
    await sync.stop();
    expect(log.lines).toEqual([]);
  });
});
