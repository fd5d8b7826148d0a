import type { Instant } from '../../../src/domain/terms.ts';
import { instantAt } from '../world/schedule/days.ts';
import type { Tournament } from '../world/model.ts';
import type { News } from './news.ts';

/** When a tournament starts, ends, or is cancelled or put off before that. */
const changesOf = ({ start, end, host, cancelled, postponed }: Tournament): readonly Instant[] => {
  const off = cancelled ?? postponed;
  if (off !== undefined) return [off];
  return [instantAt(start, 0, host.timezone), instantAt(end + 1, 0, host.timezone)];
};

/** What happens to a tournament, in the order of time. */
export const tournamentNews = (tournament: Tournament): readonly News[] => {
  const { id, announced, withdrawn } = tournament;
  const of = (kind: News['kind'], at: Instant): News => ({
    subject: 'tournament',
    kind,
    id,
    at,
  });
  const isThere = (at: Instant): boolean =>
    at > announced && (withdrawn === null || at < withdrawn.at);
  return [
    of('created', announced),
    ...changesOf(tournament)
      .filter(isThere)
      .map((at) => of('updated', at)),
    ...(withdrawn === null ? [] : [of('deleted', withdrawn.at)]),
  ];
};
