import { z } from 'zod';
import { PRO } from '../../../sandbox/test/padel-service/service.ts';
import type { PadelService } from '#sandbox/padel-service/index.ts';

/** The raw response of the service, read without the client. */
export type Raw = Readonly<Record<string, unknown>>;

const object = z.record(z.string(), z.unknown());
const page = z.object({ data: z.array(object), meta: z.object({ total: z.int() }) });

/** Requests to the service without the client. */
export const rawOf = (service: PadelService) => {
  const body = async (path: string, payload?: object): Promise<unknown> => {
    const method = payload === undefined ? 'GET' : 'POST';
    const request = { method, url: `/api${path}`, headers: PRO } as const;
    return (await service.inject(payload === undefined ? request : { ...request, payload })).json();
  };
  return {
    one: async (path: string, payload?: object): Promise<Raw> =>
      object.parse(await body(path, payload)),
    page: async (path: string, payload?: object) => page.parse(await body(path, payload)),
  };
};

const instantOf = (value: unknown): number | null =>
  value === null ? null : Date.parse(z.string().parse(value));

const numberOf = (value: unknown): number | null => (value === null ? null : Number(value));

const minutesOf = (value: unknown): number | null => {
  const [hours = 0, minutes = 0] = z.string().parse(value).split(':').map(Number);
  return hours * 60 + minutes || null;
};

const teams = z.object({ team_1: z.unknown(), team_2: z.unknown() });

const byTeam = <T>(value: unknown, of: (team: unknown) => T) => {
  const { team_1, team_2 } = teams.parse(value);
  return { team_1: of(team_1), team_2: of(team_2) };
};

const setOf = (value: unknown) => {
  const texts = byTeam(value, (text) => z.string().parse(text));
  const points = /\((\d+)\)/.exec(texts.team_1 + texts.team_2)?.[1];
  const games = byTeam(texts, (text) => Number.parseInt(z.string().parse(text), 10));
  return { ...games, tieBreak: points === undefined ? null : Number(points) };
};

const refsOf = (value: unknown) =>
  z
    .array(object)
    .parse(value)
    .map(({ id, name }) => ({ id, name }));

/** The expected match of the client. */
export const matchOf = (raw: Raw) => ({
  id: raw['id'],
  category: raw['category'],
  round: raw['round'],
  roundName: raw['round_name'],
  slot: raw['index'],
  playedOn: raw['played_at'],
  startedAt: instantOf(raw['started_time']),
  duration: minutesOf(raw['duration']),
  scheduleLabel: raw['schedule_label'] === '' ? null : raw['schedule_label'],
  court: raw['court'] === '' ? null : raw['court'],
  courtOrder: raw['court_order'],
  status: raw['status'],
  score: raw['score'] === null ? null : z.array(z.unknown()).parse(raw['score']).map(setOf),
  winner: raw['winner'],
  teams: byTeam(raw['players'], refsOf),
  tournamentId: Number(String(raw['connections']).split('/').at(-1)),
  withheld: [],
});

/** The expected player of the client. */
export const playerOf = (raw: Raw) => ({
  id: raw['id'],
  name: raw['name'],
  category: raw['category'],
  photoUrl: raw['photo_url'],
  ranking: numberOf(raw['ranking']) === 9999 ? null : numberOf(raw['ranking']),
  points: raw['points'],
  height: raw['height'],
  nationality: raw['nationality'],
  birthplace: raw['birthplace'],
  birthdate: raw['birthdate'],
  age: numberOf(raw['age']),
  hand: raw['hand'],
  side: raw['side'],
  withheld: [],
});

/** The expected pair of the client. */
export const pairOf = (raw: Raw) => ({
  ids: String(raw['id']).split('-').map(Number),
  name: raw['name'],
  category: raw['category'],
  points: numberOf(raw['points']),
  firstMatchOn: raw['first_match_at'],
  lastMatchOn: raw['last_match_at'],
  players: z.array(object).parse(raw['players']).map(playerOf),
  withheld: [],
});

/** The expected tournament of the client. */
export const tournamentOf = (raw: Raw) => ({
  id: raw['id'],
  name: raw['name'],
  location: raw['location'],
  country: raw['country'],
  level: raw['level'],
  status: raw['status'],
  startDate: raw['start_date'],
  endDate: raw['end_date'],
});

/** The expected season of the client. */
export const seasonOf = (raw: Raw) => ({
  id: raw['id'],
  name: raw['name'],
  year: numberOf(raw['year']),
  tournaments: raw['tournaments_count'],
  status: raw['status'],
  startDate: raw['start_date'],
  endDate: raw['end_date'],
});

/** The expected video of the client. */
export const videoOf = (raw: Raw) => ({
  id: raw['id'],
  name: raw['name'],
  url: raw['url'],
  type: raw['type'],
  startedAt: instantOf(raw['started_at']),
  withheld: [],
});

/** The expected statistics of a player or a pair. */
export const careerOf = (raw: Raw) => ({
  matchesPlayed: raw['matches_played'],
  matchesWon: raw['matches_won'],
  winPercentage: raw['win_percentage'],
  setsWon: raw['sets_won'],
  setsLost: raw['sets_lost'],
  setsPerMatch: raw['avg_sets_per_match'],
  gamesWon: raw['games_won'],
  gamesLost: raw['games_lost'],
  gamesPerMatch: raw['avg_games_per_match'],
  titles: raw['titles'],
  finals: raw['finals'],
  semifinals: raw['semifinals'],
  bestRound: numberOf(raw['best_round']),
  withheld: [],
});

const figuresOf = (raw: unknown) =>
  Object.fromEntries(
    Object.entries(object.parse(raw)).map(([metric, values]) => [
      metric,
      byTeam(values, (value) => Number.parseFloat(z.string().parse(value))),
    ]),
  );

/** The expected statistics of a match. */
export const matchStatsOf = (raw: Raw) => ({
  matchId: raw['id'],
  match: figuresOf(raw['match']),
  sets: [1, 2, 3]
    .filter((number) => `set_${number}` in raw)
    .map((number) => ({ number, figures: figuresOf(raw[`set_${number}`]) })),
  withheld: [],
});

const pointOf = (text: unknown) => {
  const [team_1, team_2] = String(text).split(':');
  return { team_1, team_2 };
};

const gameOf = (raw: Raw) => {
  const [team_1, team_2] = String(raw['game_score']).split('-').map(Number);
  return {
    number: raw['game_number'],
    before: { team_1, team_2 },
    points: z.array(z.unknown()).parse(raw['points']).map(pointOf),
  };
};

const liveSetOf = (raw: Raw) => {
  const games = /^(\d)-(\d)(?:\((\d+)\))?$/.exec(String(raw['set_score']));
  return {
    number: raw['set_number'],
    score:
      games === null
        ? null
        : {
            team_1: Number(games[1]),
            team_2: Number(games[2]),
            tieBreak: games[3] === undefined ? null : Number(games[3]),
          },
    games: z.array(object).parse(raw['games']).map(gameOf),
  };
};

/** The expected points of a match. */
export const pointsOf = (raw: Raw) => ({
  matchId: raw['id'],
  status: raw['status'] ?? null,
  sets: z.array(object).parse(raw['sets']).map(liveSetOf),
});

/** The expected simulation. */
export const simulationOf = (raw: Raw) => ({
  chances: byTeam(raw['probability'], (value) => Number(value) / 100),
  players: byTeam(raw['players'], (team) => z.array(object).parse(team).map(playerOf)),
  withheld: [],
});
