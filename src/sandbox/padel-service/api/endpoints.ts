import type { Endpoint } from './endpoint.ts';
import { head2headEndpoints } from './head2head.ts';
import { liveEndpoints } from './live.ts';
import { matchEndpoints } from './matches.ts';
import { pairEndpoints } from './pairs.ts';
import { playerEndpoints } from './players.ts';
import { seasonEndpoints } from './seasons.ts';
import { simulateEndpoints } from './simulate.ts';
import { statsEndpoints } from './stats.ts';
import { tournamentEndpoints } from './tournaments.ts';
import { videoEndpoints } from './videos.ts';

/** Every endpoint that shows the world; a further one is a file like these and a line here. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...matchEndpoints,
  ...head2headEndpoints,
  ...simulateEndpoints,
  ...liveEndpoints,
  ...playerEndpoints,
  ...pairEndpoints,
  ...statsEndpoints,
  ...tournamentEndpoints,
  ...seasonEndpoints,
  ...videoEndpoints,
];
