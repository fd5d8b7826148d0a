import { describe, expect, it } from 'vitest';
import { withPoints, type TrackedMatch } from '#src/domain/match/state.ts';
import { momentumOf } from '#src/domain/match/momentum.ts';
import { playedSets } from '#src/domain/match/played-games.ts';
import { METRICS, type Figures, type MatchStats } from '#src/domain/people/statistics.ts';
import { LOCALES, type Reader } from '#src/i18n/i18n.ts';
import { charactersOf } from '#src/i18n/text.ts';
import { matchMessage } from '#src/render/match/card.ts';
import { matchChoice } from '#src/render/lines/choices.ts';
import { missingDataMessage, pointsMessage } from '#src/render/match/points.ts';
import { matchStatsMessage } from '#src/render/match/stats.ts';
import { chartOf, momentumMessage } from '#src/render/match/momentum.ts';
import { feedOf, playOut } from '../domain/feed.ts';
import { aGame, aSet, inPlay, sets } from '../domain/written.ts';
import { labelsOf, textOf } from './controls.ts';
import { aHeld, aReader, aTournament, everythingCalled, refusals } from './held.ts';

const AT = 1_780_833_600_000;

describe('the card of a match', () => {
  const shown = (match: Parameters<typeof aHeld>[0], offset: number | null = null) =>
    matchMessage(aReader(), { held: aHeld(match), offset });

  it.each([
    [
      'scheduled, with a known offset of the venue',
      {},
      120,
      '<t:1780840800:D> · not before <t:1780840800:t>',
    ],
    [
      'scheduled, without the offset',
      {},
      null,
      'Sunday, June 7, 2026 · not before 4:00 PM (venue)',
    ],
    [
      'scheduled after another match',
      { scheduleLabel: 'Followed by' },
      120,
      'Sunday, June 7, 2026 · follows the previous match',
    ],
    [
      'estimated, with a known offset of the venue',
      { scheduleLabel: 'Estimated around 4:00 PM' },
      120,
      '<t:1780840800:D> · estimated around <t:1780840800:t>',
    ],
    [
      'estimated, without the offset',
      { scheduleLabel: 'Estimated around 4:00 PM' },
      null,
      'Sunday, June 7, 2026 · estimated around 4:00 PM (venue)',
    ],
    [
      'scheduled for an exact instant, without the offset',
      { scheduledAt: 1_780_840_800_000 },
      null,
      '<t:1780840800:D> · not before <t:1780840800:t>',
    ],
    [
      'scheduled under an unknown label',
      { scheduleLabel: 'After *rain*' },
      120,
      'Sunday, June 7, 2026 · After \\*rain\\*',
    ],
    ['finished', { status: 'finished', score: sets('6-4 6-3') }, null, 'Sunday, June 7, 2026'],
  ])('shows when a match is: %s', (_reason, match, offset, line) => {
    expect(textOf(shown(match, offset)).split('\n').at(-1)).toBe(line);
  });

  it.each([
    ['bye', { winner: 'team_1' as const }, '**Vega / Lamas** have a bye'],
    ['walkover', { winner: 'team_2' as const }, '**Soria / Pinto** win by walkover'],
    [
      'retired',
      { winner: 'team_2' as const, score: sets('6-4 1-2') },
      'win: 4-6 2-1 when Vega / Lamas retired',
    ],
    ['ended', { score: sets('6-4 6-1') }, 'final score to be confirmed'],
    ['postponed', {}, 'Status: postponed'],
    ['deleted', {}, 'The data service has removed this match.'],
  ])('describes the status %s in words', (status, match, words) => {
    expect(textOf(shown({ status, ...match }))).toContain(words);
  });

  it.each([
    ['scheduled', {}, 'Not started yet'],
    ['bye', { winner: 'team_1' as const }, 'Ana Vega / Eva Lamas – Lea Soria / Mia Pinto'],
    ['finished', { winner: 'team_1' as const }, 'Score unknown'],
    ['live', { withheld: ['score', 'court'] }, "This bot's data plan doesn't include the score"],
  ])('says no more than is known when there is no score: %s', (status, match, words) => {
    const text = textOf(shown({ status, playedOn: null, ...match }));
    expect(text).toContain(words);
    expect(text).not.toContain('No score yet');
  });

  it('says that some details are not in the data plan', () => {
    expect(textOf(shown({ withheld: ['court'] }))).toContain('some details of this match');
    expect(textOf(shown({}))).not.toContain('details of this match');
  });

  it('has no buttons for a bye', () => {
    const bye = { status: 'bye', teams: { ...aHeld().match.teams, team_2: [] } };
    expect(labelsOf(shown(bye))).toEqual([]);
  });

  it('has all buttons while the match is live', () => {
    expect(labelsOf(shown({ status: 'live' }))).toEqual([
      'Points',
      'Statistics',
      'Momentum',
      'Win probability',
      'Catch me up',
      'Head-to-head',
      'Follow',
      'Refresh',
    ]);
  });

  it.each([
    ['points', { points: true, stats: false }, ['Statistics']],
    ['statistics', { points: false, stats: true }, ['Points', 'Momentum', 'Win probability']],
    ['both', { points: true, stats: true }, []],
  ])('has no buttons for what the plan is known to lack: %s', (_what, lacks, offered) => {
    const held = aHeld({ status: 'live' });
    const body = matchMessage(aReader(), { held, offset: null, lacks });
    expect(labelsOf(body)).toEqual([
      ...offered,
      'Catch me up',
      'Head-to-head',
      'Follow',
      'Refresh',
    ]);
  });

  it('has a button for points that were pushed, whatever the plan lacks', () => {
    const pushed = { state: inPlay(aSet(1, null, aGame('0-0', '15:0'))) };
    const held = aHeld({ status: 'live' }, pushed);
    const lacks = { points: true, stats: true };
    const body = matchMessage(aReader(), { held, offset: null, lacks });
    expect(labelsOf(body)).toContain('Points');
  });

  it('says that a level has only scores', () => {
    const held = aHeld({ status: 'live' }, { tournament: { ...aTournament(), level: 'fip_gold' } });
    const body = matchMessage(aReader(), { held, offset: null });
    expect(textOf(body)).toContain('Scores only at this level');
    expect(labelsOf(body)).not.toContain('Statistics');
  });
});

const figures = (value: number | null): Figures => {
  const names = Object.keys(METRICS);
  const of = { team_1: value, team_2: value === null ? null : value + 1 };
  // Every metric has the same values.
  return Object.fromEntries(names.map((name) => [name, of])) as Figures;
};

const statsOf = (more: Partial<MatchStats> = {}): MatchStats => ({
  matchId: 123,
  match: figures(50),
  sets: [
    { number: 1, figures: figures(40) },
    { number: 2, figures: figures(30) },
  ],
  withheld: [],
  ...more,
});

describe('the statistics', () => {
  const shown = (stats: MatchStats, set = 0, reader: Reader = aReader()) =>
    matchStatsMessage(reader, { held: aHeld({ status: 'live' }), stats, set, readAt: AT });

  it.each(LOCALES)(
    'are a table with lines of equal length that fit on a phone, in %s',
    (locale) => {
      const table = /```\n([^`]+)\n```/.exec(textOf(shown(statsOf(), 0, aReader(locale))))?.[1];
      const lengths = new Set((table ?? '').split('\n').map((line) => charactersOf(line).length));
      expect(lengths.size).toBe(1);
      expect(Math.max(...lengths)).toBeLessThanOrEqual(34);
    },
  );

  it('are those of the whole match or of a set, and lead to the others', () => {
    expect(textOf(shown(statsOf()))).toContain('50%  Points won');
    expect(textOf(shown(statsOf(), 2))).toContain('30%  Points won');
    expect(labelsOf(shown(statsOf()))).toEqual(['Whole match', 'Set 1', 'Set 2']);
  });

  it.each([
    ['no figures', statsOf({ match: figures(null) }), 0, 'Statistics: nothing on record'],
    ['no such set', statsOf(), 3, 'Statistics: nothing on record'],
    [
      'masked figures',
      statsOf({ match: figures(null), withheld: ['match'] }),
      0,
      'Statistics: not in the data plan',
    ],
  ])('say that they are missing: %s', (_reason, stats, set, words) => {
    expect(textOf(shown(stats, set))).toContain(words);
  });

  it.each([
    ['stats', 'notInPlan', 'Statistics: not in the data plan'],
    ['stats', 'notCovered', 'no points or statistics'],
    ['points', 'notYet', 'Points: nothing yet'],
    ['points', 'none', 'Points: nothing on record'],
  ] as const)('or %s that are missing come with a reason: %s', (what, lack, words) => {
    expect(textOf(missingDataMessage(aReader(), aHeld(), what, lack))).toContain(words);
  });
});

const DEUCE = '15:0 15:15 30:15 30:30 40:30 40:40';

describe('the points', () => {
  const shown = (held: TrackedMatch, set = 1, reader: Reader = aReader()) =>
    pointsMessage(reader, {
      held,
      sets: playedSets(held.state, 'golden-point'),
      set,
      readAt: AT,
    });

  const HELD = aHeld(
    { status: 'live' },
    {
      state: inPlay(
        aSet(1, '7-6(5)', aGame('5-6', DEUCE), aGame('6-6', '1:0 2:0')),
        aSet(2, null, aGame('0-0', '0:15'), aGame('0-1')),
      ),
    },
  );

  it('are listed by game with its winner, and deciding points have a star', () => {
    expect(textOf(shown(HELD)).split('\n')).toEqual([
      '**Set 1 · 7-6(5)**',
      'Vega / Lamas – Soria / Pinto',
      '',
      '**5-6** 15-0 15-15 30-15 30-30 40-30 40-40 ★ › **Vega / Lamas**',
      '**6-6** Tie-break: 1-0 2-0 › **Vega / Lamas**',
      '',
      '-# ★ deciding point: its winner won the game',
      `-# Data from <t:${AT / 1_000}:R>`,
    ]);
  });

  it('of a game that has just started, or was skipped, are shown as missing', () => {
    expect(textOf(shown(HELD, 2))).toContain('**0-1** game starting');
    const skipped = aHeld({}, { state: inPlay(aSet(1, null, aGame('0-0'), aGame('1-0', '15:0'))) });
    expect(textOf(shown(skipped))).toContain('**0-0** points unknown › **Vega / Lamas**');
  });

  it('are on one page for each set', () => {
    expect(labelsOf(shown(HELD))).toEqual(['Set 1', 'Set 2']);
    expect(textOf(shown(HELD, 9))).toContain('**Set 2**');
  });
});

/** A match of three long sets whose players have this name. */
const longMatch = (name: string): TrackedMatch => {
  const plays = playOut(
    Array.from({ length: 900 }, (_, index) => (index % 2 === 0 ? 'team_1' : 'team_2')),
    'advantage',
  ).slice(0, 700);
  const held = everythingCalled(name, { status: 'live' });
  return { ...held, state: withPoints(held.state, feedOf(plays), 1) };
};

describe.each(LOCALES)('all messages about a match in %s', (locale) => {
  const reader = aReader(locale);

  it.each([
    ['an ordinary name', 'Ana María de la Fuente Iglesias'],
    ['an endless word', 'x'.repeat(10_000)],
    ['nothing but markdown', '*_~`|>#[]()<@:'.repeat(100)],
    ['half a character', 'Ana \ud83d Vega'],
  ])('are accepted by Discord with %s', (_reason, name) => {
    const held = longMatch(name);
    const played = playedSets(held.state, 'advantage');
    const view = { held, momentum: momentumOf(played), readAt: AT };
    const file = { name: 'm.png', data: new Uint8Array(1), description: chartOf(reader, view).alt };
    const bodies = [
      matchMessage(reader, { held, offset: 60 }),
      matchMessage(reader, { held: everythingCalled(name, { scheduleLabel: name }), offset: 60 }),
      matchStatsMessage(reader, { held, stats: statsOf(), set: 0, readAt: AT }),
      missingDataMessage(reader, held, 'points', 'none'),
      ...played.map(({ number }) =>
        pointsMessage(reader, { held, sets: played, set: number, readAt: AT }),
      ),
      momentumMessage(reader, view, null),
    ];
    expect(bodies.flatMap(refusals)).toEqual([]);
    expect(JSON.stringify(bodies)).not.toMatch(/\\ud[89a-f]/i);
    expect(file.description.length).toBeLessThanOrEqual(1_024);
    expect(matchChoice(reader, held).length).toBeLessThanOrEqual(100);
  });
});
