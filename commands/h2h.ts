import type { Command, Services } from '../src/discord/command.ts';
import { headToHead } from '../src/domain/head-to-head.ts';
import { TEAMS, type ByTeam } from '../src/domain/terms.ts';
import { UserError } from '../src/errors.ts';
import {
  headToHeadMessage,
  type HeadToHeadView,
  type IndividualRecord,
} from '../src/render/head-to-head.ts';
import type { Named } from '../src/render/names.ts';
import { PER_PAGE } from '../src/padel-api/pages.ts';
import { findMatch } from '../src/store/matches.ts';
import { labels } from './labels.ts';
import { suggest } from './name-option.ts';
import { sideOptions, sidesOf, sidesOnButton } from './two-sides.ts';

type Sides = ByTeam<readonly Named[]>;

/** `/h2h`: who leads between two players or two pairs, and how the last meetings went. */
export const h2h: Command = {
  definition: { ...labels((texts) => texts.command.h2h), options: sideOptions() },
  visibility: 'public',
  autocomplete: (request, services) => suggest('player', request, services),
  run: async (request, services) =>
    headToHeadMessage(request, await viewOf(sidesOf(request, services), services)),
  press: {
    answer: 'private',
    run: async (request, services) => {
      const [form, first, second] = request.values;
      const sides =
        form === 'match'
          ? await sidesOfMatch(Number(first), services)
          : sidesOnButton(first, second, services);
      return headToHeadMessage(request, await viewOf(sides, services));
    },
  },
};

const sidesOfMatch = async (matchId: number, { db }: Services): Promise<Sides> => {
  const held = await findMatch(db, matchId);
  if (held === undefined) throw new UserError('outdated-control');
  return held.match.teams;
};

const idsIn = (sides: Sides) => ({
  team_1: sides.team_1.map(({ id }) => id),
  team_2: sides.team_2.map(({ id }) => id),
});

const viewOf = async (teams: Sides, services: Services): Promise<HeadToHeadView> => {
  const ids = idsIn(teams);
  const { value: page, readAt } = await services.api.head2Head(ids, { perPage: PER_PAGE });
  const record = headToHead(page.items, ids.team_1);
  const arePairs = TEAMS.every((team) => teams[team].length === 2);
  const individual = arePairs && page.total === 0 ? await individualRecords(teams, services) : [];
  const eventName = (id: number) => services.directory.get('tournament', id)?.name;
  return { teams, record, total: page.total, individual, readAt, eventName };
};

/** Pairs that never met as pairs: each player against each, where they have met. */
const individualRecords = async (
  teams: Sides,
  { api }: Services,
): Promise<readonly IndividualRecord[]> => {
  const duels = teams.team_1.flatMap((first) => teams.team_2.map((second) => ({ first, second })));
  // An addition to the answer: what cannot be read of it does not take the answer away.
  const records = await Promise.allSettled(
    duels.map(async ({ first, second }) => {
      const { value } = await api.head2Head(
        { team_1: [first.id], team_2: [second.id] },
        { perPage: PER_PAGE },
      );
      const { matches } = headToHead(value.items, [first.id]);
      return { first, second, won: matches.team_1, lost: matches.team_2 };
    }),
  );
  return records
    .flatMap((record) => (record.status === 'fulfilled' ? [record.value] : []))
    .filter(({ won, lost }) => won + lost > 0);
};
