import type { Endpoint } from '../endpoint.ts';
import { head2headEndpoints } from './head2head.ts';
import { liveEndpoints } from './live.ts';
import { matchEndpoints } from './matches.ts';
import type { Partnership } from '../pair-lookup.ts';
import { pairEndpoints } from './pairs.ts';
import { playerEndpoints } from './players.ts';
import { seasonEndpoints } from './seasons.ts';
import { simulateEndpoints } from './simulate.ts';
import { statsEndpoints } from './stats.ts';
import { tournamentEndpoints } from './tournaments.ts';
import { matchResource, matchSchema } from '../resources/match.ts';
import { pairResource, pairSchema } from '../resources/pair.ts';
import { seasonResource, seasonSchema } from '../resources/season.ts';
import { tournamentResource, tournamentSchema } from '../resources/tournament.ts';
import type { Match, Tournament } from '../../world/model.ts';
import { videoEndpoints } from './videos.ts';
import { resourceView } from '../views.ts';

const match = resourceView(matchSchema, (each: Match, { now, calledNames }) =>
  matchResource(each, now, calledNames),
);
const tournament = resourceView(tournamentSchema, (each: Tournament, { now }) =>
  tournamentResource(each, now),
);
const pair = resourceView(pairSchema, ({ pair: two, matches }: Partnership, known) =>
  pairResource(two, matches, known),
);

/**
 * Every endpoint of the specification that shows the world; a further one is a file like these and a
 * line here.
 */
export const ENDPOINTS: readonly Endpoint[] = [
  ...matchEndpoints,
  ...head2headEndpoints(match),
  ...simulateEndpoints,
  ...liveEndpoints,
  ...playerEndpoints,
  ...pairEndpoints(pair, match),
  ...statsEndpoints(),
  ...tournamentEndpoints,
  ...seasonEndpoints(resourceView(seasonSchema, seasonResource), tournament),
  ...videoEndpoints,
];
