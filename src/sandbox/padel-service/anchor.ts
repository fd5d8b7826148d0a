import { z } from 'zod';

/** The first and the last day on which a world can begin: its rules and ages are of our time. */
const FIRST = '2000-01-01';
const LAST = '2099-12-31';

/** What a day must be on which a world begins, as the end of a sentence. */
export const ANCHOR_WORDING = `a date YYYY-MM-DD from ${FIRST} to ${LAST}`;

/** Whether a world can begin on a day. */
export const isAnchor = (text: string): boolean =>
  z.iso.date().safeParse(text).success && text >= FIRST && text <= LAST;
