import { describe, expect, it } from 'vitest';
import { h2h } from '#commands/h2h.ts';
import { live } from '#commands/live.ts';
import { player } from '#commands/player.ts';
import { simulate } from '#commands/simulate.ts';
import { NotInPlan, ServiceDown } from '#src/padel-api/errors.ts';
import { insertMatch } from '#src/store/matches.ts';
import { stateOf } from '#src/domain/match-state.ts';
import { aMatch } from '../domain/feed.ts';
import { aPlayer } from '../padel-api/names.ts';
import { says, type Answering } from '../padel-api/service.ts';
import { aRequest, aStage, whileTyping } from './stage.ts';

const NAMES = [
  aPlayer(1, 'Ana Vega', { ranking: 4, category: 'women' }),
  aPlayer(2, 'Eva Lamas', { category: 'women' }),
  aPlayer(3, 'Lea Soria', { category: 'women' }),
  aPlayer(4, 'Mia Pinto', { category: 'women' }),
];

const SIDES = { player: '1', opponent: '3' };
const PAIRS = { player: 'vega', partner: 'lamas', opponent: 'soria', opponent_partner: 'pinto' };

const pageOf = (...data: object[]) => ({
  data,
  links: {},
  meta: { current_page: 1, last_page: 1, total: data.length },
});

const meeting = {
  id: 9,
  category: 'women',
  round: 4,
  played_at: '2026-05-01',
  status: 'finished',
  score: [
    { team_1: '6', team_2: '4' },
    { team_1: '6', team_2: '3' },
  ],
  winner: 'team_1',
  players: { team_1: [{ id: 1, name: 'Ana Vega' }], team_2: [{ id: 3, name: 'Lea Soria' }] },
};

const answers =
  (body: object): Answering =>
  (response) => {
    says(response, 200, body);
  };

describe('/h2h', () => {
  it('of two players asks once, and not again for the same question from the other list', async () => {
    const { services, service } = await aStage(NAMES, answers(pageOf(meeting)));
    const { embeds } = await h2h.run(aRequest(SIDES), services);
    await h2h.run(aRequest({ player: 'ana vega', opponent: 'Soria' }), services);
    expect(embeds?.[0]?.description).toContain('**Vega** leads 1-0');
    expect(service.received.map(({ body }) => body)).toEqual(['{"team_1":[1],"team_2":[3]}']);
  });

  it('of pairs that never met asks what their players did', async () => {
    const { services, service } = await aStage(NAMES, (response, _request, index) => {
      says(response, 200, index === 1 ? pageOf(meeting) : pageOf());
    });
    const { embeds } = await h2h.run(aRequest(PAIRS), services);
    expect(service.received).toHaveLength(5);
    expect(embeds?.[0]?.description).toMatch(/Vega 1–0 \w+/);
  });

  it.each([
    ['a match that is gone', ['match', '77']],
    ['players that are gone', ['players', '1', '77']],
    ['nothing', []],
  ])('on a button about %s says that it is outdated', async (_reason, values) => {
    const { services } = await aStage(NAMES);
    const pressed = (async () => h2h.press?.run({ ...aRequest(), chosen: [], values }, services))();
    await expect(pressed).rejects.toMatchObject({ problem: 'outdated-control' });
  });

  it('on the button of a card is about its pairs', async () => {
    const { services, service } = await aStage(NAMES, answers(pageOf(meeting)));
    const match = aMatch({ id: 123 });
    await insertMatch(services.db, { match, state: stateOf(match), now: 1 });
    await h2h.press?.run({ ...aRequest(), chosen: [], values: ['match', '123'] }, services);
    expect(service.received[0]?.body).toBe('{"team_1":[1,2],"team_2":[3,4]}');
  });
});

describe('/simulate', () => {
  it('tells the chances', async () => {
    const body = {
      name: '',
      probability: { team_1: 61, team_2: 39 },
      players: { team_1: [], team_2: [] },
    };
    const { services } = await aStage(NAMES, answers(body));
    const { embeds } = await simulate.run(aRequest(PAIRS), services);
    expect(embeds?.[0]?.description).toContain('**61%**');
  });

  it.each([
    ['the plan lacks it', 402, NotInPlan],
    ['the service is down', 500, ServiceDown],
  ])('says that %s', async (_reason, status, problem) => {
    const { services } = await aStage(NAMES, (response) => {
      says(response, status, {});
    });
    await expect(simulate.run(aRequest(SIDES), services)).rejects.toBeInstanceOf(problem);
  });
});

describe('/player', () => {
  it('shows the card, and the match that they are playing', async () => {
    const { services } = await aStage(
      NAMES,
      answers({ id: 1, name: 'Ana Vega', category: 'women' }),
    );
    const match = aMatch({ status: 'live' });
    await insertMatch(services.db, { match, state: stateOf(match), now: 1 });
    const { embeds } = await player.run(aRequest({ player: 'vega' }), services);
    expect(embeds?.map(({ title }) => title)).toEqual(['Ana Vega', 'On court now']);
  });

  it('follows a player who was merged into another one', async () => {
    const { services } = await aStage(NAMES, (response, request) => {
      if (request.url === '/api/players/1')
        response.writeHead(302, { location: '/api/players/2' }).end();
      else says(response, 200, { id: 2, name: 'Eva Lamas', category: 'women' });
    });
    const { embeds } = await player.run(aRequest({ player: '1' }), services);
    expect(embeds?.[0]?.title).toBe('Eva Lamas');
  });

  it('completes names without asking the service', async () => {
    const { services, service } = await aStage(NAMES);
    expect(await player.autocomplete?.(whileTyping('player', { player: 've' }), services)).toEqual([
      { name: '🇪🇸 Ana Vega · Women no. 4', value: '1' },
    ]);
    expect(await player.autocomplete?.(whileTyping('player', { player: 'lam' }), services)).toEqual(
      [{ name: '🇪🇸 Eva Lamas · Women', value: '2' }],
    );
    expect(service.received).toEqual([]);
  });
});

describe('/live', () => {
  it('lists the matches in play, without asking the service', async () => {
    const { services, service } = await aStage(NAMES);
    for (const [id, status] of [
      [1, 'live'],
      [2, 'scheduled'],
      [3, 'finished'],
      [4, 'ended'],
    ] as const) {
      const match = aMatch({ id, status });
      await insertMatch(services.db, { match, state: stateOf(match), now: 1 });
    }
    const { embeds } = await live.run(aRequest(), services);
    expect(embeds).toHaveLength(2);
    expect(service.received).toEqual([]);
  });
});
