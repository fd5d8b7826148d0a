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

/** What is due within this time is on its way, milliseconds. */
const ON_ITS_WAY = 1_500;

/** @throws while something is to be told, or to be deleted, at this moment. */
export const requireSettled = async (db: Db, now: number): Promise<void> => {
  const soon = now + ON_ITS_WAY;
  const { events } = await openEvents(db, 1);
  const waiting = {
    events: events.length,
    deliveries: (await dueDeliveries(db, soon, 1)).length,
    posts: (await stalePosts(db, soon, 1)).length,
    cards: (await staleCards(db, soon, 1)).length,
    unwanted: (await unwantedMessages(db, soon, 1)).length,
  };
  if (Object.values(waiting).some((count) => count > 0)) {
    throw new Error(`something is still on its way: ${JSON.stringify(waiting)}`);
  }
};

/** @throws while a standing board is to be checked, or is being replaced, at this moment. */
export const requireBoards = async (db: Db, now: number): Promise<void> => {
  const due = await dueBoards(db, now, 1);
  const unfinished = await db
    .selectFrom('boards')
    .select('discord_id')
    .where((eb) => eb.or([eb('posting_since', 'is not', null), eb('replaced_id', 'is not', null)]))
    .execute();
  if (due.length + unfinished.length > 0) throw new Error('a standing board is on its way');
};

/** @throws while the bot has not heard of all these matches. */
export const requireKnown = async (db: Db, ids: readonly number[]): Promise<void> => {
  for (const id of ids) {
    if ((await findMatch(db, id)) === undefined) throw new Error(`match ${id} is not known yet`);
  }
};

/** @throws while the bot does not hold a match as the service tells it. */
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
  throw new Error(`match ${id} is not seen as it stands`);
};
