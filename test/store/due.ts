import type { Db } from '#src/store/connection/database.ts';
import { dueCards } from '#src/store/cards/cards.ts';
import { duePosts } from '#src/store/outbox/due-posts.ts';
import { dueDeletions } from '#src/store/cards/deletions.ts';

const PRIORITIES = [0, 1, 2, 3] as const;

/** Single parts of `duePosts`. */
export const dueDeliveries = async (db: Db, now: number, limit: number) =>
  (await duePosts(db, now, PRIORITIES, limit)).retries.flatMap(({ due }) => due);

export const stalePosts = async (db: Db, now: number, limit: number) =>
  (await duePosts(db, now, PRIORITIES, limit)).corrections;

export const unfinishedPings = async (db: Db, now: number, limit: number) =>
  (await duePosts(db, now, PRIORITIES, limit)).pings;

export const nextDeliveryDue = async (db: Db, now: number) =>
  (await duePosts(db, now, PRIORITIES, 1)).nextAt;

export const staleCards = async (db: Db, now: number, limit: number) =>
  (await dueCards(db, now, limit)).due;

export const nextCardDue = async (db: Db, now: number) => (await dueCards(db, now, 1)).nextAt;

export const unwantedMessages = async (db: Db, now: number, limit: number) =>
  (await dueDeletions(db, now, limit)).due;

export const nextUnwantedDue = async (db: Db, now: number) =>
  (await dueDeletions(db, now, 1)).nextAt;
