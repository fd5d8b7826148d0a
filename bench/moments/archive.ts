import { stateOf, withPoints } from '#src/domain/match/state.ts';
import { afterPoint, isTieBreak, newPlay, type Play } from '#src/domain/match/play.ts';
import { gamesIn } from '#src/domain/match/score.ts';
import { afterChanges, tieBreakServer } from '#src/domain/match/serving.ts';
import type { ProbabilityInput } from '#src/domain/probability/win-probability.ts';
import type { Team } from '#src/domain/terms.ts';
import { chanceOfEdge } from '#sandbox/padel-service/world/people/edge.ts';
import { chance, normal, randomFrom } from '#sandbox/padel-service/world/random.ts';
import { aMatch, feedOf, served } from '#test/domain/feed.ts';

/**
 * The world of the archive: like tennis, and on purpose not the model's. Each side serves as well as it
 * does (the model has one share for all), the form of the day spreads less, who has won a point is a
 * little likelier to win the next, and the chance before the match errs as ratings do.
 */
export const ARCHIVE = {
  serve: { mean: 0.63, spread: 0.035 },
  strength: 0.05,
  form: 0.03,
  afterPoint: 0.01,
  ratingError: 0.015,
} as const;

const SEED = 1;

/** Tennis plays advantages, as Premier Padel did on this day. */
const PLAYED = { category: 'men', playedOn: '2025-06-07' } as const;
const RULE = 'advantage';

const serverOf = ({ sets, games, points }: Play, first: Team): Team => {
  const server = afterChanges(first, gamesIn(sets) + games.team_1 + games.team_2);
  return isTieBreak(games) ? tieBreakServer(server, points) : server;
};

/** The archive's match of a number, the same each time, with every point up to the last. */
export const archivedMatch = (number: number) => {
  const random = randomFrom(SEED, 'archive', number);
  const { serve, form, ratingError } = ARCHIVE;
  const strength = normal(random, 0, ARCHIVE.strength);
  const today = strength + normal(random, 0, form);
  const share = (): number => normal(random, serve.mean, serve.spread);
  const shares = { team_1: share(), team_2: share() };
  const first: Team = chance(random, 0.5) ? 'team_1' : 'team_2';
  const plays = [newPlay()];
  let flow = 0;
  for (let play = newPlay(); play.winner === null; plays.push(play)) {
    const isOwn = serverOf(play, first) === 'team_1';
    const won = chance(random, (isOwn ? shares.team_1 : 1 - shares.team_2) + today + flow);
    flow = won ? ARCHIVE.afterPoint : -ARCHIVE.afterPoint;
    play = afterPoint(play, won ? 'team_1' : 'team_2', RULE);
  }
  const rated = strength + normal(random, 0, ratingError);
  const before = chanceOfEdge(rated, { category: PLAYED.category, rule: RULE });
  return { plays, first, before };
};

/** A match of the archive as the bot holds it after some of its points. */
export const heldAfter = (
  { plays, first, before }: ReturnType<typeof archivedMatch>,
  points: number,
): ProbabilityInput => {
  const match = aMatch({ ...PLAYED, status: 'live' });
  const feed = served(feedOf(plays.slice(0, points + 1)), first);
  return {
    match,
    state: withPoints(stateOf(match), feed, null),
    chances: { team_1: before, team_2: 1 - before },
    tournament: null,
  };
};
