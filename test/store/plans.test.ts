import SqliteDatabase from 'better-sqlite3';
import { CompiledQuery, Kysely, SqliteDialect } from 'kysely';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MatchEvent } from '#src/domain/match/events.ts';
import { HOUR } from '#src/lib/time.ts';
import { audiencesAfter } from '#src/store/follows/audiences.ts';
import { dueBoards } from '#src/store/boards/boards.ts';
import { dueCards, findCard } from '#src/store/cards/cards.ts';
import { openStore, type Db } from '#src/store/connection/database.ts';
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
import { aPlayer, NOON } from './rows.ts';

const set: MatchEvent = {
  kind: 'set',
  matchId: 123,
  set: 1,
  score: { team_1: 6, team_2: 4, tieBreak: null },
  minutes: null,
};

/** Queries of the delivery loop, which must not slow down as the tables grow. */
describe('SQLite finds by an index', () => {
  let folder: string;
  let db: Db;
  const asked: CompiledQuery[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'bandeja-plans-'));
    const file = join(folder, 'bandeja.sqlite');
    const { close } = await openStore(`file:${file}`, aLog());
    await close();
    db = new Kysely<Tables>({
      dialect: new SqliteDialect({ database: new SqliteDatabase(file) }),
      log: ({ query }) => {
        asked.push(query);
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
  const planOf = async (ask: (db: Db) => Promise<unknown>): Promise<readonly string[]> => {
    asked.length = 0;
    await ask(db);
    const queries = [...asked];
    const lines: string[] = [];
    for (const { sql, parameters } of queries) {
      const explained = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
      const { rows } = await db.executeQuery<{ detail: string }>(explained);
      lines.push(...rows.map(({ detail }) => detail));
    }
    return lines;
  };

  it('of the boards that are due those of the channels that want one', async () => {
    const plan = await planOf((asking) => dueBoards(asking, NOON, 10));
    expect(plan.join('\n')).toContain('channels USING INDEX channels_wants_board');
    const revisions = await planOf((asking) => revisionsSince(asking, NOON));
    expect([...plan, ...revisions].filter((line) => line.startsWith('SCAN'))).toEqual([]);
  });

  it('of the cards that trail their match whether a start is on its way', async () => {
    const plan = await planOf((asking) => dueCards(asking, NOON, 10));
    expect(plan.join('\n')).toContain('events_match (match_id=?');
    expect(plan.join('\n')).toContain('cards_due (due_at>?)');
    // Cards are few, since old ones are deleted. Deliveries are many.
    expect(plan.filter((line) => /^SCAN (?!cards)/.test(line))).toEqual([]);
  });

  it.each<[string, (db: Db) => Promise<unknown>, readonly string[]]>([
    [
      'posts that are due, to be sent, corrected or followed by pings, and the next that is',
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
      'what comes before in the same match',
      (db) => earlierUndelivered(db, { eventId: 5, channelKey: 1 }, 123, ['set', 'start']),
      ['events_match (match_id=?', 'deliveries USING PRIMARY KEY (event_id=? AND channel_id=?)'],
    ],
    [
      'the posts of an hour',
      (db) => postCountSince(db, 1, NOON),
      ['deliveries_channel (channel_id=? AND at>?)'],
    ],
    [
      'the messages of an hour',
      (db) => messageCountSince(db, 1, NOON),
      ['deliveries_channel (channel_id=? AND at>?)'],
    ],
    ['what waits for a channel', (db) => retryPendingNow(db, 1, NOON), ['channel_id=?']],
    [
      'who was reached',
      (db) => channelsReached(db, 1, [1, 2]),
      ['deliveries USING PRIMARY KEY (event_id=? AND channel_id=?)'],
    ],
    [
      'the start of a match in a channel',
      (db) => startPostDueAt(db, { matchId: 123, channelKey: 1 }, NOON),
      ['events_match (match_id=?'],
    ],
    ['news that are open', (db) => openEvents(db, 10), ['events_open (done_at=?)']],
    [
      'those who are told',
      (db) => audiencesAfter(db, [aPlayer(1)], 'set', 0, 50),
      ['follows USING PRIMARY KEY (kind=? AND target_id=? AND channel_id>?)'],
    ],
    [
      'what was missed in a night',
      (db) => quietHoursDigest(db, 1, NOON),
      ['deliveries_channel (channel_id=? AND at>? AND at<?)'],
    ],
    [
      'a match as it was',
      (db) => matchStateAt(db, 123, NOON),
      ['match_states USING PRIMARY KEY (match_id=?)'],
    ],
    [
      'a card',
      (db) => findCard(db, { matchId: 123, channelKey: 1 }),
      ['cards USING PRIMARY KEY (match_id=? AND channel_id=?)'],
    ],
    [
      'messages that are to be deleted, and the next that is',
      (db) => dueDeletions(db, NOON, 10),
      ['pending_deletions_due (due_at<?)', 'pending_deletions_due (due_at>?)'],
    ],
  ])('%s', async (_what, ask, expected) => {
    const plan = await planOf(ask);
    for (const part of expected) expect(plan.join('\n')).toContain(part);
    // `followers` and `reached` are subqueries, not tables.
    expect(plan.filter((line) => /^SCAN (?!followers|reached)/.test(line))).toEqual([]);
  });
});
