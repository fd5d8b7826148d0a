import type { FeedUpdate } from '../../live/feed.ts';
import { liveBodyToday } from '../../live/today.ts';
import { resourceView } from '../views.ts';
import { endpoint, list, type Endpoint } from '../endpoint.ts';
import { head2headEndpoints } from '../endpoints/head2head.ts';
import { choice } from '../input.ts';
import { liveEndpoints } from '../endpoints/live.ts';
import { matchAt, playerAt, tournamentAt } from '../lookup.ts';
import { pairEndpoints } from '../endpoints/pairs.ts';
import { inOrderOf } from '../order.ts';
import { PLAYER_KEYS, playersQuery, selectPlayers } from '../endpoints/players.ts';
import { seasonEndpoints } from '../endpoints/seasons.ts';
import { statsEndpoints } from '../endpoints/stats.ts';
import { selectTournaments, tournamentsQuery } from '../endpoints/tournaments.ts';
import { videoEndpoints } from '../endpoints/videos.ts';
import { matchesIn } from './known-matches.ts';
import { liveTodaySchema } from './live.ts';
import { matchFiltersToday, selectMatchesToday } from './match-list.ts';
import { matchToday, matchTodaySchema } from './match.ts';
import { pairToday, pairTodaySchema } from './pair.ts';
import { eloToday, playerToday, playerTodaySchema } from './player.ts';
import { rankingEndpoints } from './rankings.ts';
import { seasonToday, seasonTodaySchema } from './season.ts';
import { simulateTodayEndpoints } from './simulate.ts';
import { tournamentToday, tournamentTodaySchema } from './tournament.ts';

const match = resourceView(matchTodaySchema, matchToday);
const player = resourceView(playerTodaySchema, playerToday);
const tournament = resourceView(tournamentTodaySchema, tournamentToday);

const matchEndpoints: readonly Endpoint[] = [
  list({
    method: 'GET',
    path: '/matches',
    summary: 'All matches of a draw',
    query: matchFiltersToday,
    of: match.schema,
    entries: ({ query }, known) => selectMatchesToday(known.matches, query, known),
    show: match.show,
  }),

  endpoint({
    method: 'GET',
    path: '/matches/{match}',
    summary: 'One match',
    answer: match.schema,
    answerTo: ({ path }, known) => match.show(matchAt(known, path.match), known),
  }),
];

const tournamentEndpoints: readonly Endpoint[] = [
  list({
    method: 'GET',
    path: '/tournaments',
    summary: 'All tournaments but those that were called off',
    query: { ...tournamentsQuery, format: choice(['pairs', 'teams']).optional() },
    of: tournament.schema,
    entries: ({ query }, known) =>
      selectTournaments(query, known).filter(
        ({ isForTeams = false }) =>
          query.format === undefined || isForTeams === (query.format === 'teams'),
      ),
    show: tournament.show,
  }),

  endpoint({
    method: 'GET',
    path: '/tournaments/{tournament}',
    summary: 'One tournament, one that was called off, too',
    answer: tournament.schema,
    answerTo: ({ path }, known) => tournament.show(tournamentAt(known, path.tournament), known),
  }),

  list({
    method: 'GET',
    path: '/tournaments/{tournament}/matches',
    summary: 'The matches of a draw of a tournament',
    query: matchFiltersToday,
    of: match.schema,
    entries: ({ path, query }, known) => {
      const { id } = tournamentAt(known, path.tournament);
      return selectMatchesToday(matchesIn(known, id), query, known);
    },
    show: match.show,
  }),
];

const playerEndpoints: readonly Endpoint[] = [
  list({
    method: 'GET',
    path: '/players',
    summary: 'All players',
    query: { ...playersQuery, sort_by: choice([...PLAYER_KEYS, 'elo']).optional() },
    of: player.schema,
    entries: ({ query: { sort_by: key, ...query } }, known) => {
      if (key !== 'elo') return selectPlayers({ ...query, sort_by: key }, known);
      const { order_by: order, ...filters } = query;
      const wanted = selectPlayers({ ...filters, sort_by: undefined }, known);
      return inOrderOf(wanted, (each) => eloToday(each, known), order);
    },
    show: player.show,
  }),

  endpoint({
    method: 'GET',
    path: '/players/{player}',
    summary: 'One player',
    answer: player.schema,
    answerTo: ({ path }, known) => player.show(playerAt(known, path.player), known),
  }),
];

/** Every endpoint of the public service as it is today that shows the world. */
export const ENDPOINTS_TODAY: readonly Endpoint[] = [
  ...matchEndpoints,
  ...head2headEndpoints(match, 'pro'),
  ...simulateTodayEndpoints,
  ...liveEndpoints(
    resourceView(liveTodaySchema, (update: FeedUpdate) => ({ ...liveBodyToday(update) })),
  ),
  ...playerEndpoints,
  ...rankingEndpoints,
  ...pairEndpoints(resourceView(pairTodaySchema, pairToday), match),
  ...statsEndpoints,
  ...tournamentEndpoints,
  ...seasonEndpoints(resourceView(seasonTodaySchema, seasonToday), tournament),
  ...videoEndpoints,
];
