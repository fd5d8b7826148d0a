import { afterPoint, isTieBreak, type DeuceRule, type Play } from '#src/domain/match/play.ts';
import { tieBreakServer } from '#src/domain/match/serving.ts';
import { opponentOf, type ByTeam, type Team } from '#src/domain/terms.ts';

export const RULES = ['advantage', 'golden-point', 'star-point'] as const;

/** Numbers from 0 to 1, always the same for the same seed (xorshift32). */
export const aChoice = (seed: string): (() => number) => {
  let state = Array.from(seed).reduce(
    (sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0),
    7,
  );
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
};

export const swapped = <T>({ team_1, team_2 }: ByTeam<T>): ByTeam<T> => ({
  team_1: team_2,
  team_2: team_1,
});

interface Simulated {
  readonly play: Play;
  /** Who served the first game of the match. */
  readonly first: Team;
  readonly rule: DeuceRule;
  /** Team 1's chance of a point, by who serves it. */
  readonly chances: ByTeam<number>;
  readonly matches: number;
  readonly choose: () => number;
}

/** The server of the next point, computed independently of the code under test. */
const serverAt = ({ sets, games, points }: Play, first: Team): Team => {
  const played = [...sets, games].reduce((sum, set) => sum + set.team_1 + set.team_2, 0);
  const server = played % 2 === 0 ? first : opponentOf(first);
  return isTieBreak(games) ? tieBreakServer(server, points) : server;
};

/** How many matches team 1 wins when they are played point by point from a score. */
export const simulatedWins = ({ play, first, rule, chances, matches, choose }: Simulated) => {
  let wins = 0;
  for (let match = 0; match < matches; match += 1) {
    let now = play;
    while (now.winner === null) {
      const winner = choose() < chances[serverAt(now, first)] ? 'team_1' : 'team_2';
      now = afterPoint(now, winner, rule);
    }
    if (now.winner === 'team_1') wins += 1;
  }
  return wins;
};
