import { talliesOf, type Tally } from './game-history.ts';
import type { LiveGame } from './live-points.ts';
import { isOver } from './match.ts';
import { scoreOf, winnerOf } from './reading.ts';
import type { TrackedSet, MatchState } from './state.ts';
import { isDecidingPoint, isTieBreak, mayWinGame, type DeuceRule } from './play.ts';
import type { SetScore } from './score.ts';
import { serversOf } from './serving.ts';
import { NONE, opponentOf, TEAMS, type ByTeam, type Team } from '../terms.ts';

export interface PlayedGame {
  readonly before: ByTeam<number>;
  readonly tallies: readonly Tally[];
  /** By the next game's start or the set score: the feed has no winning point. Null until then, and where one is skipped. */
  readonly winner: Team | null;
  readonly tieBreak: boolean;
  readonly deciding: boolean;
  /** The serving team; null in a tie-break, and when unknown. */
  readonly server: Team | null;
  /** Break points; 0 when the server is unknown. */
  readonly breakPoints: number;
}

/** Whether the receivers won a game; null when unknown. */
export const isBreak = ({ server, winner }: Pick<PlayedGame, 'server' | 'winner'>) =>
  server === null || winner === null ? null : winner !== server;

export interface PlayedSet {
  readonly number: number;
  /** Null while it is in progress. */
  readonly score: SetScore | null;
  readonly games: readonly PlayedGame[];
}

export const playedSets = (state: MatchState, rule: DeuceRule): readonly PlayedSet[] => {
  const ended = state.sets.map((set, index) => ({ ...set, score: endOf(state, set, index) }));
  const servers = serversOf(ended);
  return ended.map(({ number, score, games }) => ({
    number,
    score,
    games: games.map((game, at): PlayedGame => {
      const after = games[at + 1]?.before ?? score;
      const tieBreak = isTieBreak(game.before);
      const server = tieBreak ? null : servers.of(number, game.before);
      const tallies = talliesOf(game);
      const winner = after === null ? null : gainedIn(game, after);
      return {
        before: game.before,
        tallies,
        winner,
        tieBreak,
        deciding: isDecidingPoint(
          { games: game.before, points: tallies.at(-1)?.won ?? NONE },
          rule,
        ),
        server,
        breakPoints: server === null ? 0 : breakPointsIn({ tallies, server, winner }, rule),
      };
    }),
  }));
};

/** A break had at least one break point, even if the feed skipped it. */
const breakPointsIn = (
  { tallies, server, winner }: Pick<PlayedGame, 'tallies' | 'winner'> & { readonly server: Team },
  rule: DeuceRule,
): number => {
  const receiver = opponentOf(server);
  const seen = tallies.filter(({ won }) => mayWinGame(won, receiver, rule)).length;
  return Math.max(seen, winner === receiver ? 1 : 0);
};

/** The last set may stay open in the feed: then the match record has its score. */
const endOf = (state: MatchState, set: TrackedSet, index: number): SetScore | null => {
  if (set.score !== null || !(isOver(state) || winnerOf(state) !== null)) return set.score;
  return scoreOf(state)[index] ?? null;
};

/** The only team with more games than before; null when both or neither have. */
const gainedIn = ({ before }: LiveGame, after: ByTeam<number>): Team | null => {
  const [gained, other] = TEAMS.filter((team) => after[team] > before[team]);
  return gained === undefined || other !== undefined ? null : gained;
};

export const hasPoints = (sets: readonly PlayedSet[]): boolean =>
  sets.some(({ games }) => games.some(({ tallies }) => tallies.length > 0));
