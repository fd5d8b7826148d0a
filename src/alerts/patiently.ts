import { setTimeout as pause } from 'node:timers/promises';
import type { SendOutcome } from './sender.ts';

/** Discord's limits of a channel end within seconds. */
const TRIES = 4;

/**
 * Sends what is not parked when a limit holds it back: it waits for the end of the limit instead,
 * unless that comes too late.
 * @param left milliseconds until it is too late
 */
export const retryWhileRateLimited = async (
  send: () => Promise<SendOutcome>,
  left: () => number,
): Promise<SendOutcome> => {
  let sent = await send();
  for (let tries = 1; tries < TRIES; tries += 1) {
    if (sent.kind !== 'limited' || sent.retryAfter > left()) return sent;
    await pause(sent.retryAfter);
    sent = await send();
  }
  return sent;
};
