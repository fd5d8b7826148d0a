import { isOver, isPlaying, type Match } from '../match/match.ts';
import { scoreOf, winnerOf } from '../match/reading.ts';
import { facing } from '../match/sides.ts';
import type { TrackedMatch } from '../match/state.ts';

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
