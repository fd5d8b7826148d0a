import type { Services } from '../../src/discord/command.ts';
import {
  headToHead,
  meetingsBetween,
  type HeadToHead,
} from '../../src/domain/people/head-to-head.ts';
import { byTeam } from '../../src/domain/terms.ts';
import type { TeamIds } from '../../src/padel-api/client.ts';
import type { IndividualRecord } from '../../src/render/people/head-to-head.ts';
import type { Sides } from '../../src/render/pictures/sides.ts';
import { PER_PAGE, wholeList } from '../../src/padel-api/request/pages.ts';
import type { Paging } from '../../src/padel-api/queries.ts';

/** Two hundred meetings; further ones are not read. */
const MAX_PAGES = 4;

interface Meetings {
  readonly record: HeadToHead;
  /** All meetings, including those on pages that were not read. */
  readonly total: number;
  readonly readAt: number;
  readonly eventName: (tournamentId: number) => string | undefined;
}

/** Reads all meetings of two sides. For an unfinished match the service has its own list. */
export const meetingsOf = async (
  teams: Sides,
  { api, directory }: Services,
  unfinishedMatch?: number,
): Promise<Meetings> => {
  const ids: TeamIds = byTeam((team) => teams[team].map(({ id }) => id));
  const read = (paging: Paging) =>
    unfinishedMatch === undefined
      ? api.head2Head(ids, paging)
      : api.matchHead2Head(unfinishedMatch, paging);
  const { items, total, readAt } = await wholeList(read, MAX_PAGES);
  const record = headToHead(meetingsBetween(items, ids), ids.team_1);
  const unread = Math.max(0, total - items.length);
  return {
    record,
    total: record.meetings.length + unread,
    readAt,
    eventName: (id) => directory.get('tournament', id)?.name,
  };
};

/** Pairs that never met: the record of each player against each opponent, where they met. */
export const individualRecords = async (
  teams: Sides,
  { api }: Services,
): Promise<readonly IndividualRecord[]> => {
  const duels = teams.team_1.flatMap((first) => teams.team_2.map((second) => ({ first, second })));
  // Optional: a failed read is left out.
  const records = await Promise.allSettled(
    duels.map(async ({ first, second }) => {
      const duel = { team_1: [first.id], team_2: [second.id] };
      const { value } = await api.head2Head(duel, { perPage: PER_PAGE });
      const { matches } = headToHead(meetingsBetween(value.items, duel), duel.team_1);
      return { first, second, won: matches.team_1, lost: matches.team_2 };
    }),
  );
  return records
    .flatMap((record) => (record.status === 'fulfilled' ? [record.value] : []))
    .filter(({ won, lost }) => won + lost > 0);
};
