import { setImmediate as turn } from 'node:timers/promises';
import { delayOf } from '../../domain/alerts/verdict.ts';
import { createLimiter, nextRunInMs } from '../../lib/limiter.ts';
import {
  BOARD_INTERVAL_MS,
  dueBoards,
  findBoard,
  nextBoardDue,
  postponeBoard,
  postponeBoards,
  unwantedBoards,
  type Board,
} from '../../store/boards/boards.ts';
import { deliveringTargetsOf } from '../../store/follows/audiences.ts';
import type { DeleteMessage } from '../cards/delete-unwanted.ts';
import type { DeliveryOptions } from '../delivery/delivery.ts';
import { withBackoff } from '../delivery/response-classification.ts';
import { SEND_PRIORITIES } from '../delivery/sender.ts';
import { boardContent, hindsights, type BoardContent } from './board-view.ts';
import { createDayReader } from './read-day.ts';
import { createBoardWriter, isPinPending } from './write-board.ts';

/** Boards in flight at the same time; more would only wait in the sender's queue. */
const IN_FLIGHT = 48;

/** Boards checked in one run: those in flight are still due, so read as many again. */
const BATCH = 2 * IN_FLIGHT;

/**
 * Keeps the standing boards true, level-triggered: each is checked once a minute against the matches of
 * the day, and edited when it shows something else. The matches are read once for all boards of a run;
 * while nothing has changed, a run reads revisions and follows and renders nothing.
 */
export const createBoardDelivery = (
  options: DeliveryOptions,
  deleteUnwanted: DeleteMessage,
  wake: () => void,
) => {
  const { db, sender, now, serviceNow = now, log } = options;
  const readDay = createDayReader(db);
  const boards = createBoardWriter(options, deleteUnwanted);
  const limiter = createLimiter({
    capacity: IN_FLIGHT,
    wake,
    onError: (error, channel) => {
      log.error({ err: error, channel }, 'standing board could not be updated');
    },
  });

  const show = ({ channel: { key, discordId }, attempts }: Board, content: BoardContent) =>
    withBackoff(
      { now, attempts, postpone: (dueAt, tried) => postponeBoard(db, discordId, dueAt, tried) },
      () =>
        sender.inTurn(discordId, SEND_PRIORITIES.board, async (writer) => {
          // Read now: a moderator may have turned it off while it waited.
          const board = await findBoard(db, key);
          if (board !== undefined) await boards.show(board, content, writer);
        }),
    );

  const isTrue = (board: Board, { digest }: BoardContent): boolean =>
    board.messageId !== null &&
    board.postingSince === null &&
    board.shown === digest &&
    !isPinPending(board, now());

  /** @returns the boards of a run that show something else than they should */
  const outdated = async (due: readonly Board[]) => {
    if (due.length === 0) return [];
    const channels = due.map(({ channel }) => channel);
    const day = await readDay(now());
    const follows = await deliveringTargetsOf(db, channels, 'digest');
    const seen = await hindsights(db, day, channels, now());
    const checked: { board: Board; content: BoardContent }[] = [];
    for (const board of due) {
      const { channel } = board;
      const at = { today: serviceNow(), seen: seen.get(delayOf(channel.settings)) };
      const content = boardContent(channel, day, follows.get(channel.key) ?? [], at);
      checked.push({ board, content });
      // A hundred boards with choices of their own take a while to render: posts go in between.
      await turn();
    }
    const [same, others] = [true, false].map((wanted) =>
      checked.filter(({ board, content }) => isTrue(board, content) === wanted),
    );
    await postponeBoards(
      db,
      (same ?? []).map(({ board }) => board.channel.discordId),
      now() + BOARD_INTERVAL_MS,
    );
    return others ?? [];
  };

  return async (signal: AbortSignal): Promise<number | null> => {
    const unwanted = await unwantedBoards(db, now(), BATCH);
    const due = await dueBoards(db, now(), BATCH);
    const works = [
      ...unwanted.map((board) => ({
        name: board.discordId,
        work: () => boards.remove(board),
      })),
      ...(await outdated(due)).map(({ board, content }) => ({
        name: board.channel.discordId,
        work: () => show(board, content),
      })),
    ];
    let isFull = false;
    for (const { name, work } of works) {
      isFull = limiter.available() === 0;
      if (signal.aborted || isFull) break;
      limiter.launch(name, work);
    }
    const isMore = due.length === BATCH || unwanted.length === BATCH;
    const nextAt = isMore ? now() : await nextBoardDue(db, now());
    return nextRunInMs(nextAt === null ? null : nextAt - now(), isFull);
  };
};
