import { expect, it } from 'vitest';
import { tellingAmong } from '#src/domain/tournament/telling.ts';
import type { Match } from '#src/domain/match/match.ts';
import { hiddenLiveMessage } from '#src/render/match/live-list.ts';
import { hiddenLine } from '#src/render/lines/schedule-line.ts';
import { aMatch } from '../domain/feed.ts';
import { sets } from '../domain/written.ts';
import { aHeld, aReader, refusals } from './held.ts';

const DONE = { status: 'finished', winner: 'team_1', score: sets('6-4 3-6 7-6(5)') } as const;

const line = (locale: 'en' | 'fr', match: Partial<Match>, isTelling = false): string =>
  hiddenLine(aReader(locale), aMatch(match), { offset: 120, isTelling }).replaceAll('\u00a0', '_');

it.each([
  [
    'en',
    DONE,
    '||`6-4 3-6 7-6(5)__________`|| · Vega / Lamas – Soria / Pinto\n-# Women · Quarterfinal',
  ],
  [
    'fr',
    DONE,
    '||`6-4 3-6 7-6(5)__________`|| · Vega / Lamas – Soria / Pinto\n-# Dames · Quart de finale',
  ],
  [
    'en',
    { status: 'walkover' },
    '||`walkover________________`|| · Vega / Lamas – Soria / Pinto\n-# Women · Quarterfinal',
  ],
  ['en', {}, 'not before <t:1780840800:t> · Vega / Lamas – Soria / Pinto\n-# Women · Quarterfinal'],
] as const)('a line in %s covers the score, at one width: %o', (locale, match, expected) => {
  expect(line(locale, match)).toBe(expected);
});

it('a line whose pairs tell a result has one cover over all of it, at one width', () => {
  const covers = [DONE, { status: 'live', score: sets('1-0') }, { ...DONE, status: 'retired' }].map(
    (match) => line('en', { ...match, round: 2 }, true),
  );
  expect(covers[0]).toMatch(
    /^\|\|`Vega\/Lamas – Soria\/Pinto {2}6-4 3-6 7-6\(5\)_+`\|\|\n-# Women · Semifinal$/,
  );
  expect(new Set(covers.map(({ length }) => length)).size).toBe(1);
  const ahead = [aMatch().teams, { team_1: [], team_2: [] }].map((teams) =>
    line('en', { teams }, true),
  );
  expect(new Set(ahead.map(({ length }) => length)).size).toBe(1);
});

it('who plays tells a result from the second match of a pair in a tournament on', () => {
  const first = aMatch({ id: 1, round: 16 });
  const next = aMatch({ id: 2, round: 8 });
  const other = aMatch({ id: 3, tournamentId: 77, round: 16 });
  const isTelling = tellingAmong([first, next, other], '2026-06-07');
  expect([first, next].map(isTelling)).toEqual([false, true]);
  expect(isTelling(aMatch({ id: 4, teams: { team_1: [], team_2: [] } }))).toBe(true);
});

it.each([
  ['2026-06-07', '2026-06-07', '2026-06-07', true],
  ['2026-06-06', '2026-06-07', '2026-06-07', false],
  ['2026-06-05', '2026-06-06', '2026-06-07', false],
  ['2026-06-07', '2026-06-08', '2026-06-07', true],
  ['2026-06-06', '2026-06-08', '2026-06-07', true],
])('after a match on %s, who plays on %s tells a result on %s: %s', (first, next, today, tells) => {
  const before = aMatch({ id: 1, round: 16, playedOn: first });
  const after = aMatch({ id: 2, round: 8, playedOn: next });
  expect(tellingAmong([before, after], today)(after)).toBe(tells);
  expect(tellingAmong([{ ...before, status: 'bye' }, after], today)(after)).toBe(false);
});

it('what has begun is listed with who plays and the court, and the menu says each thing once', () => {
  const playing = aHeld({ ...DONE, court: 'Court 2' });
  const [open, covered] = [false, true].map((tells) =>
    hiddenLiveMessage(aReader(), {
      ...{ matches: [playing], lacksLive: false, page: 1 },
      isTelling: () => tells,
    }),
  );
  const lines = open?.embeds?.[0]?.description;
  expect(lines).toContain('|| · Vega / Lamas – Soria / Pinto\n-# Women · Quarterfinal · Court 2');
  expect(JSON.stringify(open?.components)).toContain(
    '"label":"Vega / Lamas – Soria / Pinto","desc',
  );
  expect(JSON.stringify(covered?.components)).not.toContain('"description"');
});

it('the list of what has begun fits into a message, however much that is', () => {
  const matches = Array.from({ length: 40 }, (_, id) => aHeld({ ...DONE, id }));
  for (const isTelling of [() => true, () => false]) {
    const body = hiddenLiveMessage(aReader(), { matches, isTelling, lacksLive: false, page: 2 });
    expect(refusals(body)).toEqual([]);
  }
});
