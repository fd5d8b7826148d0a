import { setTimeout as pause } from 'node:timers/promises';
import type { SendOutcome } from './sender.ts';

/** Discord's limits of a channel end within seconds. */
const TRIES = 4;
const LONGEST_WAIT = 6_000;

/** Sends what is not parked when a limit holds it back: it waits for the end of the limit instead. */
export const patiently = async (send: () => Promise<SendOutcome>): Promise<SendOutcome> => {
  let sent = await send();
  for (let tries = 1; tries < TRIES && sent.kind === 'limited'; tries += 1) {
    await pause(Math.min(sent.retryAfter, LONGEST_WAIT));
    sent = await send();
  }
  return sent;
};
