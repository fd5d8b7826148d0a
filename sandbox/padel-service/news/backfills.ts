import { instantAt } from '../world/schedule/days.ts';
import type { Match, Tournament } from '../world/model.ts';
import type { News } from './news.ts';

/** On which day after its last one, and at what minute of it, a lower event is entered once more. */
const ENTERED = { daysAfter: 2, minutes: 10 * 60 } as const;

/**
 * What is published as backfilled: of every lower event that was played, the tournament and its finals are
 * entered a second time when it is over.
 */
export const backfills = (
  tournaments: readonly Tournament[],
  matches: readonly Match[],
): readonly News[] => {
  const played = tournaments.filter(
    ({ level, cancelled, withdrawn }) =>
      level === 'fip_other' && cancelled === null && withdrawn === null,
  );
  const at = ({ end, host }: Tournament): number =>
    instantAt(end + ENTERED.daysAfter, ENTERED.minutes, host.timezone);
  const ids = new Set(played.map(({ id }) => id));
  const finals = matches.filter(
    ({ tournament, round, deleted }) => ids.has(tournament.id) && round === 1 && deleted === null,
  );
  return [
    ...played.map((each): News => {
      const { id } = each;
      return { subject: 'tournament', kind: 'backfilled', id, at: at(each) };
    }),
    ...finals.map(({ id, tournament }): News => {
      return { subject: 'match', kind: 'backfilled', id, at: at(tournament) };
    }),
  ];
};
