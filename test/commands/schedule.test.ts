import { describe, expect, it } from 'vitest';
import { live } from '#commands/live.ts';
import { schedule } from '#commands/schedule.ts';
import { scheduleFilterIn, filterWord } from '#commands/follows/schedule-filter.ts';
import type { CommandRequest } from '#src/discord/command.ts';
import { countryTarget } from '#src/domain/alerts/follows.ts';
import type { Match } from '#src/domain/match/match.ts';
import type { MessageBody } from '#src/render/message.ts';
import { NO_GUILD, setUpChannel } from '#src/store/channels/channels.ts';
import { addFollow } from '#src/store/follows/follows.ts';
import { aMatch } from '../domain/feed.ts';
import { sets } from '../domain/written.ts';
import { DAY as DAY_MS } from '#src/lib/time.ts';
import { aMatchOnWire } from '../padel-api/bodies.ts';
import { aPlayer, aTournament } from '../padel-api/names.ts';
import { pageOnWire, says, type Answering } from '../padel-api/service.ts';
import { refusals } from '../render/held.ts';
import {
  aRequest,
  aStage,
  expectRefusal,
  pressOn,
  storeMatches,
  whileTyping,
  type Typed,
} from './stage.ts';

const DAY = '2026-06-07';

const tournament = (id: number, name: string, country = 'ES') => ({
  ...aTournament(id, name, '2026-06-01'),
  endDate: DAY,
  country,
});

const NAMES = [tournament(9, 'Madrid P1'), tournament(8, 'Roma P2', 'IT')];

const onWire = (id: number, more: Readonly<Record<string, unknown>> = {}) =>
  aMatchOnWire({
    id,
    status: 'scheduled',
    score: null,
    winner: null,
    started_time: null,
    schedule_label: 'Followed by',
    court_order: id,
    ...more,
  });

const MADRID = [
  onWire(1, {
    status: 'live',
    schedule_label: 'Starting at 10:00',
    score: [{ team_1: '3', team_2: '2' }],
  }),
  onWire(2, { category: 'women' }),
  onWire(3, { schedule_label: 'Not before 4:00 PM' }),
  onWire(4, {
    status: 'finished',
    score: [
      { team_1: '6', team_2: '1' },
      { team_1: '6', team_2: '1' },
    ],
    winner: 'team_1',
  }),
  onWire(5, { status: 'walkover', winner: 'team_2' }),
  onWire(6, { status: 'bye', court: null }),
];

const ROMA = [onWire(11, { schedule_label: 'Starting at 10:00', court: 'Campo Centrale' })];

const knowing =
  (bodies: Readonly<Record<number, readonly object[]>>): Answering =>
  (response, { url = '' }) => {
    const id = Number(/tournaments\/(\d+)\/matches/.exec(url)?.[1]);
    const items = bodies[id];
    if (items === undefined) says(response, 500, {});
    else says(response, 200, pageOnWire(items));
  };

const BOTH = knowing({ 9: MADRID, 8: ROMA });

const textOf = ({ embeds }: MessageBody): string => embeds?.[0]?.description ?? '';

const showSchedule = async (typed: Typed, answering = BOTH, more: Partial<CommandRequest> = {}) => {
  const stage = await aStage(NAMES, answering);
  const body = await schedule.run(aRequest({ day: DAY, ...typed }, more), stage.services);
  expect(refusals(body)).toEqual([]);
  return { ...stage, body, text: textOf(body) };
};

describe('/schedule', () => {
  it('says of no match without a court that it follows another', async () => {
    const follows = { schedule_label: 'Followed by', players: { team_1: [], team_2: [] } };
    const answering = knowing({
      9: [onWire(1, { ...follows, court: null }), onWire(2, follows)],
      8: [],
    });
    const { text } = await showSchedule({}, answering);
    expect(text.match(/follows the previous match/g)).toHaveLength(1);
    expect(text).toMatch(/Court TBD\*\*\nTBD – TBD/i);
  });

  it('shows seeds, estimates in the service’s time zone, and the match of the day', async () => {
    const today = (id: number, more: Readonly<Record<string, unknown>>) =>
      onWire(id, {
        schedule_label: 'Estimated around 4:00 PM',
        scheduled_at: '2026-06-07T16:00:00+02:00',
        scheduled_at_local: '2026-06-07T16:00:00+02:00',
        seeds: { team_1: 3, team_2: null },
        watchability: id * 10,
        ...more,
      });
    // The first has no announced time; a masked watchability counts as unknown.
    const answering = knowing({
      9: [
        today(1, {}),
        today(2, { schedule_label: 'Not before 4:00 PM' }),
        today(3, {}),
        today(4, { watchability: 'hidden_free_plan', seeds: 'hidden_free_plan' }),
      ],
      8: [],
    });
    const { text } = await showSchedule({}, answering);
    const [first, , ...lines] = text.split('\n');
    expect(first).toMatch(
      /^⭐ Match of the day: \*\*.* \[3\]\*\* – \*\*[^[]*\*\* · estimated around <t:1780840800:t>$/,
    );
    const times = lines.filter((line) => line.includes('<t:')).map((line) => line.split(' · ')[0]);
    expect(times.slice(0, 4)).toEqual([
      'estimated around <t:1780840800:t>',
      'not before <t:1780840800:t>',
      'estimated around <t:1780840800:t>',
      'estimated around <t:1780840800:t>',
    ]);
    expect(lines.filter((line) => line.includes('[3]'))).toHaveLength(3);
    expect(text).not.toContain('(venue)');
  });

  it('shows the order of play by tournament and court, as far as it is known', async () => {
    const { text, body } = await showSchedule({});
    expect(body.embeds?.[0]?.title).toBe('Sunday, June 7, 2026');
    expect(text.split('\n').slice(0, 11)).toEqual([
      '**Madrid P1 · Center Court**',
      '**on court 3-2** · 11 / 12 – 13 / 14',
      '-# Men · Quarterfinal',
      'follows the previous match · 11 / 12 – 13 / 14',
      '-# Women · Quarterfinal',
      'not before 4:00 PM (venue) · 11 / 12 – 13 / 14',
      '-# Men · Quarterfinal',
      '6-1 6-1 · **11 / 12** – 13 / 14',
      '-# Men · Quarterfinal',
      'walkover · 11 / 12 – **13 / 14**',
      '-# Men · Quarterfinal',
    ]);
    // Italy has a single time zone: 10 AM there is a known moment.
    expect(text).toContain(`<t:${Date.parse('2026-06-07T08:00:00Z') / 1_000}:t> · 11 / 12`);
    expect(text).toContain('(venue): time at the venue');
  });

  it('requests one day of each tournament that is played on it', async () => {
    const { service } = await showSchedule({});
    expect(service.received.map(({ path }) => path).sort()).toEqual([
      '/api/tournaments/8/matches?played_at=2026-06-07&per_page=50',
      '/api/tournaments/9/matches?played_at=2026-06-07&per_page=50',
    ]);
  });

  it('reads every page of a long day, and shows it on pages', async () => {
    const items = Array.from({ length: 50 }, (_, index) => onWire(index + 1));
    const { service, body } = await showSchedule({ tournament: '9' }, (response) => {
      says(response, 200, pageOnWire(items, 1, 2));
    });
    expect(service.received).toHaveLength(2);
    expect(JSON.stringify(body.components)).toContain('1 of 9');
  });

  it('filters by tournament and category', async () => {
    const { text, service } = await showSchedule({ tournament: 'madrid', category: 'women' });
    expect(text.match(/Quarterfinal/g)).toHaveLength(1);
    expect(service.received).toHaveLength(1);
    const { text: none } = await showSchedule({ tournament: '8', category: 'women' });
    expect(none).toContain('No matches on this day fit your filters.');
  });

  it('says that no matches are known for a day, without a request', async () => {
    const { text, service } = await showSchedule({ day: '2026-07-01' });
    expect(text).toBe('No matches known for this day.');
    expect(service.received).toEqual([]);
  });

  it.each([
    ['of all', {}, true],
    ['of the tournament and the category', { tournament: '9', category: 'women' }, true],
    ['not of another tournament', { tournament: '8' }, false],
    ['not of another category', { category: 'men' }, false],
  ])('shows the next match on a day without any, %s', async (_whose, typed, isShown) => {
    const { services } = await aStage(NAMES, BOTH);
    const playedOn = new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10);
    await storeMatches(services, aMatch({ id: 77, tournamentId: 9, playedOn }));
    const text = textOf(await schedule.run(aRequest({ day: '2026-07-01', ...typed }), services));
    expect(text.includes('Next: **Vega / Lamas** – **Soria / Pinto**')).toBe(isShown);
  });

  it('shows the newer score of a match that is pushed', async () => {
    const { services } = await aStage(NAMES, BOTH);
    await storeMatches(services, aMatch({ id: 1, status: 'live', score: sets('6-4 1-0') }));
    const body = await schedule.run(aRequest({ day: DAY }), services);
    expect(textOf(body)).toContain('**on court 6-4 1-0**');
  });

  it('shows the result of a match that ended after the list was read', async () => {
    const { services } = await aStage(NAMES, BOTH);
    await storeMatches(
      services,
      aMatch({ id: 1, tournamentId: 9, status: 'finished', score: sets('6-4 6-0') }),
    );
    expect(textOf(await schedule.run(aRequest({ day: DAY }), services))).toContain('6-4 6-0 · **');
  });

  it('says that courts and scores are not in the data plan', async () => {
    const hidden = 'hidden_free_plan';
    const { text } = await showSchedule(
      { tournament: '9' },
      knowing({ 9: [onWire(1, { court: hidden, status: 'live', score: hidden })] }),
    );
    expect(text).toContain('**Madrid P1 · courts not in the data plan**');
    expect(text).toContain('**on court not in the data plan**');
  });

  it('shows a match once that the service lists under two ids, of which one is stored', async () => {
    const { services } = await aStage(NAMES, knowing({ 9: [onWire(6), onWire(5)], 8: [] }));
    const { value } = await services.api.tournamentMatches(9, { playedAt: DAY });
    const linesOf = async () =>
      textOf(await schedule.run(aRequest({ day: DAY }), services))
        .split('\n')
        .filter((line) => line.includes('11 / 12'));
    expect(await linesOf()).toHaveLength(2);
    for (const match of value.items.filter(({ id }) => id === 5)) {
      await storeMatches(services, match);
    }
    expect(await linesOf()).toHaveLength(1);
  });

  it('understands a day in another language', async () => {
    const { body } = await showSchedule({ day: 'mañana' });
    expect(body.embeds?.[0]?.description).toContain('No matches known');
  });

  it('understands a date in the format of the user’s language', async () => {
    const { body } = await showSchedule({ day: '7/6/2026' }, BOTH, { typesIn: 'es-ES' });
    expect(textOf(body)).toContain('Madrid P1');
    const { services } = await aStage(NAMES);
    const typing = { ...whileTyping('day', { day: '7/6/2026' }), typesIn: 'es-ES' };
    const offered = (await schedule.autocomplete?.(typing, services)) ?? [];
    expect(offered.map(({ value }) => value)).toEqual([DAY]);
  });

  it('shows the tournaments that can be read, and names the others', async () => {
    const { text } = await showSchedule({}, knowing({ 9: MADRID }));
    expect(text).toContain('**Madrid P1 · Center Court**');
    expect(text).toContain('Missing: Roma P2.');
  });

  it('names the tournaments of a day beyond the eight that it reads', async () => {
    const many = Array.from({ length: 9 }, (_, index) =>
      tournament(index + 1, `Open ${index + 1}`),
    );
    const { services, service } = await aStage(many, (response) => {
      says(response, 200, pageOnWire([]));
    });
    const body = await schedule.run(aRequest({ day: DAY }), services);
    expect(textOf(body)).toContain('Missing: Open 9.');
    expect(service.received).toHaveLength(8);
  });

  it('says that the names are still being loaded, or cannot be', async () => {
    const { services } = await aStage([]);
    await expectRefusal(() => schedule.run(aRequest({ day: DAY }), services), 'names-loading');
    services.directory.setFillLevel(() => 'unreachable');
    await expectRefusal(() => schedule.run(aRequest({ day: DAY }), services), 'service-down');
  });

  it('says that the service is down when nothing can be read', async () => {
    await expectRefusal(() => showSchedule({}, knowing({})), 'service-down');
  });

  it.each([
    ['a day that no month has', { day: '32/6' }, 'unknown-day'],
    ['an unknown tournament', { tournament: 'zzz' }, 'unknown-name'],
    ['a channel’s follows without an alert channel', { followed: 'channel' }, 'no-alert-channel'],
  ])('refuses %s', async (_reason, typed, problem) => {
    await expectRefusal(() => showSchedule(typed), problem);
  });

  it.each([
    ['me', 'What <@42> follows', "<@42> doesn't follow anything yet. Start with `/follow`."],
    [
      'channel',
      'What <#500> follows',
      "<#500> doesn't follow anyone yet. A moderator can add players",
    ],
  ])('says whose follows are shown: %s', async (followed, heading, nothing) => {
    const { services, setUp } = await aStage(NAMES, BOTH);
    const { key: channelKey } = await setUp();
    const shown = async () =>
      textOf(
        await schedule.run(aRequest({ day: DAY, followed }, { userId: '42' }), services),
      ).split('\n');
    expect((await shown())[0]).toContain(nothing);
    const memberId = followed === 'me' ? '42' : null;
    await addFollow(services.db, { channelKey, memberId }, { kind: 'match', id: 3 }, 1);
    const lines = await shown();
    expect(lines[0]).toBe(`-# ${heading}`);
    expect(lines[2]).toContain('not before 4:00 PM');
  });

  describe('while the order of play is not out', () => {
    const TO_COME = '2999-06-07';
    const shown = async (typed: Typed, day = TO_COME, listed: readonly object[] = []) => {
      const on = { startDate: '2026-06-01', endDate: TO_COME };
      const { services } = await aStage(
        NAMES.map((entry) => ({ ...entry, ...on })),
        knowing({ 9: listed, 8: [] }),
      );
      for (const [id, more] of [
        [1, { category: 'men' }],
        [2, { category: 'women' }],
        [3, { category: 'women', tournamentId: 8 }],
        [4, { status: 'finished' }],
        [5, { withheld: ['played_at'] }],
        [6, { playedOn: TO_COME }],
      ] as const) {
        await storeMatches(
          services,
          aMatch({ tournamentId: 9, playedOn: null, scheduleLabel: null, id, ...more }),
        );
      }
      return textOf(await schedule.run(aRequest({ day, ...typed }), services)).split('\n');
    };
    const NOT_OUT = "the order of play isn't out yet";

    it('says for each running tournament how many matches have no date', async () => {
      expect((await shown({})).slice(0, 2)).toEqual([
        `Madrid P1: ${NOT_OUT}. Matches without a date: 2.`,
        `Roma P2: ${NOT_OUT}. Matches without a date: 1.`,
      ]);
      expect((await shown({ category: 'men' }))[0]).toBe(
        `Madrid P1: ${NOT_OUT}. Matches without a date: 1.`,
      );
    });

    it('says so next to the tournaments whose order of play is out', async () => {
      const lines = await shown({}, TO_COME, [onWire(6, { played_at: TO_COME })]);
      expect(lines[0]).toBe('**Madrid P1 · Center Court**');
      expect(lines.join('\n')).not.toContain('Madrid P1: ');
      expect(lines.join('\n')).toContain(`Roma P2: ${NOT_OUT}`);
    });

    it('does not say so for a past day', async () => {
      expect((await shown({}, DAY))[0]).toBe('No matches known for this day.');
    });
  });

  it('offers no courts to go to when the plan has none', async () => {
    const hidden = Array.from({ length: 20 }, (_, index) =>
      onWire(index + 20, { court: 'hidden_free_plan' }),
    );
    const { body } = await showSchedule({}, knowing({ 9: hidden, 8: hidden }));
    const menu = JSON.stringify(body.components?.[0]);
    expect(menu).toContain('"label":"Madrid P1"');
    expect(menu).toContain('"label":"Roma P2"');
    expect(menu).not.toContain('not in the data plan');
  });

  it('shows what the user or the channel follows, and refreshes that for its user', async () => {
    const { services, setUp } = await aStage(NAMES, BOTH);
    const { key: channelKey } = await setUp();
    const now = 1;
    await addFollow(services.db, { channelKey, memberId: '42' }, { kind: 'match', id: 3 }, now);
    await addFollow(
      services.db,
      { channelKey, memberId: null },
      { kind: 'tournament', id: 8 },
      now,
    );
    const shown = async (followed: string) =>
      schedule.run(aRequest({ day: DAY, followed }, { userId: '42' }), services);
    const mine = await shown('me');
    expect(textOf(mine)).toContain('not before 4:00 PM');
    expect(textOf(mine)).not.toContain('Roma');
    expect(textOf(await shown('channel'))).not.toContain('Madrid');
    const again = /"custom_id":"schedule:([^"]+)","label":"Refresh"/.exec(
      JSON.stringify(mine.components),
    )?.[1];
    const values = again?.split(':') ?? [];
    const refreshed = await pressOn(schedule, services, values, [], { userId: '42' });
    expect(textOf(refreshed)).toBe(textOf(mine));
  });

  describe('with the follows of a member', () => {
    const WOMEN = { kind: 'match', id: 2 } as const;
    const LATER = { kind: 'match', id: 3 } as const;

    /** A member who follows one match in a channel of the server, and another by direct message. */
    const aFollower = async () => {
      const { services, setUp } = await aStage(NAMES, BOTH);
      await setUp();
      const here = { guildId: 'guild', locale: 'en', configuredBy: 'moderator' };
      const other = await setUpChannel(services.db, { ...here, discordId: '501' }, 1);
      const own = { ...here, discordId: '900', guildId: NO_GUILD, configuredBy: '42' } as const;
      const direct = await setUpChannel(services.db, { ...own, kind: 'direct' }, 1);
      await addFollow(services.db, { channelKey: other.key, memberId: '42' }, WOMEN, 1);
      await addFollow(services.db, { channelKey: direct.key, memberId: null }, LATER, 1);
      const request = (more: Partial<CommandRequest>, followed = 'me') =>
        aRequest({ day: DAY, followed }, { userId: '42', ...more });
      const shown = async (more: Partial<CommandRequest>, followed = 'me') =>
        textOf(await schedule.run(request(more, followed), services));
      return { services, shown, request };
    };

    it.each([
      ['in another alert channel', '500'],
      ['in a channel without alerts', '700'],
    ])('shows all of them %s', async (_where, channelId) => {
      const { shown } = await aFollower();
      const text = await shown({ channelId });
      expect(text).toContain('-# Women');
      expect(text).toContain('not before 4:00 PM');
      expect(text).not.toContain('walkover');
    });

    it('shows in direct messages only what is followed there', async () => {
      const { shown } = await aFollower();
      const text = await shown({ guildId: null, channelId: '900' });
      expect(text).toContain('not before 4:00 PM');
      expect(text).not.toContain('-# Women');
      // No channel follows anything there.
      expect(await shown({ guildId: null, channelId: '900' }, 'channel')).toBe(text);
      const nothing = await shown({ guildId: null, channelId: '901', userId: '77' });
      expect(nothing).toContain("<@77> doesn't follow anything yet.");
    });

    it('includes the matches of a nationality', async () => {
      const names = [...NAMES, { ...aPlayer(11, 'Ana Vega'), country: 'AR' }];
      const { services, setUp } = await aStage(names, BOTH);
      const { key: channelKey } = await setUp();
      const shown = async () =>
        textOf(
          await schedule.run(aRequest({ day: DAY, followed: 'me' }, { userId: '42' }), services),
        );
      for (const [country, hasThem] of [
        ['BE', false],
        ['AR', true],
      ] as const) {
        const target = { kind: 'country', id: countryTarget(country)?.id ?? 0 } as const;
        await addFollow(services.db, { channelKey, memberId: '42' }, target, 1);
        expect((await shown()).includes('not before 4:00 PM')).toBe(hasThem);
      }
    });

    it('never shows the follows of a person whom a control names', async () => {
      const { services, request } = await aFollower();
      const values = ['page', DAY, '..42', '1'];
      const pressed = { ...request({ userId: '77' }), chosen: [], values };
      const text = textOf((await schedule.component?.run(pressed, services)) ?? {});
      expect(text).not.toContain('<@42>');
    });
  });

  it('goes to the chosen court, and to other days', async () => {
    const { services } = await aStage(
      NAMES,
      knowing({ 9: Array.from({ length: 20 }, (_, index) => onWire(index + 20)), 8: ROMA }),
    );
    const press = (values: string[], chosen: string[] = []) =>
      pressOn(schedule, services, values, chosen);
    expect(textOf(await press(['page', DAY, '..', '1']))).not.toContain('Roma');
    expect(textOf(await press(['court', DAY, '..', '1'], ['2.1']))).toContain('Roma');
    expect((await press(['after', '2026-06-08', '..', '1'])).embeds?.[0]?.title).toContain(
      'June 8',
    );
    await expectRefusal(() => press(['page', 'soon']), 'outdated-control');
  });

  it('completes days: those of this week, or the one that was typed', async () => {
    const { services } = await aStage(NAMES);
    const offered = async (day: string) =>
      (await schedule.autocomplete?.(whileTyping('day', { day }), services)) ?? [];
    expect((await offered('')).map(({ name }) => name.split(' · ')[0]).slice(0, 2)).toEqual([
      'today',
      'tomorrow',
    ]);
    expect(await offered(DAY)).toEqual([{ name: 'Sunday, June 7, 2026', value: DAY }]);
    expect((await offered('tom')).map(({ name }) => name.split(' · ')[0])).toEqual(['tomorrow']);
    expect(await offered('nonsense')).toEqual([]);
  });
});

describe('today', () => {
  /** 10 PM on the 7th in Buenos Aires, 3 AM on the 8th in Rome. */
  const NIGHT = '2026-06-08T01:00:00Z';

  const until = (id: number, name: string, country: string, endDate: string) => ({
    ...tournament(id, name, country),
    endDate,
  });
  const BUENOS_AIRES = until(3, 'Buenos Aires P1', 'AR', DAY);
  const ROME = until(8, 'Roma P2', 'IT', '2026-06-10');
  /** A country with several time zones. */
  const MIAMI = until(4, 'Miami P1', 'US', DAY);

  /** `/schedule` at a moment, among these tournaments, with these matches on court. */
  const at = async (
    now: string,
    names: readonly ReturnType<typeof tournament>[],
    onCourt: readonly Match[] = [],
  ) => {
    const { services, service } = await aStage(names, (response, { url = '' }) => {
      says(response, 200, pageOnWire([onWire(Number(/tournaments\/(\d+)/.exec(url)?.[1]))]));
    });
    await storeMatches(services, ...onCourt);
    let moment = now;
    const then = { ...services, api: { ...services.api, serviceNow: () => Date.parse(moment) } };
    const run = (typed: Typed = {}) => schedule.run(aRequest(typed), then);
    const press = (body: MessageBody, label: string) => {
      const ids = JSON.stringify(body.components).split('{');
      const id = /"custom_id":"schedule:([^"]+)"/.exec(
        ids.find((each) => each.includes(`"label":"${label}"`)) ?? '',
      )?.[1];
      return pressOn(schedule, then, id?.split(':') ?? []);
    };
    const requests = () =>
      service.received.map(({ path }) => /(\d+)\/matches\?played_at=([\d-]+)/.exec(path)?.slice(1));
    return { run, press, requests, services: then, pass: (to: string) => (moment = to) };
  };

  const titleOf = (body: MessageBody | undefined) => body?.embeds?.[0]?.title;

  it('is the day at the venue, even if the next day has begun in UTC', async () => {
    const { run, requests } = await at(NIGHT, [BUENOS_AIRES]);
    expect(titleOf(await run())).toBe('Sunday, June 7, 2026');
    expect(requests()).toEqual([['3', '2026-06-07']]);
  });

  it.each(['today', 'hoy', ' Aujourd’hui '])('is the same typed as "%s"', async (day) => {
    const { run } = await at(NIGHT, [BUENOS_AIRES]);
    expect(titleOf(await run({ day }))).toBe('Sunday, June 7, 2026');
  });

  it('is the first day that autocomplete offers', async () => {
    const { run, services } = await at(NIGHT, [BUENOS_AIRES]);
    const [first] =
      (await schedule.autocomplete?.(whileTyping('day', { day: '' }), services)) ?? [];
    expect(titleOf(await run({ day: String(first?.value) }))).toBe('Sunday, June 7, 2026');
  });

  it('is another date at another venue, which is named there', async () => {
    const { run, requests } = await at(NIGHT, [ROME, BUENOS_AIRES]);
    const body = await run();
    expect(titleOf(body)).toBe('Monday, June 8, 2026');
    expect(textOf(body)).toContain('**Jun 7, 2026 · Buenos Aires P1 · Center Court**');
    expect(textOf(body)).toContain('**Roma P2 · Center Court**');
    expect(requests().toSorted()).toEqual([
      ['3', '2026-06-07'],
      ['8', '2026-06-08'],
    ]);
  });

  it('is inferred from a live match when the time zone is unknown', async () => {
    const match = aMatch({ id: 77, tournamentId: 4, status: 'live', score: sets('6-4 1-0') });
    const { run, requests } = await at(NIGHT, [MIAMI], [match]);
    const body = await run();
    expect(titleOf(body)).toBe('Sunday, June 7, 2026');
    expect(textOf(body)).toContain('**on court 6-4 1-0**');
    expect(requests()).toEqual([['4', '2026-06-07']]);
  });

  it('includes a match that is on court past midnight', async () => {
    const match = aMatch({ id: 77, tournamentId: 8, status: 'live', score: sets('6-4 1-0') });
    const { run, requests } = await at(NIGHT, [ROME], [match]);
    expect(textOf(await run())).toContain('**on court 6-4 1-0**');
    expect(requests()).toEqual([['8', '2026-06-08']]);
  });

  it('does not apply to a typed date', async () => {
    const { run, requests } = await at(NIGHT, [ROME, BUENOS_AIRES]);
    await run({ day: '2026-06-08' });
    expect(requests()).toEqual([['8', '2026-06-08']]);
  });

  it('is refreshed as today until it is over, then as that date', async () => {
    const { run, press, requests, pass } = await at(NIGHT, [ROME, BUENOS_AIRES]);
    const body = await run();
    expect(textOf(await press(body, 'Refresh'))).toContain('Buenos Aires');
    pass('2026-06-09T12:00:00Z');
    const before = requests().length;
    expect(titleOf(await press(body, 'Refresh'))).toBe('Monday, June 8, 2026');
    expect(requests().slice(before)).toEqual([]);
    pass('2026-06-08T12:00:00Z');
    expect(textOf(await press(body, 'Refresh'))).not.toContain('Buenos Aires');
  });
});

describe('a filter in a control', () => {
  it.each([
    { tournamentId: null, category: null, followedBy: null },
    { tournamentId: 9, category: 'women', followedBy: 'channel' },
    { tournamentId: null, category: 'men', followedBy: 'me' },
  ] as const)('is read as it was written: %o', (filter) => {
    expect(scheduleFilterIn(filterWord(filter))).toEqual(filter);
  });

  it('that is invalid filters nothing', () => {
    expect(scheduleFilterIn('x.y.z.é')).toEqual({
      tournamentId: null,
      category: null,
      followedBy: null,
    });
  });
});

describe('/live', () => {
  it('has pages, and offers to follow the matches of the page', async () => {
    const { services } = await aStage([]);
    for (let id = 1; id <= 7; id += 1) {
      await storeMatches(services, aMatch({ id, status: 'live' }));
    }
    const press = (...values: string[]) => pressOn(live, services, values);
    expect((await live.run(aRequest(), services)).embeds).toHaveLength(5);
    const second = await press('page', '2');
    expect(second.embeds).toHaveLength(2);
    expect(JSON.stringify(second.components)).toContain('"value":"match:7"');
    expect(JSON.stringify(second.components)).not.toContain('"value":"match:1"');
    expect((await press('refresh')).embeds).toHaveLength(5);
    expect((await press('page', 'x')).embeds).toHaveLength(5);
  });
});
