import { describe, expect, it } from 'vitest';
import { createIngest } from '#src/alerts/ingest/ingest.ts';
import { finishedMatch, playOut } from '../domain/feed.ts';
import { aRubber } from '../domain/team-event.ts';
import { aLog } from '../lib/log.ts';
import { DIALECTS, useDialect } from './dialects.ts';
import { hold, NOON } from './rows.ts';

const WON = playOut(
  Array.from({ length: 48 }, () => 'team_1' as const),
  'star-point',
);

describe.each(DIALECTS)('ties on $name', (dialect) => {
  const { emptyUrl, openAt } = useDialect(dialect);

  it('are decided once when both rubbers end at the same moment', async () => {
    const db = await openAt(await emptyUrl());
    const ingest = () => createIngest({ db, now: () => NOON, log: aLog(), wake: () => undefined });
    const [one, other] = [ingest(), ingest()];
    const live = [aRubber(1, { status: 'live' }), aRubber(2, { status: 'live' })];
    for (const match of live) await hold(db, match);
    const [first, second] = live.map((match) => finishedMatch(WON, match));
    if (first === undefined || second === undefined) throw new Error('there are two rubbers');
    await Promise.all([
      one.match(first, NOON),
      other.match(second, NOON),
      one.match(second, NOON),
      other.match(first, NOON),
    ]);
    const rows = await db
      .selectFrom('events')
      .select(['key', 'payload'])
      .where('kind', '=', 'tie')
      .execute();
    expect(rows.map(({ key }) => key)).toEqual(['tie:7:women:main::2:0']);
    expect(rows[0]?.payload).toContain('"score":{"team_1":2,"team_2":0}');
  });
});
