import { setImmediate as turn } from 'node:timers/promises';
import { delayOf } from '../../domain/alerts/verdict.ts';
import { createLimiter, nextRunInMs } from '../../lib/limiter.ts';
import {
  BOARD_INTERVAL_MS,
  claimBoards,
  postponeBoards,
} from '../../store/boards/board-changes.ts';
import {
  dueBoards,
  findBoard,
  unwantedBoards,
  type Board,
  type UnwantedBoard,
} from '../../store/boards/boards.ts';
import { nextDueIn } from '../../store/connection/queries.ts';
import { boardRow } from '../../store/cards/kept-rows.ts';
import { deliveringTargetsOf } from '../../store/members/audiences.ts';
import type { DeliveryOptions, DeliverySignals } from '../delivery/delivery.ts';
import { SEND_PRIORITIES, type ChannelWriter } from '../delivery/sender.ts';
import {
  boardContent,
  createDayReader,
  delayedDay,
  type BoardContent,
  type BoardDay,
} from './board-day.ts';
import { inTurnOf } from './post-kept.ts';
import { createBoardWriter, isPinPending } from './write-board.ts';

/** Boards in flight at the same time; more would only wait in the sender's queue. */
const IN_FLIGHT = 48;

const BATCH = 2 * IN_FLIGHT;

/** What is done in a channel, by its Discord id. */
interface Work {
  readonly name: string;
  readonly work: () => Promise<void>;
}

/** Keeps boards true, level-triggered: each is checked once a minute, and edited when it shows something else. */
export const createBoardDelivery = (options: DeliveryOptions, signals: DeliverySignals) => {
  const { db, now, serviceNow = now, log } = options;
  const readDay = createDayReader(db);
  const boards = createBoardWriter(options, signals);
  const onError = (error: unknown, channel: string): void => {
    log.error({ err: error, channel }, 'standing board could not be updated');
  };
  const limiter = createLimiter({
    capacity: IN_FLIGHT,
    wake: () => signals.emit('boards'),
    onError,
  });

  const inTurn = (
    discordId: string,
    attempts: number,
    work: (writer: ChannelWriter) => Promise<void>,
  ): Promise<void> => {
    const queued = { row: boardRow(discordId), discordId, attempts };
    return inTurnOf(options, queued, SEND_PRIORITIES.board, work);
  };

  const show = ({ channel: { key, discordId }, attempts }: Board, content: BoardContent) =>
    inTurn(discordId, attempts, async (writer) => {
      // Read now: a moderator may have turned it off while it waited.
      const board = await findBoard(db, key);
      if (board !== undefined) await boards.show(board, content, writer);
    });

  const remove = ({ discordId, attempts }: UnwantedBoard) =>
    inTurn(discordId, attempts, (writer) => boards.remove(discordId, writer));

  const isUpToDate = (board: Board, { digest }: BoardContent): boolean =>
    board.messageId !== null &&
    board.posting === null &&
    board.shown === digest &&
    !isPinPending(board, now());

  /** Postpones boards that are up to date. @returns the work on those that are not, `room` at most */
  const outdated = async (due: readonly Board[], room: number, signal: AbortSignal) => {
    if (due.length === 0 || room === 0) return [];
    const channels = due.map(({ channel }) => channel);
    const day = await readDay(now());
    const follows = await deliveringTargetsOf(db, channels, null);
    const days = new Map<number, BoardDay>();
    for (const delay of new Set(channels.map(({ settings }) => delayOf(settings)))) {
      days.set(delay, await delayedDay(db, day, now() - delay));
    }
    const same: string[] = [];
    const others: Work[] = [];
    for (const board of due) {
      const { channel } = board;
      const known = days.get(delayOf(channel.settings)) ?? day;
      try {
        const content = boardContent(channel, known, follows.get(channel.key) ?? [], serviceNow());
        if (isUpToDate(board, content)) same.push(channel.discordId);
        else others.push({ name: channel.discordId, work: () => show(board, content) });
      } catch (error) {
        onError(error, channel.discordId);
        await claimBoards(db, [channel.discordId], now() + BOARD_INTERVAL_MS);
      }
      if (others.length === room || signal.aborted) break;
      // A hundred boards with choices of their own take a while to render: posts go in between.
      await turn();
    }
    await postponeBoards(db, same, now() + BOARD_INTERVAL_MS);
    return others;
  };

  return async (signal: AbortSignal): Promise<number | null> => {
    const room = limiter.available();
    if (room === 0) return nextRunInMs(null, true);
    const unwanted = await unwantedBoards(db, now(), room);
    const due = await dueBoards(db, now(), BATCH);
    const works = [
      ...unwanted.map((board): Work => ({ name: board.discordId, work: () => remove(board) })),
      ...(await outdated(due, room - unwanted.length, signal)),
    ];
    if (signal.aborted) return null;
    // The write is the claim: a board in flight is not due. After a crash it is checked in a minute.
    const names = works.map(({ name }) => name);
    await claimBoards(db, names, now() + BOARD_INTERVAL_MS);
    for (const { name, work } of works) limiter.launch(name, work);
    const isFull = works.length === room;
    if (due.length === BATCH && !isFull) return 0;
    const nextAt = await nextDueIn(db, 'boards', now());
    return nextRunInMs(nextAt === null ? null : nextAt - now(), isFull);
  };
};
