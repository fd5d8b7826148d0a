import { describe, expect, it } from 'vitest';
import type { AlertEvent } from '#src/domain/alerts/events.ts';
import { HOUR } from '#src/lib/time.ts';
import type { Db } from '#src/store/connection/database.ts';
import { recordDelivery } from '#src/store/outbox/deliveries.ts';
import { addEvents, openEvents } from '#src/store/outbox/events.ts';
import { listedMatches, matchesOfTournament, nextOnCourt } from '#src/store/matches/match-lists.ts';
import {
  findMatches,
  unfinishedMatches,
  matchesInPlay,
  matchesUpcoming,
  saveTournament,
} from '#src/store/matches/matches.ts';
import { quietHoursDigest } from '#src/store/outbox/quiet-hours-digest.ts';
import { saveRanking, lastRanking } from '#src/store/matches/rankings.ts';
import { aMatch } from '../domain/feed.ts';
import { aTournament } from '../render/held.ts';
import { DIALECTS, useDialect } from './dialects.ts';
import { aChannel, hold, NOON } from './rows.ts';

/** Two matches of one status; a document of the first does not parse. */
const twoMatches = async (db: Db, status: string, column: 'match' | 'state'): Promise<void> => {
  await hold(db, { id: 1, status });
  await hold(db, { id: 2, status });
  await db
    .updateTable('matches')
    .set({ [column]: '{"id":1}' })
    .where('id', '=', 1)
    .execute();
};

describe.each(DIALECTS)('an unreadable row on $name', (dialect) => {
  const { aStore } = useDialect(dialect);

  it.each<[string, string, 'match' | 'state', (db: Db) => Promise<readonly unknown[]>]>([
    ['of matches in play', 'live', 'match', matchesInPlay],
    ['of matches in play, for its state', 'live', 'state', matchesInPlay],
    ['of upcoming matches', 'scheduled', 'state', matchesUpcoming],
    ['of unfinished matches', 'scheduled', 'state', (db) => unfinishedMatches(db, '2026-06-07')],
    ['of matches by id', 'live', 'match', (db) => findMatches(db, [1, 2])],
    ['of finished matches', 'finished', 'match', (db) => listedMatches(db, [1, 2])],
    ['of the matches of a tournament', 'live', 'match', (db) => matchesOfTournament(db, 7)],
  ])('is left out of a list %s', async (_list, status, column, list) => {
    const db = await aStore();
    await twoMatches(db, status, column);
    const found = await list(db);
    expect(found).toHaveLength(1);
    expect(JSON.stringify(found)).toContain('"id":2');
  });

  it('of a tournament removes only its own matches from a list', async () => {
    const db = await aStore();
    await hold(db, { id: 1, status: 'live', tournamentId: 7 });
    await hold(db, { id: 2, status: 'live', tournamentId: 8 });
    await saveTournament(db, aTournament());
    await db.updateTable('tournaments').set({ tournament: '?' }).execute();
    expect((await matchesInPlay(db)).map(({ match }) => match.id)).toEqual([2]);
  });

  it('is left out of the quiet-hours digest', async () => {
    const db = await aStore();
    const { key } = await aChannel(db, 1);
    const news: readonly AlertEvent[] = [
      { kind: 'start', matchId: 1 },
      { kind: 'start', matchId: 2 },
    ];
    await addEvents(
      db,
      news.map((event) => ({ event, priority: 0, expiresAt: NOON + HOUR })),
      NOON,
    );
    const { events } = await openEvents(db, 10);
    for (const { id } of events) {
      const reason = { outcome: 'suppressed', reason: 'quiet-hours' } as const;
      const kept = { ...reason, digestAt: NOON + HOUR };
      await recordDelivery(db, { eventId: id, channelKey: key }, kept, NOON);
    }
    const [first] = events;
    await db
      .updateTable('events')
      .set({ payload: '[]' })
      .where('id', '=', first?.id ?? 0)
      .execute();
    expect(await quietHoursDigest(db, key, NOON + HOUR)).toEqual([
      { event: news[1], held: null, tournament: null, matches: [] },
    ]);
  });

  it('is skipped as the next match on a court', async () => {
    const db = await aStore();
    await hold(db, { id: 1, courtOrder: 1, status: 'live' });
    await hold(db, { id: 2, courtOrder: 2 });
    await hold(db, { id: 3, courtOrder: 3 });
    const next = () => nextOnCourt(db, aMatch({ id: 1, courtOrder: 1 }));
    expect(await next()).toMatchObject({ id: 2 });
    await db.updateTable('matches').set({ match: '' }).where('id', '=', 2).execute();
    expect(await next()).toMatchObject({ id: 3 });
  });

  it('of a ranking leaves the one before as the last', async () => {
    const db = await aStore();
    const players = [{ id: 1, name: 'Ana Vega', place: 1, before: 2, points: null }];
    await saveRanking(db, 'women', { date: '2026-06-01', players });
    await saveRanking(db, 'women', { date: '2026-06-08', players });
    await db
      .updateTable('rankings')
      .set({ document: 'x' })
      .where('onDate', '=', '2026-06-08')
      .execute();
    expect(await lastRanking(db, 'women')).toEqual({ date: '2026-06-01', players });
  });
});
