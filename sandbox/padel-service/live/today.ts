import type { Team } from '../../../src/domain/terms.ts';
import { chance, pickWeighted, randomFrom } from '../world/random.ts';
import { channelShown } from './channels.ts';
import { playedSets, type LiveGame, type LiveSet, type PlayedGame } from './body.ts';
import {
  courseOf,
  liveBody,
  setsOf,
  styleOf,
  type FeedUpdate,
  type LiveBody,
  type Status,
} from './feed.ts';

/** A game as the public service shows it: with who serves while it is on, null where not known. */
export interface ServedGame extends LiveGame {
  /** Missing when play has ended. */
  readonly serving?: Team | null;
}

/** How complete the points are: `tracking` until the end, null where there are none. */
export type Coverage = 'tracking' | 'full' | 'partial' | null;

/** A live match as the public service shows and pushes it (service-today, "Fields"). */
export interface LiveBodyToday extends Omit<LiveBody, 'sets' | 'status'> {
  readonly status: Status;
  readonly coverage: Coverage;
  readonly sets: readonly LiveSet<ServedGame>[];
}

/** How often the server is unknown: in a whole match, and in a single game. */
const UNKNOWN = { match: 0.06, game: 0.04 } as const;

const COVERED = [
  ['full', 85],
  ['partial', 12],
  ['unknown', 3],
] as const;

const coverageOf = ({ match, status }: FeedUpdate): Coverage => {
  if (status === 'scheduled' || match.points === 0) return null;
  if (status === 'live' || status === 'ended') return 'tracking';
  if (styleOf(match).missing.size > 0) return 'partial';
  const coverage = pickWeighted(randomFrom(match.seed, 'coverage'), COVERED);
  return coverage === 'unknown' ? null : coverage;
};

/** Who serves a game: in a tie-break the server of its next point, at its end of its last one. */
const serverIn = (
  { first, isTieBreak }: PlayedGame,
  next: PlayedGame | undefined,
  servers: readonly Team[],
  shown: number,
): Team | null => {
  if (!isTieBreak) return servers[first] ?? null;
  const last = next === undefined ? servers.length - 1 : next.first - 1;
  return servers[Math.min(shown, last)] ?? null;
};

/** An update as the public service shows and pushes it. */
export const liveBodyToday = (update: FeedUpdate): LiveBodyToday => {
  const { match, status, shown } = update;
  const isUnknown = chance(randomFrom(match.seed, 'serving'), UNKNOWN.match);
  const { servers } = courseOf(match);
  const sets = setsOf(update, playedSets);
  // What the feed says last has no score of the last set.
  const isOver = status !== 'live';
  const all = sets.flatMap(({ games }) => games);

  const served = (game: PlayedGame): ServedGame => {
    const { game_number, game_score, points, first } = game;
    if (status !== 'live') return { game_number, game_score, points };
    const isMissed = isUnknown || chance(randomFrom(match.seed, 'serving', first), UNKNOWN.game);
    const next = all[all.indexOf(game) + 1];
    return {
      game_number,
      game_score,
      serving: isMissed ? null : serverIn(game, next, servers, shown),
      points,
    };
  };
  const { id, self, connections } = liveBody(update);
  return {
    ...{ id, self, status },
    coverage: coverageOf(update),
    channel: channelShown(match, shown),
    sets: sets.map((set, index) => ({
      ...set,
      set_score: isOver && index === sets.length - 1 ? null : set.set_score,
      games: set.games.map(served),
    })),
    connections,
  };
};
