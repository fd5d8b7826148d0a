import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DAY, HOUR, MINUTE } from '../../../../src/lib/time.ts';
import { matchToday, matchTodaySchema } from '#sandbox/padel-service/api/today/match.ts';
import {
  tournamentToday,
  tournamentTodaySchema,
} from '#sandbox/padel-service/api/today/tournament.ts';
import type { PadelService } from '#sandbox/padel-service/index.ts';
import { feedOf } from '#sandbox/padel-service/live/feed.ts';
import { dayOf } from '#sandbox/padel-service/world/schedule/days.ts';
import { playersOf, type Match } from '#sandbox/padel-service/world/model.ts';
import { openSharedWorld } from '#sandbox/padel-service/world/profiled-world.ts';
import { PRO, startStill } from '../service.ts';

const ANCHOR = dayOf('2026-11-21');
const world = openSharedWorld(1, ANCHOR, { profile: 'today' });
const known = world.at(ANCHOR * DAY);
const events = known.tournaments.filter(({ isForTeams }) => isForTeams);
const event = events.at(-1) ?? expect.fail('no team event');
const rubbersOf = (id: number) => known.matches.filter(({ tournament }) => tournament.id === id);
const rubbers = rubbersOf(event.id);

const tiesOf = (matches: readonly Match[]) => [
  ...Map.groupBy(matches, ({ tie, category, round, index }) =>
    [category, tie?.draw, round, index].join('/'),
  ).values(),
];
const isOnTour = ({ level, id }: Match['tournament']): boolean =>
  level !== 'fip_silver' && level !== 'fip_bronze' && id < 5_000;
const tieOf = ({ tie }: Match) => tie ?? expect.fail('no tie');

describe('the team event', () => {
  it('takes place once a season in the `today` profile, and changes nothing else', () => {
    expect(events.map(({ season }) => season)).toEqual([2023, 2024, 2025, 2026]);
    expect(event).toMatchObject({ start: dayOf('2026-11-09'), end: dayOf('2026-11-15') });
    const plain = openSharedWorld(1, ANCHOR).at(ANCHOR * DAY);
    expect(plain.tournaments.filter(({ isForTeams }) => isForTeams)).toEqual([]);
    const outline = (matches: readonly Match[]) =>
      matches
        .filter(
          ({ tie, outcome, tournament }) =>
            tie === undefined &&
            outcome !== 'cancelled' &&
            outcome !== 'bye' &&
            isOnTour(tournament),
        )
        .filter(({ closed }) => closed <= ANCHOR * DAY - HOUR)
        .map(({ id, winner, started, ended }) => [id, winner, started, ended]);
    expect(outline(plain.matches)).toEqual(outline(known.matches));
    expect(plain.eloOf(plain.players[0] ?? expect.fail())).toBe(
      known.eloOf(known.players[0] ?? expect.fail()),
    );
  });

  it.each(['men', 'women'] as const)(
    'has ties in groups, knockout and placement for %s',
    (category) => {
      const ties = tiesOf(rubbers.filter((match) => match.category === category));
      const stages = Map.groupBy(ties, ([first]) => {
        const body = matchToday(first ?? expect.fail(), known);
        return `${body.draw} ${body.round} ${body.round_name}`;
      });
      const counts = Object.fromEntries([...stages].map(([stage, list]) => [stage, list.length]));
      expect(counts).toEqual({
        'group 0 Group stage': 12,
        'main 4 Quarterfinals': 4,
        'main 2 Semifinals': 2,
        'main 1 Finals': 1,
        'placement 2 Placement': 2,
        'placement 1 Placement': 3,
      });
      const groups = ties.flatMap(([first]) => (first?.tie?.group ? [first.tie] : []));
      for (const group of ['A', 'B']) {
        const own = groups.filter((tie) => tie.group === group);
        const nations = own.flatMap(({ teams }) => [teams.team_1, teams.team_2]);
        expect(
          [...Map.groupBy(nations, (nation) => nation).values()].map((each) => each.length),
        ).toEqual([3, 3, 3, 3]);
      }
    },
  );

  it('decides each tie by two of three rubbers, played in turn on one court', () => {
    for (const tie of events.flatMap(({ id }) => tiesOf(rubbersOf(id)))) {
      expect(tie.map((match) => tieOf(match).rubber)).toEqual([1, 2, 3]);
      const played = tie.filter(({ outcome }) => outcome !== 'not_played');
      const winner = tieOf(tie[0] ?? expect.fail()).winner;
      expect(played.filter((match) => match.winner === winner)).toHaveLength(2);
      expect(played.length === 2).toBe(tie[0]?.winner === tie[1]?.winner);
      expect(new Set(tie.map(({ slot }) => slot?.court)).size).toBe(1);
      played.slice(1).forEach((match, index) => {
        const before = played[index]?.ended;
        if (match.started !== null && before) expect(match.started).toBeGreaterThan(before);
      });
    }
  });

  it('shows valid rubbers before, between and after play, with the score of the tie', () => {
    const [between = expect.fail()] = tiesOf(rubbers).filter(
      ([one, two]) => one?.category === 'men' && one.winner === two?.winner && one.started !== null,
    );
    const [first = expect.fail(), second = expect.fail(), third = expect.fail()] = between;
    const at = (match: Match, now: number) =>
      matchTodaySchema.parse(matchToday(match, world.at(now)));
    expect(at(second, first.closed)).toMatchObject({
      seeds: { team_1: null, team_2: null },
      tie: { rubber: 2, score: { [first.winner]: 1 }, winner: null },
    });
    expect(at(third, second.closed - MINUTE)).toMatchObject({ status: 'scheduled' });
    const unplayed = at(third, third.closed);
    expect(unplayed).toMatchObject({
      ...{ status: 'not_played', score: null, winner: null, court: null, started_time: null },
      tie: { rubber: 3, score: { [first.winner]: 2 }, winner: first.winner },
    });
    expect(unplayed.players.team_1).toHaveLength(2);
    expect(Date.parse(unplayed.updated_at)).toBeGreaterThanOrEqual(second.closed - 1000);
    expect(feedOf(third)).toEqual([]);
    for (const match of rubbers) matchTodaySchema.parse(matchToday(match, known));
  });

  it('never has a player in two matches at once', () => {
    const spans = known.matches
      .filter(({ started, tournament }) => started !== null && tournament.end >= event.start - 8)
      .flatMap((match) =>
        [...playersOf(match, 'team_1'), ...playersOf(match, 'team_2')].map(({ id }) => ({
          id,
          match,
        })),
      );
    for (const own of Map.groupBy(spans, ({ id }) => id).values()) {
      const sorted = own
        .map(({ match }) => match)
        .sort((a, b) => (a.started ?? 0) - (b.started ?? 0));
      sorted.slice(1).forEach((match, index) => {
        expect(match.started).toBeGreaterThan(sorted[index]?.ended ?? 0);
      });
    }
  });

  it('names all pairs of the winning nation as winners, even one that lost its rubber', () => {
    const finals = events.flatMap(({ id }) =>
      tiesOf(rubbersOf(id).filter(({ tie, round }) => tie?.draw === 'main' && round === 1)),
    );
    expect(finals).toHaveLength(8);
    expect(finals.some((tie) => tie.some((match) => match.winner !== tieOf(match).winner))).toBe(
      true,
    );
    for (const each of events) {
      const { winners, format } = tournamentTodaySchema.parse(tournamentToday(each, known));
      expect(format).toBe('teams');
      const { men, women } = Array.isArray(winners) ? expect.fail('no winners') : winners;
      expect([men?.length, women?.length]).toEqual([6, 6]);
    }
  });
});

describe('a service that starts during the team event', () => {
  let service: PadelService;
  beforeAll(async () => {
    service = await startStill({ profile: 'today', opening: 'team-event' });
  });
  afterAll(() => service.stop());

  const page = z.object({ data: z.array(matchTodaySchema), meta: z.object({ total: z.int() }) });
  const list = async (query: string) =>
    page.parse(
      (
        await service.inject({
          url: `/api/tournaments/${event.id}/matches?per_page=50&${query}`,
          headers: PRO,
        })
      ).json(),
    );

  it('has live rubbers with point-by-point data', async () => {
    expect(service.getWorld()).toMatchObject({
      now: expect.stringMatching('^2026-11-11') as string,
    });
    const groups = await list('draw=group&round=0&played_at=2026-11-11');
    const live = groups.data.filter(({ status }) => status === 'live');
    expect(live.length).toBeGreaterThan(1);
    const { body } = await service.inject({
      url: `/api/matches/${live[0]?.id ?? 0}/live`,
      headers: PRO,
    });
    expect(JSON.parse(body)).toMatchObject({ status: 'live', coverage: 'tracking' });
  });

  it('lists matches by draw and by group of the tie', async () => {
    // The ties of the knockout are there with the draw; who plays them is open.
    const open = await list('');
    expect(open.meta.total).toBe(42);
    expect(open.data[0]).toMatchObject({
      ...{ name: null, status: 'scheduled', players: { team_1: [], team_2: [] } },
      tie: { team_1: null, team_2: null, winner: null },
    });
    expect((await list('draw=group')).meta.total).toBe(72);
    const one = await list('draw=all&tie[group]=b&category=women');
    expect(one.meta.total).toBe(18);
    expect(new Set(one.data.map(({ tie }) => tie?.group))).toEqual(new Set(['B']));
    expect(one.data[0]?.tie).toMatchObject({ id: 'women-group-0-6', score: {} });
    expect(one.data[0]?.tie?.team_1).toMatch(/^[A-Z][a-z]/);
  });

  it('does not exist in the `specification` profile', async () => {
    await service.steer({ profile: 'specification' });
    const answer = await service.inject({
      url: `/api/tournaments/${event.id}/matches`,
      headers: PRO,
    });
    expect(answer.statusCode).toBe(404);
  });
});
