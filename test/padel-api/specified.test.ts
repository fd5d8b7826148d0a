import { expect, it } from 'vitest';
import type { z } from 'zod';
import { matchWire } from '#src/padel-api/wire/match.ts';
import { pairWire, playerWire, simulationWire } from '#src/padel-api/wire/people.ts';
import { careerWire, matchStatsWire } from '#src/padel-api/wire/statistics.ts';
import { seasonWire, tournamentWire, videoWire } from '#src/padel-api/wire/tournaments.ts';
import {
  aCareerOnWire,
  aMatchOnWire,
  aPairOnWire,
  aPlayerOnWire,
  aSeasonOnWire,
  aSimulationOnWire,
  aTournamentOnWire,
  aVideoOnWire,
  matchStatsOnWire,
} from './bodies.ts';

const player = (id: number) => ({
  id,
  name: 'Ana Vega',
  category: 'women',
  photoUrl: 'https://padel.example/ana.png',
  ranking: 12,
  points: 3_400,
  height: 172,
  nationality: 'ES',
  birthplace: 'Madrid',
  birthdate: '1998-04-01',
  age: 28,
  hand: 'right',
  side: 'drive',
  withheld: [],
});

const inMatch = (id: number) => ({ id, name: `Player ${id}` });

const FIGURES = {
  total_points_won: { team_1: 58, team_2: 42 },
  break_points_converted: { team_1: 29, team_2: 100 },
  longest_streak: { team_1: 6, team_2: 3 },
  aces: { team_1: 0, team_2: 1 },
  double_faults: { team_1: 2, team_2: 0 },
  won_on_1st_serve: { team_1: 74, team_2: 50 },
  won_on_2nd_serve: { team_1: 33, team_2: 34 },
  total_won_on_serve: { team_1: 69, team_2: 49 },
  won_on_1st_return: { team_1: 50, team_2: 26 },
  won_on_2nd_return: { team_1: 66, team_2: 67 },
  total_won_on_return: { team_1: 51, team_2: 31 },
  service_games: { team_1: 5, team_2: 5 },
  return_games: { team_1: 5, team_2: 5 },
};

it.each<[string, z.ZodType, object, object]>([
  [
    'match',
    matchWire,
    aMatchOnWire(),
    {
      id: 5,
      tournamentId: 9,
      category: 'men',
      round: 4,
      roundName: 'Quarterfinal',
      slot: 2,
      playedOn: '2026-06-07',
      startedAt: Date.UTC(2026, 5, 8, 2, 30),
      duration: 93,
      scheduleLabel: 'Followed by',
      court: 'Center Court',
      courtOrder: 3,
      status: 'finished',
      score: [
        { team_1: 7, team_2: 6, tieBreak: 4 },
        { team_1: 6, team_2: 3, tieBreak: null },
      ],
      winner: 'team_1',
      teams: { team_1: [inMatch(11), inMatch(12)], team_2: [inMatch(13), inMatch(14)] },
      withheld: [],
    },
  ],
  ['player', playerWire, aPlayerOnWire(1), player(1)],
  [
    'pair',
    pairWire,
    aPairOnWire(),
    {
      ids: [11, 12],
      name: 'Ana Vega / Eva Sol',
      category: 'women',
      points: 6_800,
      firstMatchOn: '2025-02-01',
      lastMatchOn: '2026-06-07',
      players: [player(11), player(12)],
      withheld: [],
    },
  ],
  [
    'tournament, with the fields of today',
    tournamentWire,
    aTournamentOnWire({
      ...{ timezone: 'Europe/Madrid', format: 'pairs', venue: { name: 'Caja Mágica' } },
      prize: { amount: '250000', currency: 'EUR' },
    }),
    {
      id: 9,
      name: 'Madrid P1',
      location: 'Madrid',
      country: 'ES',
      level: 'p1',
      status: 'live',
      startDate: '2026-06-01',
      endDate: '2026-06-07',
      timeZone: 'Europe/Madrid',
      format: 'pairs',
      venue: 'Caja Mágica',
      prize: { amount: 250_000, currency: 'EUR' },
    },
  ],
  [
    'season',
    seasonWire,
    aSeasonOnWire(),
    {
      id: 4,
      name: 'Season 2026',
      year: 2026,
      tournaments: 71,
      status: 'active',
      startDate: '2026-01-05',
      endDate: '2027-01-03',
    },
  ],
  [
    'video',
    videoWire,
    aVideoOnWire(),
    {
      id: 77,
      name: 'Final, men',
      url: 'https://padel.example/videos/77',
      type: 'highlights',
      startedAt: Date.UTC(2026, 5, 7, 16),
      withheld: [],
    },
  ],
  [
    'simulation',
    simulationWire,
    aSimulationOnWire(),
    {
      chances: { team_1: 0.61, team_2: 0.39 },
      players: { team_1: [player(11)], team_2: [player(13)] },
      withheld: [],
    },
  ],
  [
    'statistics of a match',
    matchStatsWire,
    matchStatsOnWire({ set_2: undefined }),
    { matchId: 5, match: FIGURES, sets: [{ number: 1, figures: FIGURES }], withheld: [] },
  ],
  [
    'career',
    careerWire,
    aCareerOnWire(),
    {
      matchesPlayed: 309,
      matchesWon: 239,
      winPercentage: 77.35,
      setsWon: 518,
      setsLost: 208,
      setsPerMatch: 2.35,
      gamesWon: 4_013,
      gamesLost: 2_999,
      gamesPerMatch: 22.69,
      titles: 21,
      finals: 34,
      semifinals: 59,
      bestRound: 1,
      withheld: [],
    },
  ],
])('a body is read as the specification shows it: %s', (_what, wire, body, expected) => {
  expect(wire.parse(body)).toEqual(expected);
});
