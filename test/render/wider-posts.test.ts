import { describe, expect, it } from 'vitest';
import type { AlertEvent, Appointment } from '#src/domain/alerts/events.ts';
import { DEFAULT_SETTINGS } from '#src/domain/alerts/settings.ts';
import type { QuietHoursNews, AlertSubject } from '#src/domain/alerts/subject.ts';
import type { TrackedMatch } from '#src/domain/match/state.ts';
import { LOCALES, type Locale } from '#src/i18n/i18n.ts';
import { testPost } from '#src/render/posts/samples.ts';
import { post } from '#src/render/posts/posts.ts';
import { sets } from '../domain/written.ts';
import { aHeld, aReader, aTournament } from './held.ts';
import { expectSentences } from './sentences.ts';

const posted = (event: AlertEvent, subject: AlertSubject, locale: Locale = 'en', settings = {}) =>
  post(aReader(locale), {
    event,
    subject,
    settings: { ...DEFAULT_SETTINGS, ...settings },
    memberIds: [],
    correctedAt: null,
  });

const descriptionOf = ({ embeds }: ReturnType<typeof posted>): string | undefined =>
  embeds?.[0]?.description;

describe('the post of a moved match', () => {
  const before: Appointment = {
    playedOn: '2026-06-07',
    startedAt: null,
    scheduleLabel: 'Starting at 4:00 PM',
    court: 'Court 2',
  };
  const LATER = { scheduleLabel: 'Not before 6:00 PM' };

  const moved = (
    change: Partial<Appointment>,
    {
      locale = 'en',
      offset = null,
    }: { readonly locale?: Locale; readonly offset?: number | null } = {},
  ) => {
    const after = { ...before, ...change };
    const event = { kind: 'schedule', matchId: 123, rev: 2, before, after } as const;
    return posted(event, { kind: 'match', held: aHeld(), offset }, locale).content ?? '';
  };

  it.each(LOCALES)('names what has changed in one sentence, in %s', (locale) =>
    expectSentences('moved', locale, [
      ['time and court', moved({ ...LATER, court: 'Court 3' }, { locale })],
      ['time', moved(LATER, { locale })],
      ['time, with the offset of the venue', moved(LATER, { locale, offset: 120 })],
      ['court', moved({ court: 'Court 3' }, { locale })],
      ['day', moved({ playedOn: '2026-06-08' }, { locale })],
    ]),
  );

  it('shows a remark with the new time, escaped, and no more once the court has changed', () => {
    const remark = { scheduleLabel: 'Not before 6:00 PM - *Possible* Court Change' };
    expect(moved(remark)).toContain(
      'not before 6:00 PM (venue) · \\*Possible\\* Court Change (was Jun 7, 2026 · 4:00 PM (venue))',
    );
    const changed = { scheduleLabel: 'Starting at 4:00 PM - Court 3 for today', court: 'Court 3' };
    expect(moved(changed)).toMatch(/^New court for [^:]*: Court 3 \(was Court 2\)\.$/);
  });
});

describe('the daily schedule', () => {
  const event = { kind: 'digest', channelKey: 1, date: '2026-06-07' } as const;
  const final = { round: 1, scheduleLabel: 'Starting at 4:00 PM' } as const;
  const matches = [
    aHeld({ ...final, id: 1, category: 'women' }),
    aHeld({ ...final, id: 2, category: 'men' }),
    aHeld({ ...final, id: 3, category: null }),
  ];

  it('distinguishes finals of one tournament by category', () => {
    const list = descriptionOf(posted(event, { kind: 'day', matches }));
    expect(list?.split('\n').filter((line) => line.startsWith('-#'))).toEqual([
      '-# Madrid P1 · Women · Final',
      '-# Madrid P1 · Men · Final',
      '-# Madrid P1 · Final',
    ]);
  });

  it('begins with the closest match and the favourites in danger, in place of the match of the day', () => {
    const chance = (id: number, first: number, seed: string | null = null) =>
      aHeld(
        { id, watchability: 90, seeds: { team_1: seed, team_2: null } },
        { chances: { team_1: first, team_2: 1 - first } },
      );
    const rated = [chance(1, 0.52), chance(2, 0.58, '2'), chance(3, 0.9, '1')];
    const list = descriptionOf(posted(event, { kind: 'day', matches: rated }));
    expect(list?.split('\n').slice(0, 3)).toEqual([
      'Closest match: **Vega / Lamas** – **Soria / Pinto** (52% – 48%)',
      'Favourites in danger: Vega / Lamas [2], 58% against Soria / Pinto',
      '',
    ]);
  });

  it("shows times by the reader's clock when the offset of the venue is known", () => {
    const offsets = new Map([[1, 120]]);
    const [first, , second] =
      descriptionOf(posted(event, { kind: 'day', matches, offsets }))?.split('\n') ?? [];
    expect(first).toMatch(/^<t:1780840800:t> · /);
    expect(second).toMatch(/^4:00 PM \(venue\) · /);
  });
});

it('the daily post says nothing of a match before on a court that it does not name', () => {
  const matches = [
    aHeld({ scheduleLabel: 'Followed by', watchability: 90 }),
    aHeld({ id: 2, watchability: 80 }),
    aHeld({ id: 3, scheduleLabel: 'Followed by', watchability: 70 }),
  ];
  const event = { kind: 'digest', channelKey: 1, date: '2026-06-07' } as const;
  expect(descriptionOf(posted(event, { kind: 'day', matches }))?.split('\n')).toEqual([
    '⭐ Match of the day: **Vega / Lamas** – **Soria / Pinto**',
    '',
    '**Vega / Lamas** – **Soria / Pinto**',
    '-# Madrid P1 · Women · Quarterfinal',
    'not before 4:00 PM (venue) · **Vega / Lamas** – **Soria / Pinto**',
    '-# Madrid P1 · Women · Quarterfinal',
    '**Vega / Lamas** – **Soria / Pinto**',
    '-# Madrid P1 · Women · Quarterfinal',
  ]);
});

describe('the digest of quiet hours', () => {
  const event = { kind: 'quiet-hours-digest', channelKey: 1, until: 1 } as const;

  const draw = (round: 8 | 16, ...matches: readonly TrackedMatch[]): QuietHoursNews => ({
    event: {
      kind: 'draw',
      tournamentId: 7,
      category: 'women',
      round,
      matchIds: matches.map(({ match }) => match.id),
    },
    held: null,
    tournament: aTournament(),
    matches,
  });

  const others = aHeld({
    teams: {
      team_1: [{ id: 11, name: 'Uma Ruiz' }],
      team_2: [{ id: 12, name: 'Ida Paz' }],
    },
  });

  const news = [draw(8, aHeld()), draw(16, others), draw(8, others)];

  const linesOf = (settings = {}) =>
    descriptionOf(posted(event, { kind: 'quiet-hours-digest', news }, 'en', settings))?.split('\n');

  it('lists each new round once, with its matches', () => {
    expect(linesOf()).toEqual([
      '### Madrid P1',
      'New matches: Madrid P1 · Women · Round of 16',
      '- Vega / Lamas – Soria / Pinto',
      '- Ruiz – Paz',
      'New matches: Madrid P1 · Women · Round of 32',
      '- Ruiz – Paz',
    ]);
  });

  it('groups results below their tournament, each with its category and round', () => {
    const result = (held: TrackedMatch): QuietHoursNews => ({
      event: {
        kind: 'result',
        matchId: held.match.id,
        status: 'finished',
        winner: 'team_1',
        score: sets('6-4 6-4'),
        minutes: null,
      },
      held,
      tournament: null,
      matches: [held],
    });
    const bronze = { tournament: aTournament('FIP Bronze') };
    const results = [
      aHeld(),
      aHeld({ id: 2, round: 16 }, bronze),
      aHeld({ id: 3, category: 'men' }),
    ];
    const body = posted(event, { kind: 'quiet-hours-digest', news: results.map(result) });
    expect(descriptionOf(body)?.split('\n')).toEqual([
      '### Madrid P1',
      '**Vega / Lamas** beat Soria / Pinto 6-4 6-4.',
      '-# Women · Quarterfinal',
      '**Vega / Lamas** beat Soria / Pinto 6-4 6-4.',
      '-# Men · Quarterfinal',
      '### FIP Bronze',
      '**Vega / Lamas** beat Soria / Pinto 6-4 6-4.',
      '-# Women · Round of 32',
    ]);
  });

  it('covers the qualified pairs when scores are covered', () => {
    expect(linesOf({ coverScores: true })?.[2]).toBe('- ||Vega / Lamas – Soria / Pinto||');
  });
});

describe('a sample post', () => {
  /** A Sunday. */
  const AT = Date.UTC(2026, 10, 22, 12);
  const sample = (type: 'news', locale: Locale = 'en') =>
    testPost(aReader(locale), type, DEFAULT_SETTINGS, AT);

  it("of a time change shows times by the reader's clock", () => {
    expect(sample('news').content).toMatch(/<t:\d+:D> · not before <t:\d+:t> · Center Court/);
  });
});
