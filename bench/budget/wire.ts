import { MINUTE } from '#src/lib/time.ts';
import { pickFrom, randomFrom, wholeBetween } from '#sandbox/padel-service/world/random.ts';
import {
  dateOf,
  isListed,
  labelOf,
  statusOf,
  updatedAt,
  type MonthMatch,
  type MonthTournament,
  type World,
} from './world.ts';

/** The responses of the data service about a world. */

export const PLAYERS = 500;

const SET = { team_1: '6', team_2: '4' } as const;

const player = (id: number) => ({
  id,
  name: `Player ${id}`,
  category: 'men',
  ranking: String(id),
  elo: 1_600 - id,
});

const playersIn = ({ id }: MonthMatch) => {
  const random = randomFrom('players', id);
  return Array.from({ length: 4 }, () => player(wholeBetween(random, 1, 120)));
};

const matchOnWire = (match: MonthMatch, now: number) => {
  const status = statusOf(match, now);
  const [a, b, c, d] = playersIn(match);
  return {
    id: match.id,
    category: 'men',
    round: 8,
    round_name: 'Round of 16',
    played_at: match.date,
    court: now < match.publishedAt ? null : match.court,
    court_order: now < match.publishedAt ? null : match.courtOrder,
    schedule_label: labelOf(match, now),
    started_time:
      now >= match.beginsAt && match.firstPushAt !== null
        ? new Date(match.beginsAt).toISOString()
        : null,
    status,
    score: status === 'finished' ? [SET, SET] : null,
    winner: status === 'finished' ? 'team_1' : null,
    players: { team_1: [a, b], team_2: [c, d] },
    connections: `/api/tournaments/${match.tournament.id}`,
  };
};

/** The match as pushed and listed: a game every four minutes. */
export const liveOnWire = (match: MonthMatch, now: number) => {
  const minutes = Math.max(0, Math.min(now, match.endsAt) - match.beginsAt) / MINUTE;
  const games = Math.floor(minutes / 4);
  const sets = [];
  for (let number = 1, left = games; number <= 2; number += 1, left -= 10) {
    if (left < 0) break;
    const own = Math.min(left, 9);
    const isOver = left >= 10 || statusOf(match, now) !== 'live';
    sets.push({
      set_number: number,
      set_score: isOver ? '6-4' : null,
      games: [
        {
          game_number: own + 1,
          game_score: `${Math.ceil(own / 2)} - ${Math.floor(own / 2)}`,
          points: [`${pickFrom(() => (minutes % 4) / 4, ['0', '15', '30', '40'])}:0`],
        },
      ],
    });
  }
  return { id: match.id, status: statusOf(match, now), channel: `matches.${match.id}`, sets };
};

const page = (data: readonly unknown[], path: string, perPage = 50) => {
  const current = Number(/[?&]page=(\d+)/.exec(path)?.[1] ?? 1);
  return {
    data: data.slice((current - 1) * perPage, current * perPage),
    meta: {
      current_page: current,
      last_page: Math.max(1, Math.ceil(data.length / perPage)),
      total: data.length,
    },
  };
};

const everybody = Array.from({ length: PLAYERS }, (_, index) => player(index + 1));

const matchesOf = (matches: readonly MonthMatch[], path: string, now: number) => {
  const id = Number(/tournaments\/(\d+)/.exec(path)?.[1]);
  const query = new URLSearchParams(path.split('?')[1]);
  const since = Date.parse(query.get('updated_after') ?? '');
  const date = query.get('played_at');
  return matches.filter(
    (match) =>
      match.tournament.id === id &&
      (date === null || match.date === date) &&
      (Number.isNaN(since) || updatedAt(match, now) >= since),
  );
};

const tournamentOnWire = (own: MonthTournament, now: number) => {
  const today = dateOf(now);
  const isOver = today > own.endDate;
  return {
    id: own.id,
    name: own.name,
    level: own.level,
    country: 'IT',
    start_date: own.startDate,
    end_date: own.endDate,
    status: isOver ? 'finished' : today >= own.startDate ? 'live' : 'pending',
  };
};

type Route = readonly [pattern: RegExp, body: (path: string, now: number) => unknown];

/** The first matching route responds. */
export const routesOf = ({ tournaments, matches }: World): readonly Route[] => [
  [
    /^\/api\/live/,
    (path, now) =>
      page(
        matches.filter((match) => isListed(match, now)).map((match) => liveOnWire(match, now)),
        path,
      ),
  ],
  [
    /\/simulate/,
    () => ({ probability: { team_1: 60, team_2: 40 }, players: { team_1: [], team_2: [] } }),
  ],
  [/\/stats/, () => ({ matches_played: 10, matches_won: 7, titles: 1 })],
  [/^\/api\/players\/\d+/, (path) => player(Number(/\d+/.exec(path)?.[0]))],
  [
    /^\/api\/players/,
    (path) => page(everybody, path, Number(/per_page=(\d+)/.exec(path)?.[1] ?? 15)),
  ],
  [
    /^\/api\/tournaments\?/,
    (path, now) =>
      page(
        tournaments.map((own) => tournamentOnWire(own, now)),
        path,
      ),
  ],
  [
    /^\/api\/tournaments\/\d+\/matches/,
    (path, now) =>
      page(
        matchesOf(matches, path, now).map((match) => matchOnWire(match, now)),
        path,
      ),
  ],
  [
    /^\/api\/matches\/\d+$/,
    (path, now) => {
      const match = matches.find(({ id }) => path.endsWith(`/${id}`));
      return match === undefined ? undefined : matchOnWire(match, now);
    },
  ],
  [
    /matches|headtohead/,
    (path, now) =>
      page(
        matches
          .filter(({ endsAt }) => endsAt < now)
          .slice(0, 100)
          .map((match) => matchOnWire(match, now)),
        path,
      ),
  ],
];
