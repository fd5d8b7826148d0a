import { phaseOf, type Match } from '../../domain/match/match.ts';
import { byTeam, TEAMS } from '../../domain/terms.ts';
import { pageOf } from '../wire/envelope.ts';
import { matchWire } from '../wire/match.ts';
import { simulationWire } from '../wire/people.ts';
import type { InspectedResponse, InspectionFetch } from './fetch.ts';

/** What a plan may lack (specification, "Authentication"), and the chances that a small one masks. */
export type PlanFeature = 'live' | 'match-stats' | 'pair-stats' | 'chances';

type Found = readonly [PlanFeature, boolean | undefined];

/** True when the service returned it, false when the plan lacks it; undefined for any other status. */
const isIncluded = ({ status }: InspectedResponse): boolean | undefined => {
  if (status === 402) return false;
  return status === 200 ? true : undefined;
};

/** The features of the plan, in five requests at most; unknown ones are left out. */
export const planOf = async (
  request: InspectionFetch,
  day: string | null,
): Promise<ReadonlyMap<PlanFeature, boolean>> => {
  const [live, match] = await Promise.all([
    request({ path: '/live?per_page=1' }),
    playedMatch(request, day),
  ]);
  const ofMatch = match === undefined ? [] : await planOfMatch(request, match);
  const found: readonly Found[] = [['live', isIncluded(live)], ...ofMatch];
  return new Map(found.flatMap(([feature, has]) => (has === undefined ? [] : [[feature, has]])));
};

const planOfMatch = async (
  request: InspectionFetch,
  { id, teams }: Match,
): Promise<readonly Found[]> => {
  const ids = byTeam((team) => teams[team].map((player) => player.id));
  const [stats, pairStats, simulation] = await Promise.all([
    request({ path: `/matches/${id}/stats` }),
    request({ path: `/pairs/${ids.team_1.join('-')}/stats` }),
    request({ method: 'POST', path: '/matches/simulate', body: ids }),
  ]);
  return [
    ['match-stats', isIncluded(stats)],
    ['pair-stats', isIncluded(pairStats)],
    ['chances', hasChances(simulation)],
  ];
};

/** A small plan responds with masked values. */
const hasChances = (answer: InspectedResponse): boolean | undefined => {
  const simulation = simulationWire.safeParse(answer.json).data;
  return isIncluded(answer) === true
    ? simulation && simulation.chances !== null
    : isIncluded(answer);
};

/** A finished match with two players a side. */
const playedMatch = async (
  request: InspectionFetch,
  day: string | null,
): Promise<Match | undefined> => {
  const query = new URLSearchParams({
    sort_by: 'played_at',
    order_by: 'desc',
    per_page: '20',
    ...(day === null ? {} : { before_date: day }),
  });
  const { json } = await request({ path: `/matches?${query.toString()}` });
  const matches = pageOf(matchWire).safeParse(json).data?.items ?? [];
  return matches.find(
    ({ status, winner, teams }) =>
      phaseOf(status) === 'over' &&
      winner !== null &&
      TEAMS.every((team) => teams[team].length === 2),
  );
};
