import { describe, expect, it } from 'vitest';
import { match } from '#commands/match.ts';
import type { Services } from '#src/discord/command.ts';
import { tournamentEntry } from '#src/domain/people/directory.ts';
import type { Match } from '#src/domain/match/match.ts';
import { stateOf, type MatchState } from '#src/domain/match/state.ts';
import { translator, type Locale } from '#src/i18n/i18n.ts';
import type { MessageBody } from '#src/render/message.ts';
import { insertMatch, saveTournament, saveVideos } from '#src/store/matches/matches.ts';
import { saveRatingChanges } from '#src/store/matches/ratings.ts';
import { aMatch } from '../domain/feed.ts';
import { aGame, aSet, inPlay, sets } from '../domain/written.ts';
import { aLiveOnWire, aMatchOnWire, matchStatsOnWire } from '../padel-api/bodies.ts';
import { says, type Answering } from '../padel-api/service.ts';
import { labelsOf } from '../render/controls.ts';
import { aTournament } from '../render/held.ts';
import { aRequest, aStage, expectRefusal, pressOn, whileTyping } from './stage.ts';

const textOf = (body: MessageBody | undefined): string => body?.embeds?.[0]?.description ?? '';

const storeMatch = async (
  { db }: Services,
  more: Partial<Match> = {},
  state: Partial<MatchState> = {},
): Promise<Match> => {
  const held = aMatch(more);
  await insertMatch(db, { match: held, state: { ...stateOf(held), ...state }, now: 1 });
  return held;
};

const press = async (services: Services, ...values: string[]) => pressOn(match, services, values);

/** A service that responds to these paths and knows nothing else. */
const knowing =
  (bodies: Readonly<Record<string, object>>, otherwise = 404): Answering =>
  (response, { url = '' }) => {
    const body = bodies[url.split('?')[0] ?? ''];
    says(response, body === undefined ? otherwise : 200, body ?? { message: 'Not found.' });
  };

describe('/match', () => {
  it('shows a stored match without a request to the service', async () => {
    const { services, service } = await aStage([]);
    await storeMatch(services, { status: 'live', score: sets('6-4 2-1') });
    expect(textOf(await match.run(aRequest({ match: '123' }), services))).toContain('Vega/Lamas');
    expect(service.received).toEqual([]);
  });

  it('leads to who shows the match where the member is, or to its video', async () => {
    const { services: known } = await aStage([]);
    const whereToWatch: Services['whereToWatch'] = [
      {
        ...{ levels: ['p1'], countries: ['IT'], from: '2026-06-07', to: '2026-06-07' },
        ...{ name: 'TV', url: 'https://tv.example/', source: 'https://news.example/' },
      },
    ];
    const services = { ...known, whereToWatch };
    await saveTournament(services.db, aTournament());
    await storeMatch(services);
    const labels = async (timeZone?: string): Promise<readonly string[]> => {
      const viewer = { viewer: { timeZone: timeZone ?? null, locale: 'en-US' } };
      const request = aRequest({ match: '123' }, timeZone === undefined ? {} : viewer);
      return labelsOf(await match.run(request, services));
    };
    expect(await labels('Europe/Rome')).toContain('Watch: TV');
    expect((await labels('Europe/Madrid')).join()).not.toContain('Watch');
    expect((await labels()).join()).not.toContain('Watch');
    const video = { broadcast: 'https://video.example/1', highlights: null };
    await services.db.transaction().execute((tx) => saveVideos(tx, 123, video));
    expect((await labels('Europe/Rome')).slice(-1)).toEqual(['Watch']);
  });

  it('reads a match that is not stored from the service', async () => {
    const { services } = await aStage([], knowing({ '/api/matches/5': aMatchOnWire() }));
    expect(textOf(await match.run(aRequest({ match: '5' }), services))).toContain(
      '**11 / 12** beat 13 / 14 7-6(4) 6-3',
    );
  });

  it.each([
    ['a number that no match has', '99999999', 404, 'not-found'],
    ['a number while the service is down', '99999999', 500, 'service-down'],
    ['a name while the service is down', 'vega', 500, 'service-down'],
    ['a name while no match is known', 'vega', 404, 'unknown-name'],
  ])('says what is wrong with %s', async (_reason, typed, status, problem) => {
    const { services } = await aStage([], (response) => {
      says(response, status, { message: 'No.' });
    });
    await services.api.match(1).catch(() => undefined);
    await expectRefusal(() => match.run(aRequest({ match: typed }), services), problem);
  });

  it('shows how the result changed the Elo of the players once that is known', async () => {
    const { services } = await aStage([]);
    const began = Date.UTC(2026, 5, 7, 14);
    await storeMatch(services, {
      status: 'finished',
      score: sets('6-4 6-3'),
      startedAt: began,
      duration: 90,
    });
    const shown = async () => textOf(await match.run(aRequest({ match: '123' }), services));
    const ratings = (since: number, by: number) =>
      [1, 2, 3, 4].map((playerId) => ({ playerId, since, elo: 1_400 + (playerId < 3 ? by : -by) }));
    await saveRatingChanges(services.db, ratings(began - 1, 0));
    expect(await shown()).not.toContain('Elo');
    await saveRatingChanges(services.db, ratings(began + 3 * 60 * 60_000, 8));
    expect(await shown()).toContain(
      'Elo after this match: Vega 1,408 (+8) · Lamas 1,408 (+8) · Soria 1,392 (-8) · Pinto 1,392 (-8)',
    );
  });

  describe('before it begins', () => {
    const simulated = { probability: { team_1: 61, team_2: 39 }, players: {} };
    const SIMULATE = '/api/matches/simulate';
    const CHANCES = 'Pre-match chances 61% – 39%';

    it('shows the current chances, requested once', async () => {
      const { services, service } = await aStage([], knowing({ [SIMULATE]: simulated }));
      await storeMatch(services, { playedOn: '2999-06-07' });
      const request = aRequest({ match: '123' });
      expect(textOf(await match.run(request, services))).toContain(CHANCES);
      expect(textOf(await match.run(request, services))).toContain(CHANCES);
      expect(service.received.map(({ body }) => body)).toEqual(['{"team_1":[1,2],"team_2":[3,4]}']);
    });

    it.each([
      ['cannot be read', knowing({}, 500)],
      ['are not in the data plan', knowing({}, 402)],
      ['are withheld', knowing({ [SIMULATE]: { ...simulated, probability: 'hidden_free_plan' } })],
    ])('shows the match without chances when they %s', async (_reason, answer) => {
      const { services } = await aStage([], answer);
      await storeMatch(services, { playedOn: '2999-06-07' });
      const text = textOf(await match.run(aRequest({ match: '123' }), services));
      expect(text).toContain('Not started yet');
      expect(text).not.toContain('chances');
    });

    it('requests no chances while a side is unknown, or once the match is live', async () => {
      const { services, service } = await aStage([]);
      await storeMatch(services, { teams: { team_1: aMatch().teams.team_1, team_2: [] } });
      await storeMatch(services, { id: 124, status: 'live' });
      await match.run(aRequest({ match: '123' }), services);
      await match.run(aRequest({ match: '124' }), services);
      expect(service.received).toEqual([]);
    });
  });

  it('names the tournament of a match that is not stored', async () => {
    const { services } = await aStage(
      [{ ...tournamentEntry(aTournament('Roma P2')), id: 9 }],
      knowing({ '/api/matches/5': aMatchOnWire() }),
    );
    const { embeds } = await match.run(aRequest({ match: '5' }), services);
    expect(embeds?.[0]?.author?.name).toContain('Roma P2');
  });

  it('finds a match by names in any order, when only one fits', async () => {
    const { services } = await aStage([]);
    await storeMatch(services, { status: 'finished', score: sets('6-4 6-1') });
    await storeMatch(services, {
      id: 124,
      playedOn: '2999-06-07',
      teams: { team_1: [{ id: 9, name: 'Ana Ríos' }], team_2: [] },
    });
    const shown = await match.run(aRequest({ match: 'pinto VEGA' }), services);
    expect(textOf(shown)).toContain('beat Soria / Pinto');
    const named = (typed: string) => match.run(aRequest({ match: typed }), services);
    await expect(named('ana')).rejects.toMatchObject({
      problem: 'ambiguous-name',
      choices: [
        { value: '123', shown: { match: { id: 123 } } },
        { value: '124', shown: { match: { id: 124 } } },
      ],
    });
    for (const typed of ['nobody', ' - ', 'vga rios']) {
      await expect(named(typed)).rejects.toMatchObject({
        problem: 'unknown-name',
        choices: [{ value: '123' }, { value: '124' }],
      });
    }
    for (const typed of ['vga pimto', 'bega', 'lamaz y bega', 'women zoria']) {
      await expect(named(typed)).rejects.toMatchObject({
        problem: 'did-you-mean',
        meant: { value: '123' },
      });
      const typing = whileTyping('match', { match: typed });
      expect(await match.autocomplete?.(typing, services)).toMatchObject([{ value: '123' }]);
    }
    await storeMatch(services, { id: 126, playedOn: '2999-06-07' });
    await expect(named('lamaz')).rejects.toMatchObject({
      problem: 'did-you-mean',
      meant: undefined,
      choices: [{ value: '123' }, { value: '126' }],
    });
    await expect(
      match.run({ ...aRequest({ match: 'nobody' }), hidesScores: true }, services),
    ).rejects.toMatchObject({
      choices: [{ shown: 'Vega / Lamas – Soria / Pinto · Jun 7, 2026 · Quarterfinal' }],
    });
  });

  it('finds a match by the nicknames of its players', async () => {
    const { services } = await aStage([]);
    const bela = { id: 1, name: 'Fernando Belasteguín', called: 'Bela' };
    const teams = { ...aMatch().teams, team_1: [bela] };
    await storeMatch(services, { teams, status: 'finished', score: sets('6-4 6-1') });
    const shown = await match.run(aRequest({ match: 'bela soria' }), services);
    expect(textOf(shown)).toMatch(/Bela.* beat Soria \/ Pinto/);
    const choices = await match.autocomplete?.(whileTyping('match', { match: 'bela' }), services);
    expect(choices?.[0]?.name).toContain('Bela – Soria / Pinto');
  });

  it('does not treat a bye as a match', async () => {
    const { services } = await aStage([]);
    await storeMatch(services, { status: 'finished', score: sets('6-4 6-1') });
    await storeMatch(services, {
      id: 125,
      status: 'bye',
      teams: { ...aMatch().teams, team_2: [] },
    });
    const shown = await match.run(aRequest({ match: 'vega' }), services);
    expect(textOf(shown)).toContain('beat Soria / Pinto');
    const choices = await match.autocomplete?.(whileTyping('match', { match: 'vega' }), services);
    expect(choices?.map(({ value }) => value)).toEqual(['123']);
  });

  it('shows the start in the user’s time once the venue’s time zone is known', async () => {
    const { services } = await aStage([]);
    await storeMatch(services, { playedOn: '2999-06-07' });
    const shown = async () => textOf(await match.run(aRequest({ match: '123' }), services));
    expect(await shown()).toContain('not before 4:00 PM (venue)');
    for (const id of [1, 2]) {
      const startedAt = Date.parse('2999-06-06T10:08:00Z');
      const more = { playedOn: '2999-06-06', scheduleLabel: 'Starting at 12:00', startedAt };
      await storeMatch(services, { id, status: 'live', ...more });
    }
    expect(await shown()).toContain(
      `not before <t:${Date.parse('2999-06-07T14:00:00Z') / 1_000}:t>`,
    );
  });

  it('uses the only time zone of its country, though most matches started late', async () => {
    const { services } = await aStage([]);
    await saveTournament(services.db, { ...aTournament('Roma P2'), country: 'IT' });
    await storeMatch(services, { playedOn: '2999-06-07' });
    for (const [id, late] of [5, 75, 80].entries()) {
      const startedAt = Date.parse('2999-06-06T10:00:00Z') + late * 60_000;
      const more = { playedOn: '2999-06-06', scheduleLabel: 'Starting at 12:00', startedAt };
      await storeMatch(services, { id: id + 1, status: 'live', ...more });
    }
    expect(textOf(await match.run(aRequest({ match: '123' }), services))).toContain(
      `not before <t:${Date.parse('2999-06-07T14:00:00Z') / 1_000}:t>`,
    );
  });

  it('completes live, next, finished and undated matches, with score, round and time', async () => {
    const { services, service } = await aStage([]);
    await saveTournament(services.db, aTournament());
    const today = new Date(services.api.serviceNow()).toISOString().slice(0, 10);
    await storeMatch(services, { id: 1, playedOn: null, scheduleLabel: null });
    await storeMatch(services, { id: 2, status: 'finished', score: sets('6-4 6-1') });
    await storeMatch(services, { id: 3, playedOn: today });
    await storeMatch(services, { id: 4, status: 'live', score: sets('6-4 2-1') });
    const choices = await match.autocomplete?.(
      whileTyping('match', { match: 'sor veg' }),
      services,
    );
    expect(choices?.map(({ value }) => value)).toEqual(['4', '3', '2', '1']);
    expect(choices?.map(({ name }) => name)).toEqual([
      'Vega / Lamas – Soria / Pinto · on court 6-4 2-1 · Quarterfinal · Madrid P1',
      expect.stringContaining('not before 4:00 PM (venue) · Quarterfinal'),
      'Vega / Lamas – Soria / Pinto · Jun 7, 2026 6-4 6-1 · Quarterfinal · Madrid P1',
      'Vega / Lamas – Soria / Pinto · Quarterfinal · Madrid P1',
    ]);
    expect(service.received).toEqual([]);
  });
});

describe('the matches to choose from', () => {
  const offered = async (services: Services, locale: Locale) =>
    (await match.autocomplete?.(
      { ...whileTyping('match', { match: 'vega' }), t: translator(locale), locale },
      services,
    )) ?? [];

  it.each([
    ['Starting at 4:00 PM', 'es', '16:00 (sede)'],
    ['Not before 13:30', 'es', 'no antes de las 13:30 (sede)'],
    ['Not before 13:30', 'en', 'not before 1:30 PM (venue)'],
    ['Followed by', 'es', 'tras el partido anterior'],
  ] as const)('show “%s” in %s as the order of play does', async (scheduleLabel, locale, words) => {
    const { services } = await aStage([]);
    await storeMatch(services, { playedOn: '2999-06-07', scheduleLabel });
    expect((await offered(services, locale))[0]?.name).toContain(` 2999 ${words} · `);
  });

  it('are sorted by expected start, whatever their courts', async () => {
    const { services } = await aStage([]);
    const playedOn = '2999-06-07';
    for (const [id, court, courtOrder, scheduleLabel] of [
      [1, 'Court 1', 1, 'Starting at 4:00 PM'],
      [2, 'Court 1', 2, 'Followed by'],
      [3, 'Court 2', 1, 'Starting at 10:00 AM'],
      [4, 'Court 2', 2, 'Followed by'],
      [5, 'Court 2', 3, 'Not before 16:30'],
      [6, null, null, null],
    ] as const) {
      await storeMatch(services, { id, playedOn, court, courtOrder, scheduleLabel });
    }
    await storeMatch(services, {
      id: 7,
      playedOn: '2999-06-06',
      scheduleLabel: 'Starting at 20:00',
    });
    await storeMatch(services, { id: 8, playedOn: null, scheduleLabel: null });
    const values = (await offered(services, 'en')).map(({ value }) => value);
    expect(values).toEqual(['7', '3', '4', '1', '5', '2', '6', '8']);
  });
});

describe('a button of a match', () => {
  const FINISHED = { id: 5, status: 'finished', score: sets('6-2 6-1') } as const;
  const STATS = '/api/matches/5/stats';
  const LIVE = '/api/matches/5/live';

  it.each([
    ['stats', 'private'],
    ['points', 'private'],
    ['momentum', 'private'],
    ['of-stats', 'update'],
    ['of-points', 'update'],
    ['refresh', 'update'],
  ])('%s has the response type %s', (view, expected) => {
    const answer = match.component?.answer;
    expect(typeof answer === 'function' ? answer([view, '5']) : answer).toBe(expected);
  });

  it.each([['nonsense', '5'], ['stats', 'x'], ['stats'], []])(
    'of another version says that it is outdated: %s %s',
    async (...values) => {
      const { services } = await aStage([]);
      await expectRefusal(() => press(services, ...values), 'outdated-control');
    },
  );

  it('shows statistics, of the match and of a set', async () => {
    const { services, service } = await aStage(
      [],
      knowing({ [STATS]: matchStatsOnWire({ id: 5 }) }),
    );
    await storeMatch(services, FINISHED);
    expect(textOf(await press(services, 'stats', '5'))).toContain('58%  Points won');
    expect(textOf(await press(services, 'of-stats', '5', '2'))).toContain('**Set 2**');
    expect(service.received).toHaveLength(1);
  });

  it('shows points from the service for a match that the bot did not watch', async () => {
    const { services } = await aStage([], knowing({ [LIVE]: aLiveOnWire() }));
    await storeMatch(services, FINISHED);
    expect(textOf(await press(services, 'points', '5', '1'))).toContain('**5-2** 15-0 30-0 40-0');
    const momentum = await press(services, 'momentum', '5');
    expect(momentum.files).toHaveLength(1);
    const unknown = await press(services, 'probability', '5');
    expect(textOf(unknown)).toContain('not enough is known of this match');
  });

  it('shows pushed points without a request', async () => {
    const { services, service } = await aStage([]);
    const { sets: pushed } = inPlay(aSet(1, null, aGame('0-0', '15:0'), aGame('1-0', '0:15')));
    await storeMatch(services, { status: 'live' }, { sets: pushed });
    expect(textOf(await press(services, 'points', '123'))).toContain('**1-0** 0-15');
    expect(service.received).toEqual([]);
  });

  it('shows the stored points when the service does not respond', async () => {
    const { services } = await aStage([], knowing({}, 500));
    const { sets: pushed } = inPlay(aSet(1, null, aGame('3-0', '15:0')));
    await storeMatch(services, { status: 'live' }, { sets: pushed });
    expect(textOf(await press(services, 'points', '123'))).toContain('**3-0** 15-0');
  });

  it('shows the momentum in words when no picture can be drawn', async () => {
    const { services } = await aStage([], knowing({ [LIVE]: aLiveOnWire() }));
    await storeMatch(services, FINISHED);
    const broken: Services = { ...services, draw: () => Promise.reject(new Error('no paint')) };
    const shown = await press(broken, 'momentum', '5');
    expect(shown.files).toBeUndefined();
    expect(textOf(shown)).toContain('Points won');
  });

  it('has the poster of its result where it is shared, and none while it is in play', async () => {
    const { services } = await aStage([], knowing({ [LIVE]: aLiveOnWire() }));
    await storeMatch(services, FINISHED);
    const shared: Services = { ...services, isShared: true };
    const shown = await press(shared, 'card', '5');
    expect(shown.files?.map(({ name }) => name)).toEqual(['result.png']);
    expect(shown.embeds?.[0]?.image?.url).toBe('attachment://result.png');
    expect((await press(services, 'card', '5')).files).toBeUndefined();
    await storeMatch(services, { status: 'live' });
    expect((await press(shared, 'card', '123')).files).toBeUndefined();
  });

  it('shows the start of a match that has neither points nor statistics yet', async () => {
    const { services } = await aStage([], knowing({}, 404));
    await storeMatch(services, { scheduleLabel: 'Starting at 5:30 PM' });
    for (const view of ['stats', 'points']) {
      expect(textOf(await press(services, view, '123'))).toMatch(
        /: nothing yet\n.*Jun 7, 2026 · 5:30 PM/,
      );
    }
  });

  it.each([
    ['the plan lacks them', 402, 'p1', ': not in the data plan'],
    ['the level has none', 404, 'fip_gold', 'no points or statistics'],
    ['none are on record', 404, 'p1', ': nothing on record'],
  ])('says of points and statistics that %s', async (_reason, status, level, words) => {
    const { services } = await aStage([], knowing({}, status));
    await saveTournament(services.db, { ...aTournament(), level });
    await storeMatch(services, FINISHED);
    for (const view of ['stats', 'points', 'momentum']) {
      expect(textOf(await press(services, view, '5'))).toContain(words);
    }
  });

  it('says that the service is down', async () => {
    const { services } = await aStage([], knowing({}, 500));
    await storeMatch(services, FINISHED);
    await expectRefusal(() => press(services, 'stats', '5'), 'service-down');
    await expectRefusal(() => press(services, 'points', '5'), 'service-down');
  });
});
