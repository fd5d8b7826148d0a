import { MINUTE, HOUR, DAY, SECOND } from '#src/lib/time.ts';
import {
  chance,
  normal,
  pickFrom,
  randomFrom,
  wholeBetween,
} from '#sandbox/padel-service/world/random.ts';

/**
 * A month of the calendar (padel-facts, "A believable season"): a P1 and a P2 of seven days, at the same
 * time as one of them an FIP event without live points, and two weeks of FIP Gold and Silver beside each
 * other. All are played in Italy.
 */

/** Italy's offset from UTC in June, minutes. */
const OFFSET = 120;
export const MONTH_BEGINS = Date.UTC(2026, 5, 1);
export const DAYS = 30;
export const PLAYERS = 500;

export interface MonthTournament {
  readonly id: number;
  readonly name: string;
  readonly level: string;
  readonly startDate: string;
  readonly endDate: string;
}

export interface MonthMatch {
  readonly id: number;
  readonly tournament: MonthTournament;
  readonly date: string;
  readonly court: string;
  readonly courtOrder: number;
  /** When the order of play with its court and time is published. */
  readonly publishedAt: number;
  /** The announced time, and the time after a change. */
  readonly label: string;
  readonly moved: { readonly at: number; readonly label: string } | null;
  readonly beginsAt: number;
  readonly endsAt: number;
  /** When its final score becomes readable. */
  readonly confirmedAt: number;
  /** When its first push comes; null for a level without pushes. */
  readonly firstPushAt: number | null;
}

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Courts and matches of each day, from the first round to the final. */
const DAYS_OF_PLAY = [
  { courts: 5, matches: 14 },
  { courts: 5, matches: 22 },
  { courts: 5, matches: 20 },
  { courts: 3, matches: 12 },
  { courts: 2, matches: 8 },
  { courts: 1, matches: 4 },
  { courts: 1, matches: 2 },
] as const;

const tournament = (
  id: number,
  level: string,
  firstDay: number,
  days: number,
): MonthTournament => ({
  id,
  name: `Open ${id}`,
  level,
  startDate: dateOf(MONTH_BEGINS + firstDay * DAY),
  endDate: dateOf(MONTH_BEGINS + (firstDay + days - 1) * DAY),
});

export const hasPoints = ({ level }: MonthTournament): boolean => !level.startsWith('fip_');

export const TOURNAMENTS = [
  tournament(1, 'p1', 3, 7),
  tournament(2, 'fip_gold', 5, 5),
  tournament(3, 'p2', 17, 7),
  tournament(4, 'fip_gold', 11, 5),
  tournament(5, 'fip_silver', 11, 5),
  tournament(6, 'fip_gold', 25, 5),
  tournament(7, 'fip_silver', 25, 5),
] as const;

/**
 * On average a first match starts 11 minutes late, and 19 minutes lie between two matches on a court
 * (padel-facts).
 */
const LATE = 11 * MINUTE;
const BETWEEN = 19 * MINUTE;
/** A start that is not pushed is found in the live list. */
const UNPUSHED = 0.1;
const MOVED = 0.05;

/** Final records are written in the minutes that end in 1 and 6, a few seconds late. */
const batchAfter = (at: number): number =>
  Math.ceil((at - MINUTE) / (5 * MINUTE)) * 5 * MINUTE + MINUTE + 5 * SECOND;

const playOn = (own: MonthTournament): readonly MonthMatch[] => {
  const random = randomFrom('month', own.id);
  const confirmed = randomFrom('final records', own.id);
  const matches: MonthMatch[] = [];
  const first = Date.parse(own.startDate);
  const isCovered = hasPoints(own);
  const days = Math.round((Date.parse(own.endDate) - first) / DAY) + 1;
  for (const [day, { courts, matches: count }] of DAYS_OF_PLAY.slice(0, days).entries()) {
    const midnight = first + day * DAY - OFFSET * MINUTE;
    for (let court = 0; court < courts; court += 1) {
      let freeAt = midnight + 10 * HOUR + LATE;
      const ofCourt = Math.ceil((count - court) / courts);
      for (let order = 1; order <= ofCourt; order += 1) {
        // The evening session starts at six.
        const isEvening = order === 4;
        if (isEvening) freeAt = Math.max(freeAt, midnight + 18 * HOUR);
        const beginsAt = freeAt;
        const length = Math.min(170, Math.max(50, normal(random, 88, 26))) * MINUTE;
        const endsAt = beginsAt + length;
        freeAt = endsAt + BETWEEN;
        const label =
          order === 1 ? 'Starting at 10:00 AM' : isEvening ? 'Not before 6:00 PM' : 'Followed by';
        const isMoved = order > 1 && chance(random, MOVED);
        const movedAt = beginsAt - wholeBetween(random, 40, 150) * MINUTE;
        matches.push({
          id: own.id * 1_000 + matches.length + 1,
          tournament: own,
          date: dateOf(first + day * DAY),
          court: `Court ${court + 1}`,
          courtOrder: order,
          publishedAt: midnight - 5 * HOUR,
          label,
          moved: isMoved ? { at: movedAt, label: 'Not before 5:30 PM' } : null,
          beginsAt,
          endsAt,
          confirmedAt: batchAfter(endsAt + (4 + 11 * confirmed()) * MINUTE),
          firstPushAt: isCovered ? beginsAt + (chance(random, UNPUSHED) ? 15 * MINUTE : 0) : null,
        });
      }
    }
  }
  return matches;
};

export const MATCHES: readonly MonthMatch[] = TOURNAMENTS.flatMap(playOn);

export const statusOf = (match: MonthMatch, now: number): string => {
  if (now >= match.confirmedAt) return 'finished';
  if (now >= match.endsAt) return 'ended';
  // Without coverage, a match goes from scheduled to its result.
  return now >= match.beginsAt && match.firstPushAt !== null ? 'live' : 'scheduled';
};

export const labelOf = ({ publishedAt, label, moved }: MonthMatch, now: number): string | null => {
  if (now < publishedAt) return null;
  return moved !== null && now >= moved.at ? moved.label : label;
};

/** When a match last changed, by the service's date. */
const updatedAt = (match: MonthMatch, now: number): number =>
  Math.max(
    ...[
      match.publishedAt,
      match.moved?.at ?? 0,
      match.firstPushAt === null ? 0 : match.beginsAt,
      match.endsAt,
      match.confirmedAt,
    ].filter((at) => at <= now),
    0,
  );

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

export const matchOnWire = (match: MonthMatch, now: number) => {
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
    const isOver = left >= 10 || now >= match.endsAt;
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

const matchesOf = (path: string, now: number) => {
  const id = Number(/tournaments\/(\d+)/.exec(path)?.[1]);
  const query = new URLSearchParams(path.split('?')[1]);
  const since = Date.parse(query.get('updated_after') ?? '');
  const date = query.get('played_at');
  return MATCHES.filter(
    (match) =>
      match.tournament.id === id &&
      (date === null || match.date === date) &&
      (Number.isNaN(since) || updatedAt(match, now) >= since),
  );
};

/** `GET /live` lists a match until ten minutes after its end. */
const isListed = (match: MonthMatch, now: number): boolean =>
  match.firstPushAt !== null && now >= match.beginsAt && now < match.endsAt + 10 * MINUTE;

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
export const ROUTES: readonly Route[] = [
  [
    /^\/api\/live/,
    (path, now) =>
      page(
        MATCHES.filter((match) => isListed(match, now)).map((match) => liveOnWire(match, now)),
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
        TOURNAMENTS.map((own) => tournamentOnWire(own, now)),
        path,
      ),
  ],
  [
    /^\/api\/tournaments\/\d+\/matches/,
    (path, now) =>
      page(
        matchesOf(path, now).map((match) => matchOnWire(match, now)),
        path,
      ),
  ],
  [
    /^\/api\/matches\/\d+$/,
    (path, now) => {
      const match = MATCHES.find(({ id }) => path.endsWith(`/${id}`));
      return match === undefined ? undefined : matchOnWire(match, now);
    },
  ],
  [
    /matches|headtohead/,
    (path, now) =>
      page(
        MATCHES.filter(({ endsAt }) => endsAt < now)
          .slice(0, 100)
          .map((match) => matchOnWire(match, now)),
        path,
      ),
  ],
];
