import { sql } from 'kysely';
import { inMatch } from '../../domain/alerts/events.ts';
import { winnerOf } from '../../domain/match/reading.ts';
import { withoutMatch } from '../../domain/match/state.ts';
import { isOver, type Merge } from '../../domain/match/match.ts';
import type { Instant } from '../../domain/terms.ts';
import {
  readableRows,
  readEvent,
  readMatch,
  readState,
  writeMatch,
  writeState,
} from '../connection/documents.ts';
import { moveFollows } from './move-follows.ts';
import { finishEvent, refreshResult, rewriteEvent } from '../outbox/events.ts';
import { findMatch, updateMatch } from '../matches/matches.ts';
import { savePredictionChange } from '../matches/predictions.ts';
import type { Row, Tx } from '../connection/schema.ts';
import { replaceStartPost } from '../cards/card-changes.ts';
import { scheduleDeletion } from '../cards/deletions.ts';

type Ids = Pick<Merge, 'from' | 'to'>;

/**
 * Moves everything stored about a match to the one that it was merged into: follows, state, events, cards,
 * threads, server events, predictions. What the other match already has wins, so that nothing is posted twice.
 * Idempotent.
 */
export const moveMatch = async (tx: Tx, ids: Ids, now: Instant): Promise<void> => {
  await moveFollows(tx, { kind: 'match', ...ids });
  await moveState(tx, ids, now);
  await moveNews(tx, ids, now);
  await moveCards(tx, ids, now);
  await moveRows(tx, 'threads', 'channelKey', ids);
  await tx.deleteFrom('threads').where('matchId', '=', ids.from).execute();
  // An event that the other match already has in the server stays; that of this match is cancelled with it.
  await moveRows(tx, 'serverEvents', 'guildId', ids);
  await moveRows(tx, 'predictions', 'sets', ids);
  await tx.deleteFrom('predictions').where('matchId', '=', ids.from).execute();
  const held = await findMatch(tx, ids.to);
  const winner = held === undefined ? null : winnerOf(held.state);
  await savePredictionChange(tx, ids.to, { made: null, winner }, now);
};

/** Ids from here on are ours: the service never gets so far. */
const OWN_IDS_FROM = 9e15;

const nextOwnId = async (tx: Tx): Promise<number> => {
  const row = await tx
    .selectFrom('matches')
    .select((eb) => eb.fn.max('id').as('last'))
    .where('id', '>=', OWN_IDS_FROM)
    .executeTakeFirst();
  return (row?.last ?? OWN_IDS_FROM) + 1;
};

/**
 * Moves everything stored about a match to an id of our own, because the service has given its id to
 * another match. Its posts stay as they are, and their controls lead to it; nothing more is told of it.
 */
export const retireMatch = async (tx: Tx, id: number, now: Instant): Promise<void> => {
  const to = await nextOwnId(tx);
  await moveMatch(tx, { from: id, to }, now);
  await refreshResult(tx, to);
  const held = await findMatch(tx, to);
  if (held === undefined || isOver(held.state)) return;
  const { match, state, rev } = held;
  const isDecided = state.status === 'ended' && winnerOf(state) !== null;
  const last = isDecided ? { ...state, status: 'finished' } : withoutMatch(state);
  await updateMatch(tx, rev, { match, state: last, now });
};

interface Documents {
  readonly match: string;
  readonly state: string;
}

/** The same row with its documents changed to another match; null when they do not parse. */
const asOf = <R extends Documents>(row: R, id: number): R | null =>
  readableRows([row], ({ match, state }) => ({
    ...row,
    match: writeMatch({ ...readMatch(match), id }),
    state: writeState({ ...readState(state), matchId: id }),
  }))[0] ?? null;

/** Moves the state, unless the other match has one. */
const moveState = async (tx: Tx, { from, to }: Ids, now: Instant): Promise<void> => {
  const row = await tx.selectFrom('matches').selectAll().where('id', '=', from).executeTakeFirst();
  const moved = row === undefined ? null : asOf(row, to);
  if (row === undefined || moved === null) return;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('matches')
    .values({ ...moved, id: to })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) {
    await remove(tx, row, now);
    return;
  }
  const seen = await tx.selectFrom('matchStates').selectAll().where('matchId', '=', from).execute();
  for (const each of seen) {
    const state = asOf(each, to);
    if (state === null) continue;
    await tx
      .insertInto('matchStates')
      .values({ ...state, matchId: to })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await tx.deleteFrom('matchStates').where('matchId', '=', from).execute();
  await tx.deleteFrom('matches').where('id', '=', from).execute();
};

/** Cancels the match where both have a state, as if the service had deleted it. */
const remove = async (tx: Tx, row: Row<'matches'>, now: Instant): Promise<void> => {
  const match = readMatch(row.match);
  const before = readState(row.state);
  const state = withoutMatch(before);
  if (state.status !== before.status) await updateMatch(tx, row.rev, { match, state, now });
};

/** Moves the events; one that the other match also has is dropped. */
const moveNews = async (tx: Tx, { from, to }: Ids, now: Instant): Promise<void> => {
  const rows = await tx.selectFrom('events').selectAll().where('matchId', '=', from).execute();
  for (const { id, event } of readableRows(rows, (row) => ({
    id: row.id,
    event: readEvent(row.payload),
  }))) {
    if (await rewriteEvent(tx, id, inMatch(event, to))) continue;
    await finishEvent(tx, id, now);
    await tx
      .deleteFrom('deliveries')
      .where('eventId', '=', id)
      .where('outcome', '=', 'pending')
      .execute();
  }
};

/** A channel keeps one card: the other match's, if posted; then the card of this match is deleted. */
const moveCards = async (tx: Tx, { from, to }: Ids, now: Instant): Promise<void> => {
  await tx
    .deleteFrom('cards')
    .where('matchId', '=', to)
    .where('messageId', 'is', null)
    .where('postingSince', 'is', null)
    .where('closedAt', 'is', null)
    .where('channelKey', 'in', (eb) =>
      eb.selectFrom('cards as old').select('old.channelKey').where('old.matchId', '=', from),
    )
    .execute();
  const doubled = await tx
    .selectFrom('cards as old')
    .innerJoin('cards as other', 'other.channelKey', 'old.channelKey')
    .innerJoin('channels', 'channels.id', 'old.channelKey')
    .select(['channels.discordId', 'old.channelKey', 'old.messageId'])
    .select('other.messageId as keptId')
    .where('old.matchId', '=', from)
    .where('other.matchId', '=', to)
    // Deleting the first message of a forum post would delete the messages below it.
    .where('channels.kind', '!=', 'forum')
    .execute();
  for (const { discordId, channelKey, messageId, keptId } of doubled) {
    await replaceStartPost(tx, { matchId: to, channelKey }, messageId, keptId);
    if (messageId !== null) await scheduleDeletion(tx, discordId, messageId, now);
  }
  // A refresh, because its controls name the match.
  await tx.updateTable('cards').set({ shownRev: 0 }).where('matchId', '=', from).execute();
  await moveRows(tx, 'cards', 'channelKey', { from, to });
  await tx.deleteFrom('cards').where('matchId', '=', from).execute();
};

/** Moves the rows of a match, unless the other match has one with the same second part of the key. */
const moveRows = (
  tx: Tx,
  table: 'cards' | 'threads' | 'serverEvents' | 'predictions',
  second: 'channelKey' | 'guildId' | 'sets',
  { from, to }: Ids,
) => {
  const [rows, part] = [sql.table(table), sql.ref(second)];
  return sql`update ${rows} set match_id = ${to} where match_id = ${from}
    and ${part} not in (select ${part} from ${rows} where match_id = ${to})`.execute(tx);
};
