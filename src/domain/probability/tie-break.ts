import { tieBreakServer } from '../match/serving.ts';
import type { ByTeam, Team } from '../terms.ts';
import { LOST, mix, WON, type Row } from './edges.ts';
import { twoClear, type GameTable } from './game.ts';

/** Points that win a tie-break, two ahead; a super tie-break goes to 10. */
export const TIE_BREAK = 7;

/**
 * From end to start. Point n (from 0) is the first server's if `⌊(n + 1) / 2⌋` is even. From 6-6 on each side serves one of
 * the next two, so `T = pA·pB / (pA·pB + (1 - pA)(1 - pB))`.
 */
export const tieBreakTable = (point: ByTeam<Row>, first: Team, target = TIE_BREAK): GameTable => {
  const rows: (Row | undefined)[] = [];
  const level = twoClear(point.team_1, point.team_2);
  const keyOf = (own: number, other: number): number => own * (target + 4) + other;

  const fill = (own: number, other: number): Row => {
    const known = rows[keyOf(own, other)];
    if (known !== undefined) return known;
    const row = valueOf(own, other);
    rows[keyOf(own, other)] = row;
    return row;
  };
  const valueOf = (own: number, other: number): Row => {
    if (Math.max(own, other) >= target && Math.abs(own - other) >= 2)
      return own > other ? WON : LOST;
    if (own === other && own >= target - 1) return level;
    const server = tieBreakServer(first, { team_1: own, team_2: other });
    return mix(point[server], fill(own + 1, other), fill(own, other + 1));
  };

  fill(0, 0);
  for (const score of [target - 1, target]) {
    fill(score + 1, score);
    fill(score, score + 1);
  }
  return ({ team_1, team_2 }) => {
    // After two more level scores the same side serves again.
    const extra = 2 * Math.floor(Math.max(0, Math.min(team_1, team_2) - (target - 1)) / 2);
    return rows[keyOf(team_1 - extra, team_2 - extra)];
  };
};
