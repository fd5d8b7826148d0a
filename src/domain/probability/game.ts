import { afterPoint, newPlay, type DeuceRule } from '../match/play.ts';
import { tieBreakServer } from '../match/serving.ts';
import type { ByTeam, Team } from '../terms.ts';
import { LOST, mix, WON, type Row } from './edges.ts';

/** Team 1's chance to win a game from its points; undefined for points that the rules exclude. */
export type GameTable = (points: ByTeam<number>) => Row | undefined;

/** More points than a team has in any state; the highest is 6, after the star point. */
const SIZE = 7;

/** With advantages every level score from 40:40 on is the same state. */
const reduced = ({ team_1, team_2 }: ByTeam<number>, rule: DeuceRule): ByTeam<number> => {
  const extra = rule === 'advantage' ? Math.max(0, Math.min(team_1, team_2) - 3) : 0;
  return { team_1: team_1 - extra, team_2: team_2 - extra };
};

/** The chance of two points in a row before the other side has them: `pq / (pq + (1-p)(1-q))`. */
const twoClear = (first: Row, second: Row): Row =>
  first.map((p, at) => {
    const q = second[at] ?? 0;
    return (p * q) / (p * q + (1 - p) * (1 - q));
  });

/** From end to start: `G = p · G(won) + (1 - p) · G(lost)`; at 40:40 with advantages `G = p² / (p² + q²)`. */
export const gameTable = (point: Row, rule: DeuceRule): GameTable => {
  const rows: (Row | undefined)[] = [];
  const keyOf = ({ team_1, team_2 }: ByTeam<number>): number => team_1 * SIZE + team_2;

  const fill = (points: ByTeam<number>): Row => {
    const known = rows[keyOf(points)];
    if (known !== undefined) return known;
    const row = mix(point, after(points, 'team_1'), after(points, 'team_2'));
    rows[keyOf(points)] = row;
    return row;
  };
  const after = (points: ByTeam<number>, team: Team): Row => {
    const play = afterPoint({ ...newPlay(), points }, team, rule);
    if (play.games.team_1 === play.games.team_2) return fill(reduced(play.points, rule));
    const end = team === 'team_1' ? WON : LOST;
    rows[keyOf({ ...points, [team]: points[team] + 1 })] = end;
    return end;
  };

  if (rule === 'advantage') {
    rows[keyOf({ team_1: 3, team_2: 3 })] = twoClear(point, point);
    fill({ team_1: 4, team_2: 3 });
    fill({ team_1: 3, team_2: 4 });
  }
  fill({ team_1: 0, team_2: 0 });
  return (points) => rows[keyOf(reduced(points, rule))];
};

/** Points that win a tie-break, two ahead. */
const TIE_BREAK = 7;

/**
 * From end to start. Point n (from 0) is the first server's if `⌊(n + 1) / 2⌋` is even. From 6-6 on each side serves one of
 * the next two, so `T = pA·pB / (pA·pB + (1 - pA)(1 - pB))`.
 */
export const tieBreakTable = (point: ByTeam<Row>, first: Team): GameTable => {
  const rows: (Row | undefined)[] = [];
  const level = twoClear(point.team_1, point.team_2);
  const keyOf = (own: number, other: number): number => own * (TIE_BREAK + 4) + other;

  const fill = (own: number, other: number): Row => {
    const known = rows[keyOf(own, other)];
    if (known !== undefined) return known;
    const row = valueOf(own, other);
    rows[keyOf(own, other)] = row;
    return row;
  };
  const valueOf = (own: number, other: number): Row => {
    if (Math.max(own, other) >= TIE_BREAK && Math.abs(own - other) >= 2)
      return own > other ? WON : LOST;
    if (own === other && own >= TIE_BREAK - 1) return level;
    const server = tieBreakServer(first, { team_1: own, team_2: other });
    return mix(point[server], fill(own + 1, other), fill(own, other + 1));
  };

  fill(0, 0);
  for (const score of [TIE_BREAK - 1, TIE_BREAK]) {
    fill(score + 1, score);
    fill(score, score + 1);
  }
  return ({ team_1, team_2 }) => {
    // After two more level scores the same side serves again.
    const extra = 2 * Math.floor(Math.max(0, Math.min(team_1, team_2) - (TIE_BREAK - 1)) / 2);
    return rows[keyOf(team_1 - extra, team_2 - extra)];
  };
};
