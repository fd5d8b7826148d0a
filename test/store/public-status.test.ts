import { describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '#src/lib/time.ts';
import { readDatabase } from '#src/store/connection/database.ts';
import {
  addLatencies,
  deleteStatusRows,
  readStatusRows,
  recordFeed,
  recordMinute,
} from '#src/store/processes/public-status.ts';
import { DIALECTS, useDialect } from './dialects.ts';
import { NOON } from './rows.ts';

describe.each(DIALECTS)('the rows of the public status ($name)', (dialect) => {
  const { emptyUrl, openAt } = useDialect(dialect);

  it('count each minute once, add latencies up, and are read alike by the doctor', async () => {
    const url = await emptyUrl();
    const db = await openAt(url);
    const day = '2026-06-07';
    const write = (at: number, messages: number) =>
      db.transaction().execute(async (tx) => {
        await recordMinute(tx, at);
        await addLatencies(tx, [{ day, upToMs: 400, messages }]);
      });
    // Two processes in one minute, a clock that was set back, and the next minute.
    for (const at of [NOON, NOON + 1, NOON - MINUTE, NOON + MINUTE]) await write(at, 3);
    const gap = { from: NOON - 5 * MINUTE, to: NOON };
    await recordFeed(db, { seenAt: NOON, gaps: [gap] });
    await recordFeed(db, { seenAt: NOON + MINUTE, gaps: [gap] });

    const rows = await readStatusRows(db, NOON);
    expect(rows).toEqual({
      uptime: [{ day, minutes: 2, first: 720, last: 721 }],
      latencies: [{ day, upToMs: 400, messages: 12 }],
      gaps: [gap],
      feedSeenAt: NOON + MINUTE,
      trackRecord: null,
    });
    expect(await readDatabase(url, (again) => readStatusRows(again, NOON))).toEqual(rows);

    await deleteStatusRows(db, NOON + 91 * DAY);
    expect((await readStatusRows(db, NOON)).uptime).toHaveLength(1);
    await deleteStatusRows(db, NOON + 92 * DAY);
    expect(await readStatusRows(db, NOON)).toMatchObject({ uptime: [], latencies: [], gaps: [] });
  });
});
