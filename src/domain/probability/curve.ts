import { afterPoint } from '../match/play.ts';
import { gamesIn, type SetScore } from '../match/score.ts';
import { opponentOf, sumOf, type ByTeam, type Team } from '../terms.ts';
import { outlookOf, type Outlook } from './belief.ts';
import type { Position } from './positions.ts';
import {
  isScoreUnseen,
  NOT_ENOUGH,
  oncePerMatch,
  walkThrough,
  type NoProbability,
} from './win-probability.ts';

export interface Moment extends Position, Outlook {}

/** What one game did to the chances, or the games between two known scores. */
export interface Swing {
  readonly from: Moment;
  readonly to: Moment;
  /** The team whose chance rose. */
  readonly team: Team;
  /** By how much it rose, 0 to 1. */
  readonly gain: number;
}

export interface ProbabilityCurve {
  readonly kind: 'curve';
  readonly before: ByTeam<number>;
  /** From 0-0 to the last known score. */
  readonly moments: readonly Moment[];
  /** Of at least five points, the biggest first, at most five. */
  readonly swings: readonly Swing[];
}

const SWINGS = 5;

/** A smaller change is no swing: in percent, both ends may look alike. */
const LEAST_SWING = 0.05;

/** The curve of a match in play or over; a retirement leaves it where play stopped. */
export const probabilityCurve = oncePerMatch((held): ProbabilityCurve | NoProbability => {
  if (isScoreUnseen(held.state)) return NOT_ENOUGH;
  const walk = walkThrough(held);
  if ('reason' in walk) return walk;
  const moments = walk.steps.map(({ belief, play, played }): Moment => ({
    play,
    played,
    ...outlookOf(walk.tables, belief),
  }));
  if (moments.length < 2) return NOT_ENOUGH;
  return { kind: 'curve', before: walk.before, moments, swings: swingsOf(moments) };
});

/** The number of the game at a moment, counted over the whole match from 1. */
export const gameOf = ({ play: { sets, games } }: Pick<Moment, 'play'>): number =>
  gamesIn([...sets, games]) + 1;

export const isBetweenGames = ({ play: { points } }: Pick<Moment, 'play'>): boolean =>
  sumOf(points) === 0;

const swingsOf = (moments: readonly Moment[]): readonly Swing[] => {
  const ends = moments.filter((each, at) => isBetweenGames(each) || at === moments.length - 1);
  return ends
    .flatMap((to, at): Swing[] => {
      const from = ends[at - 1];
      if (from === undefined) return [];
      const change = to.chance - from.chance;
      return [{ from, to, team: change > 0 ? 'team_1' : 'team_2', gain: Math.abs(change) }];
    })
    .filter(({ gain }) => gain >= LEAST_SWING)
    .sort((a, b) => b.gain - a.gain)
    .slice(0, SWINGS);
};

/** Each set with the points played when it ended, and its score; the last one may be in progress. */
export const setsOf = ({
  moments,
}: Pick<ProbabilityCurve, 'moments'>): readonly {
  readonly end: number;
  readonly score: SetScore | null;
}[] => {
  const ends: number[] = [];
  let ended = 0;
  for (const { play, played } of moments) {
    // The first moment after a set is its end.
    ends[play.sets.length > ended ? play.sets.length - 1 : play.sets.length] = played;
    ended = play.sets.length;
  }
  const scores = moments.at(-1)?.play.sets ?? [];
  return ends.map((end, index) => ({ end, score: scores[index] ?? null }));
};

export const chanceOf = (moment: Pick<Moment, 'chance'>, team: Team): number =>
  team === 'team_1' ? moment.chance : 1 - moment.chance;

/** A comeback is from this chance or less, so much below that before the match, so many games before the end. */
const COMEBACK = { low: 0.25, fall: 0.15, games: 3 } as const;

/** From where the team that won came back: the moment of its smallest chance; null where it did not. */
export const comebackFrom = ({ before, moments }: ProbabilityCurve, team: Team): Moment | null => {
  const last = moments.at(-1);
  const low = lowestOf({ moments }, team);
  if (last === undefined || low === undefined) return null;
  const chance = chanceOf(low, team);
  const isLow = chance <= COMEBACK.low && before[team] - chance >= COMEBACK.fall;
  return isLow && gameOf(last) - gameOf(low) >= COMEBACK.games ? low : null;
};

type Walk = Pick<ProbabilityCurve, 'moments'>;

const lowestIn = (moments: readonly Moment[], team: Team): Moment | undefined =>
  moments.toSorted((a, b) => chanceOf(a, team) - chanceOf(b, team))[0];

/** The moment of a team's smallest chance while the match was in play. */
export const lowestOf = ({ moments }: Walk, team: Team): Moment | undefined =>
  lowestIn(
    moments.filter(({ play }) => play.winner === null),
    team,
  );

/**
 * Where a team that won was a point from defeat, at its smallest chance; null where it never was. A deciding
 * point at 40:40 is not counted: without the rule of the event it is not known to be one.
 */
export const matchPointSaved = ({ moments }: Walk, team: Team): Moment | null => {
  const rival = opponentOf(team);
  const saved = moments.filter(
    ({ play }) => play.winner === null && afterPoint(play, rival, 'advantage').winner === rival,
  );
  return lowestIn(saved, team) ?? null;
};
