import { HOUR } from '../../lib/time.ts';
import type { Instant } from '../terms.ts';
import { isPlaying } from './match.ts';
import type { TrackedMatch } from './state.ts';

/** No match is as long. */
export const ABANDONED_AFTER_MS = 12 * HOUR;

/**
 * Whether a match is in play by its status alone: for half a day it has had no point, and its record has
 * not changed.
 */
export const isAbandoned = (
  { state, changedAt }: Pick<TrackedMatch, 'state' | 'changedAt'>,
  now: Instant,
): boolean => isPlaying(state) && now - changedAt > ABANDONED_AFTER_MS;
