import { gamesIn } from '../match/score.ts';
import {
  chanceOf,
  isBetweenGames,
  type Moment,
  type ProbabilityCurve,
} from '../probability/curve.ts';
import { TEAMS, type ByTeam, type Team } from '../terms.ts';

/** No moment below this leverage is worth a post: half of all matches never come near it. */
export const LEAST_LEVERAGE = 0.15;

/**
 * The leverage that the next point must have, by the posts that are left: the fewer, the more
 * (docs/predictions.md).
 */
const LADDER = [0.25, 0.18, 0.15] as const;

/** The posts about key moments and upsets that one match may bring. */
export const MOMENTS_PER_MATCH = LADDER.length;

/** The threshold of leverage with so many posts left; Infinity with none. */
export const thresholdOf = (left: number): number => LADDER[left - 1] ?? Infinity;

/** What was posted of a match so far. */
export interface MomentLedger {
  readonly used: number;
  /** The game of the last post (see `gameOf`); null before the first. */
  readonly lastGame: number | null;
}

export const NOTHING_POSTED: MomentLedger = { used: 0, lastGame: null };

/** The number of the game at a moment, counted over the whole match from 1. */
export const gameOf = ({ play: { sets, games } }: Pick<Moment, 'play'>): number =>
  gamesIn(sets) + games.team_1 + games.team_2 + 1;

/** Whether the coming points are worth a post: at most one in a game, and within the limit. */
const isKeyMoment = (
  moment: Pick<Moment, 'play' | 'leverage'>,
  { used, lastGame }: MomentLedger,
): boolean =>
  moment.play.winner === null &&
  lastGame !== gameOf(moment) &&
  moment.leverage >= thresholdOf(MOMENTS_PER_MATCH - used);

/** A side at this chance before the match is the favourite whose defeat would be an upset. */
export const FAVOURITE = 0.7;

/** The watch opens when the outsider stands at this chance, and closes at that. */
const OPENS_AT = 0.5;
const CLOSES_AT = 0.3;

/** The team whose win would be an upset; null between sides that are too close. */
export const outsiderOf = (before: ByTeam<number>): Team | null =>
  TEAMS.find((team) => before[team] <= 1 - FAVOURITE) ?? null;

export type UpsetChange = 'opens' | 'closes';

/**
 * What the end of a game does to the upset watch. The distance between opening and closing keeps it
 * from opening with each break.
 */
export const upsetChange = (
  isOpen: boolean,
  outsider: Team,
  moment: Pick<Moment, 'play' | 'chance'>,
): UpsetChange | null => {
  if (moment.play.winner !== null || !isBetweenGames(moment)) return null;
  const chance = chanceOf(moment, outsider);
  if (isOpen) return chance <= CLOSES_AT ? 'closes' : null;
  return chance >= OPENS_AT ? 'opens' : null;
};

export type MomentKind = 'key' | 'upset';

/** What a moment is posted as, never as both; null when it is no post. */
export const momentKind = (
  moment: Pick<Moment, 'play' | 'leverage'>,
  change: UpsetChange | null,
  ledger: MomentLedger,
): MomentKind | null => {
  if (change === 'opens' && ledger.used < MOMENTS_PER_MATCH) return 'upset';
  return isKeyMoment(moment, ledger) ? 'key' : null;
};

export interface PostedMoment {
  readonly kind: MomentKind;
  readonly moment: Moment;
}

/** Every post about moments that a match brings, in order; for previews and benches. */
export const momentsOf = ({
  moments,
  before,
}: Pick<ProbabilityCurve, 'moments' | 'before'>): readonly PostedMoment[] => {
  const outsider = outsiderOf(before);
  const posted: PostedMoment[] = [];
  let ledger = NOTHING_POSTED;
  let isOpen = false;
  for (const moment of moments) {
    const change: UpsetChange | null =
      outsider === null ? null : upsetChange(isOpen, outsider, moment);
    if (change !== null) isOpen = change === 'opens';
    const kind = momentKind(moment, change, ledger);
    if (kind === null) continue;
    posted.push({ kind, moment });
    ledger = { used: ledger.used + 1, lastGame: gameOf(moment) };
  }
  return posted;
};
