import { createHash } from 'node:crypto';
import { dayBoard } from '../../domain/alerts/board.ts';
import { targetKey, type FollowTarget } from '../../domain/alerts/follows.ts';
import { localTime } from '../../domain/local-time.ts';
import type { Instant } from '../../domain/terms.ts';
import { readerIn } from '../../i18n/i18n.ts';
import type { MessageBody } from '../../render/message.ts';
import { boardAsOf, boardMessage } from '../../render/schedule/board.ts';
import type { Channel } from '../../store/channels/channels.ts';
import { wantedIn } from '../delivery/day-matches.ts';
import type { BoardDay, RenderedBoard } from './board-day.ts';

/** What a board should show now. */
export interface BoardContent {
  /** Of all but the time of the update. */
  readonly digest: string;
  readonly bodyAt: (updatedAt: Instant) => MessageBody;
}

export const boardContent = (
  { settings, locale }: Channel,
  day: BoardDay,
  follows: readonly FollowTarget[],
  today: Instant,
): BoardContent => {
  const { date } = localTime(settings.timeZone, today);
  const reader = readerIn(locale);
  const render = (): RenderedBoard => {
    const matches = wantedIn(day, settings, follows);
    const board = dayBoard(matches, day.offsets, date, settings.timeZone);
    const body = boardMessage(reader, { ...board, style: settings });
    const digest = createHash('sha256').update(JSON.stringify(body)).digest('base64url');
    return { body, digest };
  };
  const variant = JSON.stringify([locale, date, settings, follows.map(targetKey).sort()]);
  const { body, digest } = day.variants.get(variant) ?? render();
  day.variants.set(variant, { body, digest });
  return { digest, bodyAt: (updatedAt) => boardAsOf(reader, body, updatedAt) };
};
