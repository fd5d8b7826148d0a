import { LEVELS_TODAY } from '../../world/model.ts';
import { resourceView } from '../views.ts';
import { endpoint, list, type Endpoint } from '../endpoint.ts';
import { choice } from '../input.ts';
import { matchAt, playerAt, tournamentAt } from '../lookup.ts';
import { pairEndpoints } from '../endpoints/pairs.ts';
import { inOrderOf } from '../order.ts';
import { PLAYER_KEYS, playersQuery, selectPlayers } from '../endpoints/players.ts';
import { seasonEndpoints } from '../endpoints/seasons.ts';
import { statsEndpoints } from '../endpoints/stats.ts';
import { selectTournaments, tournamentsQuery } from '../endpoints/tournaments.ts';
import { videoEndpoints } from '../endpoints/videos.ts';
import { matchesIn } from './known-matches.ts';
import { headToHeadEndpoints } from './headtohead.ts';
import { liveTodayEndpoints } from './live.ts';
import { DRAW_OF_FREE, matchFiltersToday, selectMatchesToday } from './match-list.ts';
import { matchToday, matchTodaySchema } from './match.ts';
import { pairToday, pairTodaySchema, partnershipsOf } from './pair.ts';
import { eloToday, playerToday, playerTodaySchema } from './player.ts';
import { rankingEndpoints } from './rankings.ts';
import { seasonToday, seasonTodaySchema } from './season.ts';
import { simulateTodayEndpoints } from './simulate.ts';
import { tournamentToday, tournamentTodaySchema } from './tournament.ts';

const match = resourceView(matchTodaySchema, matchToday);
const player = resourceView(playerTodaySchema, playerToday);
const pair = resourceView(pairTodaySchema, pairToday);
const tournament = resourceView(tournamentTodaySchema, tournamentToday);

const matchEndpoints: readonly Endpoint[] = [
  list({
    method: 'GET',
    path: '/matches',
    summary: 'All matches of a draw',
    freeOnly: DRAW_OF_FREE,
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
    query: {
      ...tournamentsQuery,
      level: choice(LEVELS_TODAY).optional(),
      format: choice(['pairs', 'teams']).optional(),
    },
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
    path: '/tournaments/{tournament}/editions',
    summary: 'The same tournament in other seasons, the latest first',
    of: tournament.schema,
    entries: ({ path }, known) => {
      const { id, name, level, host } = tournamentAt(known, path.tournament);
      return known.tournaments
        .filter((each) => each.id !== id && each.level === level)
        .filter((each) => each.name === name || each.host.city === host.city)
        .sort((a, b) => b.start - a.start);
    },
    show: tournament.show,
  }),

  list({
    method: 'GET',
    path: '/tournaments/{tournament}/matches',
    summary: 'The matches of a draw of a tournament',
    freeOnly: DRAW_OF_FREE,
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

  list({
    method: 'GET',
    path: '/players/{player}/matches',
    summary: 'The matches of a player, with any partner, the latest first',
    freeOnly: DRAW_OF_FREE,
    query: matchFiltersToday,
    of: match.schema,
    entries: ({ path, query }, known) => {
      const own = known.matchesOf(playerAt(known, path.player));
      const sorting =
        query.sort_by === undefined ? ({ sort_by: 'played_at', order_by: 'desc' } as const) : {};
      return selectMatchesToday(own, { ...query, ...sorting }, known);
    },
    show: match.show,
  }),

  list({
    method: 'GET',
    path: '/players/{player}/pairs',
    summary: 'The pairs of a player, the present one first',
    of: pair.schema,
    entries: ({ path }, known) => partnershipsOf(playerAt(known, path.player), known),
    show: pair.show,
  }),
];

/** Every endpoint of the public service as it is today that shows the world. */
export const ENDPOINTS_TODAY: readonly Endpoint[] = [
  ...matchEndpoints,
  ...headToHeadEndpoints(match),
  ...simulateTodayEndpoints,
  ...liveTodayEndpoints,
  ...playerEndpoints,
  ...rankingEndpoints,
  ...pairEndpoints(pair, match),
  ...statsEndpoints('pro'),
  ...tournamentEndpoints,
  ...seasonEndpoints(resourceView(seasonTodaySchema, seasonToday), tournament),
  ...videoEndpoints,
];
