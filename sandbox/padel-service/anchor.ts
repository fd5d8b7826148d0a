import { z } from 'zod';

/** The first and the last day on which a world can start: its rules and ages are of our time. */
const FIRST = '2000-01-01';
const LAST = '2099-12-31';

/** The rule for the first day of a world, as the end of a sentence. */
export const ANCHOR_WORDING = `a date YYYY-MM-DD from ${FIRST} to ${LAST}`;

/** Whether a world can start on a day. */
export const isAnchor = (text: string): boolean =>
  z.iso.date().safeParse(text).success && text >= FIRST && text <= LAST;
