import type { Instant } from '../../../src/domain/terms.ts';
import { MINUTE } from '../../../src/lib/time.ts';
import { feedOf } from '../live/feed.ts';
import { isCovered, type Match } from '../world/model.ts';
import type { News } from './news.ts';

/** The longest time from the last point of a match to its status `ended`. */
const ENDED_WITHIN = MINUTE;

/** When a live match becomes `ended`; the feed is worked out only for a span in which it may be. */
const endedAt = (match: Match, after: Instant, until: Instant): readonly Instant[] => {
  const { ended } = match;
  if (ended === null || ended > until || ended + ENDED_WITHIN <= after) return [];
  return feedOf(match)
    .filter(({ status }) => status === 'ended')
    .map(({ at }) => at);
};

/** When a visible match changes: its slot, its state, its result. */
const changesOf = (match: Match, after: Instant, until: Instant): readonly Instant[] => {
  const { slot, published, labelled = published, formerSlot, started, closed, tournament } = match;
  return [
    ...Object.values(match.known ?? {}),
    ...(slot === null ? [] : [published, labelled]),
    ...(formerSlot === null ? [] : [formerSlot.until]),
    // Without a feed a match goes from scheduled to its result at once.
    ...(started !== null && isCovered(tournament.level) ? [started] : []),
    ...endedAt(match, after, until),
    closed,
  ];
};

/**
 * What happens to a match, in the order of time; when it is `ended` is computed only where that may lie
 * between the two instants.
 */
export const matchNews = (match: Match, after: Instant, until: Instant): readonly News[] => {
  const { id, deleted, tie, appears: created = match.created } = match;
  const draw = tie === undefined || tie.draw === 'main' ? {} : { draw: tie.draw };
  const of = (kind: News['kind'], at: Instant): News => ({
    subject: 'match',
    kind,
    id,
    at,
    ...draw,
  });
  const isThere = (at: Instant): boolean => at > created && (deleted === null || at < deleted);
  const changes = [...new Set(changesOf(match, after, until))].filter(isThere);
  return [
    of('created', created),
    ...changes.sort((a, b) => a - b).map((at) => of('updated', at)),
    ...(deleted === null ? [] : [of('deleted', deleted)]),
  ];
};
