import { describe, expect, it } from 'vitest';
import { createIngest } from '#src/alerts/ingest/ingest.ts';
import type { Db } from '#src/store/connection/database.ts';
import { findMatch } from '#src/store/matches/matches.ts';
import { openEvents } from '#src/store/outbox/events.ts';
import { aMatch } from '../domain/feed.ts';
import { aLog } from '../lib/log.ts';
import { DIALECTS, useDialect } from '../store/dialects.ts';
import { NOON } from '../store/rows.ts';
import { aBegunMatch, aStage } from './stage.ts';

const known = aMatch({ status: 'scheduled' });
const live = { ...known, status: 'live', startedAt: NOON };

const anIngest = (db: Db) =>
  createIngest({ db, now: () => NOON, log: aLog(), wake: () => undefined });

describe.each(DIALECTS)('the matches that ingest keeps in memory, on $name', (dialect) => {
  const { aStore } = useDialect(dialect);

  it('never stand for what another process has written since', async () => {
    const db = await aStore();
    const [ingest, another] = [anIngest(db), anIngest(db)];
    await ingest.match(known, NOON);
    await ingest.match({ ...known, roundName: 'Round 1' }, NOON);
    await another.match({ ...known, roundName: 'Round 2' }, NOON);
    // Unchanged compared with the cached match.
    await ingest.match({ ...known, roundName: 'Round 1' }, NOON);
    expect((await findMatch(db, known.id))?.match.roundName).toBe('Round 1');
    await another.match(live, NOON);
    await ingest.match({ ...live, roundName: 'Round 3' }, NOON);
    expect((await openEvents(db, 10)).events).toHaveLength(1);
    expect(await findMatch(db, known.id)).toMatchObject({
      rev: 6,
      match: { roundName: 'Round 3' },
    });
  });
});

it('the channel that the service names of a match survives a restart, and changes no revision', async () => {
  const stage = await aStage();
  await aBegunMatch(stage, { id: 7009 });
  const rev = (await findMatch(stage.db(), 7009))?.rev;
  const named = { matchId: 7009, status: null, sets: [], channel: 'live-9f2c41d07ab8' };
  expect(await stage.observer().points(named, Date.now())).toMatchObject({
    channel: named.channel,
  });
  // A source that does not name it takes nothing back.
  await stage.observer().points({ matchId: 7009, status: null, sets: [] }, Date.now());
  await stage.restart();
  expect(await stage.observer().inPlay()).toMatchObject([{ channel: named.channel, rev }]);
});
