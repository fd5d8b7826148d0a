import { describe, expect, it } from 'vitest';
import { winnerOfSets } from '#src/domain/match/score.ts';
import { withPoints, type TrackedMatch } from '#src/domain/match/state.ts';
import { liveCard, quietCard, startPost, type CardStyle } from '#src/render/match/live-card.ts';
import { COLOURS, NO_PINGS } from '#src/render/message.ts';
import { aGame, anUpdate, aSet, inPlay, serving, sets } from '../domain/written.ts';
import { labelsOf } from './controls.ts';
import { aHeld, aReader, aTournament } from './held.ts';

const embedOf = (held: TrackedMatch, locale: 'en' | 'es' = 'en') =>
  liveCard(aReader(locale), held).embeds?.[0];

const textOf = (held: TrackedMatch, locale: 'en' | 'es' = 'en') =>
  embedOf(held, locale)?.description ?? '';

const MATCH_POINT = inPlay(aSet(1, '6-4'), aSet(2, null, aGame('5-4', '40:30')));

describe('the live card', () => {
  it.each([
    ['en', 'Madrid P1 · Women · Quarterfinal · Center Court', '**Match point Vega / Lamas**'],
    [
      'es',
      'Madrid P1 · Femenino · Cuartos de final · Center Court',
      '**Bola de partido para Vega / Lamas**',
    ],
  ] as const)(
    'shows tournament, round and court, and what is at stake, in %s',
    (locale, context, stake) => {
      const held = aHeld(
        {},
        { state: { ...MATCH_POINT, minutes: 72 }, chances: { team_1: 0.61, team_2: 0.39 } },
      );
      expect(embedOf(held, locale)?.author?.name).toBe(context);
      const lines = textOf(held, locale).split('\n');
      expect(lines[0]).toBe('Ana Vega / Eva Lamas – Lea Soria / Mia Pinto');
      expect(lines).toContain(stake);
      expect(lines.join(' ')).toMatch(/61.?% – 39.?% 1 h 12/);
    },
  );

  describe('win probability', () => {
    const CHANCES = { chances: { team_1: 0.61, team_2: 0.39 } };
    const shown = (held: TrackedMatch, style: Partial<CardStyle> = {}) =>
      liveCard(aReader('en'), held, {
        coverScores: false,
        delay: 0,
        winProbability: true,
        ...style,
      }).embeds?.[0]?.description?.split('\n') ?? [];
    const LINE = 'Win probability **97%** ━━━━━━━━━╌ **3%**';
    const AT_MATCH_POINT = aHeld({}, { state: MATCH_POINT, ...CHANCES });

    it('has both numbers, a bar between them, and the numbers before the match below', () => {
      const lines = shown(AT_MATCH_POINT);
      const at = lines.indexOf(LINE);
      expect(lines[at + 1]).toBe('-# Before the match: 61% – 39%');
    });

    it.each([
      ['it is switched off', AT_MATCH_POINT, { winProbability: false }],
      ['there is none from before the match', aHeld({}, { state: MATCH_POINT }), {}],
      ['the match is over', aHeld({ status: 'finished', score: sets('6-4 6-1') }, CHANCES), {}],
      [
        'the score contradicts itself',
        aHeld({}, { state: inPlay(aSet(1, '4-2'), aSet(2, null, aGame('1-0'))), ...CHANCES }),
        {},
      ],
    ])('is absent when %s', (_reason, held, style) => {
      expect(shown(held, style).join('\n')).not.toContain('Win probability');
    });
  });

  it.each([
    ['upcoming', { status: 'scheduled' }, 'Not started yet'],
    ['in play before the first point', { status: 'live' }, 'Updated <t:1780833600:R>'],
    [
      'in play without points',
      { status: 'live', score: sets('6-4 2-1') },
      'Sets only · Updated <t:1780833600:R>',
    ],
    [
      'over, not confirmed',
      { status: 'ended', score: sets('6-4 6-1') },
      'Match over, final score to be confirmed',
    ],
    ['cancelled', { status: 'cancelled' }, 'Cancelled'],
    ['with an unknown status', { status: 'suspended' }, 'Status: suspended'],
    ['with an unknown status that is markdown', { status: '**late**' }, 'Status: \\*\\*late\\*\\*'],
  ])('shows the status of a match: %s', (_reason, match, line) => {
    expect(textOf(aHeld(match)).split('\n').at(-1)).toBe(line);
  });

  it.each([
    ['two and three sets', '6-4 6-1', '6-4 3-6 7-6(5)'],
    ['either winner', '6-4 6-1', '4-6 1-6'],
    ['a lead and a level score', '6-4', '6-4 3-6'],
  ])('looks the same for %s when scores are covered', (_what, one, other) => {
    const style = { coverScores: true, delay: 0, winProbability: true };
    const [first, second] = [one, other].map((score) => {
      const winner = winnerOfSets(sets(score));
      const status = winner === null ? 'live' : 'finished';
      const held = aHeld(
        { status, score: sets(score), winner },
        { chances: { team_1: 0.5, team_2: 0.5 } },
      );
      const { embeds, ...rest } = liveCard(aReader(), held, style);
      const text = embeds?.[0]?.description ?? '';
      return { ...rest, text: text.replaceAll(/\|\|[^]*?\|\|/g, ({ length }) => `${length}`) };
    });
    expect(first?.text).toContain('Vega');
    expect(second).toEqual(first);
  });

  it.each(['live', 'ended', 'finished', 'retired'] as const)(
    'tells only under a spoiler whether a match is over when scores are covered: %s',
    (status) => {
      const watch = [{ name: 'TV', url: 'https://tv.example/' }];
      const style = { coverScores: true, delay: 0, winProbability: true };
      const videos = { broadcast: 'https://a.example', highlights: 'https://b.example' };
      const shown = (of: Partial<TrackedMatch['match']>, more: Partial<TrackedMatch> = {}) =>
        JSON.stringify(
          liveCard(aReader(), aHeld(of, { videos, watch, ...more }), style),
        ).replaceAll(/\|\|[^|]*\|\|/g, ({ length }) => `${length}`);
      const live = shown({ status: 'live', score: sets('6-4 2-1') });
      expect(shown({ status, score: sets('6-4 6-1') })).toBe(live);
      expect(shown({ status, score: null })).toBe(live);
      expect(shown({ status, score: sets('6-4 6-1') }, { delayedSince: 1 })).toBe(live);
      // Nobody lists a video of most matches.
      const unfilmed = { videos: { broadcast: null, highlights: null } };
      const shownOn = shown({ status: 'live', score: sets('6-4 2-1') }, unfilmed);
      expect(shownOn).toContain('Watch: TV');
      expect(shown({ status, score: sets('6-4 6-1') }, unfilmed)).toBe(shownOn);
    },
  );

  it.each<[string, boolean]>([
    ['scheduled', true],
    ['live', true],
    ['ended', true],
    ['finished', false],
    ['walkover', false],
    ['cancelled', false],
    ['deleted', false],
    ['postponed', false],
  ])('names who shows the match until it is over: %s', (status, isNamed) => {
    const places = [
      { name: 'TV', url: 'https://tv.example/' },
      { name: 'C+', url: 'https://c.example/' },
    ];
    const labels = (more: Partial<TrackedMatch>) =>
      labelsOf(liveCard(aReader(), aHeld({ status }, more))).filter((label) =>
        label.startsWith('Watch'),
      );
    expect(labels({ watch: places })).toEqual(isNamed ? ['Watch: TV', 'Watch: C+'] : []);
    expect(labels({})).toEqual([]);
    const videos = { broadcast: 'https://a.example', highlights: null };
    expect(labels({ videos, watch: places })).toEqual(['Watch']);
  });

  it.each([
    ['a break point', '30:40', '**Break point Soria / Pinto**'],
    [
      'a deciding point',
      '40:40 A:40 40:40 40:A 40:40',
      '**Deciding point · Break point Soria / Pinto**',
    ],
  ])('shows the serving pair, and %s', (_reason, said, stake) => {
    const state = inPlay(aSet(1, null, serving('team_1', aGame('2-1', said))));
    const lines = textOf(aHeld({}, { state })).split('\n');
    expect(lines).toContain(stake);
    expect(lines).toContain('• Serving: Vega / Lamas');
    expect(lines.filter((line) => line.includes('•'))).toHaveLength(2);
  });

  it.each([
    [
      'the set',
      ['4-4', '5-4'],
      ['6-4'],
      'Soria / Pinto',
      '• Serving for the match: Vega / Lamas · just broke',
    ],
    [
      'the match',
      ['4-4', '5-4'],
      [],
      'Soria / Pinto',
      '• Serving for the set: Vega / Lamas · just broke',
    ],
    [
      'no more than a game',
      ['2-1', '3-1'],
      [],
      'Soria / Pinto',
      '• Serving: Vega / Lamas · just broke',
    ],
    [
      'the set, after a hold',
      ['5-3', '5-4'],
      [],
      'Soria / Pinto',
      '• Serving for the set: Vega / Lamas',
    ],
    ['a tie-break', ['6-5', '6-6'], [], null, '• Serving: Soria / Pinto'],
  ] as const)(
    'names what is served for, and the break before: %s',
    (_what, games, won, server, line) => {
      const [before, now] = games;
      const serves = server === null || before === '6-5' ? 'team_1' : 'team_2';
      const state = inPlay(
        ...won.map((score, at) => aSet(at + 1, score)),
        aSet(won.length + 1, null, serving(serves, aGame(before)), aGame(now)),
      );
      expect(textOf(aHeld({}, { state })).split('\n')).toContain(line);
    },
  );

  it.each([
    ['sets', sets('6-4 2-3'), 'Vega / Lamas lead 6-4 2-3'],
    ['a set, before a game of the next one', sets('6-4 0-0'), 'Vega / Lamas lead 6-4'],
    ['nobody any more, once a team has won', sets('6-4 6-3'), null],
    ['games, at a set each', sets('6-4 3-6 1-2'), 'Soria / Pinto lead 4-6 6-3 2-1'],
    ['nothing, at the end of the second set', sets('6-4 3-6'), null],
    ['nothing, in the first game', sets('0-0'), null],
  ])('shows who leads: by %s', (_by, score, line) => {
    const lead = (status: string, style?: CardStyle) =>
      liveCard(aReader(), aHeld({ status, score }), style).embeds?.[0]?.description ?? '';
    const lines = lead('live').split('\n');
    expect(lines.find((each) => each.includes(' lead ')) ?? null).toBe(line);
    expect(lead('ended')).not.toContain(' lead ');
  });

  it('shows no serve and no break point when the server is unknown', () => {
    const state = inPlay(aSet(1, null, aGame('2-1', '30:40')));
    expect(textOf(aHeld({}, { state }))).not.toMatch(/•|serving|break point/i);
  });

  it('shows the age of the points', () => {
    expect(textOf(aHeld({}, { state: MATCH_POINT }))).toContain('Updated <t:1780833600:R>');
  });

  it.each([
    ['en', '⚠️ Data delayed since <t:1780833000:t>'],
    ['es', '⚠️ Datos con retraso desde las <t:1780833000:t>'],
  ] as const)('shows a delay of the data instead of its age, in %s', (locale, line) => {
    const held = aHeld({}, { state: MATCH_POINT, delayedSince: 1_780_833_000_000 });
    expect(textOf(held, locale)).toContain(line);
    expect(textOf(held, locale)).not.toContain('<t:1780833600:R>');
    expect(embedOf(held, locale)?.color).toBe(COLOURS.warning);
  });

  it.each([
    ['scheduled', COLOURS.scheduled],
    ['live', COLOURS.live],
    ['ended', COLOURS.live],
    ['finished', COLOURS.final],
    ['suspended', COLOURS.scheduled],
  ])('has the colour of its status: %s', (status, colour) => {
    expect(embedOf(aHeld({ status }))?.color).toBe(colour);
  });

  it('shows no match point once play has ended', () => {
    const state = withPoints(MATCH_POINT, anUpdate('ended'), null);
    expect(textOf(aHeld({}, { state: MATCH_POINT }))).toContain('Match point');
    expect(textOf(aHeld({}, { state }))).not.toContain('Match point');
  });

  it.each([
    ['finished', '6-4 7-6(4)', '**Vega / Lamas** beat Soria / Pinto 6-4 7-6(4)'],
    ['retired', '6-4 2-1', '**Vega / Lamas** win: 6-4 2-1 when Soria / Pinto retired'],
    ['walkover', '', '**Vega / Lamas** win by walkover: Soria / Pinto did not play'],
  ])('starts with the result when it is over: %s', (status, score, line) => {
    const held = aHeld({ status, winner: 'team_1', score: score === '' ? null : sets(score) });
    expect(textOf(held).split('\n')[0]).toBe(line);
  });

  it.each([
    ['as the service reports it', 70, '1 h 10'],
    ['not as the bot has counted it', null, null],
  ])('shows the duration when it is over: %s', (_reason, duration, expected) => {
    const over = {
      status: 'finished',
      winner: 'team_1',
      score: sets('6-4 6-4'),
      duration,
    } as const;
    const held = aHeld(over);
    const state = withPoints({ ...held.state, minutes: 70 }, anUpdate('finished'), 72);
    const [, shownDuration] = /(\d h \d\d|\d+ min)$/m.exec(textOf({ ...held, state })) ?? [];
    expect(shownDuration ?? null).toBe(expected);
  });

  const LABELS = { all: ['Points', 'Statistics', 'Head-to-head', 'Follow', 'Catch me up'] };
  const POINTLESS = { tournament: { ...aTournament(), level: 'fip_gold' } };

  it.each([
    ['while it is live', { status: 'live' }, {}, LABELS.all],
    ['before it starts', { status: 'scheduled' }, {}, ['Head-to-head', 'Follow']],
    ['when it is over', { status: 'finished' }, {}, LABELS.all.filter((each) => each !== 'Follow')],
    ['when nobody played', { status: 'walkover' }, {}, ['Head-to-head']],
    ['at a level without points', { status: 'live' }, POINTLESS, LABELS.all.slice(2)],
    ['with an unknown tournament', { status: 'live' }, { tournament: null }, LABELS.all],
  ])('has the buttons that apply %s', (_reason, match, more, labels) => {
    expect(labelsOf(liveCard(aReader(), aHeld(match, more)))).toEqual(labels);
  });

  it('has no content, so that an edit keeps the text of the announcement', () => {
    expect(liveCard(aReader(), aHeld())).not.toHaveProperty('content');
  });
});

describe('the start post', () => {
  const held = aHeld({ status: 'live' });

  it('pings exactly the given members and roles', () => {
    expect(
      startPost(aReader(), held, { memberIds: ['111', '222'], roleIds: ['333'] }),
    ).toMatchObject({
      content: '<@&333> <@111> <@222> **Vega / Lamas** – **Soria / Pinto** has started',
      allowed_mentions: { parse: [], users: ['111', '222'], roles: ['333'] },
    });
  });

  it('is in the language of the channel, and pings nobody without members and roles', () => {
    expect(startPost(aReader('es'), held, NO_PINGS)).toMatchObject({
      content: 'Ha empezado **Vega / Lamas** – **Soria / Pinto**',
      allowed_mentions: { parse: [], users: [], roles: [] },
    });
  });

  it('pings nobody and announces no start when it is posted quietly', () => {
    expect(quietCard(aReader(), aHeld())).toMatchObject({
      content: '**Vega / Lamas** – **Soria / Pinto**',
      allowed_mentions: { parse: [] },
    });
  });
});
