import { beforeEach, describe, expect, it } from 'vitest';
import type { FreshNews } from '#src/alerts/delivery/delivery.ts';
import { createIngest } from '#src/alerts/ingest/ingest.ts';
import { openEvents } from '#src/store/outbox/events.ts';
import { findMatch } from '#src/store/matches/matches.ts';
import type { Db } from '#src/store/connection/database.ts';
import { aMatch } from '../domain/feed.ts';
import { aLog } from '../lib/log.ts';
import { aTournament } from '../render/held.ts';
import { DIALECTS, useDialect } from '../store/dialects.ts';
import { NOON } from '../store/rows.ts';

const known = aMatch({ status: 'scheduled' });
const live = { ...known, status: 'live', startedAt: NOON };
const finished = { ...live, status: 'finished', winner: 'team_1' } as const;

describe.each(DIALECTS)('on $name, fresh news', (dialect) => {
  const { aStore } = useDialect(dialect);
  let db: Db;
  let handedOver: FreshNews[];

  const anIngest = () =>
    createIngest({
      db,
      now: () => NOON,
      log: aLog(),
      handOver: (news) => {
        handedOver.push(news);
      },
      wake: () => undefined,
    });

  beforeEach(async () => {
    db = await aStore();
    handedOver = [];
  });

  it('are handed over as the database stores them', async () => {
    const ingest = anIngest();
    await ingest.match(known, NOON);
    expect(handedOver).toEqual([]);
    await ingest.match(live, NOON);
    const { events } = await openEvents(db, 10);
    expect(handedOver).toEqual([{ outbox: events[0], held: await findMatch(db, known.id) }]);
  });

  it('are not handed over while an earlier event of the match is undelivered', async () => {
    const ingest = anIngest();
    for (const match of [known, live, finished]) await ingest.match(match, NOON);
    expect(handedOver.map(({ outbox }) => outbox.event.kind)).toEqual(['start']);
    expect((await openEvents(db, 10)).events).toHaveLength(2);
  });

  it('reflect what another process has written, not what is cached', async () => {
    const [ingest, another] = [anIngest(), anIngest()];
    await ingest.match(known, NOON);
    await ingest.match({ ...known, roundName: 'Round 1' }, NOON);
    await another.match({ ...known, roundName: 'Round 2' }, NOON);
    // Unchanged compared with the cached match.
    await ingest.match({ ...known, roundName: 'Round 1' }, NOON);
    expect((await findMatch(db, known.id))?.match.roundName).toBe('Round 1');
    await another.match(live, NOON);
    await ingest.match({ ...live, roundName: 'Round 3' }, NOON);
    expect(handedOver).toHaveLength(1);
    expect(await findMatch(db, known.id)).toMatchObject({
      rev: 6,
      match: { roundName: 'Round 3' },
    });
  });

  it('carry the current name of the tournament', async () => {
    const ingest = anIngest();
    const inTournament = { ...known, tournamentId: aTournament().id };
    await ingest.tournament(aTournament('Paris Major'));
    await ingest.match(inTournament, NOON);
    await ingest.match({ ...inTournament, roundName: 'Round 1' }, NOON);
    await ingest.tournament(aTournament('Roma Major'));
    await ingest.match({ ...inTournament, status: 'live', startedAt: NOON }, NOON);
    expect(handedOver[0]?.held.tournament?.name).toBe('Roma Major');
  });
});
