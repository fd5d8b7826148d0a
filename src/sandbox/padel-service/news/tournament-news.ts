import type { Instant } from '#src/domain/terms.ts';
import { instantAt } from '../world/days.ts';
import type { Tournament } from '../world/model.ts';
import type { News } from './news.ts';

/** When a tournament begins, is over, or is called off before that. */
const changesOf = ({ start, end, place, cancelled }: Tournament): readonly Instant[] => {
  if (cancelled !== null) return [cancelled];
  return [instantAt(start, 0, place.timezone), instantAt(end + 1, 0, place.timezone)];
};

/** What happens to a tournament, in the order of time. */
export const tournamentNews = (tournament: Tournament): readonly News[] => {
  const { id, announced, withdrawn } = tournament;
  const of = (happening: News['happening'], at: Instant): News => ({
    subject: 'tournament',
    happening,
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
