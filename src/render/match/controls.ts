import { isOver, phaseOf } from '../../domain/match/match.ts';
import type { TrackedMatch } from '../../domain/match/state.ts';
import { coverageOf, hasPlay } from '../../domain/match/live-points.ts';
import { hasStarted } from '../../domain/match/reading.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { controlId, linkButton, linkRow, rowOf, type ButtonSpec, type Row } from '../controls.ts';

/** What a match button asks of `/match`; `of-…` views replace the message they are on. */
export type MatchView =
  | 'card'
  | 'points'
  | 'stats'
  | 'momentum'
  | 'probability'
  | 'of-points'
  | 'of-stats'
  | 'refresh'
  | 'catch-up';

export const matchControl = (
  view: MatchView,
  matchId: number,
  ...more: readonly (string | number)[]
): string => controlId('match', view, matchId, ...more);

export interface PlanLimits {
  readonly points: boolean;
  readonly stats: boolean;
}

const NOTHING: PlanLimits = { points: false, stats: false };

/** Live points may have arrived although the plan lacks them. */
const hasPoints = ({ state }: TrackedMatch, lacks: PlanLimits): boolean =>
  !lacks.points || hasPlay(state.sets);

/** Whether there is something to see: play has started. */
const hasPlayed = ({ state }: TrackedMatch): boolean =>
  hasStarted(state) && !['walkover', 'bye'].includes(state.status);

/** Whether points and statistics may exist: the level covers them. */
const hasDetail = (held: TrackedMatch): boolean =>
  hasPlayed(held) && (held.tournament === null || coverageOf(held.tournament.level) !== 'scores');

const isAhead = ({ state }: TrackedMatch): boolean => !isOver(state);

/** [Points] [Stats], where data may exist. */
export const detailButtons = (
  { t }: Reader,
  held: TrackedMatch,
  lacks: PlanLimits = NOTHING,
): readonly (ButtonSpec | null)[] => {
  if (!hasDetail(held)) return [];
  const { id } = held.match;
  return [
    hasPoints(held, lacks) ? { id: matchControl('points', id), label: t('button.points') } : null,
    lacks.stats ? null : { id: matchControl('stats', id), label: t('button.statistics') },
  ];
};

/** [Momentum] [Win probability]; also where there is no probability: the answer says why. */
export const chartButtons = (
  { t }: Reader,
  held: TrackedMatch,
  lacks: PlanLimits = NOTHING,
): readonly ButtonSpec[] =>
  hasDetail(held) && hasPoints(held, lacks)
    ? [
        { id: matchControl('momentum', held.match.id), label: t('button.momentum') },
        { id: matchControl('probability', held.match.id), label: t('button.winProbability') },
      ]
    : [];

/** A bye has no head-to-head. */
export const headToHeadButton = ({ t }: Reader, { match }: TrackedMatch): ButtonSpec | null =>
  match.teams.team_1.length === 0 || match.teams.team_2.length === 0
    ? null
    : { id: controlId('h2h', 'match', match.id), label: t('button.headToHead') };

/** @param isCovered whether nothing may tell that the match is over */
export const followButton = (
  { t }: Reader,
  held: TrackedMatch,
  isCovered = false,
): ButtonSpec | null =>
  isAhead(held) || isCovered
    ? { id: controlId('follow', 'match', held.match.id), label: t('button.follow') }
    : null;

/**
 * On every match that was played, alike: what it answers says nothing of how far the match is.
 * @param isCovered whether nothing may tell that it was played
 */
export const catchUpButton = (
  { t }: Reader,
  held: TrackedMatch,
  isCovered = false,
): ButtonSpec | null =>
  hasPlayed(held) || (isCovered && held.state.status !== 'bye')
    ? { id: matchControl('catch-up', held.match.id, 'start'), label: t('catchUp.name') }
    : null;

export const refreshButton = ({ t }: Reader, held: TrackedMatch): ButtonSpec | null =>
  isAhead(held) ? { id: matchControl('refresh', held.match.id), label: t('button.refresh') } : null;

/** Leads to the broadcast of a match, else to who shows it; once it is over, rather to its highlights, where that may be told. */
export const videoRow = (
  { t }: Reader,
  { state, videos, watch = [] }: TrackedMatch,
  isCovered = false,
): Row[] => {
  const { broadcast, highlights } = videos ?? { broadcast: null, highlights: null };
  if (isOver(state) && !isCovered && highlights !== null) {
    return linkRow(highlights, t('button.highlights'));
  }
  const label = t('button.watch');
  const isToCome = isCovered || ['upcoming', 'playing'].includes(phaseOf(state.status));
  if (broadcast !== null || watch.length === 0 || !isToCome) return linkRow(broadcast, label);
  const named = (value: string): string => t('labelled', { name: label, value });
  return [rowOf(...watch.map(({ url, name }) => linkButton(url, named(name))))];
};
