import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { tournament } from '#commands/tournament.ts';
import { THEME, type Element } from '#src/render/pictures/element.ts';
import { stateOf } from '#src/domain/match/state.ts';
import { updateMatch } from '#src/store/matches/matches.ts';
import { addFollow } from '#src/store/follows/follows.ts';
import { aMatch } from '../domain/feed.ts';
import { sets } from '../domain/written.ts';
import { aTournament } from '../padel-api/names.ts';
import { pageOnWire, says, type Answering } from '../padel-api/service.ts';
import { refusals } from '../render/held.ts';
import { aRequest, aStage, expectRefusal, pressOn, storeMatches } from './stage.ts';

const NAMES = [{ ...aTournament(7, 'Madrid P1', '2026-06-01'), endDate: '2026-06-07' }];

const MADRID = {
  id: 7,
  name: 'Madrid P1',
  location: 'Madrid',
  country: 'ES',
  level: 'p1',
  status: 'live',
  start_date: '2026-06-01',
  end_date: '2026-06-07',
};

const side = (...names: string[]) => names.map((name, index) => ({ id: index + 1, name }));

const matchOnWire = (id: number, round: number, index: number, more: object = {}) => ({
  id,
  category: 'women',
  round,
  round_name: 'a round',
  index,
  played_at: '2026-06-05',
  court: 'Center Court',
  status: 'finished',
  score: [
    { team_1: '6', team_2: '4' },
    { team_1: '7', team_2: '6(4)' },
  ],
  winner: 'team_1',
  players: { team_1: side('Ana Vega', 'Eva Lamas'), team_2: side('Lea Soria', 'Mia Pinto') },
  ...more,
});

const MATCHES = [
  matchOnWire(1, 4, 0),
  matchOnWire(2, 4, 1, { status: 'retired' }),
  matchOnWire(3, 4, 2, { status: 'walkover', score: null, winner: 'team_2' }),
  matchOnWire(4, 4, 3, { status: 'live', winner: null }),
  matchOnWire(5, 2, 0, { status: 'scheduled', score: null, winner: null }),
  matchOnWire(6, 16, 0, {
    category: 'men',
    status: 'bye',
    score: null,
    players: { team_1: side('Al Paz', 'Bo Rey'), team_2: [] },
  }),
];

const VIDEO = {
  id: 1,
  name: 'Day *1*',
  url: 'https://example.org/a_(b)',
  type: 'replay',
  started_at: '2026-06-05T10:00:00Z',
};

type Bodies = Readonly<Record<string, unknown>>;

const BODIES: Bodies = {
  '/api/tournaments': pageOnWire([MADRID]),
  '/api/tournaments/7/matches': pageOnWire(MATCHES),
  '/api/tournaments/7/videos': pageOnWire([VIDEO]),
};

const pathOf = ({ url }: IncomingMessage): string => (url ?? '').split('?')[0] ?? '';

/** Responds by path; a number is a status with an empty body. */
const answering =
  (bodies: Bodies): Answering =>
  (response, request) => {
    const body = bodies[pathOf(request)] ?? 404;
    if (typeof body === 'number') says(response, body, {});
    else says(response, 200, body);
  };

const shown = async (
  bodies: Bodies = BODIES,
  values: readonly string[] | null = null,
  chosen: readonly string[] = [],
) => {
  const { services, service } = await aStage(NAMES, answering(bodies));
  const body = await (values === null
    ? tournament.run(aRequest({ tournament: 'madrid' }), services)
    : pressOn(tournament, services, values, chosen));
  const [embed] = body.embeds ?? [];
  const fields = (embed?.fields ?? []).map(({ name, value }) => seen(`${name}: ${value}`));
  expect(refusals({ ...body, files: [] }).filter((each) => !each.includes('files'))).toEqual([]);
  return { body, embed, fields, text: embed?.description ?? '', service };
};

/** Intl puts thin spaces around a dash. */
const seen = (text: string): string => text.replace(/\u2009/g, ' ');

const idsIn = (body: { readonly components?: unknown } | undefined): string[] =>
  [...JSON.stringify(body?.components ?? []).matchAll(/"custom_id":"([^"]+)"/g)].map(
    ([, id = '']) => id,
  );

describe('a match that is listed as upcoming, but was pushed as live', () => {
  /** The women's semifinal. */
  const ON = 5;

  const pushed = async () => {
    const { services } = await aStage(NAMES, answering(BODIES));
    await storeMatches(
      services,
      aMatch({ id: ON, tournamentId: 7, status: 'live', score: sets('6-4 1-0') }),
    );
    const press = (...values: string[]) => pressOn(tournament, services, values);
    return { services, press };
  };

  it('counts as on court on the card', async () => {
    const { services } = await pushed();
    const card = await tournament.run(aRequest({ tournament: 'madrid' }), services);
    expect(JSON.stringify(card.embeds)).toContain('Played: 3 · On court: 2');
  });

  it('has its live score in its round and in the draw', async () => {
    const { press } = await pushed();
    const round = JSON.stringify(await press('matches', '7', 'women', '2', '1'));
    expect(round).toContain('6-4 1-0');
    const draw = await press('draw', '7', 'women');
    expect(draw.files?.[0]?.description).toContain('6-4 1-0');
  });

  it('counts as played when it was read as finished since', async () => {
    const { services } = await aStage(NAMES, answering(BODIES));
    await storeMatches(
      services,
      aMatch({ id: ON, tournamentId: 7, status: 'finished', score: sets('6-4 6-0') }),
    );
    const card = await tournament.run(aRequest({ tournament: 'madrid' }), services);
    expect(JSON.stringify(card.embeds)).toContain('Played: 4 · On court: 1');
  });
});

it('a match that is listed as live counts as played once it was pushed as over', async () => {
  const { services } = await aStage(NAMES, answering(BODIES));
  // The quarterfinal; its record is older than what was pushed.
  const match = aMatch({ id: 4, tournamentId: 7, status: 'live', score: sets('6-4 5-0') });
  await storeMatches(services, match);
  const state = stateOf({ ...match, status: 'finished', winner: 'team_1', score: sets('6-4 6-0') });
  await updateMatch(services.db, 1, { match, state, now: 1 });
  const card = await tournament.run(aRequest({ tournament: 'madrid' }), services);
  expect(JSON.stringify(card.embeds)).toMatch(/Played: 4 · Scheduled so far: 1/);
  const draw = await pressOn(tournament, services, ['draw', '7', 'women']);
  expect(draw.files?.[0]?.description).toContain('6-4 6-0');
});

describe('the card of a tournament', () => {
  it('shows level, place, dates and progress', async () => {
    const { embed, fields, text, body } = await shown();
    expect(embed?.author?.name).toBe('P1 · on now');
    expect(embed?.title).toBe('🇪🇸 Madrid P1');
    expect(text).toContain('Point-by-point coverage');
    expect(fields).toEqual([
      'Dates: Jun 1 – 7, 2026',
      'Place: Madrid, Spain',
      'Matches: Played: 3 · On court: 1 · Scheduled so far: 1',
      'Men: Round of 32: completed',
      'Women: Quarterfinal',
    ]);
    expect(idsIn(body)).toContain('follow:tournament:7');
  });

  const FACTS = {
    prize: { amount: 525_000, currency: 'EUR' },
    venue: { name: 'Caja *Mágica*', address: null },
  };

  it('shows venue and prize where they are known', async () => {
    const { fields } = await shown({
      ...BODIES,
      '/api/tournaments': pageOnWire([{ ...MADRID, ...FACTS }]),
    });
    expect(fields.slice(1, 3)).toEqual([
      'Place: Caja \\*Mágica\\*, Madrid, Spain',
      'Prize money: €525,000',
    ]);
  });

  const edition = (year: number, winners: unknown = ['Ana Vega', 'Eva *L*']) => ({
    ...{ id: year, name: `Madrid P1 ${year}`, start_date: `${year}-06-01`, winners },
  });
  const withEditions = (...editions: readonly object[]): Bodies => ({
    ...BODIES,
    '/api/tournaments/7/editions': pageOnWire(editions),
  });

  it('names the winners of the last three years that have some', async () => {
    const women = { category: 'women', players: [{ name: 'Lea Soria' }, { name: 'Mia Pinto' }] };
    const { fields, service } = await shown(
      withEditions(
        edition(2021),
        edition(2022),
        edition(2024, [women, { category: 'men', name: 'Al Paz / Bo Rey' }]),
        edition(2025, []),
        edition(2023),
        edition(2027),
        { ...edition(2020), id: 7 },
      ),
    );
    expect(fields.at(-1)).toBe(
      [
        'Past winners: 2024: Al Paz / Bo Rey · Lea Soria / Mia Pinto',
        '2023: Ana Vega / Eva \\*L\\*',
        '2022: Ana Vega / Eva \\*L\\*',
      ].join('\n'),
    );
    expect(service.received.filter(({ path }) => path.includes('editions'))).toHaveLength(1);
  });

  it('fits into a message whatever the names of the winners are', async () => {
    const long = Array.from({ length: 40 }, () => '*'.repeat(99));
    const { fields } = await shown(
      withEditions(...[2022, 2023, 2024].map((y) => edition(y, long))),
    );
    expect(fields.at(-1)).toMatch(/^Past winners: 2024: /);
  });

  it.each([
    ['no year has winners', withEditions(edition(2025, []), edition(2024, 'hidden_free_plan'))],
    ['the service has no other years', BODIES],
    ['the plan lacks them', { ...BODIES, '/api/tournaments/7/editions': 402 }],
    ['they fail', { ...BODIES, '/api/tournaments/7/editions': 500 }],
    ['they are no list', { ...BODIES, '/api/tournaments/7/editions': { data: 'x' } }],
  ])('names no past winners when %s', async (_case, bodies: Bodies) => {
    const { fields } = await shown(bodies);
    expect(fields.join()).not.toContain('Past winners');
    expect(fields).toContain('Women: Quarterfinal');
  });

  const refused = (...lacking: readonly string[]): Bodies => ({
    ...BODIES,
    '/api/live': lacking.includes('points') ? 402 : 500,
    '/api/matches/1/stats': lacking.includes('stats') ? 402 : 500,
  });

  it.each([
    ['points', 'Points: not in the data plan', refused('points')],
    ['statistics', 'Statistics: not in the data plan', refused('stats')],
    ['both', 'Points, Statistics: not in the data plan', refused('points', 'stats')],
  ])('does not promise what the plan is known to lack: %s', async (_what, words, bodies) => {
    const { services } = await aStage(NAMES, answering(bodies));
    await Promise.allSettled([services.api.live(), services.api.matchStats(1)]);
    const { embeds } = await tournament.run(aRequest({ tournament: 'madrid' }), services);
    expect(embeds?.[0]?.description).toContain(words);
    expect(embeds?.[0]?.description).not.toContain('with statistics');
  });

  it('suggests namesakes with their dates in words', async () => {
    const twice = [...NAMES, { ...aTournament(8, 'Madrid P1', '2025-05-31') }];
    const { services } = await aStage(twice, answering(BODIES));
    const result = (async () => tournament.run(aRequest({ tournament: 'madrid' }), services))();
    await expect(result).rejects.toMatchObject({
      choices: [{ value: '7' }, { value: '8' }],
    });
  });

  it('names the champions of a finished tournament, and offers no follow', async () => {
    const { fields, body } = await shown({
      ...BODIES,
      '/api/tournaments': pageOnWire([{ ...MADRID, status: 'finished' }]),
      '/api/tournaments/7/matches': pageOnWire([matchOnWire(1, 1, 0)]),
    });
    expect(fields).toContain('Women: Title: **Vega / Lamas**');
    expect(idsIn(body)).not.toContain('follow:tournament:7');
  });

  it.each([
    ['scores only', { level: 'fip_gold' }, 'Scores only'],
    ['unknown coverage', { level: 'beach' }, 'Coverage at this level is unknown'],
  ])('says so at a level of %s', async (_reason, change, words) => {
    const { text } = await shown({
      ...BODIES,
      '/api/tournaments': pageOnWire([{ ...MADRID, ...change }]),
    });
    expect(text).toContain(words);
  });

  it.each([
    ['there are none yet', pageOnWire([]), 'No matches announced yet.'],
    ['the plan lacks them', 402, 'Matches: not in the data plan'],
    ['they cannot be read', 404, "can't be loaded right now"],
  ])('is shown without matches when %s', async (_reason, matches, words) => {
    const { fields } = await shown({ ...BODIES, '/api/tournaments/7/matches': matches });
    expect(fields.join()).toContain(words);
  });

  it('says that the tournament is no longer listed, and shows what is known', async () => {
    const { embed, text } = await shown({ ...BODIES, '/api/tournaments': pageOnWire([]) });
    expect(embed?.title).toBe('🇪🇸 Madrid P1');
    expect(text).toContain('no longer lists this tournament');
  });

  it.each([
    ['is down', 500, 'service-down'],
    ['has neither', 404, 'not-found'],
    ['refuses both', 402, 'not-in-plan'],
  ])('is refused with the reason when the service %s', async (_reason, status, problem) => {
    const bodies = { '/api/tournaments': status, '/api/tournaments/7/matches': status };
    await expectRefusal(() => shown(bodies), problem);
  });

  it('reads all pages of the matches', async () => {
    const { fields, service } = await shown({
      ...BODIES,
      '/api/tournaments/7/matches': pageOnWire(MATCHES, 1, 3),
    });
    expect(fields).toContain('Matches: Played: 9 · On court: 3 · Scheduled so far: 3');
    expect(service.received.filter(({ path }) => path.includes('/matches'))).toHaveLength(3);
  });
});

/** The texts of a part in a colour, given to it or inherited. */
const textsIn = (element: Element, colour: string, inherited = ''): readonly string[] => {
  if (element.type === 'image') return [];
  const own = String(element.style['color'] ?? inherited);
  if (element.type === 'text') return own === colour ? [element.text] : [];
  return element.children.flatMap((child) => textsIn(child, colour, own));
};

describe('the road of a followed pair', () => {
  const pair = (first: number, ...names: string[]) =>
    names.map((name, index) => ({ id: first + index, name }));
  const semifinal = matchOnWire(5, 2, 0, {
    players: {
      team_1: pair(1, 'Ana Vega', 'Eva Lamas'),
      team_2: pair(3, 'Lea Soria', 'Mia Pinto'),
    },
  });
  const bodies = { ...BODIES, '/api/tournaments/7/matches': pageOnWire([semifinal]) };

  /** Whose names stand out in the draw that somebody asks for who follows one player. */
  const litFor = async (user: Parameters<typeof pressOn>[4], follows = 4) => {
    const { services, setUp } = await aStage(NAMES, answering(bodies));
    await setUp();
    const { userId } = aRequest({}, user);
    const target = { kind: 'player', id: follows } as const;
    await addFollow(services.db, { channelKey: 1, memberId: userId }, target, 1);
    let lit: readonly string[] = [];
    const draw: typeof services.draw = (picture) => {
      lit = textsIn(picture.drawing('inline').root, THEME.brand);
      return Promise.resolve(new Uint8Array());
    };
    const asked = { guildId: 'guild', ...user };
    await pressOn(tournament, { ...services, draw }, ['draw', '7', 'women'], [], asked);
    return lit;
  };

  it('stands out where only its follower sees it', async () => {
    expect(await litFor({ isPrivate: true })).toEqual(expect.arrayContaining(['Soria / Pinto']));
    expect(await litFor({ isPrivate: true })).not.toContain('Vega');
  });

  it('does not where others see it, nor when the pair is not in the draw', async () => {
    expect(await litFor({})).toEqual([]);
    expect(await litFor({ isPrivate: true }, 99)).toEqual([]);
  });
});

describe('the draw of a tournament', () => {
  it('is a picture, and the same as text', async () => {
    const { body, text } = await shown(BODIES, ['draw', '7', 'women']);
    expect(text.split('\n')).toEqual([
      '**Quarterfinal**',
      '**Vega / Lamas** – Soria / Pinto · 6-4 7-6(4)',
      '**Vega / Lamas** – Soria / Pinto · 6-4 7-6(4) (retired)',
      'Vega / Lamas – **Soria / Pinto** · walkover',
      'Vega / Lamas – Soria / Pinto · on court, 6-4 7-6(4)',
      '**Semifinal**',
      'Vega / Lamas – Soria / Pinto · Jun 5 · Center Court',
      'Soria / Pinto – TBD',
      expect.stringMatching(/^-# Data from/),
    ]);
    expect(body.files?.[0]?.description).toMatch(
      /^Madrid P1 · Women · on now\. Final: TBD\. Semifinal: .* Quarterfinal: ✓ Vega \/ Lamas/,
    );
    expect(body.files?.[0]?.data.length).toBeLessThan(100_000);
  });

  it('begins at the first round with players, and pages to the final', async () => {
    const { text, body } = await shown(BODIES, ['draw', '7', 'men']);
    expect(text).toContain('**Paz / Rey** · bye');
    expect(idsIn(body)).toEqual(
      expect.arrayContaining(['tournament:draw:7:men:1', 'tournament:draw:7:men:3']),
    );
    const { text: end } = await shown(BODIES, ['draw', '7', 'men', '1']);
    expect(end).not.toContain('Paz / Rey');
  });

  it('is replaced by words when it is not available yet', async () => {
    const none = { ...BODIES, '/api/tournaments/7/matches': pageOnWire([]) };
    const { text, body } = await shown(none, ['draw', '7', 'men']);
    expect(text).toContain("The draw for this category isn't available yet.");
    expect(body.files).toBeUndefined();
  });

  it('is replaced by words when the plan withholds it', async () => {
    const masked = pageOnWire([matchOnWire(1, 4, 0, { index: 'hidden_free_plan' })]);
    const { text } = await shown({ ...BODIES, '/api/tournaments/7/matches': masked }, [
      'draw',
      '7',
      'women',
    ]);
    expect(text).toContain("Women's draw: not in the data plan");
  });
});

describe('the other views of a tournament', () => {
  it('list the matches of a round from the menu, and on pages', async () => {
    const menu = await shown(BODIES, ['matches', '7', 'chosen'], ['women-4']);
    expect(menu.embed?.author?.name).toBe('Women · Quarterfinal');
    expect(menu.text.match(/Vega/g)).toHaveLength(4);
    const page = await shown(BODIES, ['matches', '7', 'women', '4', '9']);
    expect(page.text).toBe(menu.text);
  });

  it('count and list the matches of a round without byes', async () => {
    const byes = [7, 8].map((id) => matchOnWire(id, 4, id, { status: 'bye', score: null }));
    const bodies = { ...BODIES, '/api/tournaments/7/matches': pageOnWire([...MATCHES, ...byes]) };
    const { body, fields } = await shown(bodies);
    expect(fields).toContain('Matches: Played: 3 · On court: 1 · Scheduled so far: 1');
    const menu = JSON.stringify(body.components);
    expect([...menu.matchAll(/"description":"(.*?)"/g)].map(([, words]) => words)).toEqual([
      'Matches: 1',
      'Matches: 4',
    ]);
    const round = await shown(bodies, ['matches', '7', 'chosen'], ['women-4']);
    expect(round.text.match(/Vega/g)).toHaveLength(4);
  });

  it('list videos with escaped links', async () => {
    const { text } = await shown(BODIES, ['videos', '7']);
    expect(text).toContain(
      '[Day \\*1\\*](https://example.org/a_%28b%29) · replay · <t:1780653600:f>',
    );
    const of = async (url: string | null) => {
      const videos = pageOnWire([{ ...VIDEO, url }]);
      return (await shown({ ...BODIES, '/api/tournaments/7/videos': videos }, ['videos', '7']))
        .text;
    };
    expect(await of(null)).toContain('Day \\*1\\* (no link)');
    expect(await of('hidden_free_plan')).toContain('Day \\*1\\* (no link)');
    const none = { ...BODIES, '/api/tournaments/7/videos': pageOnWire([]) };
    expect((await shown(none, ['videos', '7'])).text).toContain('Videos: nothing on record');
  });

  it('open privately from elsewhere, and are updated in place by their own controls', async () => {
    const answer = tournament.component?.answer;
    const kinds = ['open', 'card', 'draw', 'matches', 'videos'];
    expect(kinds.map((kind) => (typeof answer === 'function' ? answer([kind]) : null))).toEqual([
      'private',
      ...kinds.slice(1).map(() => 'update'),
    ]);
    expect((await shown(BODIES, ['open'], ['7'])).embed?.title).toBe('🇪🇸 Madrid P1');
  });

  it.each([
    [[]],
    [['draw', '7', 'dogs']],
    [['draw', '7', 'men', 'x']],
    [['matches', '7', 'men', '3', '1']],
    [['matches', '7', 'chosen']],
    [['card', '99']],
    [['card', 'x']],
    [['open']],
  ])('refuses an outdated control: %j', async (values) => {
    await expectRefusal(() => shown(BODIES, values), 'outdated-control');
  });
});

const SEASON = { id: 4, name: 'Season 2026', year: '2026', tournaments_count: 3, status: 'active' };

const CALENDAR: Bodies = {
  '/api/seasons': pageOnWire([SEASON]),
  '/api/seasons/4/tournaments': pageOnWire([
    {
      ...MADRID,
      id: 8,
      name: 'Roma *Major*',
      level: 'major',
      status: 'cancelled',
      country: 'IT',
      location: 'Roma',
      start_date: '2026-07-30',
      end_date: '2026-08-02',
    },
    MADRID,
    {
      ...MADRID,
      id: 9,
      name: 'Copa',
      location: null,
      country: null,
      level: 'beach',
      status: 'odd',
      start_date: null,
      end_date: null,
    },
  ]),
};

describe('the calendar of a season', () => {
  const calendar = async (
    bodies: Bodies,
    values: readonly string[] = ['year', '2026'],
    chosen: readonly string[] = [],
  ) => {
    const { services } = await aStage(NAMES, answering(bodies));
    const body = await pressOn(tournament, services, values, chosen);
    expect(refusals(body)).toEqual([]);
    return {
      text: body.embeds?.[0]?.description ?? '',
      author: body.embeds?.[0]?.author?.name,
      body,
    };
  };

  it('lists dates, names, places, levels and status by month', async () => {
    const { text, author } = await calendar(CALENDAR);
    expect(author).toBe('All tournaments: 3');
    expect(seen(text).split('\n').slice(0, 6)).toEqual([
      '**June 2026**',
      'Jun 1 – 7 · 🇪🇸 Madrid P1 · **on now**',
      '**July 2026**',
      'Jul 30 – Aug 2 · ~~🇮🇹 Roma \\*Major\\*~~ · cancelled',
      '**No date**',
      'Copa · beach · odd',
    ]);
  });

  it.each([
    ['a level', 'p1', ['Madrid P1'], 'P1: 1'],
    ['a status', 'cancelled', ['Roma'], 'Cancelled: 1'],
    ['a level without tournaments', 'finals', ['No tournaments match this filter'], 'Finals: 0'],
  ])('is narrowed to %s', async (_reason, filter, words, author) => {
    const calendarOf = await calendar(CALENDAR, ['filter', '2026'], [filter]);
    expect(calendarOf.author).toBe(author);
    for (const word of words) expect(calendarOf.text).toContain(word);
  });

  it('has pages that keep the filter', async () => {
    const many = Array.from({ length: 30 }, (_, id) => ({ ...MADRID, id: id + 10 }));
    const bodies = { ...CALENDAR, '/api/seasons/4/tournaments': pageOnWire(many) };
    const { text, body } = await calendar(bodies, ['page', '2026', 'p1', '3']);
    expect(text.match(/Madrid/g)).toHaveLength(6);
    expect(idsIn(body)).toContain('tournament:page:2026:p1:2');
  });

  it.each([
    ['upcoming', 'Season 2026 · upcoming'],
    ['active', 'Season 2026 · on now'],
    ['finished', 'Season 2026 · finished'],
    ['**paused**', 'Season 2026 · \\*\\*paused\\*\\*'],
    [null, 'Season 2026'],
    ['hidden_free_plan', 'Season 2026'],
  ])('shows the status of the season: %s', async (status, title) => {
    const { body } = await calendar({
      ...CALENDAR,
      '/api/seasons': pageOnWire([{ ...SEASON, status }]),
    });
    expect(body.embeds?.[0]?.title).toBe(title);
  });

  it('says so when a year has no season', async () => {
    expect((await calendar({ ...CALENDAR, '/api/seasons': pageOnWire([]) })).text).toContain(
      'Tournaments: nothing on record',
    );
  });

  describe('on 2 January 2027', () => {
    const inJanuary = async (bodies: Bodies) => {
      const { services } = await aStage(NAMES, answering(bodies));
      const serviceNow = () => Date.parse('2027-01-02T12:00:00Z');
      return { ...services, api: { ...services.api, serviceNow } };
    };
    const listing = (...years: readonly number[]): Bodies => ({
      ...CALENDAR,
      '/api/seasons': pageOnWire(years.map((year) => ({ ...SEASON, year }))),
    });

    it('is that of 2027 without an option', async () => {
      const { embeds } = await tournament.run(aRequest(), await inJanuary(listing()));
      expect(embeds?.[0]?.title).toBe('Season 2027');
    });

    it.each([
      ['listed', [2025, 2026, 2027], [2025, 2026, 2027]],
      ['not listed yet', [2025, 2026], [2025, 2026, 2027]],
      ['listed with the next', [2026, 2027, 2028], [2026, 2027, 2028]],
      [
        'listed with many before',
        [2023, 2024, 2025, 2026, 2027, 2028],
        [2024, 2025, 2026, 2027, 2028],
      ],
    ])('has a button for each year when 2027 is %s', async (_case, listed, years) => {
      const body = await tournament.run(aRequest(), await inJanuary(listing(...listed)));
      expect(idsIn(body).filter((id) => id.startsWith('tournament:year:'))).toEqual(
        years.map((year) => `tournament:year:${year}`),
      );
    });
  });

  it.each([[['year']], [['year', '1999']], [['page', '2026', 'beach', '1']], [['filter', '2026']]])(
    'refuses an outdated control: %j',
    async (values) => {
      await expectRefusal(() => calendar(CALENDAR, values), 'outdated-control');
    },
  );
});

it('/tournament shows a cancelled tournament, which no list has', async () => {
  const { text } = await shown({
    '/api/tournaments': pageOnWire([]),
    '/api/tournaments/7': { ...MADRID, status: 'cancelled' },
    '/api/tournaments/7/matches': pageOnWire([]),
  });
  expect(text).toContain('Status: cancelled');
  expect(text).not.toContain('no longer lists');
});
