import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { isCompleteSet } from '../../../../src/domain/match/score.ts';
import { opponentOf, TEAMS, type Team } from '../../../../src/domain/terms.ts';
import type { PadelService } from '#sandbox/padel-service/index.ts';
import { pairStatsSchema, playerStatsSchema } from '#sandbox/padel-service/api/resources/stats.ts';
import { mergedRecord } from '../world/merged-record.ts';
import { FREE, matchShape, pageShape, PRO, startStill } from '../service.ts';

type Match = z.infer<typeof matchShape>;

let service: PadelService;
let all: Match[] = [];
const get = (path: string, headers: Record<string, string> = PRO) =>
  service.inject({ url: `/api${path}`, headers });

/** The matches of all pages of `/matches`. */
const everyMatch = async (): Promise<Match[]> => {
  const found: Match[] = [];
  let path = '/matches?per_page=50';
  while (path !== '') {
    const page = pageShape(matchShape).parse((await get(path)).json());
    found.push(...page.data);
    path = page.links.next.replace(/^.*\/api/, '');
  }
  return found;
};

beforeAll(async () => {
  service = await startStill();
  all = await everyMatch();
});
afterAll(() => service.stop());

const OVER = new Set(['finished', 'retired', 'walkover']);

const sideOf = (match: Match, ids: readonly number[]): Team | undefined =>
  TEAMS.find((team) => ids.every((id) => match.players[team].some((player) => player.id === id)));

const twoDecimals = (value: number): number => Number(value.toFixed(2));

/** The statistics of these players together, counted match by match from `/matches`. */
const counted = (ids: readonly number[], isWanted: (match: Match) => boolean = () => true) => {
  const totals = { played: 0, won: 0, sets: [0, 0], games: [0, 0], rounds: [0, 0, 0], titles: 0 };
  let best: number | null = null;
  for (const match of all) {
    const team = sideOf(match, ids);
    if (team === undefined || !OVER.has(match.status) || !isWanted(match)) continue;
    if (best === null || match.round < best) best = match.round;
    totals.rounds[match.round] = (totals.rounds[match.round] ?? 0) + 1;
    if (match.round === 1 && match.winner === team) totals.titles += 1;
    if (match.status === 'walkover') continue;
    totals.played += 1;
    if (match.winner === team) totals.won += 1;
    for (const set of match.score ?? []) {
      const games = [team, opponentOf(team)].map((each) => Number.parseInt(set[each]));
      const [own = 0, other = 0] = games;
      totals.games = totals.games.map((sum, index) => sum + (games[index] ?? 0));
      if (!isCompleteSet({ team_1: own, team_2: other })) continue;
      const isWon = Number(own > other);
      totals.sets = totals.sets.map((sum, index) => sum + (index === 0 ? isWon : 1 - isWon));
    }
  }
  const { played, won, sets, games } = totals;
  const perMatch = ([own = 0, other = 0]: number[]) =>
    played === 0 ? 0 : twoDecimals((own + other) / played);
  return {
    matches_played: played,
    matches_won: won,
    win_percentage: played === 0 ? 0 : twoDecimals((100 * won) / played),
    sets_won: sets[0],
    sets_lost: sets[1],
    avg_sets_per_match: perMatch(sets),
    games_won: games[0],
    games_lost: games[1],
    avg_games_per_match: perMatch(games),
    titles: totals.titles,
    finals: totals.rounds[1],
    semifinals: totals.rounds[2],
    best_round: best,
  };
};

const playerStats = async (id: number, query = '') =>
  playerStatsSchema.parse((await get(`/players/${id}/stats${query}`)).json());

const idsOf = ({ players }: Match): number[] => players.team_1.map(({ id }) => id);

/** First-named pairs of the latest matches that ended in a retirement or a walkover. */
const unluckyPairs = (): number[][] =>
  all
    .filter(({ status }) => status === 'retired' || status === 'walkover')
    .slice(-12)
    .map(idsOf);

/** First-named pairs of the latest finals: they have matches in every round and year. */
const finalists = (): number[][] =>
  all
    .filter(({ status, round }) => status === 'finished' && round === 1)
    .slice(-4)
    .map(idsOf);

describe('the statistics of a player', () => {
  it('equal a count over /matches', async () => {
    const ids = [1, 30, 77, 130, 242, 333, ...[...finalists(), ...unluckyPairs()].flat()];
    for (const id of ids)
      expect(await playerStats(id), `player ${id}`).toMatchObject(counted([id]));
  });

  it.each([
    ['?round=2', (match: Match) => match.round === 2],
    ['?round=16', (match: Match) => match.round === 16],
    ['?after_date=2026-03-01', (match: Match) => (match.played_at ?? '') >= '2026-03-01'],
    [
      '?after_date=2024-05-01&before_date=2024-05-31',
      (match: Match) => (match.played_at ?? '').startsWith('2024-05'),
    ],
    [
      '?before_date=2025-12-31&round=4',
      (match: Match) => match.round === 4 && (match.played_at ?? '9') <= '2025-12-31',
    ],
  ])('can be limited to a period or a round: %s', async (query, isWanted) => {
    let played = 0;
    for (const id of [1, 30, 242, ...finalists().flat()]) {
      const stats = await playerStats(id, query);
      expect(stats).toMatchObject(counted([id], isWanted));
      played += stats.matches_played;
    }
    expect(played).toBeGreaterThan(0);
  });

  it('are zeros, without a best round, when no match was played', async () => {
    const stats = await playerStats(1, '?after_date=2035-01-01');
    const { id, self, connections, best_round, ...numbers } = stats;
    expect({ id, self, connections }).toEqual({
      id: 1,
      self: '/api/players/1/stats',
      connections: { player: '/api/players/1' },
    });
    expect(best_round).toBeNull();
    expect(new Set(Object.values(numbers))).toEqual(new Set([0]));
  });

  it('take less than 10 ms of processor time to serve', async () => {
    const REQUESTS = 60;
    const tries: number[] = [];
    // The least of a few tries: one of them may collect garbage.
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const before = process.threadCpuUsage();
      for (let id = 1; id <= REQUESTS; id += 1) await get(`/players/${id}/stats`);
      const { user, system } = process.threadCpuUsage(before);
      tries.push((user + system) / 1_000 / REQUESTS);
    }
    expect(Math.min(...tries)).toBeLessThan(10);
  });

  it('redirect from a merged player to the canonical one, with the query', async () => {
    const { id, canonical } = await mergedRecord(service, 'players');
    const answer = await get(`/players/${id}/stats?round=1`);
    expect(answer.statusCode).toBe(302);
    expect(answer.headers.location).toBe(`/api/players/${canonical}/stats?round=1`);
  });

  it.each([
    ['/players/99999/stats', 404],
    ['/players/x/stats', 422],
    ['/players/1/stats?round=5', 422],
    ['/players/1/stats?after_date=yesterday', 422],
  ])('respond to %s with %d', async (path, status) => {
    expect((await get(path)).statusCode).toBe(status);
  });
});

describe('the statistics of a pair', () => {
  it('equal a count over /matches in either order, with the best round as a string', async () => {
    for (const ids of [...finalists(), ...unluckyPairs()]) {
      const { best_round, ...numbers } = counted(ids);
      const [forth, back] = await Promise.all(
        [ids, ids.toReversed()].map((order) => get(`/pairs/${order.join('-')}/stats`)),
      );
      const stats = pairStatsSchema.parse(forth?.json());
      expect(back?.json()).toEqual(stats);
      expect(stats).toMatchObject({ ...numbers, best_round: String(best_round ?? '') });
    }
  });

  it('can be limited to a round', async () => {
    for (const ids of finalists()) {
      const answer = await get(`/pairs/${ids.join('-')}/stats?round=1`);
      const { best_round, ...numbers } = counted(ids, ({ round }) => round === 1);
      expect(best_round).toBe(1);
      expect(pairStatsSchema.parse(answer.json())).toMatchObject({ ...numbers, best_round: '1' });
    }
  });

  it('have an empty best round when no match was played', async () => {
    const [ids = []] = finalists();
    const answer = await get(`/pairs/${ids.join('-')}/stats?after_date=2035-01-01`);
    const stats = pairStatsSchema.parse(answer.json());
    expect(stats).toMatchObject({ matches_played: 0, titles: 0, best_round: '' });
  });

  it('need the pro plan', async () => {
    const [ids = []] = finalists();
    expect((await get(`/pairs/${ids.join('-')}/stats`, FREE)).statusCode).toBe(402);
  });
});
