import { afterPoint, newPlay, type Play } from '#src/domain/match/play.ts';
import { stateOf, withPoints } from '#src/domain/match/state.ts';
import type { LivePoints } from '#src/domain/match/live-points.ts';
import type { Match as DomainMatch } from '#src/domain/match/match.ts';
import type { Team } from '#src/domain/terms.ts';
import { beliefBefore, believeAfter, outlookOf } from '#src/domain/probability/belief.ts';
import { probabilityCurve, type ProbabilityCurve } from '#src/domain/probability/curve.ts';
import type { ProbabilityInput } from '#src/domain/probability/win-probability.ts';
import { normalWeights, priorOf } from '#src/domain/probability/prior.ts';
import { tablesOf } from '#src/domain/probability/tables.ts';
import { parseLive } from '#src/padel-api/wire/live.ts';
import { FORM_OF_THE_DAY } from '#sandbox/padel-service/world/people/edge.ts';
import { courseOf, liveBody } from '#sandbox/padel-service/live/feed.ts';
import type { Match } from '#sandbox/padel-service/world/model.ts';

/** Chances of team 1 at the ends of games, by score. */
export type Forecasts = ReadonlyMap<string, number>;

const LEVEL = { team_1: 0, team_2: 0 } as const;

const scoreOf = ({ sets, games }: Play): string =>
  [...sets, games].map(({ team_1, team_2 }) => `${team_1}-${team_2}`).join(' ');

const isEndOfGame = ({ points, winner }: Play): boolean =>
  points.team_1 + points.team_2 === 0 && winner === null;

/** The match after each of its points. */
const playsOf = (match: Match): readonly Play[] => {
  const plays = [newPlay()];
  for (const winner of courseOf(match).winners) {
    plays.push(afterPoint(plays.at(-1) ?? newPlay(), winner, match.tournament.rule));
  }
  return plays;
};

const domainMatch = ({ id, category, round, index }: Match, playedOn: string): DomainMatch => ({
  ...{ id, category, round, playedOn, slot: index, status: 'live', tournamentId: null },
  ...{ roundName: '', startedAt: null, duration: null, scheduleLabel: null, court: null },
  ...{ courtOrder: null, score: null, winner: null, withheld: [] },
  teams: { team_1: [], team_2: [] },
});

/** What the specification's feed says of a match before its last point. */
const readLive = (match: Match): LivePoints => {
  const update = { match, at: match.closed, shown: match.points - 1, lastSetOpen: false } as const;
  const points = parseLive(liveBody({ ...update, status: 'live' }));
  if (points === null) throw new Error(`match ${match.id}: unreadable`);
  return points;
};

/** What the bot knows, from the feed as it is: without the server, with points left out and doubled. */
export const heldOf = (match: Match, before: number, playedOn: string): ProbabilityInput => {
  const { level } = match.tournament;
  const inPlay = domainMatch(match, playedOn);
  return {
    match: inPlay,
    state: withPoints(stateOf(inPlay), readLive(match), null),
    chances: { team_1: before, team_2: 1 - before },
    tournament: {
      ...{ id: 0, name: '', location: null, country: null, level },
      ...{ status: 'live', startDate: null, endDate: null },
    },
  };
};

const curveOf = (match: Match, before: number, playedOn: string): ProbabilityCurve => {
  const curve = probabilityCurve(heldOf(match, before, playedOn));
  if (curve.kind === 'none') throw new Error(`match ${match.id}: ${curve.reason}`);
  return curve;
};

/** What the bot says at the ends of games. */
export const bandeja = (match: Match, before: number, playedOn: string): Forecasts =>
  new Map(
    curveOf(match, before, playedOn)
      .moments.filter(({ play }) => isEndOfGame(play))
      .map(({ play, chance }) => [scoreOf(play), chance]),
  );

/**
 * The best that can be known: the true strengths, how far form spreads, who serves, and every point;
 * not the form.
 */
export const idealFilter = (match: Match): Forecasts => {
  const tables = tablesOf(match.category, match.tournament.rule);
  const first: Team = courseOf(match).servers[0] ?? 'team_1';
  const plays = playsOf(match);
  let belief = beliefBefore(newPlay(), normalWeights(match.edge, FORM_OF_THE_DAY), first);
  const said = new Map<string, number>();
  for (const play of plays.slice(1)) {
    const next = believeAfter(tables, belief, play);
    if (next === null) throw new Error(`match ${match.id}: impossible`);
    belief = next;
    if (isEndOfGame(play)) said.set(scoreOf(play), outlookOf(tables, belief).chance);
  }
  return said;
};

/** An edge that is narrow enough to be one. */
const NARROW = 0.003;

/** The score counts, but no point teaches anything: one chance of a point, which fits the simulation. */
export const fixedEdge = (match: Match, before: number): Forecasts => {
  const tables = tablesOf(match.category, match.tournament.rule);
  const prior = priorOf(before, tables.ofMatch(LEVEL, LEVEL, 'team_1'), NARROW);
  const first: Team = courseOf(match).servers[0] ?? 'team_1';
  return new Map(
    playsOf(match)
      .filter(isEndOfGame)
      .map((play) => [scoreOf(play), outlookOf(tables, beliefBefore(play, prior, first)).chance]),
  );
};
