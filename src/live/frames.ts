import type { LivePoints } from '../domain/live-points.ts';
import type { ThrottledLog } from '../lib/throttled-log.ts';
import { parseLive } from '../padel-api/wire/live.ts';

export interface FrameReaderOptions {
  /** Is told of frames that are passed over. */
  readonly warn: ThrottledLog;
  readonly take: (update: LivePoints) => void;
}

/**
 * Reads what is pushed on the channel of a match, whatever that is. What is no update, or one of
 * another match than the channel's, is passed over: the live list knows better.
 */
export const createFrameReader =
  ({ warn, take }: FrameReaderOptions) =>
  (matchId: number, payload: unknown): void => {
    const update = parseLive(payload);
    if (update === null) warn({ matchId }, 'a frame could not be read');
    else if (update.matchId === matchId) take(update);
    else warn({ matchId, of: update.matchId }, 'a frame was of another match than its channel');
  };
