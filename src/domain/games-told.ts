import type { MatchNews } from './alert-events.ts';
import { phaseOf } from './match.ts';
import type { MatchState } from './match-state.ts';
import { TEAMS } from './terms.ts';

type GameEvent = Extract<MatchNews, { kind: 'game' }>;

/**
 * Games that are over and whose winner the feed shows: the next game of the set has started. The
 * last game of a set is covered by the set event.
 */
const gamesOver = ({ matchId, sets }: MatchState): readonly GameEvent[] =>
  sets.flatMap(({ number, games }) =>
    games.flatMap((game, index): GameEvent[] => {
      const next = games[index + 1];
      const winner =
        next === undefined
          ? undefined
          : TEAMS.find((team) => next.before[team] === game.before[team] + 1);
      if (next === undefined || winner === undefined) return [];
      const score = { ...next.before, tieBreak: null };
      return [{ kind: 'game', matchId, set: number, game: game.number, winner, score }];
    }),
  );

/**
 * The last game that ended between two states. Earlier ones are skipped: only the current score is
 * news.
 */
export const gameBetween = (before: MatchState, after: MatchState): GameEvent | null => {
  if (before.scoreUnseen) return null;
  const last = gamesOver(after).at(-1);
  if (last === undefined) return null;
  const current = after.sets.at(-1);
  // The end of a set or of the match is an event of its own.
  const isInPlay =
    current?.number === last.set && current.score === null && phaseOf(after.status) !== 'over';
  const isKnown = gamesOver(before).some(({ set, game }) => set === last.set && game === last.game);
  return isInPlay && !isKnown ? last : null;
};
