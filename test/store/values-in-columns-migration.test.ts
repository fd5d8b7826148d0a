import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { MINUTE, HOUR } from '#src/lib/time.ts';
import type { Db } from '#src/store/connection/database.ts';
import { deliveryHistory } from '#src/store/outbox/delivery-history.ts';
import { findCard } from '#src/store/cards/cards.ts';
import { pushDownCards } from '#src/store/cards/refresh-cards.ts';
import { addEvents } from '#src/store/outbox/events.ts';
import { quietHoursDigest } from '#src/store/outbox/quiet-hours-digest.ts';
import { DIALECTS, useDialect } from './dialects.ts';
import { olderStore } from './older-store.ts';
import { NOON } from './rows.ts';

const DIGEST_AT = NOON + HOUR;

/** Deliveries of events 1 to 6 as the previous release wrote them. */
const DELIVERIES = [
  [1, 'suppressed', 'quiet-hours', `quiet-hours ${DIGEST_AT}`],
  [2, 'parked', 'Bad Gateway', 'Bad Gateway'],
  [3, 'failed', 'Invalid Form Body', null],
  [4, 'sent', null, 'status 500'],
  [5, 'suppressed', 'limit', null],
  [6, 'parked', 'missing-access', 'missing-access'],
] as const;

describe.each(DIALECTS)('a database from before migration 021, upgraded on $name', (dialect) => {
  const { emptyUrl, openAt } = useDialect(dialect);

  const upgraded = async () => {
    const url = await emptyUrl();
    const old = await olderStore(url, '020-ties');
    for (const [discordId, settings] of [
      ['11', '{"reanchor":true}'],
      ['12', '{"reanchor":false}'],
    ]) {
      await sql`insert into channels (discord_id, guild_id, locale, configured_by, settings)
        values (${discordId}, '21', 'en', '31', ${settings})`.execute(old);
      await sql`insert into matches (id, rev, phase, match, state, changed_at)
        values (${discordId}, 4, 'playing', '{}', '{}', ${NOON})`.execute(old);
    }
    await sql`insert into cards (match_id, channel_id, message_id, posted_at, shown_rev)
      values (11, 1, '901', 0, -2), (12, 2, '902', 0, 4)`.execute(old);
    for (const [id, outcome, reason, waitedFor] of DELIVERIES) {
      await sql`insert into events (key, match_id, kind, payload, lane, created_at, expires_at)
        values (${`match:7:game:${id}:1`}, 7, 'start', '{"kind":"start","matchId":7}', 1, 1, 2)`.execute(
        old,
      );
      await sql`insert into deliveries (event_id, channel_id, outcome, reason, waited_for, at)
        values (${id}, 1, ${outcome}, ${reason}, ${waitedFor}, ${NOON})`.execute(old);
    }
    await sql`insert into events (key, match_id, kind, payload, lane, created_at, expires_at)
      values ('tournament', 0, 'tournament', '{}', 1, 1, 2)`.execute(old);
    await sql`delete from events where key = 'tournament'`.execute(old);
    await sql`insert into events (key, match_id, kind, payload, lane, created_at, expires_at)
      values ('draw', 0, 'draw', '{}', 1, 1, 2)`.execute(old);
    await old.destroy();
    return await openAt(url);
  };

  // The tests share this database; none reads rows that another one changes.
  let db: Db;
  beforeAll(async () => {
    db = await upgraded();
  });

  it('keeps the reason of every delivery and the response of Discord', async () => {
    const history = await deliveryHistory(db, 7, 1);
    expect(
      history.map(({ delivery }) => [delivery?.reason, delivery?.detail, delivery?.waitedFor]),
    ).toEqual([
      ['quiet-hours', null, 'quiet-hours'],
      ['request-failed', 'Bad Gateway', 'request-failed'],
      ['rejected', 'Invalid Form Body', null],
      [null, 'status 500', 'request-failed'],
      ['limit', null, null],
      ['missing-access', null, 'missing-access'],
    ]);
  });

  it('keeps for the digest only what quiet hours held back', async () => {
    expect(await quietHoursDigest(db, 1, DIGEST_AT)).toHaveLength(1);
    expect(await quietHoursDigest(db, 1, DIGEST_AT + HOUR)).toEqual([]);
  });

  it('keeps requested card refreshes, and does not repost cards where that was not chosen', async () => {
    const shown = async (matchId: number, channelKey: number) =>
      (await findCard(db, { matchId, channelKey }))?.shownRev;
    expect([await shown(11, 1), await shown(12, 2)]).toEqual([0, 4]);
    expect(await pushDownCards(db, '12', 99, NOON + HOUR)).toBe(false);
    expect(await pushDownCards(db, '11', 99, NOON + HOUR)).toBe(true);
  });

  it('keeps event ids and their sequence, and removes match 0 from events about no match', async () => {
    const ids = await db.selectFrom('events').select(['id', 'match_id']).orderBy('id').execute();
    expect(ids).toEqual([
      ...DELIVERIES.map(([id]) => ({ id, match_id: 7 })),
      { id: 8, match_id: null },
    ]);
    const event = { kind: 'start', matchId: 9 } as const;
    const [added] = await addEvents(db, [{ event, priority: 0, expiresAt: NOON + MINUTE }], NOON);
    expect(added?.id).toBe(9);
  });
});
