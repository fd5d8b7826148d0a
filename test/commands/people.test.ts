import { describe, expect, it } from 'vitest';
import { pair } from '#commands/pair.ts';
import { player } from '#commands/player.ts';
import type { Command, Services } from '#src/discord/command.ts';
import type { DirectoryEntry } from '#src/domain/people/directory.ts';
import { pairKey } from '#src/domain/people/pairs.ts';
import { NotInPlan, ServiceDown } from '#src/padel-api/errors.ts';
import rankings from '../shapes/rankings.json' with { type: 'json' };
import { aMatch } from '../domain/feed.ts';
import { sets } from '../domain/written.ts';
import { aPlayer } from '../padel-api/names.ts';
import { pageOnWire, says, type Answering } from '../padel-api/service.ts';
import {
  aRequest,
  aStage,
  expectRefusal,
  pressOn,
  storeMatches,
  whileTyping,
  type Typed,
} from './stage.ts';

const KEY = pairKey([1, 2]);

const aPairEntry = (ids: readonly [number, number], name: string, day: string): DirectoryEntry => ({
  ...aPlayer(pairKey(ids), name, { category: 'women', country: null, lastMatchOn: day }),
  kind: 'pair',
});

const NAMES = [
  aPlayer(1, 'Ana Vega', { ranking: 4, category: 'women' }),
  aPlayer(2, 'Eva Lamas', { category: 'women' }),
  aPlayer(3, 'Lea Soria', { category: 'women' }),
  aPlayer(5, 'Ida Paz', { category: 'women' }),
  aPairEntry([1, 2], 'Ana Vega / Eva Lamas', '2026-06-07'),
  aPairEntry([1, 3], 'Ana Vega / Lea Soria', '2025-06-07'),
];

/** A match of the pair as the service sends it. */
const played = (id: number, more: object = {}) => ({
  id,
  category: 'women',
  round: 4,
  played_at: '2026-05-01',
  status: 'finished',
  score: [
    { team_1: '6', team_2: '4' },
    { team_1: '6', team_2: '3' },
  ],
  winner: 'team_1',
  players: {
    team_1: [
      { id: 1, name: 'Ana Vega' },
      { id: 2, name: 'Eva Lamas' },
    ],
    team_2: [
      { id: 8, name: 'Pia Moll' },
      { id: 9, name: 'Zoe Roig' },
    ],
  },
  ...more,
});

const PLAYER = { id: 1, name: 'Ana Vega', category: 'women' };
const PAIR = { id: '1-2', name: 'Ana Vega / Eva Lamas', category: 'women', points: '30416' };
const CAREER = { id: 1, matches_played: 10, matches_won: 7 };

type Body = readonly [status: number, body: object];

/** Responds by path, without its query; any other path is not found. */
const service =
  (bodies: Readonly<Record<string, Body>>): Answering =>
  (response, { url = '' }) => {
    const [status, body] = bodies[url.replace('/api', '').split('?')[0] ?? ''] ?? [404, {}];
    says(response, status, body);
  };

const GOOD: Readonly<Record<string, Body>> = {
  '/players/1': [200, PLAYER],
  '/players/1/stats': [200, CAREER],
  '/pairs/1-2': [200, PAIR],
  '/pairs/1-2/stats': [200, CAREER],
  '/pairs/1-2/matches': [200, pageOnWire([1, 2, 3, 4, 5, 6].map((id) => played(id)))],
};

const stageWith = (bodies: Readonly<Record<string, Body>> = {}) =>
  aStage(NAMES, service({ ...GOOD, ...bodies }));

const run = async (command: Command, services: Services, typed: Typed) =>
  command.run(aRequest(typed), services);

describe('/player', () => {
  it('shows the card with pair, form and picture', async () => {
    const { services } = await stageWith();
    const { embeds, files } = await run(player, services, { player: 'vega' });
    expect(JSON.stringify(embeds)).toContain('Ana Vega / Eva Lamas');
    expect(JSON.stringify(embeds)).toContain('Last matches');
    expect(files?.map(({ name }) => name)).toEqual(['form.png']);
  });

  it('shows the match that the player is playing', async () => {
    const { services } = await stageWith();
    await storeMatches(services, aMatch({ status: 'live' }));
    const { embeds } = await run(player, services, { player: 'vega' });
    expect(embeds?.map(({ title }) => title)).toEqual(['🇪🇸 Ana Vega', 'On court now'].map(noFlag));
  });

  it('shows the stored next match, though the service lists it on another page', async () => {
    const { services } = await stageWith();
    await storeMatches(services, aMatch({ id: 77, playedOn: null }));
    const { embeds } = await run(player, services, { player: 'vega' });
    expect(JSON.stringify(embeds)).toContain('**Soria / Pinto** · Quarterfinal');
  });

  it.each([
    ['was scheduled for a month ago', 30, false],
    ['was scheduled for yesterday, which is still today in the west', 1, true],
  ])('shows as the next match one that %s: %s', async (_reason, daysAgo, isShown) => {
    const day = new Date(Date.now() - daysAgo * 24 * 60 * 60_000).toISOString().slice(0, 10);
    const listed = played(5, { status: 'scheduled', score: null, winner: null, played_at: day });
    const { services } = await stageWith({ '/pairs/1-2/matches': [200, pageOnWire([listed])] });
    const card = JSON.stringify((await run(player, services, { player: 'vega' })).embeds);
    expect(card.includes('Next match')).toBe(isShown);
  });

  it('has the form with any partner, latest first, from one list of the player', async () => {
    const withAnother = played(9, {
      played_at: '2026-05-20',
      players: { team_1: [{ id: 8 }, { id: 9 }], team_2: [{ id: 5, name: 'Ida Paz' }, { id: 1 }] },
      winner: 'team_2',
    });
    const { services, service: api } = await stageWith({
      '/players/1/matches': [200, pageOnWire([played(1), withAnother])],
    });
    const { files, embeds } = await run(player, services, { player: 'vega' });
    const form = embeds?.[0]?.fields?.find(({ name }) => name === 'Last matches')?.value ?? '';
    expect(form.match(/Won|Lost/g)).toEqual(['Won', 'Won']);
    expect(form.indexOf('8 / 9')).toBeLessThan(form.indexOf('Moll / Roig'));
    expect(files).toHaveLength(1);
    await run(player, services, { player: 'vega' });
    const paths = api.received.map(({ path }) => path);
    expect(paths.filter((path) => path.includes('matches'))).toEqual([
      '/api/players/1/matches?sort_by=played_at&order_by=desc&per_page=50',
    ]);
  });

  it.each([
    ['is not there', 404, {}],
    ['is not in the plan', 402, {}],
    ['refuses the order', 422, { message: 'The selected sort by is invalid.' }],
    ['has no readable match', 200, pageOnWire([{ id: null }, 'hidden_free_plan', null])],
    ['is no list', 200, { data: 'hidden_free_plan' }],
  ])("reads the form from the pairs where the player's list %s", async (_case, status, body) => {
    const { services } = await stageWith({ '/players/1/matches': [status, body] });
    const { embeds } = await run(player, services, { player: 'vega' });
    expect(JSON.stringify(embeds)).toContain('Last matches');
  });

  it('does not read the pairs while the service is down', async () => {
    const { services, service: api } = await stageWith({ '/players/1/matches': [500, {}] });
    const { embeds } = await run(player, services, { player: 'vega' });
    expect(JSON.stringify(embeds)).toContain('be loaded right now');
    expect(api.received.filter(({ path }) => path.includes('/pairs/1-2'))).toEqual([]);
  });

  it('asks a service of the specification for two players for what only the public one has', async () => {
    const { services, service: api } = await stageWith({ '/players/2': [200, { id: 2 }] });
    await run(player, services, { player: 'vega' });
    await run(player, services, { player: 'lamas' });
    await run(player, services, { player: 'vega' });
    const paths = api.received.map(({ path }) => path.split('?')[0]);
    expect(paths.filter((path) => /players.*(pairs|matches)/.test(path ?? '')).toSorted()).toEqual([
      '/api/players/1/matches',
      '/api/players/1/pairs',
      '/api/players/2/matches',
      '/api/players/2/pairs',
    ]);
  });

  it('names former partners, and none where they cannot be read', async () => {
    const pairs = pageOnWire([
      { id: '1-3', name: 'Vega/Soria', last_match_at: '2025-06-07T10:00:00Z' },
      { id: '1-2', name: 'Vega/Lamas', last_match_at: '2026-06-07' },
      {
        id: '5-1',
        name: 'Paz/Vega',
        last_match_at: 'hidden_free_plan',
        players: 'x'.repeat(9_999),
      },
      { id: '1', last_match_at: [] },
      { id: '1-77', name: 'Unknown' },
      null,
    ]);
    const cardWith = async (status: number, body: object) => {
      const { services } = await stageWith({ '/players/1/pairs': [status, body] });
      return JSON.stringify((await run(player, services, { player: 'vega' })).embeds);
    };
    expect(await cardWith(200, pairs)).toContain('"Lea Soria (2025), Ida Paz"');
    for (const [status, body] of [
      [404, {}],
      [402, {}],
      [500, {}],
      [200, { data: {} }],
    ] as const)
      expect(await cardWith(status, body)).not.toContain('Former partners');
  });

  it('reads the ranking curve of the season by its button', async () => {
    const year = new Date().getUTCFullYear();
    const row = rankings.data[0];
    const places = [
      { ...row, ranking: 12, date: `${year}-01-12` },
      { ...row, ranking: 9, date: `${year}-01-05` },
      { ...row, ranking: 'hidden_free_plan', date: `${year}-01-19` },
      { ...row, ranking: 30, date: `${year - 1}-12-29` },
    ];
    const { services, service: api } = await stageWith({
      '/players/1/rankings': [200, pageOnWire(places)],
    });
    expect(JSON.stringify(await run(player, services, { player: 'vega' }))).toContain(
      'player:places:1',
    );
    const shown = await pressOn(player, services, ['places', '1']);
    expect(shown.embeds?.[0]?.description?.split('\n').slice(0, 2)).toEqual([
      `no. 9 on Jan 5, ${year} → no. 12 on Jan 12, ${year}`,
      'Season best: 9 · Season low: 12',
    ]);
    const [file] = shown.files ?? [];
    expect(file?.name).toBe('ranking-curve.png');
    expect(file?.description).toContain(
      'Ana Vega: no. 9 → no. 12. Official ranking this season · no. 9',
    );
    expect(api.received.at(-1)?.path).toBe(
      `/api/players/1/rankings?per_page=50&type=official&after_date=${year}-01-01`,
    );
  });

  it.each([
    [402, 'not-in-plan'],
    [404, 'not-found'],
  ])('offers no ranking curve after a %i of two players', async (status, problem) => {
    const answer = [status, {}] as const;
    const { services } = await stageWith({
      '/players/1/rankings': answer,
      '/players/2/rankings': answer,
    });
    for (const id of ['1', '2']) {
      await expectRefusal(() => pressOn(player, services, ['places', id]), problem);
    }
    const card = JSON.stringify(await run(player, services, { player: 'vega' }));
    expect(card).not.toContain('player:places:1');
  });

  it('says that no places are known instead of a curve', async () => {
    const { services } = await stageWith({ '/players/1/rankings': [200, pageOnWire([])] });
    const shown = await pressOn(player, services, ['places', '1']);
    expect(shown.embeds?.[0]?.description).toContain(
      'Official ranking this season: nothing on record',
    );
    expect(shown.files).toBeUndefined();
  });

  it('reads the previous pair, too, when the current one has hardly played', async () => {
    const { services, service: api } = await stageWith({
      '/pairs/1-2/matches': [200, pageOnWire([played(1)])],
    });
    await run(player, services, { player: 'vega' });
    const paths = api.received.map(({ path }) => path.split('?')[0]);
    expect(paths).toContain('/api/pairs/1-3/matches');
  });

  it.each([
    ['matches cannot be read', { '/pairs/1-2/matches': [500, {}] }, 'be loaded right now'],
    ['the pair is not known', { '/pairs/1-2/matches': [404, {}] }, 'No matches on record yet'],
  ] as const)('shows the card while %s', async (_reason, bodies, words) => {
    const { services } = await stageWith(bodies);
    const { embeds } = await run(player, services, { player: 'vega' });
    expect(JSON.stringify(embeds)).toContain(words);
  });

  it('shows the stored next match, though the others cannot be read', async () => {
    const { services } = await stageWith({ '/pairs/1-2/matches': [500, {}] });
    await storeMatches(services, aMatch({ id: 77, playedOn: null }));
    const { embeds } = await run(player, services, { player: 'vega' });
    const names = embeds?.[0]?.fields?.map(({ name }) => name);
    expect(names?.slice(-2)).toEqual(['Next match', 'Last matches']);
  });

  it('shows the card without a picture that cannot be drawn', async () => {
    const { services } = await stageWith();
    const draw = () => Promise.reject(new Error('no thread'));
    const { embeds, files } = await run(player, { ...services, draw }, { player: 'vega' });
    expect(files).toBeUndefined();
    expect(JSON.stringify(embeds)).toContain('Last matches');
  });

  it('says that the service is down', async () => {
    const { services } = await stageWith({ '/players/1': [500, {}] });
    await expect(run(player, services, { player: '1' })).rejects.toBeInstanceOf(ServiceDown);
  });

  it('shows the player into whom the requested one was merged', async () => {
    const { services } = await aStage(NAMES, (response, request) => {
      if (request.url === '/api/players/1')
        response.writeHead(302, { location: '/api/players/2' }).end();
      else says(response, 200, { id: 2, name: 'Eva Lamas', category: 'women' });
    });
    const { embeds } = await run(player, services, { player: '1' });
    expect(embeds?.[0]?.title).toBe('Eva Lamas');
  });

  it('finds a player by nickname, and offers the nickname', async () => {
    const bela = aPlayer(7, 'Fernando Belasteguín', { shortName: 'Bela', called: 'Bela' });
    const { services } = await aStage([bela, aPlayer(8, 'Fernando Belasco')]);
    expect(
      await player.autocomplete?.(whileTyping('player', { player: 'bela' }), services),
    ).toContainEqual({ name: '🇪🇸 Fernando Belasteguín (Bela) · Men', value: '7' });
    await expectRefusal(() => run(player, services, { player: 'bela' }), 'not-found');
  });

  it('completes names without a request to the service', async () => {
    const { services, service: api } = await stageWith();
    expect(await player.autocomplete?.(whileTyping('player', { player: 've' }), services)).toEqual([
      { name: '🇪🇸 Ana Vega · Women no. 4', value: '1' },
    ]);
    expect(api.received).toEqual([]);
  });
});

/** The service of these tests sends no nationality. */
const noFlag = (title: string): string => title.replace('🇪🇸 ', '');

describe('/pair', () => {
  it.each([
    ['by its name', { pair: 'Ana Vega / Eva Lamas' }],
    ['by its name the other way round', { pair: 'Lamas / Vega' }],
    ['by its key', { pair: String(KEY) }],
    ['by both players', { player: 'lamas', partner: 'vega' }],
    ['by one player, whose current pair it is', { player: 'vega' }],
  ])('is found %s', async (_reason, typed: Typed) => {
    const { services } = await stageWith();
    const { embeds } = await run(pair, services, typed);
    expect(embeds?.[0]?.title).toBe('Ana Vega / Eva Lamas');
  });

  it.each([
    ['nothing', {}, 'pair-or-players'],
    ['an unknown pair', { pair: 'zzyzx' }, 'unknown-name'],
    ['a pair and a player', { pair: String(KEY), player: 'paz' }, 'pair-or-players'],
    ['a pair and a partner', { pair: String(KEY), partner: 'paz' }, 'pair-or-players'],
    ['one player twice', { player: 'vega', partner: 'vega' }, 'same-player'],
    ['somebody without a pair', { player: 'paz' }, 'no-partner'],
    ['two who never played together', { player: 'vega', partner: 'paz' }, 'never-paired'],
  ])('is refused for %s', async (_reason, typed: Typed, problem) => {
    const { services } = await stageWith();
    await expectRefusal(() => run(pair, services, typed), problem);
  });

  it('names its players from the directory when the plan withholds them', async () => {
    const hidden = { ...PAIR, players: 'hidden_free_plan', points: 'hidden_free_plan' };
    const { services } = await stageWith({ '/pairs/1-2': [200, hidden] });
    const { embeds } = await run(pair, services, { pair: String(KEY) });
    expect(embeds?.[0]?.description).toContain('🇪🇸 Ana Vega · no. 4');
    expect(embeds?.[0]?.fields?.[0]?.value).toBe('not in the data plan');
  });

  it('completes pairs and players without a request to the service', async () => {
    const { services, service: api } = await stageWith();
    expect(await pair.autocomplete?.(whileTyping('pair', { pair: 'lam' }), services)).toEqual([
      { name: 'Ana Vega / Eva Lamas · Women', value: String(KEY) },
    ]);
    expect(await pair.autocomplete?.(whileTyping('partner', { partner: 'lam' }), services)).toEqual(
      [{ name: '🇪🇸 Eva Lamas · Women', value: '2' }],
    );
    expect(api.received).toEqual([]);
  });
});

describe.each([
  ['player', player, '1', '/api/players/1/stats'],
  ['pair', pair, String(KEY), '/api/pairs/1-2/stats'],
] as const)('statistics of a %s', (_name, command, id, path) => {
  it('begin with this season', async () => {
    const { services, service: api } = await stageWith();
    const message = await pressOn(command, services, ['stats', id]);
    expect(message.embeds?.[0]?.description).toContain('**This season · All rounds**');
    const season = `${new Date().getUTCFullYear()}-01-01`;
    expect(api.received.map((each) => each.path)).toEqual([`${path}?after_date=${season}`]);
  });

  it.each([
    ['a period', ['period', id, '2'], 'all', '?round=2', 'All time · Semifinal'],
    ['a round', ['round', id, 'all'], '1', '?round=1', 'All time · Final'],
    ['all rounds', ['round', id, 'all'], 'any', '', 'All time · All rounds'],
  ])('change with %s', async (_reason, values, chosen, query, scope) => {
    const { services, service: api } = await stageWith();
    const message = await pressOn(command, services, values, [chosen]);
    expect(message.embeds?.[0]?.description).toContain(scope);
    expect(api.received.map((each) => each.path)).toEqual([`${path}${query}`]);
  });

  it('are refused when the plan lacks them', async () => {
    const { services } = await stageWith({ [path.replace('/api', '')]: [402, {}] });
    await expect(pressOn(command, services, ['stats', id])).rejects.toBeInstanceOf(NotInPlan);
  });

  it.each([
    ['an unknown period', ['period', id, 'any'], ['decade']],
    ['an unknown round', ['round', id, 'all'], ['3']],
    ['nothing chosen', ['round', id, 'all'], []],
    ['an unknown action', ['dance', id], []],
    ['no id', ['stats'], []],
    ['an odd id', ['stats', '1e3'], []],
  ])('refuse a control with %s as outdated', async (_reason, values, chosen) => {
    const { services } = await stageWith();
    await expectRefusal(() => pressOn(command, services, values, chosen), 'outdated-control');
  });
});

describe('the matches of players and pairs', () => {
  it('are those with the current partner of a player; others can be chosen', async () => {
    const { services } = await stageWith();
    const message = await pressOn(player, services, ['matches', '1']);
    expect(message.embeds?.[0]?.title).toBe('Ana Vega / Eva Lamas');
    const menu = JSON.stringify(message.components);
    expect(menu).toContain('"label":"Lea Soria"');
    expect(menu).toContain('"custom_id":"player:partner:1"');
  });

  it('are read for another partner that is chosen in the menu', async () => {
    const other = String(pairKey([1, 3]));
    const { services, service: api } = await stageWith({
      '/pairs/1-3/matches': [200, pageOnWire([])],
    });
    await pressOn(player, services, ['partner', '1'], [other]);
    expect(api.received[0]?.path).toContain('/pairs/1-3/matches');
  });

  it('are opened from the list', async () => {
    const { services } = await stageWith({ '/matches/3': [200, played(3)] });
    const message = await pressOn(pair, services, ['match'], ['3']);
    expect(JSON.stringify(message.embeds)).toContain('Moll / Roig');
  });

  it('have their pushed score in the list', async () => {
    const { services } = await stageWith({
      '/pairs/1-2/matches': [
        200,
        pageOnWire([played(5, { status: 'scheduled', score: null, winner: null })]),
      ],
    });
    await storeMatches(services, aMatch({ id: 5, status: 'live', score: sets('6-4 1-0') }));
    for (const [command, id] of [
      [pair, String(KEY)],
      [player, '1'],
    ] as const) {
      const list = await pressOn(command, services, ['matches', id]);
      expect(JSON.stringify(list.embeds)).toContain('6-4 1-0');
    }
  });

  it('that ended since the list was read are results, not the next match', async () => {
    const listed = played(5, {
      status: 'scheduled',
      score: null,
      winner: null,
      connections: { tournament: '/api/tournaments/7' },
    });
    const { services } = await stageWith({ '/pairs/1-2/matches': [200, pageOnWire([listed])] });
    await storeMatches(
      services,
      aMatch({ id: 5, status: 'finished', score: sets('6-2 6-1'), winner: 'team_1' }),
    );
    const card = JSON.stringify((await run(player, services, { player: 'vega' })).embeds);
    expect(card).toContain('6-2 6-1');
    expect(card).not.toContain('Next match');
  });

  it('can be paged', async () => {
    const { services, service: api } = await stageWith();
    await pressOn(pair, services, ['page', String(KEY), '2']);
    await pressOn(player, services, ['page', '1', String(KEY), '3']);
    const pages = api.received.map(({ path }) => /[?&]page=(\d+)/.exec(path)?.[1]);
    expect(pages).toEqual(['2', '3']);
  });

  it.each([
    ['a card, a first page, statistics', ['card', 'stats', 'matches'], 'private'],
    ['a menu, a page', ['period', 'round', 'page'], 'update'],
  ] as const)('have controls (%s) with the response type "%s"', (_reason, actions, expected) => {
    for (const command of [player, pair]) {
      const answer = command.component?.answer;
      for (const action of actions) {
        expect(typeof answer === 'function' ? answer([action]) : answer).toBe(expected);
      }
    }
  });
});
