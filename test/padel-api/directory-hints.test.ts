import { describe, expect, it, onTestFinished } from 'vitest';
import type { DirectoryEntry } from '#src/domain/directory.ts';
import { createDirectory } from '#src/padel-api/directory.ts';
import { startDirectoryHints } from '#src/padel-api/directory-hints.ts';
import { createNames } from '#src/padel-api/names.ts';
import type { Hint } from '#src/padel-api/wire/webhook.ts';
import { aPlayerOnWire, aTournamentOnWire } from './bodies.ts';
import { aClient } from './clients.ts';
import { aPlayer, aTournament } from './names.ts';
import { pageOnWire, says, type Answering } from './service.ts';

const aHint = (kind: Hint['kind'], id: number, change: Hint['change'] = 'updated'): Hint => ({
  event: `${kind}.${change}`,
  kind,
  change,
  id,
});

const idIn = (path: string): number => Number(/\/players\/(\d+)/.exec(path)?.[1]);

/** Sixty players, one tournament; whoever is asked for has a new name. */
const theService: Answering = (response, request) => {
  const path = request.url ?? '';
  const page = Number(/[?&]page=(\d+)/.exec(path)?.[1] ?? 1);
  const everybody = Array.from({ length: 30 }, (_, index) =>
    aPlayerOnWire(30 * (page - 1) + index + 1, { name: 'Somebody New' }),
  );
  if (path.startsWith('/api/tournaments'))
    says(response, 200, pageOnWire([aTournamentOnWire({ name: 'New Open' })]));
  else if (path.startsWith('/api/players?')) says(response, 200, pageOnWire(everybody, page, 2));
  else says(response, 200, aPlayerOnWire(idIn(path), { name: 'New Name' }));
};

const aStage = async (
  answer: Answering = theService,
  known: readonly DirectoryEntry[] = [aPlayer(1, 'Old Name'), aTournament(9, 'Old Open')],
) => {
  const client = await aClient(answer);
  const directory = createDirectory(known);
  const names = createNames(directory, {
    save: () => Promise.resolve(),
    remove: () => Promise.resolve(),
  });
  const hints = startDirectoryHints({ api: client.api, names }, client.log);
  onTestFinished(hints.stop);
  return { ...client, hints, directory, nameOf: (id: number) => directory.get('player', id)?.name };
};

describe('a hint', () => {
  it('about a player reads that player', async () => {
    const { hints, nameOf, paths } = await aStage();
    hints.take(aHint('player', 1));
    await expect.poll(() => nameOf(1)).toBe('New Name');
    expect(paths()).toEqual(['/api/players/1']);
  });

  it('about a player whom nobody knew makes a name', async () => {
    const { hints, nameOf } = await aStage();
    hints.take(aHint('player', 44, 'created'));
    await expect.poll(() => nameOf(44)).toBe('New Name');
  });

  it('about a tournament reads the calendar: there is no endpoint of one', async () => {
    const { hints, directory, paths } = await aStage();
    hints.take(aHint('tournament', 9));
    await expect.poll(() => directory.get('tournament', 9)?.name).toBe('New Open');
    expect(paths()).toEqual(['/api/tournaments?page=1&per_page=50']);
  });

  it('about a match concerns no name', async () => {
    const { hints, paths } = await aStage();
    hints.take(aHint('match', 5));
    hints.take(aHint('player', 1));
    await expect.poll(paths).toEqual(['/api/players/1']);
  });

  it('that a player was deleted is believed when the service says so, too', async () => {
    const { hints, nameOf } = await aStage((response) => {
      says(response, 404, { message: 'Not found.' });
    });
    hints.take(aHint('player', 1, 'deleted'));
    await expect.poll(() => nameOf(1)).toBeUndefined();
  });

  it('of a deletion that is not true changes nothing', async () => {
    const { hints, nameOf } = await aStage();
    hints.take(aHint('player', 1, 'deleted'));
    await expect.poll(() => nameOf(1)).toBe('New Name');
  });

  it('about a player who was merged tells of it', async () => {
    const { hints, merged, nameOf } = await aStage((response, request, index) => {
      if (request.url === '/api/players/1')
        response.writeHead(302, { location: '/api/players/7' }).end();
      else theService(response, request, index);
    });
    hints.take(aHint('player', 1));
    await expect.poll(() => merged).toEqual([{ kind: 'player', from: 1, to: 7 }]);
    await expect.poll(() => nameOf(7)).toBe('New Name');
  });
});

describe('many hints', () => {
  it('about one player are one request, and one more for what came meanwhile', async () => {
    const { hints, paths, nameOf } = await aStage();
    for (let times = 0; times < 200; times += 1) hints.take(aHint('player', 1));
    await expect.poll(() => nameOf(1)).toBe('New Name');
    expect(paths().length).toBeLessThanOrEqual(2);
  });

  it('about many players, as a new ranking brings them, are one reading of the list', async () => {
    const { hints, paths, nameOf } = await aStage();
    for (let id = 1; id <= 60; id += 1) hints.take(aHint('player', id));
    await expect.poll(() => nameOf(60)).toBe('Somebody New');
    const lists = paths().filter((path) => path.startsWith('/api/players?'));
    expect(lists.length).toBeLessThanOrEqual(4);
    expect(paths().length - lists.length).toBeLessThanOrEqual(1);
  });
});

describe('a hint that cannot be followed', () => {
  it('is left to the next sync, and the others are followed', async () => {
    const { hints, nameOf, log } = await aStage((response, request, index) => {
      if (request.url === '/api/players/2') says(response, 200, { hello: 'world' });
      else theService(response, request, index);
    });
    hints.take(aHint('player', 2));
    hints.take(aHint('player', 1));
    await expect.poll(() => nameOf(1)).toBe('New Name');
    expect(log.lines).toContain('warn a player who changed could not be read');
  });

  it('ends when it is told to, whatever it waits for, and says nothing of that', async () => {
    const arrived = Promise.withResolvers<undefined>();
    const { hints, log } = await aStage(() => {
      arrived.resolve(undefined);
    });
    hints.take(aHint('player', 1));
    await arrived.promise;
    await hints.stop();
    expect(log.lines).toEqual([]);
  });
});
