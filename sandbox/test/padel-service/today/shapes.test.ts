import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DAY } from '../../../../src/lib/time.ts';
import type { PadelService } from '#sandbox/padel-service/index.ts';
import { feedOf } from '#sandbox/padel-service/live/feed.ts';
import { liveBodyToday } from '#sandbox/padel-service/live/today.ts';
import { dayOf } from '#sandbox/padel-service/world/schedule/days.ts';
import { openSharedWorld } from '#sandbox/padel-service/world/profiled-world.ts';
import { FREE, PRO, startStill } from '../service.ts';
import { differences, recorded, recordsOf, shapeOf } from './shapes.ts';

let now: PadelService;
let duringTeams: PadelService;
beforeAll(async () => {
  now = await startStill({ profile: 'today' });
  duringTeams = await startStill({ profile: 'today', opening: 'team-event' });
});
afterAll(() => Promise.all([now.stop(), duringTeams.stop()]));

const page = z.object({ data: z.array(z.looseObject({})), meta: z.looseObject({}) });

const ask = async (
  url: string,
  { of = now, headers = PRO, payload }: Partial<Asking> = {},
): Promise<unknown> =>
  (
    await of.inject({
      url: `/api${url}`,
      headers,
      ...(payload === undefined ? { method: 'GET' } : { method: 'POST', payload }),
    })
  ).json();

interface Asking {
  readonly of: PadelService;
  readonly headers: typeof PRO;
  readonly payload: object;
}

/** The rows of all pages of a list. */
const rows = async (url: string, asking: Partial<Asking> = {}) => {
  const all: Record<string, unknown>[] = [];
  const and = url.includes('?') ? '&' : '?';
  for (let number = 1, last = 1; number <= last; number += 1) {
    const { data, meta } = page.parse(await ask(`${url}${and}per_page=50&page=${number}`, asking));
    all.push(...data);
    last = Math.min(30, Number(meta['last_page']));
  }
  return all;
};

const idsOf = (list: readonly Record<string, unknown>[]) => list.map(({ id }) => Number(id));

const matchesOf = async (
  tournaments: readonly number[],
  asking: Partial<Asking> = {},
  query = '?draw=all',
) =>
  (
    await Promise.all(tournaments.map((id) => rows(`/tournaments/${id}/matches${query}`, asking)))
  ).flat();

const allMatches = async () => {
  const calendar = await rows('/tournaments');
  const past = calendar.filter(({ status }) => status === 'finished').slice(-12);
  const live = calendar.filter(({ status }) => status === 'live');
  const soon = await rows('/matches?draw=all&after_date=2026-11-19&before_date=2026-11-26');
  const teams = await rows('/tournaments?format=teams', { of: duringTeams });
  const event = idsOf(teams).slice(-1);
  return [
    ...(await matchesOf(idsOf([...past, ...live]))),
    ...soon,
    ...(await matchesOf(event, { of: duringTeams })),
    ...(await matchesOf(idsOf(past).slice(-2), { headers: FREE }, '')),
    ...(await matchesOf(idsOf(calendar).slice(0, 3), { headers: FREE }, '')),
  ];
};

/** What the sandbox sends and nobody has recorded, with the reason. */
const LATER: Readonly<Record<string, readonly string[]>> = {
  // Champions were recorded in running tournaments only, as the empty list that PHP makes of no entry.
  tournament: [
    '.winners: object',
    ...['men', 'women'].flatMap((of) => [
      `.winners.${of}: array`,
      `.winners.${of}[]: object`,
      `.winners.${of}[].id: number`,
      `.winners.${of}[].self: string`,
      `.winners.${of}[].name: string`,
      `.winners.${of}[].short_name: string`,
      `.winners.${of}[].connections: object`,
      `.winners.${of}[].connections.pair: string`,
    ]),
  ],
  // service-today has these: the neighbour behind, no group in a knockout, open teams, no winner yet.
  match: [
    '.connections.next: string',
    ...['group', 'team_1', 'team_2', 'winner'].map((key) => `.tie.${key}: null`),
  ],
  // Of the two recorded players no birthplace was known; the specification has it.
  player: ['.birthplace: string'],
};

const expectShape = (
  names: readonly string[],
  sent: readonly unknown[],
  later: readonly string[] = [],
): void => {
  const { missing, unrecorded } = differences(shapeOf(recordsOf(...names)), shapeOf(sent));
  expect(missing, 'recorded, never sent').toEqual([]);
  expect(
    unrecorded.filter((pair) => !later.includes(pair)),
    'sent, not recorded',
  ).toEqual([]);
};

describe('the answers of the profile `today` have the keys and types of the recorded ones', () => {
  it('matches, with ties and wrong clocks', async () => {
    const names = ['matches', 'match-wrong-venue-offset', 'tie'];
    expectShape(names, await allMatches(), LATER['match']);
  }, 60_000);

  it('tournaments, cancelled and postponed ones too', async () => {
    const calendar = await rows('/tournaments');
    const seasons = await rows('/seasons');
    expect(seasons.length).toBeGreaterThan(3);
    const cancelled = await ask('/tournaments/382');
    expectShape(
      ['tournaments', 'tournament-cancelled'],
      [...calendar, cancelled],
      LATER['tournament'],
    );
  });

  it('players, also around a simulation', async () => {
    expectShape(['players'], await rows('/players'), LATER['player']);
    const payloads = Array.from({ length: 30 }, (_, index) => ({
      team_1: [1 + index],
      team_2: [60 + index],
    }));
    const simulated = await Promise.all(
      payloads.map((payload) => ask('/matches/simulate', { payload })),
    );
    const { missing, unrecorded } = differences(shapeOf(recordsOf('simulate')), shapeOf(simulated));
    expect(missing).toEqual([]);
    // Their players are those of the list, unranked ones and unknown sides included.
    expect(unrecorded.filter((pair) => !pair.includes('.players.'))).toEqual([]);
  });

  it('rankings, with newcomers', async () => {
    const early = await rows('/rankings?type=race&date=2026-02-04');
    expectShape(['rankings'], [...(await rows('/rankings')), ...early]);
  });

  it('seasons', async () => {
    expectShape(['seasons'], await rows('/seasons'));
  });

  it('the statistics of a match', async () => {
    const [live] = idsOf(await rows('/live'));
    const { missing, unrecorded } = differences(
      shapeOf(recordsOf('stats')),
      shapeOf([await ask(`/matches/${live ?? 0}/stats`)]),
    );
    expect(missing).toEqual([]);
    // Of the sets only a part was recorded; each has what the match has.
    expect(unrecorded.filter((pair) => !pair.startsWith('.set_'))).toEqual([]);
  });

  it('live matches, in the list, alone and as pushed', async () => {
    const list = await rows('/live');
    const alone = await Promise.all(idsOf(list).map((id) => ask(`/matches/${id}/live`)));
    const anchor = dayOf('2026-11-21');
    const world = openSharedWorld(1, anchor, { profile: 'today', calledNames: 'both' });
    const pushed = world
      .coveredBetween((anchor - 1) * DAY, anchor * DAY)
      .flatMap((match) => feedOf(match).map(liveBodyToday));
    expect(pushed.length).toBeGreaterThan(1000);
    const names = ['live-list', 'match-live', 'match-live-ended'];
    // service-today: coverage is `full` or `partial` in the end, or null.
    expectShape(names, [...list, ...alone, ...pushed], ['.coverage: null']);
  });

  it.each(['players', 'rankings', 'seasons', 'tournaments'])('pages: %s', async (name) => {
    const pages = [await ask(`/${name}?per_page=1&page=2`), await ask(`/${name}?per_page=50`)];
    const one = shapeOf([{ ...z.looseObject({}).parse(recorded(name)), data: [] }]);
    const sent = shapeOf(pages.map((each) => ({ ...z.looseObject({}).parse(each), data: [] })));
    const { missing, unrecorded } = differences(one, sent);
    const last = name === 'seasons' ? ['.links.next: null'] : [];
    expect(missing.filter((pair) => !['.links.next: null', ...last].includes(pair))).toEqual([]);
    // Only single pages were recorded: a neighbour has an address.
    expect(unrecorded.filter((pair) => !/^\.links\.(prev|next): string$/.test(pair))).toEqual([]);
  });
});
