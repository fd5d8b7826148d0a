import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { driftLine } from '#src/domain/schema-drift.ts';
import { DAY, HOUR } from '#src/lib/time.ts';
import { UnreadableAnswer } from '#src/padel-api/errors.ts';
import { pagesOf, wholeList } from '#src/padel-api/request/pages.ts';
import { aLiveOnWire, aMatchOnWire, aPlayerOnWire, aTournamentOnWire } from './bodies.ts';
import { aClient } from './clients.ts';
import { pageOnWire, says } from './service.ts';

const rows = <T>(count: number, one: (id: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => one(index + 1));

const players = rows(50, (id) => aPlayerOnWire(id));

/** A client of a service whose next answer is always the given one. */
const aChangingService = async () => {
  let body: unknown = pageOnWire(players);
  const client = await aClient((response) => {
    says(response, 200, body, { date: new Date(Date.UTC(2026, 9, 7, 7, 35)).toUTCString() });
  });
  const { api, log } = client;
  const lines = () => api.state().drift.map((each) => driftLine(each, api.serviceNow()));
  const answers = (next: unknown): void => {
    body = next;
  };
  const read = () => api.players({ perPage: 50 }, { priority: 'background' });
  const driftsLogged = () =>
    log.lines.filter((line) => line === 'warn answers of the padel data service have changed');
  return { ...client, answers, read, lines, driftsLogged };
};

describe('a page of which nothing is readable', () => {
  const odd = rows(50, (id) => ({ identity: id, name: 'Ana' }));

  it('is a failure, not an empty answer, and is named', async () => {
    const { answers, read, lines, api, log } = await aChangingService();
    await read();
    answers(pageOnWire(odd));
    await expect(read()).rejects.toBeInstanceOf(UnreadableAnswer);
    expect(lines()).toEqual(['players: 0 of 50 rows readable since 07:35 (expected id)']);
    expect(log.details).toContainEqual({ drifts: lines() });
    // One unreadable page is no outage.
    expect(api.state().failure).toBeNull();
  });

  it('of a list that not every service has does not make the service fail', async () => {
    const { answers, api, lines } = await aChangingService();
    answers(pageOnWire(rows(50, (id) => ({ place: id }))));
    const read = () => api.rankings({ type: 'official', category: 'men' });
    for (let asked = 0; asked < 3; asked += 1) {
      await expect(read()).rejects.toBeInstanceOf(UnreadableAnswer);
    }
    expect(api.state().failure).toBeNull();
    expect(lines()[0]).toMatch(/^rankings: 0 of 150 rows readable since 07:35 \(expected \w+/);
  });

  it('is judged at once also with one row', async () => {
    const { answers, read, lines } = await aChangingService();
    await read();
    answers(pageOnWire(odd.slice(0, 1)));
    await expect(read()).rejects.toBeInstanceOf(UnreadableAnswer);
    expect(lines()).toEqual(['players: 0 of 1 rows readable since 07:35 (expected id)']);
    answers(pageOnWire(players));
    await read();
    expect(lines()).toEqual([]);
  });

  it('is forgotten a day after its last reading', async () => {
    const { answers, read, lines, wait } = await aChangingService();
    answers(pageOnWire(odd));
    for (let times = 0; times < 2; times += 1) {
      await expect(read()).rejects.toBeInstanceOf(UnreadableAnswer);
      wait(DAY - HOUR);
      expect(lines()).toHaveLength(1);
    }
    wait(HOUR);
    expect(lines()).toEqual([]);
  });

  it('never shows a value of the answer', async () => {
    const { answers, read, lines, driftsLogged, log } = await aChangingService();
    await read();
    answers({ meta: {}, ['x'.repeat(5_000)]: rows(9, () => ({ id: 'secret', secret: 'secret' })) });
    await expect(read()).rejects.toBeInstanceOf(UnreadableAnswer);
    expect(driftsLogged()).toHaveLength(1);
    expect(JSON.stringify([lines(), log.details])).not.toMatch(/secret|xxx/);
  });
});

describe('a field that is gone', () => {
  const without = players.map(({ points: _points, ...others }) => others);

  it('is named with its count, is logged once a day, and is forgotten when it is back', async () => {
    const { answers, read, lines, driftsLogged, wait } = await aChangingService();
    await read();
    answers(pageOnWire(without));
    await read();
    expect(lines()).toEqual(['players: 0 of 50 rows with points since 07:35 (expected number)']);
    await read();
    expect(lines()).toEqual(['players: 0 of 100 rows with points since 07:35 (expected number)']);
    expect(driftsLogged()).toHaveLength(1);
    for (let hours = 0; hours < 25; hours += 1) {
      wait(HOUR);
      await read();
    }
    expect(driftsLogged()).toHaveLength(2);
    answers(pageOnWire(players));
    await read();
    expect(lines()).toEqual([]);
  });

  it('is named with its day after midnight', () => {
    const since = Date.UTC(2026, 9, 7, 7, 35);
    const finding = { endpoint: 'a', what: 'b', carried: 0, of: 3, since, expected: 'c' };
    expect(driftLine(finding, since + DAY)).toBe(
      'a: 0 of 3 rows b since 2026-10-07 07:35 (expected c)',
    );
  });

  it('of a new process counts when every such service has it', async () => {
    const { answers, read, lines } = await aChangingService();
    answers(pageOnWire(without));
    await read();
    expect(lines()).toEqual(['players: 0 of 50 rows with points since 07:35 (expected number)']);
  });

  it('does not count on a page of one row', async () => {
    const { answers, read, lines } = await aChangingService();
    answers(pageOnWire(without.slice(0, 1)));
    await read();
    expect(lines()).toEqual([]);
  });

  it('such as the score of finished matches counts by many records, since it may come late', async () => {
    const { answers, api, lines } = await aChangingService();
    const read = () => api.matches({ perPage: 50 }, { priority: 'background' });
    answers(pageOnWire(rows(40, (id) => aMatchOnWire({ id }))));
    await read();
    const late = (id: number) => aMatchOnWire({ id, score: null });
    answers(pageOnWire(rows(5, late)));
    await read();
    expect(lines()).toEqual([]);
    answers(pageOnWire(rows(40, late)));
    await read();
    expect(lines()).toEqual([
      'matches: 0 of 45 rows with score where finished since 07:35 (expected list or text)',
    ]);
  });

  it('is not one that a plan withholds', async () => {
    const { answers, read, lines } = await aChangingService();
    answers(pageOnWire(players.map((each) => ({ ...each, points: 'hidden_free_plan' }))));
    await read();
    expect(lines()).toEqual([]);
  });
});

it('frames that lack a field, or are unreadable, are named as those of an endpoint', async () => {
  const { api, lines } = await aChangingService();
  const push = (frame: object, times: number): void => {
    for (let pushed = 0; pushed < times; pushed += 1) api.sawFrame(frame);
  };
  push(aLiveOnWire(), 20);
  expect(lines()).toEqual([]);
  const { sets: _sets, ...others } = aLiveOnWire();
  push(others, 3);
  expect(lines()[0]).toMatch(/^frames: 0 of 3 rows with sets since .* \(expected list\)$/);
  push(aLiveOnWire(), 3);
  push({ match: 5 }, 3);
  expect(lines()[0]).toMatch(/^frames: 0 of 3 rows readable since .* \(expected id\)$/);
});

describe('rows in another place are read, and named:', () => {
  it.each<[string, unknown, string]>([
    ['a renamed list', { people: players, meta: pageOnWire(players).meta }, 'people'],
    ['a list one object deeper', { ...pageOnWire([]), data: { players } }, 'players'],
    ['nested records', pageOnWire(players.map((player) => ({ player, rank: 1 }))), 'player'],
    ['wrapped records', pageOnWire(players.map((data) => ({ data }))), 'data'],
  ])('%s', async (_what, body, place) => {
    const { answers, read, lines } = await aChangingService();
    await read();
    answers(body);
    expect((await read()).value.items).toHaveLength(50);
    expect(lines()).toEqual([
      `players: 0 of 50 rows in their usual place since 07:35 (expected id without ${place})`,
    ]);
  });

  it('a ranking row with a nested player keeps its own place and points', async () => {
    const { answers, api } = await aChangingService();
    const player = aPlayerOnWire(1, { ranking: 3, points: 12_400 });
    answers(pageOnWire([{ ranking: 5, points: 900, player }]));
    const { value } = await api.rankings({ type: 'race', category: 'men' });
    expect(value.items).toMatchObject([{ id: 1, name: player.name, ranking: 5, points: 900 }]);
  });

  it('a row of the live list without its id is not taken for its tournament', async () => {
    const { answers, api } = await aChangingService();
    const { id: match_id, ...others } = aLiveOnWire();
    answers(pageOnWire([{ match_id, ...others, tournament: { id: 4, name: 'Madrid P1' } }]));
    await expect(api.live({ perPage: 50 })).rejects.toBeInstanceOf(UnreadableAnswer);
  });

  it('a part of a record is never taken for the whole', async () => {
    const { answers, api } = await aChangingService();
    const { id: _id, ...others } = aMatchOnWire({ tie: { id: 8, status: 'live' } });
    answers(others);
    await expect(api.match(5)).rejects.toBeInstanceOf(UnreadableAnswer);
  });
});

describe('a list without meta', () => {
  /** Three pages of players, the last one short. */
  const aListWithout = async (name: string) =>
    aClient((response, request) => {
      const page = Number(new URLSearchParams(request.url?.split('?')[1]).get('page') ?? 1);
      const data = players.slice(0, page > 2 ? 7 : 50);
      const { meta, ...others } = pageOnWire(data, page, 3);
      const left = Object.fromEntries(Object.entries(meta).filter(([key]) => key !== name));
      says(response, 200, name === 'meta' ? others : { ...others, meta: left });
    });

  it.each(['meta', 'last_page'])('is read to its last page without %s', async (name) => {
    const { api, paths } = await aListWithout(name);
    let read = 0;
    for await (const page of pagesOf((paging) => api.players(paging))) read += page.length;
    expect([read, paths().length]).toEqual([107, 3]);
    const list = await wholeList((paging) => api.players(paging), 9);
    expect(list.items).toHaveLength(107);
    const drift = api.state().drift.map(({ what }) => what);
    expect(drift).toContain('with meta.last_page');
  });
});

it('the recorded lists of the public service carry what is expected of them', async () => {
  const { answers, api, lines, log } = await aChangingService();
  const shape = (name: string): unknown =>
    JSON.parse(readFileSync(`test/shapes/${name}.json`, 'utf8'));
  const asked = { priority: 'background' } as const;
  for (let times = 0; times < 12; times += 1) {
    answers(shape('matches'));
    await api.matches({}, asked);
    answers(shape('tie'));
    await api.tournamentMatches(901, {}, asked);
    answers(shape('tournaments'));
    await api.tournaments({}, asked);
    answers(shape('players'));
    await api.players({}, asked);
    answers(shape('live-list'));
    await api.live({}, asked);
    answers(shape('seasons'));
    await api.seasons({}, asked);
  }
  expect([lines(), log.lines]).toEqual([[], []]);
  answers(pageOnWire(rows(26, (id) => aTournamentOnWire({ id }))));
  await api.tournaments({}, asked);
  expect(lines()[0]).toMatch(/^tournaments: 0 of 26 rows with timezone since 07:35/);
});
