import { isOver, isPlaying, type Match } from './match.ts';
import { scoreOf, winnerOf } from './reading.ts';
import { facing } from './sides.ts';
import type { TrackedMatch } from './state.ts';

/** A match with its stored state; in play without recent updates, as in the list. */
export const asPlayed = (
  match: Match,
  { match: known, state, delayedSince }: TrackedMatch,
): Match => {
  if (delayedSince !== null && isPlaying(match) && !isOver(state)) return match;
  return {
    ...facing(match, known),
    status: state.status,
    score: scoreOf(state),
    ...(isOver(state) ? { winner: winnerOf(state) } : {}),
    startedAt: match.startedAt ?? known.startedAt,
  };
};
