import { isTieBreak } from '../match/play.ts';
import { DECIDING_SET } from '../match/score.ts';
import { chanceOf, gameOf, isBetweenGames, type Moment } from '../probability/curve.ts';
import { TEAMS, type ByTeam, type Team } from '../terms.ts';
import type { MomentEvent } from './events.ts';

/** The posts about key moments that one match may bring; the upset watch is beside them. */
export const MOMENTS_PER_MATCH = 3;

/** A point that decides as much makes its game a key moment (docs/predictions.md). */
const LEAST_LEVERAGE = 0.25;

/** Whether the next point decides enough for a post. */
export const isTense = ({ leverage }: Pick<Moment, 'leverage'>): boolean =>
  leverage >= LEAST_LEVERAGE;

/** So does the worth of a game: until the deciding set, and in it. */
const LEAST_WORTH = { early: 0.45, deciding: 0.6 } as const;

/** A deciding tie-break is told while neither side is likelier to win than this. */
const OPEN_BELOW = 0.85;

/** What was told of a match so far. */
type Told = Pick<MomentEvent, 'kind' | 'set' | 'game'>;

interface Stake extends Pick<Moment, 'play' | 'chance' | 'leverage'> {
  /** Team 1's chance to win the match if it wins the game minus that if it loses it. */
  readonly worth: number;
}

const isDecidingTieBreak = ({ play: { sets, games } }: Pick<Moment, 'play'>): boolean =>
  sets.length + 1 === DECIDING_SET && isTieBreak(games);

/** Whether a game is told: once, one each of sets one and two. The last waits for a deciding tie-break while likely. */
export const isKeyMoment = (stake: Stake, told: readonly Told[]): boolean => {
  const { play, chance, worth } = stake;
  const keys = told.filter(({ kind }) => kind === 'key');
  const left = MOMENTS_PER_MATCH - keys.length;
  const isTold = told.some(({ game }) => game === gameOf(stake));
  if (play.winner !== null || isTold || left === 0) return false;
  const set = play.sets.length + 1;
  const isDeciding = set === DECIDING_SET;
  if (isDecidingTieBreak(stake)) return Math.max(chance, 1 - chance) <= OPEN_BELOW;
  if (!isDeciding && keys.some((key) => key.set === set)) return false;
  if (isDeciding && left === 1 && Math.abs(play.games.team_1 - play.games.team_2) < 2) return false;
  return isTense(stake) || worth >= (isDeciding ? LEAST_WORTH.deciding : LEAST_WORTH.early);
};

/** A side at this chance before the match is the favourite whose defeat would be an upset. */
const FAVOURITE = 0.7;

/** The watch opens when the outsider stands at this chance. */
const OPENS_AT = 0.5;

/** The team whose win would be an upset; null between sides that are too close. */
export const outsiderOf = (before: ByTeam<number>): Team | null =>
  TEAMS.find((team) => before[team] <= 1 - FAVOURITE) ?? null;

/** Whether the end of a game opens the upset watch: once, and not where the tie-break says as much. */
export const opensUpsetWatch = (
  moment: Pick<Moment, 'play' | 'chance'>,
  outsider: Team,
  told: readonly Told[],
): boolean =>
  moment.play.winner === null &&
  isBetweenGames(moment) &&
  !isDecidingTieBreak(moment) &&
  !told.some(({ kind }) => kind === 'upset') &&
  chanceOf(moment, outsider) >= OPENS_AT;
