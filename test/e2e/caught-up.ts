import { isDeepStrictEqual } from 'node:util';
import { phaseOf } from '#src/domain/match/match.ts';
import { withPoints } from '#src/domain/match/state.ts';
import { parseLive } from '#src/padel-api/wire/live.ts';
import type { PadelService } from '#sandbox/padel-service/index.ts';
import { dueBoards } from '#src/store/boards/boards.ts';
import type { Db } from '#src/store/connection/database.ts';
import { openEvents } from '#src/store/outbox/events.ts';
import { findMatch } from '#src/store/matches/matches.ts';
import { dueDeliveries, staleCards, stalePosts, unwantedMessages } from '../store/due.ts';

/** Work due within this time counts as pending, milliseconds. */
const PENDING_WITHIN_MS = 1_500;

/** @throws while a delivery, an edit or a deletion is due at this moment. */
export const requireSettled = async (db: Db, now: number): Promise<void> => {
  const soon = now + PENDING_WITHIN_MS;
  const { events } = await openEvents(db, 1);
  const pending = {
    events: events.length,
    deliveries: (await dueDeliveries(db, soon, 1)).length,
    posts: (await stalePosts(db, soon, 1)).length,
    cards: (await staleCards(db, soon, 1)).length,
    unwanted: (await unwantedMessages(db, soon, 1)).length,
  };
  if (Object.values(pending).some((count) => count > 0)) {
    throw new Error(`something is still pending: ${JSON.stringify(pending)}`);
  }
};

/** @throws while a standing board is due for a check, or is being posted or replaced. */
export const requireBoards = async (db: Db, now: number): Promise<void> => {
  const due = await dueBoards(db, now, 1);
  const unfinished = await db
    .selectFrom('boards')
    .select('discordId')
    .where('postingSince', 'is not', null)
    .execute();
  const replaced = await db.selectFrom('pendingDeletions').select('messageId').execute();
  if (due.length + unfinished.length + replaced.length > 0)
    throw new Error('a standing board is pending');
};

/** @throws while the bot does not know all these matches. */
export const requireKnown = async (db: Db, ids: readonly number[]): Promise<void> => {
  for (const id of ids) {
    if ((await findMatch(db, id)) === undefined) throw new Error(`match ${id} is not known yet`);
  }
};

/** @throws while the bot's state of a match differs from the service's. */
export const requireSeen = async (db: Db, padel: PadelService, id: number): Promise<void> => {
  const { body } = await padel.inject({
    url: `/api/matches/${id}/live`,
    headers: { authorization: 'Bearer sandbox-pro' },
  });
  const points = parseLive(JSON.parse(body));
  const held = await findMatch(db, id);
  if (held === undefined) throw new Error(`match ${id} is not known yet`);
  if (points === null || phaseOf(held.state.status) === 'over') return;
  if (isDeepStrictEqual(withPoints(held.state, points, null), held.state)) return;
  throw new Error(`match ${id} is not up to date`);
};
