import { describe, expect, it } from 'vitest';
import { playerEntry } from '#src/domain/people/directory.ts';
import { stateOf } from '#src/domain/match/state.ts';
import { DAY } from '#src/lib/time.ts';
import { createDirectory } from '#src/padel-api/names/directory.ts';
import { chancesFromRatings } from '#src/domain/people/ratings.ts';
import { createNames } from '#src/padel-api/names/names.ts';
import { playerWire } from '#src/padel-api/wire/people.ts';
import type { Db } from '#src/store/connection/database.ts';
import { insertMatch } from '#src/store/matches/matches.ts';
import { loadDirectory, removeFromDirectory, saveDirectory } from '#src/store/matches/directory.ts';
import {
  deleteRatingChanges,
  matchesFinishedSince,
  ratingChanges,
} from '#src/store/matches/ratings.ts';
import { aMatch } from '../domain/feed.ts';
import { aPlayerOnWire } from '../padel-api/bodies.ts';
import { DIALECTS, useDialect } from './dialects.ts';

/** The names as a newly started process loads them. */
const open = async (db: Db) => {
  let writes = 0;
  const names = createNames(createDirectory(await loadDirectory(db)), {
    save: async (entries) => {
      writes += 1;
      await saveDirectory(db, entries);
    },
    remove: (keys) => removeFromDirectory(db, keys),
  });
  const read = (id: number, elo: number | null, at: number) =>
    names.save([playerEntry(playerWire.parse(aPlayerOnWire(id, { elo })), at)]);
  return { ...names, read, writes: () => writes };
};

describe.each(DIALECTS)('ratings on $name', (dialect) => {
  const { aStore } = useDialect(dialect);

  it('survive a restart, and each of their changes is kept', async () => {
    const db = await aStore();
    const names = await open(db);
    await names.read(1, 1_400.126, 10);
    await names.read(1, 1_400.126, 20);
    await names.read(1, 1_408, 30);
    await names.read(1, null, 40);
    expect(names.writes()).toBe(2);
    const { directory } = await open(db);
    expect(directory.get('player', 1)?.rating).toEqual({ elo: 1_408, since: 30, readAt: 30 });
    const changes = await ratingChanges(db, [1, 2]);
    expect(changes.toSorted((a, b) => a.since - b.since)).toEqual([
      { playerId: 1, since: 10, elo: 1_400.13 },
      { playerId: 1, since: 30, elo: 1_408 },
    ]);
  });

  it('that are unchanged after a day only get a new read time', async () => {
    const db = await aStore();
    const names = await open(db);
    await names.read(1, 1_400, 10);
    await names.read(1, 1_400, DAY);
    expect((await open(db)).directory.get('player', 1)?.rating).toEqual({
      elo: 1_400,
      since: 10,
      readAt: DAY,
    });
    expect(await ratingChanges(db, [1])).toHaveLength(1);
  });

  it('give chances while all of them are fresh, and none without one of them', async () => {
    const db = await aStore();
    const names = await open(db);
    await names.read(1, 1_500, DAY);
    await names.read(2, 1_300, 2 * DAY);
    const teams = { team_1: [1], team_2: [2] };
    const ratingOf = (id: number) => names.directory.get('player', id)?.rating;
    const at = (now: number) => chancesFromRatings(ratingOf, teams, now);
    expect(at(2 * DAY)).toMatchObject({ elo: { team_1: 1_500, team_2: 1_300 }, readAt: DAY });
    expect(at(2 * DAY)?.chances.team_1).toBeCloseTo(10 / 11, 10);
    expect(at(4 * DAY)).toBeNull();
    expect(chancesFromRatings(ratingOf, { team_1: [1, 3], team_2: [2] }, DAY)).toBeNull();
    expect(chancesFromRatings(ratingOf, { team_1: [], team_2: [] }, DAY)).toBeNull();
  });

  it('have their old changes deleted, except the latest of each player', async () => {
    const db = await aStore();
    const names = await open(db);
    for (const [id, elo, at] of [
      [1, 1_400, 10],
      [1, 1_410, 20],
      [1, 1_420, 30],
      [2, 1_500, 10],
    ] as const) {
      await names.read(id, elo, at);
    }
    await deleteRatingChanges(db, 25);
    const kept = await ratingChanges(db, [1, 2]);
    expect(kept.map(({ elo }) => elo).toSorted()).toEqual([1_420, 1_500]);
  });

  it('matches finished since an instant are listed, unless they are too many', async () => {
    const db = await aStore();
    for (const [id, now] of [
      [1, 10],
      [2, 20],
      [3, 30],
    ] as const) {
      const match = aMatch({ id, status: 'finished' });
      await insertMatch(db, { match, state: stateOf(match), now });
    }
    expect((await matchesFinishedSince(db, 10, 2))?.map(({ id }) => id).toSorted()).toEqual([2, 3]);
    expect(await matchesFinishedSince(db, 0, 2)).toBeNull();
  });
});
