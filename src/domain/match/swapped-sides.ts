import { opponentOf, type ByTeam, type Team } from '../terms.ts';
import type { LivePoints } from './live-points.ts';
import type { Match } from './match.ts';

const swapped = <T extends ByTeam<unknown>>(sides: T): T => ({
  ...sides,
  team_1: sides.team_2,
  team_2: sides.team_1,
});

const other = (team: Team | null): Team | null => (team === null ? null : opponentOf(team));

/** The play of a match whose record lists the sides the other way round. */
export const withSwappedPlay = <M extends Pick<Match, 'score' | 'winner'>>(match: M): M => ({
  ...match,
  score: match.score?.map(swapped) ?? null,
  winner: other(match.winner),
});

/** The same for an update of its points. */
export const withSwappedPoints = (update: LivePoints): LivePoints => ({
  ...update,
  sets: update.sets.map((set) => ({
    ...set,
    score: set.score === null ? null : swapped(set.score),
    games: set.games.map(({ serving, ...game }) => ({
      ...game,
      before: swapped(game.before),
      points: game.points.map(swapped),
      ...(serving === undefined ? {} : { serving: opponentOf(serving) }),
    })),
  })),
});
