import SqliteDatabase from 'better-sqlite3';
import { CompiledQuery, Kysely, SqliteDialect } from 'kysely';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MatchEvent } from '#src/domain/match/match-event.ts';
import { HOUR } from '#src/lib/time.ts';
import { audiencesAfter } from '#src/store/members/audiences.ts';
import { dueBoards } from '#src/store/boards/boards.ts';
import { dueCards, findCard } from '#src/store/cards/cards.ts';
import { PLUGINS, openStore, type Db } from '#src/store/connection/database.ts';
import { channelsReached, recordDelivery } from '#src/store/outbox/deliveries.ts';
import { duePosts } from '#src/store/outbox/due-posts.ts';
import { earlierUndelivered, startPostDueAt } from '#src/store/outbox/match-order.ts';
import { messageCountSince, postCountSince } from '#src/store/outbox/delivered.ts';
import { retryPendingNow } from '#src/store/outbox/recheck-pending.ts';
import { addEvents, openEvents, reviseEvent } from '#src/store/outbox/events.ts';
import { revisionsSince } from '#src/store/matches/match-lists.ts';
import { matchStateAt } from '#src/store/matches/match-states.ts';
import { quietHoursDigest } from '#src/store/outbox/quiet-hours-digest.ts';
import type { Tables } from '#src/store/connection/schema.ts';
import { dueDeletions } from '#src/store/cards/deletions.ts';
import { aLog } from '../lib/log.ts';
import { START } from './audiences.ts';
import { aPlayer, NOON } from './rows.ts';

const set: MatchEvent = {
  kind: 'set',
  matchId: 123,
  set: 1,
  score: { team_1: 6, team_2: 4, tieBreak: null },
  minutes: null,
};

/** Queries of the delivery loop, which must not slow down as the tables grow. */
describe('SQLite uses an index', () => {
  let folder: string;
  let db: Db;
  const logged: CompiledQuery[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'bandeja-plans-'));
    const file = join(folder, 'bandeja.sqlite');
    const { close } = await openStore(`file:${file}`, aLog());
    await close();
    db = new Kysely<Tables>({
      dialect: new SqliteDialect({ database: new SqliteDatabase(file) }),
      plugins: PLUGINS,
      log: ({ query }) => {
        logged.push(query);
      },
    });
    await addEvents(db, [{ event: set, priority: 1, expiresAt: NOON + HOUR }], NOON);
    await reviseEvent(db, set, true, NOON);
    const sent = { outcome: 'sent', messageId: '1', targetId: null, shownRev: 0 } as const;
    await recordDelivery(db, { eventId: 1, channelKey: 1 }, sent, NOON);
  });
  afterAll(async () => {
    await db.destroy();
    rmSync(folder, { recursive: true });
  });

  /** The query plan of each query of a call. */
  const planOf = async (run: (db: Db) => Promise<unknown>): Promise<readonly string[]> => {
    logged.length = 0;
    await run(db);
    const queries = [...logged];
    const lines: string[] = [];
    for (const { sql, parameters } of queries) {
      const explained = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
      const { rows } = await db.executeQuery<{ detail: string }>(explained);
      lines.push(...rows.map(({ detail }) => detail));
    }
    return lines;
  };

  it('for due boards, by the channels that chose a board', async () => {
    const plan = await planOf((database) => dueBoards(database, NOON, 10));
    expect(plan.join('\n')).toContain('channels USING INDEX channels_wants_board');
    const revisions = await planOf((database) => revisionsSince(database, NOON));
    expect([...plan, ...revisions].filter((line) => line.startsWith('SCAN'))).toEqual([]);
  });

  it('for stale cards and the start posts they wait for', async () => {
    const plan = await planOf((database) => dueCards(database, NOON, 10));
    expect(plan.join('\n')).toContain('events_match (match_id=?');
    expect(plan.join('\n')).toContain('cards_due (due_at>?)');
    // Cards are few, since old ones are deleted. Deliveries are many.
    expect(plan.filter((line) => /^SCAN (?!cards)/.test(line))).toEqual([]);
  });

  it.each<[string, (db: Db) => Promise<unknown>, readonly string[]]>([
    [
      'posts to send, correct or follow with pings, and the next due time',
      (db) => duePosts(db, NOON, [0], 10),
      [
        'deliveries_pending_due (priority=? AND due_at<?)',
        'events_revised (revised_at>?)',
        'deliveries USING PRIMARY KEY (event_id=?)',
        'deliveries_pinging',
        'deliveries_due (due_at>?)',
      ],
    ],
    [
      'earlier undelivered events of the same match',
      (db) => earlierUndelivered(db, { eventId: 5, channelKey: 1 }, 123, ['set', 'start']),
      ['events_match (match_id=?', 'deliveries USING PRIMARY KEY (event_id=? AND channel_key=?)'],
    ],
    [
      'the posts of an hour',
      (db) => postCountSince(db, 1, NOON),
      ['deliveries_channel (channel_key=? AND at>?)'],
    ],
    [
      'the messages of an hour',
      (db) => messageCountSince(db, 1, NOON),
      ['deliveries_channel (channel_key=? AND at>?)'],
    ],
    ['pending deliveries of a channel', (db) => retryPendingNow(db, 1, NOON), ['channel_key=?']],
    [
      'the channels that an event has reached',
      (db) => channelsReached(db, 1, [1, 2]),
      ['deliveries USING PRIMARY KEY (event_id=? AND channel_key=?)'],
    ],
    [
      'the start post of a match in a channel',
      (db) => startPostDueAt(db, { matchId: 123, channelKey: 1 }, NOON),
      ['events_match (match_id=?'],
    ],
    ['open events', (db) => openEvents(db, 10), ['events_open (done_at=?)']],
    [
      'the audience of an alert',
      (db) => audiencesAfter(db, [aPlayer(1)], START, 0, 50),
      ['follows USING PRIMARY KEY (kind=? AND target_id=? AND channel_key>?)'],
    ],
    [
      'the quiet-hours digest',
      (db) => quietHoursDigest(db, 1, NOON),
      ['deliveries_channel (channel_key=? AND at>? AND at<?)'],
    ],
    [
      'an earlier state of a match',
      (db) => matchStateAt(db, 123, NOON),
      ['match_states USING PRIMARY KEY (match_id=?)'],
    ],
    [
      'a card',
      (db) => findCard(db, { matchId: 123, channelKey: 1 }),
      ['cards USING PRIMARY KEY (match_id=? AND channel_key=?)'],
    ],
    [
      'messages to delete, and the next due time',
      (db) => dueDeletions(db, NOON, 10),
      ['pending_deletions_due (due_at<?)', 'pending_deletions_due (due_at>?)'],
    ],
  ])('for %s', async (_what, run, expected) => {
    const plan = await planOf(run);
    for (const part of expected) expect(plan.join('\n')).toContain(part);
    // `followers` and `reached` are subqueries, not tables.
    expect(plan.filter((line) => /^SCAN (?!followers|reached)/.test(line))).toEqual([]);
  });
});
