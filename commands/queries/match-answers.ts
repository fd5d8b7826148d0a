import { contendersOf } from '../options/sides.ts';
import { preMatchChances } from './chances.ts';
import {
  planLimits,
  isMissingReason,
  missingReasonOf,
  pointHistory,
  type PointHistory,
} from './match-sources.ts';
import type { Services } from '../../src/discord/command.ts';
import type { TrackedMatch } from '../../src/domain/match/state.ts';
import { momentumOf } from '../../src/domain/match/momentum.ts';
import { hasPoints, playedSets, type PlayedSet } from '../../src/domain/match/played-games.ts';
import { deuceRuleIn } from '../../src/domain/match/deuce-rule.ts';
import { probabilityCurve } from '../../src/domain/probability/curve.ts';
import { watchAt } from '../../src/domain/tournament/where-to-watch.ts';
import type { Reader } from '../../src/i18n/i18n.ts';
import { matchMessage } from '../../src/render/match/card.ts';
import { missingDataMessage, pointsMessage } from '../../src/render/match/points.ts';
import { matchStatsMessage } from '../../src/render/match/stats.ts';
import { withImage, type MessageBody } from '../../src/render/message.ts';
import { RESULT_FILE, resultPoster } from '../../src/render/match/posters.ts';
import { chartOf, MOMENTUM_FILE, momentumMessage } from '../../src/render/match/momentum.ts';
import {
  PROBABILITY_FILE,
  curveChart,
  curveMessage,
  noCurveMessage,
} from '../../src/render/match/probability-curve.ts';
import { drawnFile } from '../../src/render/pictures/picture.ts';
import { readMatchOffset } from '../../src/store/matches/venue-offset.ts';
import { playersOf, isOver } from '../../src/domain/match/match.ts';
import { ratingMoves } from '../../src/domain/people/rating-moves.ts';
import { matchesFinishedSince, ratingChanges } from '../../src/store/matches/ratings.ts';

/** A view of a match; `set` is the number of the requested set, if any. */
export type MatchAnswer = (
  reader: Reader,
  held: TrackedMatch,
  services: Services,
  set?: number,
) => Promise<MessageBody>;

export const card: MatchAnswer = async (reader, held, services) => {
  const [offset, chances, moves] = await Promise.all([
    readMatchOffset(services.db, held),
    preMatchChances(held, services),
    movesOf(held, services),
  ]);
  const known = { ...held, chances, watch: watchAt(services.whereToWatch, held, reader.viewer) };
  const message = matchMessage(reader, {
    held: known,
    offset,
    lacks: planLimits(services),
    moves,
  });
  // What a member shows to everyone has the poster of its result.
  const teams = contendersOf(held.match.teams, services);
  const poster =
    services.isShared === true
      ? resultPoster(reader, { held: known, teams, readAt: services.now() })
      : null;
  const picture = poster === null ? null : await drawnFile(services.draw, RESULT_FILE, poster);
  return picture === null ? message : withImage(message, picture);
};

/** Why there is no data, and when a match begins that has not begun. */
const missing = async (
  reader: Reader,
  held: TrackedMatch,
  what: 'stats' | 'points',
  { db }: Services,
  error?: unknown,
): Promise<MessageBody> => {
  const offset = await readMatchOffset(db, held);
  return missingDataMessage(reader, held, what, missingReasonOf(held, error), offset);
};

export const stats: MatchAnswer = async (reader, held, services, set = 0) => {
  try {
    const { value, readAt } = await services.api.matchStats(held.match.id);
    return matchStatsMessage(reader, { held, stats: value, set, readAt });
  } catch (error) {
    if (isMissingReason(error)) return await missing(reader, held, 'stats', services, error);
    throw error;
  }
};

interface Played extends PointHistory {
  readonly held: TrackedMatch;
  readonly sets: readonly PlayedSet[];
}

/** Builds a view from a match's points, or explains why there are none. */
const ofPoints =
  (
    answer: (
      reader: Reader,
      played: Played,
      services: Services,
      set: number | undefined,
    ) => Promise<MessageBody> | MessageBody,
  ): MatchAnswer =>
  async (reader, held, services, set) => {
    try {
      const history = await pointHistory(held, services);
      const sets = playedSets(history.state, deuceRuleIn(held));
      if (!hasPoints(sets)) return await missing(reader, held, 'points', services);
      return await answer(reader, { ...history, held, sets }, services, set);
    } catch (error) {
      if (isMissingReason(error)) return await missing(reader, held, 'points', services, error);
      throw error;
    }
  };

/** A set's points game by game; by default those of the last one. */
export const points = ofPoints((reader, { held, sets, readAt }, _services, set) =>
  pointsMessage(reader, { held, sets, set: set ?? sets.length, readAt }),
);

export const momentum = ofPoints(async (reader, { held, sets, readAt }, { draw }) => {
  const view = { held, momentum: momentumOf(sets), readAt };
  const picture = await drawnFile(draw, MOMENTUM_FILE, chartOf(reader, view));
  return momentumMessage(reader, view, picture);
});

/** The win probability over a match as a picture, or why there is none. */
export const probability = ofPoints(async (reader, { held, state, readAt }, { draw }) => {
  const curve = probabilityCurve({ ...held, state });
  if (curve.kind === 'none') return noCurveMessage(reader, held, curve.reason);
  const view = { held: { ...held, state }, curve, readAt };
  const picture = await drawnFile(draw, PROBABILITY_FILE, curveChart(reader, view));
  return curveMessage(reader, view, picture);
});

/** More matches than can lie between two useful rating reads. */
const MOST_MATCHES = 500;

/** How a result changed the players' ratings, by player id; null unless known for all. */
const movesOf = async ({ match, state }: TrackedMatch, { db }: Services) => {
  if (!isOver(state) || match.startedAt === null) return null;
  const ids = playersOf(match).map(({ id }) => id);
  const changes = await ratingChanges(db, ids);
  const started = match.startedAt;
  // The last rating of each before the match; matches before the oldest of these do not matter.
  const known = ids.map((id) =>
    Math.max(
      ...changes
        .filter(({ playerId, since }) => playerId === id && since <= started)
        .map(({ since }) => since),
    ),
  );
  const oldest = Math.min(...known);
  if (!Number.isFinite(oldest)) return null;
  const over = await matchesFinishedSince(db, oldest, MOST_MATCHES);
  return over === null ? null : ratingMoves(match, changes, over);
};
