import { leaderOf, setsWon } from '../../../../src/domain/match/score.ts';
import {
  opponentOf,
  TEAMS,
  type ByTeam,
  type Category,
  type Round,
  type Team,
} from '../../../../src/domain/terms.ts';
import type { DeuceRule } from '../../../../src/domain/match/play.ts';
import { playAt, playCourse, scoreOf, type Course } from '../course.ts';
import type { Contest, MatchOutcome, Pair } from '../model.ts';
import { edgeOf } from '../people/edge.ts';
import { chance, pickFrom, randomFrom, wholeBetween, type Random } from '../random.ts';

/** What is known of a match before it is played. */
export interface Fixture {
  readonly id: number;
  readonly category: Category;
  readonly round: Round;
  readonly index: number;
  readonly seed: string;
  readonly rule: DeuceRule;
  readonly seeds?: ByTeam<string | null>;
}

/** Shares of matches (padel-facts, "A believable season"). */
export const RETIREMENTS = 0.013;
export const WALKOVERS = 0.004;
/** How often the side that is ahead at a retirement is the one that goes on. */
export const LEADER_GOES_ON = 0.65;

const UNPLAYED = { edge: 0, sets: [], points: 0, duration: 0 } as const;

/** A slot against an empty slot: the pair advances without playing. */
export const bye = (fixture: Fixture, pair: Pair): Contest => ({
  ...fixture,
  ...UNPLAYED,
  teams: { team_1: pair, team_2: null },
  outcome: 'bye',
  winner: 'team_1',
});

const retirementOf = (random: Random, course: Course, rule: DeuceRule) => {
  const points = wholeBetween(random, 8, course.winners.length - 4);
  const sets = scoreOf(playAt(course, points, rule));
  const last = sets.at(-1);
  const ahead =
    leaderOf(setsWon(sets)) ?? (last ? leaderOf(last) : null) ?? pickFrom(random, TEAMS);
  const winner: Team = chance(random, LEADER_GOES_ON) ? ahead : opponentOf(ahead);
  return { points, sets, winner };
};

/**
 * Decides a match of which only the winner will be known.
 * @param odds team_1's chance to win it, 0 to 1
 */
export const unrecorded = (
  { rule: _, ...fixture }: Fixture,
  teams: ByTeam<Pair>,
  odds: number,
): Contest => {
  const isWon = chance(randomFrom(fixture.seed, 'winner'), odds);
  return { ...fixture, ...UNPLAYED, teams, outcome: 'played', winner: isWon ? 'team_1' : 'team_2' };
};

/**
 * Plays a match between two pairs.
 * @param lead how much stronger team_1 is known to be, on the Elo scale
 */
export const contest = (
  { rule, ...fixture }: Fixture,
  teams: ByTeam<Pair>,
  lead: number,
): Contest => {
  const { category } = fixture;
  const edge = edgeOf(lead, { category, rule });
  const fate = randomFrom(fixture.seed, 'fate');
  const roll = fate();
  if (roll < WALKOVERS) {
    const winner = pickFrom(fate, TEAMS);
    return { ...fixture, ...UNPLAYED, teams, edge, outcome: 'walkover', winner };
  }

  const course = playCourse({ seed: fixture.seed, category, edge, rule });
  const isRetired = roll < WALKOVERS + RETIREMENTS;
  const { points, sets, winner } = isRetired
    ? retirementOf(fate, course, rule)
    : {
        points: course.winners.length,
        sets: course.play.sets,
        winner: course.play.winner ?? 'team_1',
      };
  const outcome: MatchOutcome = isRetired ? 'retired' : 'played';
  const duration = course.ends[points - 1] ?? 0;
  return { ...fixture, teams, edge, outcome, winner, sets, points, duration };
};
