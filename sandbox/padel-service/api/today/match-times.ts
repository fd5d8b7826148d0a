import type { Instant } from '../../../../src/domain/terms.ts';
import { SECOND } from '../../../../src/lib/time.ts';
import { stateAt } from '../../live/feed.ts';
import {
  announcedStart,
  estimateLabel,
  estimateShown,
  hasStarted,
} from '../../world/schedule/estimates.ts';
import { isCovered, type Match } from '../../world/model.ts';
import { slotAt } from '../../world/records/visible.ts';
import type { Knowledge } from '../../world/world.ts';
import { matchesIn } from './known-matches.ts';

/** The start of a match as it is shown. */
export interface Start {
  readonly at: Instant | null;
  readonly label: string | null;
}

const estimateOf = (match: Match, known: Knowledge) =>
  estimateShown(match, matchesIn(known, match.tournament.id), known.now);

/** The start of a match: announced, or the service's own estimate; a match on court loses the label. */
export const startOf = (match: Match, known: Knowledge): Start => {
  const announced = announcedStart(match, known.now);
  const label = slotAt(match, known.now)?.label ?? null;
  if (hasStarted(match, known.now)) return { at: announced, label: null };
  if (announced !== null) return { at: announced, label };
  const { timezone } = match.tournament.host;
  const estimate = estimateOf(match, known);
  if (estimate === null) return { at: null, label };
  return { at: estimate.start, label: estimateLabel(estimate.start, timezone) };
};

/**
 * When any shown field of a match last changed, in whole seconds; the points of a live match do
 * not count.
 */
export const updatedAt = (match: Match, known: Knowledge): Instant => {
  const { now } = known;
  const { created, published, formerSlot, started, closed, tournament, slot, tie } = match;
  const state = stateAt(match, now);
  const changes = [
    created,
    closed,
    ...(slot === null ? [] : [published]),
    ...(formerSlot === null ? [] : [formerSlot.until]),
    ...(started !== null && isCovered(tournament.level) ? [started] : []),
    ...(state.status === 'ended' ? [state.at] : []),
    ...(tie?.results ?? []).map((result) => result.closed),
  ];
  const past = changes.filter((at) => at <= now);
  const latest = Math.max(created, ...past, estimateOf(match, known)?.since ?? created);
  return Math.floor(latest / SECOND) * SECOND;
};
