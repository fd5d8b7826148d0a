import { describe, expect, it } from 'vitest';
import { ranking } from '#commands/ranking.ts';
import { NotInPlan, ServiceDown } from '#src/padel-api/errors.ts';
import { translator } from '#src/i18n/i18n.ts';
import { DAY } from '#src/lib/time.ts';
import { saveRanking } from '#src/store/matches/rankings.ts';
import { aPlayer } from '../padel-api/names.ts';
import { pageOnWire, says, type Answering } from '../padel-api/service.ts';
import { aRequest, aStage, expectRefusal, pressOn, whileTyping, type Typed } from './stage.ts';

const WOMEN = Array.from({ length: 45 }, (_, index) =>
  aPlayer(index + 1, `Ana Numero${index + 1}`, {
    ranking: index + 1,
    category: 'women',
    country: index % 2 === 0 ? 'ES' : 'DE',
  }),
);
const NAMES = [...WOMEN, aPlayer(99, 'Pol Mas', { country: 'BR' })];

/** A service of the specification alone has no endpoint for rankings. */
const withoutRankings =
  (answer: Answering): Answering =>
  (response, request, ...more) => {
    if (request.url?.startsWith('/api/rankings') !== true) answer(response, request, ...more);
    else says(response, 404, { message: 'Not found.' });
  };

const pathsOf = ({ received }: Awaited<ReturnType<typeof aStage>>['service'], path: string) =>
  received.map((request) => request.path).filter((each) => each.startsWith(`/api/${path}`));

/** One page of the service's list of players. */
const players = withoutRankings((response, { url = '' }) => {
  const query = new URL(url, 'http://localhost').searchParams;
  const wanted = NAMES.filter(
    ({ category, country }) =>
      category === query.get('category') &&
      (query.get('nationality') === null || country === query.get('nationality')),
  );
  const page = Number(query.get('page') ?? 1);
  const shown = wanted.slice((page - 1) * 20, page * 20).map((entry) => ({
    ...entry,
    ranking: String(entry.ranking ?? 9999),
    nationality: entry.country,
  }));
  says(response, 200, pageOnWire(shown, page, Math.ceil(wanted.length / 20)));
});

const shown = async (typed: Typed, answer: Answering = players) => {
  const { services, service } = await aStage(NAMES, answer);
  const message = await ranking.run(aRequest(typed), services);
  return { services, service, embed: message.embeds?.[0], controls: message.components };
};

describe('the players that /ranking suggests', () => {
  it.each([
    ['men', ['99']],
    ['women', []],
    [undefined, ['99']],
  ] as const)('are of the chosen category: %s', async (category, ids) => {
    const { services } = await aStage(NAMES);
    const typed = { player: 'pol', ...(category === undefined ? {} : { category }) };
    const choices = await ranking.autocomplete?.(whileTyping('player', typed), services);
    expect(choices?.map(({ value }) => value)).toEqual(ids);
  });

  it('are the best of the chosen category before anything is typed', async () => {
    const { services } = await aStage(NAMES);
    const typing = whileTyping('player', { player: '', category: 'men' });
    expect(await ranking.autocomplete?.(typing, services)).toHaveLength(1);
  });
});

describe('/ranking', () => {
  it('shows the first twenty', async () => {
    const { embed, controls } = await shown({ category: 'women' });
    expect(embed?.title).toBe("Women's ranking");
    expect(embed?.description).toContain('20 DE A. Numero20');
    expect(JSON.stringify(controls)).toContain('"label":"1 of 3"');
  });

  const monday = (daysAgo: number) =>
    new Date(Date.now() - daysAgo * DAY).toISOString().slice(0, 10);

  it.each([
    ['shows who moved since the previous week, from the stored ranking', 2, true],
    ['shows no moves from a ranking of an earlier week', 9, false],
  ] as const)('%s', async (_reason, newest, hasMoves) => {
    const { services } = await aStage(NAMES, players);
    const row = (id: number, place: number, before: number | null) => ({
      ...{ id, name: `${id}`, place, before, points: null },
    });
    await saveRanking(services.db, 'women', {
      date: monday(newest),
      // By now the service lists the third player at another place.
      players: [row(1, 1, 2), row(2, 2, 1), row(3, 4, 5), row(4, 4, null)],
    });
    const { embeds } = await ranking.run(aRequest({ category: 'women' }), services);
    const text = embeds?.[0]?.description ?? '';
    expect(text.match(/\d [▲▼]\d/g) ?? []).toEqual(hasMoves ? ['1 ▲1', '2 ▼1'] : []);
  });

  it('shows the page of a player in their own category, and says so', async () => {
    const { embed, service } = await shown({ category: 'men', player: 'Ana Numero41' });
    const INSTEAD = 'This ranking is shown because **Ana Numero41** is in it.';
    expect(embed?.description?.split('\n')[0]).toBe(INSTEAD);
    const own = await shown({ category: 'women', player: 'Ana Numero41' });
    expect(own.embed?.description).not.toContain(INSTEAD);
    expect(embed?.title).toBe("Women's ranking");
    expect(embed?.description).toContain('▸41 ES A. Numero41');
    expect(pathsOf(service, 'players')).toHaveLength(1);
  });

  it('reads the neighbouring page when the directory is out of date', async () => {
    const shifted = withoutRankings((response, { url = '' }) => {
      const page = Number(new URL(url, 'http://localhost').searchParams.get('page') ?? 1);
      const entry = { id: page === 2 ? 20 : 7, name: 'Ana Numero20', category: 'women' };
      says(response, 200, pageOnWire([entry], page, 3));
    });
    const { service } = await shown({ category: 'women', player: '20' }, shifted);
    const pages = pathsOf(service, 'players').map((path) => /[?&]page=(\d)/.exec(path)?.[1]);
    expect(pages).toEqual([undefined, '2']);
  });

  it('says that a player of another country is not in the list', async () => {
    const { embed } = await shown({ category: 'women', country: 'DE', player: 'Ana Numero1' });
    expect(embed?.description).toContain("**Ana Numero1** isn't in this list.");
  });

  it.each([
    ['its code', 'de'],
    ['its name', 'Germany'],
    ['its name in another language', 'Alemania'],
  ])('accepts a country by %s', async (_reason, country) => {
    const { embed } = await shown({ category: 'women', country });
    expect(embed?.title).toContain('Germany');
    expect(embed?.description).not.toContain(' ES ');
  });

  it.each([
    ['an unknown country', { category: 'men', country: 'Narnia' }, 'unknown-country'],
    ['an unknown player', { category: 'men', player: 'Zzyzx' }, 'unknown-name'],
  ])('refuses %s', async (_reason, typed: Typed, problem) => {
    await expectRefusal(() => shown(typed), problem);
  });

  it.each([
    ['the service is down', 500, ServiceDown],
    ['the plan lacks it', 402, NotInPlan],
  ])('says that %s', async (_reason, status, problem) => {
    const refusing: Answering = (response) => {
      says(response, status, {});
    };
    await expect(shown({ category: 'men' }, refusing)).rejects.toBeInstanceOf(problem);
  });

  it('completes countries in the language of the user, the largest first', async () => {
    const { services } = await aStage(NAMES);
    const offered = async (typed: string) => {
      const request = { ...whileTyping('country', { country: typed }), t: translator('es') };
      return await ranking.autocomplete?.({ ...request, locale: 'es' }, services);
    };
    expect((await offered(''))?.map(({ value }) => value)).toEqual(['ES', 'DE', 'BR']);
    expect(await offered('alema')).toEqual([{ name: '🇩🇪 Alemania', value: 'DE' }]);
  });
});

/** A ranking as the public service of today sends it, with moves. */
const RANKED = [
  {
    ranking: 1,
    points: 1_630.6,
    ranking_diff: -2,
    date: '2026-06-01',
    player: { id: 7, name: 'Ana Vega', nationality: 'ES' },
  },
  { ranking: 2, points: 1_590, ranking_diff: 12, player: { id: 8, name: 'Eva Lamas' } },
  {
    ranking: 3,
    points: 'hidden_free_plan',
    ranking_diff: null,
    player: { id: 9, name: 'Lea Soria' },
  },
  { ranking: 4, player: 'nobody' },
];

describe('the rankings of the public service of today', () => {
  const today: Answering = (response) => {
    says(response, 200, pageOnWire(RANKED));
  };

  it.each([
    [{ category: 'women' }, "Women's ranking", 'official'],
    [{ category: 'women', list: 'race' }, "Women's ranking · Race to the Finals", 'race'],
    [
      { category: 'women', list: 'elo', country: 'ES' },
      "Women's ranking · By Elo · 🇪🇸 Spain",
      'elo',
    ],
  ])('are read in one request: %j', async (typed, title, type) => {
    const { embed, service, controls } = await shown(typed, today);
    expect(embed?.title).toBe(title);
    expect(service.received).toHaveLength(1);
    expect(service.received[0]?.path).toMatch(`/api/rankings?type=${type}&category=women`);
    expect(embed?.description).toContain(
      [' 1 ▲2  ES A. Vega  1,631', ' 2 ▼12    E. Lamas 1,590', ' 3        L. Soria'].join('\n'),
    );
    expect(embed?.description).toContain(
      '-# Ranking of Jun 1, 2026 · ▲▼: change from the week before · ',
    );
    const ids = JSON.stringify(controls).match(/"custom_id":"ranking[^"]+"/g) ?? [];
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(4);
  });

  it('by Elo come from the list of players when the service sorts it by Elo', async () => {
    const sorted = withoutRankings((response, { url = '' }) => {
      const elo = url.includes('sort_by=elo') ? 1_500 : undefined;
      says(response, 200, pageOnWire([{ id: 7, name: 'Ana Vega', category: 'women', elo }]));
    });
    const { embed, service } = await shown({ category: 'women', list: 'elo' }, sorted);
    expect(embed?.description).toContain('1    A. Vega 1,500');
    expect(pathsOf(service, 'players')[0]).toContain('sort_by=elo&order_by=desc');
  });

  it.each([
    ['the race', 'race', players],
    ['by Elo, when no player has a rating', 'elo', players],
    [
      'by Elo, when the service refuses the sorting',
      'elo',
      withoutRankings((response) => {
        says(response, 422, { message: 'The selected sort by is invalid.' });
      }),
    ],
  ])('are reported as missing: %s', async (_reason, list, answer) => {
    await expectRefusal(() => shown({ category: 'women', list }, answer), 'no-such-ranking');
  });

  it('are not requested again when the service has none', async () => {
    const { services, service } = await shown({ category: 'women' });
    await ranking.run(aRequest({ category: 'men' }), services);
    expect(pathsOf(service, 'rankings')).toHaveLength(1);
    expect(services.api.state().failingSince).toBeNull();
  });
});

describe('a control of a ranking', () => {
  const press = async (...values: readonly string[]) => {
    const { services } = await aStage(NAMES, players);
    return await pressOn(ranking, services, values);
  };

  it('changes the page, and keeps the highlighted player', async () => {
    const message = await press('women', '-', '3', '41');
    expect(message.embeds?.[0]?.description).toContain('▸41');
    const rated = await press('women', '-', '1', '-', 'official');
    expect(rated.embeds?.[0]?.title).toBe("Women's ranking");
    const german = await press('women', 'DE', '1', '-');
    expect(german.embeds?.[0]?.title).toContain('Germany');
  });

  it.each([
    ['an unknown category', ['juniors', '-', '1', '-']],
    ['no page', ['men', '-']],
    ['an invalid page', ['men', '-', '-1', '-']],
    ['an invalid country', ['men', 'Spain', '1', '-']],
    ['an unknown ranking', ['men', '-', '1', '-', 'beach']],
    ['nothing', []],
  ])('with %s is refused as outdated', async (_reason, values) => {
    await expectRefusal(() => press(...values), 'outdated-control');
  });
});
