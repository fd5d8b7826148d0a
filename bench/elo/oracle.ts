import {
  LEADER_GOES_ON,
  RETIREMENTS,
  WALKOVERS,
} from '#sandbox/padel-service/world/draws/contest.ts';
import { chanceOfEdge, type Conditions } from '#sandbox/padel-service/world/people/edge.ts';

/** The share of started matches that end in a retirement. */
const RETIRED = RETIREMENTS / (1 - WALKOVERS);

/**
 * The chance, 0 to 1, that team_1 wins a started match whose true strengths are known, but not the
 * form of the day. It may also end in a retirement, after which the leading side mostly wins. The
 * chance to lead at that moment is taken as the chance of the match, which is up to 0.14 too far from
 * even: that shifts the result by less than 0.001.
 */
export const chanceOfContest = (edge: number, conditions: Conditions): number => {
  const playedOut = chanceOfEdge(edge, conditions);
  const afterRetirement = LEADER_GOES_ON * playedOut + (1 - LEADER_GOES_ON) * (1 - playedOut);
  return (1 - RETIRED) * playedOut + RETIRED * afterRetirement;
};
