import { describe, expect, it } from 'vitest';
import { h2h } from '#commands/h2h.ts';
import { live } from '#commands/live.ts';
import { suggestSide } from '#commands/options/sides.ts';
import { simulate } from '#commands/simulate.ts';
import { HOUR } from '#src/lib/time.ts';
import { UNKNOWN_SERVICE } from '#src/domain/quota.ts';
import { NotInPlan, ServiceDown } from '#src/padel-api/errors.ts';
import { insertMatch, saveChances, saveTournament } from '#src/store/matches/matches.ts';
import { aMatch } from '../domain/feed.ts';
import { aGame, aSet, inPlay } from '../domain/written.ts';
import { aMatchOnWire } from '../padel-api/bodies.ts';
import { aPair, aPlayer } from '../padel-api/names.ts';
import { says, type Answering } from '../padel-api/service.ts';
import { idsOfControls } from '../render/controls.ts';
import { aTournament } from '../render/held.ts';
import { aRequest, aStage, expectRefusal, pressOn, storeMatches, whileTyping } from './stage.ts';

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
  it('of two players sends one request, and none when they are typed by name later', async () => {
    const { services, service } = await aStage(NAMES, answers(pageOf(meeting)));
    const { embeds } = await h2h.run(aRequest(SIDES), services);
    await h2h.run(aRequest({ player: 'ana vega', opponent: 'Soria' }), services);
    expect(embeds?.[0]?.description).toContain('**Vega** leads 1-0');
    expect(service.received.map(({ body }) => body)).toEqual(['{"team_1":[1],"team_2":[3]}']);
  });

  it('of pairs that never met reads the meetings of their players', async () => {
    const { services, service } = await aStage(NAMES, (response, _request, index) => {
      says(response, 200, index === 1 ? pageOf(meeting) : pageOf());
    });
    const { embeds } = await h2h.run(aRequest(PAIRS), services);
    const duels = service.received.filter(({ method }) => method === 'POST');
    expect(duels).toHaveLength(5);
    expect(embeds?.[0]?.fields?.[0]?.value).toMatch(/Vega 1–0 \w+/);
  });

  it('of pairs counts only their meetings, though the service lists those of players', async () => {
    const apart = {
      ...meeting,
      id: 10,
      players: {
        team_1: [{ id: 1 }, { id: 3 }].map(({ id }) => ({ id, name: `Player ${id}` })),
        team_2: [{ id: 2 }, { id: 4 }].map(({ id }) => ({ id, name: `Player ${id}` })),
      },
    };
    const together = {
      ...meeting,
      winner: 'team_2',
      score: null,
      players: {
        team_1: [{ id: 1 }, { id: 2 }].map(({ id }) => ({ id, name: `Player ${id}` })),
        team_2: [{ id: 3 }, { id: 4 }].map(({ id }) => ({ id, name: `Player ${id}` })),
      },
    };
    const { services, service } = await aStage(NAMES, answers(pageOf(together, apart)));
    const { embeds } = await h2h.run(aRequest(PAIRS), services);
    expect(embeds?.[0]?.description).toContain('**Soria / Pinto** lead 1-0');
    expect(embeds?.[0]?.description).not.toContain('Based on the latest');
    // One request for the pairs, and one for each player against each opponent.
    expect(service.received).toHaveLength(5);
  });

  it('of pairs on court against each other names that match, with its button', async () => {
    const { services } = await aStage(NAMES, answers(pageOf()));
    const score = [{ team_1: 6, team_2: 4, tieBreak: null }];
    await storeMatches(services, aMatch({ status: 'live', score }));
    const { embeds, components } = await h2h.run(
      aRequest({
        ...PAIRS,
        player: 'soria',
        partner: 'pinto',
        opponent: '1',
        opponent_partner: '2',
      }),
      services,
    );
    const [on] = embeds?.[0]?.fields?.filter(({ name }) => name === 'On court now') ?? [];
    expect(on?.value).toMatch(/^4-6 · .*Women · Quarterfinal/);
    expect(idsOfControls({ components })).toContain('match:card:123');
    const fromCard = await pressOn(h2h, services, ['match', '123']);
    expect(JSON.stringify(fromCard.embeds)).not.toContain('On court now');
  });

  it.each([
    ['does not have yet', [], 'lead 1-0'],
    ['has', [{ ...meeting, id: 123 }], 'lead 1-0'],
    [
      'has under another id',
      [{ ...meeting, played_at: '2026-06-07', connections: '/api/tournaments/7' }],
      'lead 1-0',
    ],
    ['has besides an earlier one', [meeting], 'lead 2-0'],
  ])(
    'counts once a match that has just ended, which the list of the service %s',
    async (_what, listed, words) => {
      const players = {
        team_1: [1, 2].map((id) => ({ id, name: NAMES[id - 1]?.name })),
        team_2: [3, 4].map((id) => ({ id, name: NAMES[id - 1]?.name })),
      };
      const { services } = await aStage(
        NAMES,
        answers(pageOf(...listed.map((each) => ({ ...each, players })))),
      );
      const score = [6, 6].map((team_1) => ({ team_1, team_2: 4, tieBreak: null }));
      await storeMatches(services, aMatch({ status: 'finished', winner: 'team_1', score }));
      const { embeds } = await h2h.run(aRequest(PAIRS), services);
      expect(embeds?.[0]?.description).toContain(words);
    },
  );

  it('of pairs that only met with other partners shows those meetings separately', async () => {
    const { services } = await aStage(NAMES, answers(pageOf(meeting)));
    const { embeds } = await h2h.run(aRequest(PAIRS), services);
    expect(embeds?.[0]?.description).toContain('No meetings on record');
    expect(embeds?.[0]?.fields?.[0]?.value).toMatch(/Vega 1–0 Soria/);
    expect(embeds?.[0]?.fields?.[0]?.value).not.toContain('Pinto');
  });

  it.each([
    ['a match that is gone', ['match', '77'], 'not-found'],
    ['no match', ['match', 'x'], 'outdated-control'],
    ['players that are gone', ['players', '1', '77'], 'outdated-control'],
    ['nothing', [], 'outdated-control'],
  ])('refuses a button about %s', async (_reason, values, problem) => {
    const { services } = await aStage(NAMES);
    await expectRefusal(() => pressOn(h2h, services, values), problem);
  });

  it('from the button of a match that is not stored reads it from the service', async () => {
    const { services, service } = await aStage(NAMES, (response, { url }) => {
      says(response, 200, url === '/api/matches/5' ? aMatchOnWire() : pageOf());
    });
    const body = await pressOn(h2h, services, ['match', '5']);
    expect(body.embeds?.[0]?.title).toContain('Player 11 / Player 12');
    expect(service.received[1]?.body).toBe('{"team_1":[11,12],"team_2":[13,14]}');
  });

  it.each([
    ['that is live', 'live', 'GET', '/api/matches/123/headtohead?per_page=50'],
    ['that is over', 'finished', 'POST', '/api/matches/headtohead?per_page=50'],
  ])('from the button of a match %s is about its pairs', async (_reason, status, method, path) => {
    const { services, service } = await aStage(NAMES, answers(pageOf(meeting)));
    await storeMatches(services, aMatch({ id: 123, status }));
    const body = await pressOn(h2h, services, ['match', '123']);
    expect(service.received[0]).toMatchObject({ method, path });
    expect(body.embeds?.[0]?.title).toBe('Ana Vega / Eva Lamas – Lea Soria / Mia Pinto');
  });

  it('completes players and pairs, partners of the player first, never the player', async () => {
    const { services } = await aStage([
      ...NAMES,
      aPlayer(5, 'Aldo Vega', { category: 'men' }),
      aPair([1, 3], 'Ana Vega / Lea Soria', '2026-01-01'),
      aPair([1, 2], 'Ana Vega / Eva Lamas', '2025-01-01'),
    ]);
    const offered = (option: string, typed: Record<string, string>) =>
      suggestSide(whileTyping(option, { [option]: '', ...typed }), services).map(
        ({ value }) => value,
      );
    expect(offered('player', { player: 'vega' })).toEqual(['1', '5', '1-3', '1-2']);
    expect(offered('player', { player: 'vega lam' })).toEqual(['1-2']);
    expect(offered('player', { player: 'veha / lamsa' })).toEqual(['1-2']);
    expect(offered('partner', { player: '1' })).toEqual(['3', '2', '4']);
    expect(offered('partner', { player: 'ana vega', partner: 'e' })).toEqual(['2']);
    expect(offered('opponent', { player: '1' })).not.toContain('5');
    expect(offered('opponent', { player: '1', opponent: 'lamas' })).toEqual(['2']);
    expect(offered('opponent_partner', { player: '1-2', opponent: '5' })).toEqual([]);
  });

  it('of two who play together says so, and offers no simulation', async () => {
    const names = [...NAMES, aPair([1, 3], 'Ana Vega / Lea Soria', '2026-05-03')];
    const { services } = await aStage(names, answers(pageOf()));
    const body = await h2h.run(aRequest(SIDES), services);
    expect(body.embeds?.[0]?.description).toContain('They play together');
    expect(idsOfControls(body).some((id) => id.startsWith('simulate'))).toBe(false);
    expect(idsOfControls(await h2h.run(aRequest(PAIRS), services))[0]).toBe('simulate:1-2:3-4');
  });

  it('of two pairs that never met, each in one field, shows opponents in common', async () => {
    const names = [...NAMES, aPair([1, 2], 'Ana Vega / Eva Lamas')];
    const opponents = [51, 52].map((id) => ({ id, name: `Uma Ruiz${id}` }));
    const matchOf = (one: number, two: number, winner: string) => ({
      ...meeting,
      winner,
      players: {
        team_1: [one, two].map((id) => ({ id, name: `Player ${id}` })),
        team_2: opponents,
      },
    });
    const { services } = await aStage(names, (response, { url }) => {
      if (url?.startsWith('/api/pairs/1-2/matches'))
        says(response, 200, pageOf(matchOf(1, 2, 'team_1')));
      else if (url?.startsWith('/api/pairs/3-4/matches'))
        says(response, 200, pageOf(matchOf(3, 4, 'team_2')));
      else says(response, 200, pageOf());
    });
    const request = aRequest({ player: 'vega lamas', opponent: 'soria / pinto' });
    const { embeds } = await h2h.run(request, services);
    expect(embeds?.[0]?.fields).toEqual([
      {
        name: 'Opponents in common',
        value: '**Ruiz51 / Ruiz52**: Vega / Lamas 1–0 · Soria / Pinto 0–1',
      },
    ]);
  });

  it('shows the card as a picture, and without it when it cannot be drawn', async () => {
    const { services } = await aStage(NAMES, answers(pageOf(meeting)));
    const drawn = await h2h.run(aRequest(SIDES), services);
    expect(drawn.files?.[0]?.description).toContain(
      'Ana Vega (ES, no. 4) against Lea Soria (ES). Matches 1–0',
    );
    expect(drawn.embeds?.[0]?.image?.url).toBe('attachment://head-to-head.png');
    const draw = () => Promise.reject(new Error('no paint'));
    const plain = await h2h.run(aRequest(SIDES), { ...services, draw });
    expect(plain.files).toBeUndefined();
    expect(plain.embeds?.[0]?.description).toContain('**Vega** leads 1-0');
  });

  it('reads every page of the meetings, and pages through them in place', async () => {
    const many = Array.from({ length: 50 }, (_, index) => ({ ...meeting, id: 100 + index }));
    const { services, service } = await aStage(NAMES, (response, { url }) => {
      const page = (url ?? '').includes('&page=2') || (url ?? '').includes('?page=2') ? 2 : 1;
      const data = page === 1 ? many : many.slice(0, 3);
      says(response, 200, {
        data,
        links: {},
        meta: { current_page: page, last_page: 2, total: 53 },
      });
    });
    const { embeds } = await h2h.run(aRequest(SIDES), services);
    expect(embeds?.[0]?.description).toContain('**Vega** leads 53-0');
    const values = ['all', '1', '3', '6'];
    const { component: press } = h2h;
    expect(typeof press?.answer === 'function' && press.answer(values)).toBe('update');
    const list = await press?.run({ ...aRequest(), chosen: [], values }, services);
    expect(list?.embeds?.[0]?.description?.match(/✓/g)).toHaveLength(3);
    expect(service.received).toHaveLength(2);
  });
});

describe('/simulate', () => {
  it('shows the chances', async () => {
    const body = {
      name: '',
      probability: { team_1: 61, team_2: 39 },
      players: { team_1: [], team_2: [] },
    };
    const { services } = await aStage(NAMES, answers(body));
    const { embeds } = await simulate.run(aRequest(PAIRS), services);
    expect(embeds?.[0]?.description).toContain('**61%**');
  });

  it('shows the head-to-head when it is read in time', async () => {
    const body = { probability: { team_1: 61, team_2: 39 }, players: { team_1: [], team_2: [] } };
    const met = { ...meeting, category: 'women' };
    const { services } = await aStage(NAMES, (response, { url }) => {
      says(response, 200, url?.includes('simulate') === true ? body : pageOf(met));
    });
    const { embeds, files } = await simulate.run(aRequest(SIDES), services);
    expect(embeds?.[0]?.description).toContain('Head-to-head: **Vega** leads 1-0.');
    expect(files?.[0]?.description).toContain('Head-to-head: Vega leads 1-0.');
  });

  it('computes the chances from fresh stored ratings, without a request', async () => {
    const elo = [1_460, 1_440, 1_400, 1_380];
    const rated = NAMES.map((entry, index) => ({
      ...entry,
      rating: { elo: elo[index] ?? 0, since: 1, readAt: 1 },
    }));
    const { services, service } = await aStage(rated);
    const { embeds } = await simulate.run(aRequest(PAIRS), services);
    expect(embeds?.[0]?.description).toContain('**67%**');
    expect(embeds?.[0]?.description).toContain('Elo difference: **60** in favour of Vega / Lamas.');
    const later = { ...services, now: () => 3 * 24 * 60 * 60_000 };
    await expect(simulate.run(aRequest(PAIRS), later)).rejects.toBeInstanceOf(Error);
    expect(service.received.filter(({ path }) => path.includes('simulate'))).toHaveLength(1);
  });

  it('takes the Elo difference from the response when that has it', async () => {
    const rated = (id: number, elo: number) => ({ id, name: `${id}`, elo });
    const body = {
      probability: { team_1: 24, team_2: 76 },
      players: { team_1: [rated(1, 1_300)], team_2: [rated(3, 1_400.4)] },
    };
    const { services } = await aStage(NAMES, answers({ data: body }));
    const { embeds } = await simulate.run(aRequest(SIDES), services);
    expect(embeds?.[0]?.description).toContain('Elo difference: **100** in favour of Soria.');
  });

  it('shows the live score and chances of sides that are on court now', async () => {
    const body = { probability: { team_1: 61, team_2: 39 }, players: { team_1: [], team_2: [] } };
    const { services } = await aStage(NAMES, answers(body));
    const update = inPlay(aSet(1, '6-4', aGame('5-4', '40:0')), aSet(2, null, aGame('2-0')));
    const match = { ...aMatch(), status: 'live', playedOn: null } as const;
    await insertMatch(services.db, { match, state: update, now: services.now() });
    const { embeds } = await simulate.run(aRequest(PAIRS), services);
    expect(embeds?.[0]?.description).not.toContain('On court now');
    await saveChances(services.db, match.id, { team_1: 0.4, team_2: 0.6 });
    for (const [request, words] of [
      [
        PAIRS,
        /^On court now, 6-4 2-0: \*\*[6-9]\d%\*\* – \*\*\d+%\*\* \(before the match 40% – 60%\)$/m,
      ],
      [
        { player: 'soria', opponent: 'vega' },
        /^On court now, 4-6 0-2: .* \(before the match 60% – 40%\)$/m,
      ],
    ] as const) {
      const answer = await simulate.run(aRequest(request), services);
      expect(answer.embeds?.[0]?.description).toMatch(words);
    }
  });

  it('draws the chances with their numbers', async () => {
    const body = {
      probability: { team_1: 61, team_2: 39 },
      players: { team_1: [], team_2: [] },
    };
    const { services } = await aStage(NAMES, answers(body));
    const { files } = await simulate.run(aRequest(PAIRS), services);
    expect(files?.[0]?.description.slice(0, 87)).toBe(
      'Advantage Vega / Lamas. Chances of winning: Ana Vega (ES, no. 4) / Eva Lamas (ES) 61%, ',
    );
  });

  it('is refused when the plan withholds the chances', async () => {
    const body = { probability: 'hidden_free_plan', players: { team_1: [], team_2: [] } };
    const { services } = await aStage(NAMES, answers(body));
    await expect(simulate.run(aRequest(PAIRS), services)).rejects.toBeInstanceOf(NotInPlan);
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

describe('/live', () => {
  it('lists the live matches without a request to the service', async () => {
    const { services, service } = await aStage(NAMES);
    for (const [id, status] of [
      [1, 'live'],
      [2, 'scheduled'],
      [3, 'finished'],
      [4, 'ended'],
    ] as const) {
      await storeMatches(services, aMatch({ id, status }));
    }
    const { embeds } = await live.run(aRequest(), services);
    expect(embeds).toHaveLength(2);
    expect(service.received).toEqual([]);
  });

  it('does not list a match that was left in play without news for half a day', async () => {
    const { services } = await aStage(NAMES);
    await storeMatches(services, aMatch({ status: 'live' }));
    const after = (ms: number) => live.run(aRequest(), { ...services, now: () => 1 + ms });
    expect((await after(12 * HOUR)).embeds).toHaveLength(1);
    expect((await after(12 * HOUR + 1)).embeds ?? []).toEqual([]);
  });

  const OUTAGE = { service: { ...UNKNOWN_SERVICE, failingSince: 1 }, lastUpdateAt: null };
  const SMALL_PLAN = { service: { ...UNKNOWN_SERVICE, lacksLive: true }, lastUpdateAt: null };

  it.each([
    ['nothing was read since the start', { lastUpdateAt: null }, 'live-unread'],
    ['the service is down', OUTAGE, 'live-unread'],
    ['the service is down after all was well', { ...OUTAGE, lastUpdateAt: 1 }, 'live-unread'],
    ['the plan has no live scores to read', SMALL_PLAN, null],
  ])(
    'distinguishes unread live matches from no live matches when %s',
    async (_reason, status, problem) => {
      const { services } = await aStage(NAMES);
      const result = live.run(aRequest(), {
        ...services,
        status: () => ({ ...services.status(), ...status }),
      });
      if (problem === null) expect((await result).content).toContain('No matches are being played');
      else await expectRefusal(() => result, problem);
    },
  );

  it('shows stored matches while the service is down', async () => {
    const { services } = await aStage(NAMES);
    await storeMatches(services, aMatch({ status: 'live' }));
    const status = () => ({ ...services.status(), ...OUTAGE });
    expect((await live.run(aRequest(), { ...services, status })).embeds).toHaveLength(1);
  });

  it('shows the next match in the user’s time when none is live', async () => {
    const { services } = await aStage(NAMES);
    await saveTournament(services.db, { ...aTournament('Roma P2'), country: 'IT' });
    await storeMatches(services, aMatch({ playedOn: '2999-06-07' }));
    const { content } = await live.run(aRequest(), services);
    const at = Date.parse('2999-06-07T14:00:00Z') / 1_000;
    expect(content?.split('\n')).toEqual([
      'No matches are being played right now.',
      'Next: **Vega / Lamas** – **Soria / Pinto** · Roma P2 · Women · Quarterfinal · Center Court · ' +
        `<t:${at}:D> · not before <t:${at}:t>`,
    ]);
    // It waits for its court: that time says nothing any more.
    const api = { ...services.api, serviceNow: () => at * 1_000 };
    const later = await live.run(aRequest(), { ...services, api });
    expect(later.content).toMatch(/ · Center Court · [^·<]*2999$/);
  });
});
