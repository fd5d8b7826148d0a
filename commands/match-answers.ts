import { chancesBefore } from './chances-before.ts';
import { planLacks } from './plan-lacks.ts';
import { movesOf } from './rating-moves.ts';
import { isLack, lackOf, pointHistory, type PointHistory } from './match-sources.ts';
import type { Services } from '../src/discord/command.ts';
import type { HeldMatch } from '../src/domain/held-match.ts';
import { momentumOf } from '../src/domain/momentum.ts';
import { hasPoints, playedSets, type PlayedSet } from '../src/domain/played-games.ts';
import { deuceRuleOn } from '../src/domain/situation.ts';
import type { Reader } from '../src/i18n/i18n.ts';
import { matchMessage } from '../src/render/match-card.ts';
import { lackMessage } from '../src/render/match-lack.ts';
import { matchStatsMessage } from '../src/render/match-stats.ts';
import type { MessageBody } from '../src/render/message.ts';
import { chartOf, MOMENTUM_FILE, momentumMessage } from '../src/render/momentum.ts';
import { drawnFile } from '../src/render/pictures/file.ts';
import { pointsMessage } from '../src/render/points-by-game.ts';
import { readMatchOffset } from '../src/store/venue-offset.ts';

/** A view of a match; `set` is the number of the requested set, if any. */
export type MatchAnswer = (
  reader: Reader,
  held: HeldMatch,
  services: Services,
  set?: number,
) => Promise<MessageBody>;

/** The match card. */
export const card: MatchAnswer = async (reader, held, services) => {
  const [offset, chances, moves] = await Promise.all([
    readMatchOffset(services.db, held),
    chancesBefore(held, services),
    movesOf(held, services),
  ]);
  return matchMessage(reader, {
    held: { ...held, chances },
    offset,
    lacks: planLacks(services),
    moves,
  });
};

/** The statistics of the match, or of a set. */
export const stats: MatchAnswer = async (reader, held, { api }, set = 0) => {
  try {
    const { value, readAt } = await api.matchStats(held.match.id);
    return matchStatsMessage(reader, { held, stats: value, set, readAt });
  } catch (error) {
    if (isLack(error)) return lackMessage(reader, held, 'stats', lackOf(held, error));
    throw error;
  }
};

interface Played extends PointHistory {
  readonly held: HeldMatch;
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
      const sets = playedSets(history.state, deuceRuleOn(held.match.playedOn));
      if (!hasPoints(sets)) return lackMessage(reader, held, 'points', lackOf(held));
      return await answer(reader, { ...history, held, sets }, services, set);
    } catch (error) {
      if (isLack(error)) return lackMessage(reader, held, 'points', lackOf(held, error));
      throw error;
    }
  };

/** A set's points game by game; the last set by default. */
export const points = ofPoints((reader, { held, sets, readAt }, _services, set) =>
  pointsMessage(reader, { held, sets, set: set ?? sets.length, readAt }),
);

/** The momentum chart. */
export const momentum = ofPoints(async (reader, { held, sets, readAt }, { draw }) => {
  const view = { held, momentum: momentumOf(sets), readAt };
  const picture = await drawnFile(draw, MOMENTUM_FILE, chartOf(reader, view));
  return momentumMessage(reader, view, picture);
});
