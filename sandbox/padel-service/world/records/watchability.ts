import { byTeam, TEAMS, type Round } from '../../../../src/domain/terms.ts';
import { meanElo, publicElo, publicExpectation } from '../people/elo.ts';
import type { Knowledge } from './knowledge.ts';
import { playersOf, type Match } from '../model.ts';

/** Points of the hundred that level, closeness and round may give. */
const WEIGHTS = { level: 50, closeness: 30, round: 20 } as const;

/** The ratings between which the level of pairs lies. */
const RANGE = { low: 900, high: 1600 } as const;

const ROUND_SHARES: Readonly<Record<Round, number>> = {
  1: 1,
  2: 0.8,
  4: 0.6,
  8: 0.35,
  16: 0.15,
  32: 0,
};

/** How much the better pair counts for the level. */
const LEANING = 0.6;

/**
 * How much a match is worth watching, 0 to 100: how good the players are, how close it should be, and
 * what is at stake. It stays what it was when the match began. Null without two pairs.
 */
export const watchabilityOf = (match: Match, known: Knowledge): number | null => {
  if (TEAMS.some((team) => playersOf(match, team).length === 0)) return null;
  const at = Math.min(known.now, (match.started ?? match.closed) - 1);
  const elo = byTeam((team) =>
    publicElo(meanElo(playersOf(match, team).map((player) => known.ratingAt(player, at)))),
  );
  const better = Math.max(elo.team_1, elo.team_2);
  const level = LEANING * better + (1 - LEANING) * Math.min(elo.team_1, elo.team_2);
  const height = Math.min(1, Math.max(0, (level - RANGE.low) / (RANGE.high - RANGE.low)));
  const closeness = 1 - Math.abs(2 * publicExpectation(elo.team_1 - elo.team_2) - 1);
  const stake =
    match.tie === undefined || match.tie.draw === 'main' ? ROUND_SHARES[match.round] : 0;
  return Math.round(WEIGHTS.level * height + WEIGHTS.closeness * closeness + WEIGHTS.round * stake);
};
