import { plusOne, type Play } from '../match/play.ts';
import { gamesIn, setsWon } from '../match/score.ts';
import { afterChanges } from '../match/serving.ts';
import { TEAMS, type Team } from '../terms.ts';
import { LOST, sumOf, update, type Row } from './edges.ts';
import { likelihoodOf } from './likelihood.ts';
import type { ChanceTables } from './tables.ts';

/** How likely each edge is at a score, under each hypothesis about who served the first game. Immutable. */
export interface Belief {
  readonly play: Play;
  readonly hypotheses: readonly Hypothesis[];
  /** Sum of all weights. */
  readonly total: number;
}

interface Hypothesis {
  readonly firstServer: Team;
  readonly weights: Row;
}

/** @param firstServer who served the first game; null weighs both hypotheses */
export const beliefBefore = (play: Play, prior: Row, firstServer: Team | null): Belief => {
  const servers = firstServer === null ? TEAMS : [firstServer];
  const hypotheses = servers.map((server) => ({ firstServer: server, weights: prior }));
  return { play, hypotheses, total: hypotheses.length * sumOf(prior) };
};

/** The server of a game (or of the first point of a tie-break): teams alternate, over sets too. */
export const gameServer = ({ sets, games }: Play, first: Team): Team =>
  afterChanges(first, gamesIn([...sets, games]));

/** Bayes' rule between two scores, also skipped ones: `w'(d) ∝ w(d) · P(to | from, d)`. Null if the rules exclude it. */
export const believeAfter = (tables: ChanceTables, belief: Belief, to: Play): Belief | null => {
  let total = 0;
  const hypotheses = belief.hypotheses.flatMap(({ firstServer, weights }) => {
    const server = gameServer(belief.play, firstServer);
    const likelihood = likelihoodOf(tables, belief.play, to, server);
    if (likelihood === null) return [];
    const updated = update(weights, likelihood, belief.total);
    total += updated.total;
    return [{ firstServer, weights: updated.weights }];
  });
  return total === 0 ? null : { play: to, hypotheses, total };
};

export interface Outlook {
  /** Team 1's chance to win the match, 0 to 1: `P = Σ w · M`. */
  readonly chance: number;
  /** How much the next point decides: team 1's chance if it wins it minus that if it loses it. */
  readonly leverage: number;
}

/** Team 1's chance to win the match if it wins the game in progress, and if it loses it. */
interface Stakes {
  readonly won: number;
  readonly lost: number;
}

export const stakesOf = (tables: ChanceTables, { play, hypotheses }: Belief): Stakes => {
  const sets = setsWon(play.sets);
  let [won, lost, winning, losing] = [0, 0, 0, 0];
  for (const { firstServer, weights } of hypotheses) {
    const server = gameServer(play, firstServer);
    const game = tables.ofGame(play, server) ?? LOST;
    const up = tables.afterGame(sets, play.games, 'team_1', server);
    const down = tables.afterGame(sets, play.games, 'team_2', server);
    for (let at = 0; at < weights.length; at += 1) {
      const weight = weights[at] ?? 0;
      const win = weight * (game[at] ?? 0);
      const loss = weight - win;
      winning += win;
      losing += loss;
      won += win * (up[at] ?? 0);
      lost += loss * (down[at] ?? 0);
    }
  }
  return { won: won / winning, lost: lost / losing };
};

export const outlookOf = (tables: ChanceTables, belief: Belief): Outlook => {
  const { play, hypotheses, total } = belief;
  if (play.winner !== null) return { chance: play.winner === 'team_1' ? 1 : 0, leverage: 0 };
  const sets = setsWon(play.sets);
  const ofGameAfter = (team: Team, server: Team): Row => {
    const points = plusOne(play.points, team);
    return tables.ofGame({ games: play.games, points }, server) ?? LOST;
  };
  // The point is also news about the edge, so the weights after it differ: w·p and w·(1 - p).
  let [won, lost, winning, losing] = [0, 0, 0, 0];
  for (const { firstServer, weights } of hypotheses) {
    const server = gameServer(play, firstServer);
    const point = tables.ofPoint(play, server);
    const [ahead, behind] = [ofGameAfter('team_1', server), ofGameAfter('team_2', server)];
    const up = tables.afterGame(sets, play.games, 'team_1', server);
    const down = tables.afterGame(sets, play.games, 'team_2', server);
    for (let at = 0; at < weights.length; at += 1) {
      const weight = weights[at] ?? 0;
      const win = weight * (point[at] ?? 0);
      const loss = weight - win;
      const base = down[at] ?? 0;
      const gain = (up[at] ?? 0) - base;
      winning += win;
      losing += loss;
      won += win * (base + (ahead[at] ?? 0) * gain);
      lost += loss * (base + (behind[at] ?? 0) * gain);
    }
  }
  return { chance: (won + lost) / total, leverage: won / winning - lost / losing };
};
