import { describe, expect, it } from 'vitest';
import { dayBoard } from '#src/domain/alerts/board.ts';
import type { Match } from '#src/domain/match/match.ts';
import { stateOf, type TrackedMatch } from '#src/domain/match/state.ts';
import { LOCALES } from '#src/i18n/i18n.ts';
import { HOUR, MINUTE } from '#src/lib/time.ts';
import { boardAsOf, boardMessage } from '#src/render/schedule/board.ts';
import { aMatch } from '../domain/feed.ts';
import { NOON } from '../store/rows.ts';
import { aHeld, aReader, aTournament } from './held.ts';

const DAY = '2026-06-07';

const held = (id: number, match: Partial<Match>, changedAt = NOON): TrackedMatch => {
  const made = aMatch({ id, ...match });
  return { ...aHeld(), match: made, state: stateOf(made), changedAt };
};

const WON = {
  status: 'finished',
  winner: 'team_1',
  score: [
    { team_1: 6, team_2: 4, tieBreak: null },
    { team_1: 6, team_2: 2, tieBreak: null },
  ],
} as const satisfies Partial<Match>;

const board = (matches: readonly TrackedMatch[], coverScores = false) => ({
  ...dayBoard(matches, new Map(matches.map(({ match }) => [match.id, 0])), DAY, 'UTC'),
  style: { coverScores },
});

describe('the matches of a board', () => {
  const at = (hours: number) => ({ startedAt: Date.parse(`${DAY}T00:00:00Z`) + hours * HOUR });

  it.each<[string, TrackedMatch, 'playing' | 'toCome' | 'results' | 'tomorrow' | null]>([
    ['in play', held(1, { status: 'live', ...at(15) }), 'playing'],
    ['in play since yesterday', held(1, { status: 'live', ...at(-3) }), 'playing'],
    ['apparently in play since yesterday morning', held(1, { status: 'live', ...at(-15) }), null],
    ['to come', held(1, {}), 'toCome'],
    ['to come since yesterday evening', held(1, { ...at(-2) }), 'toCome'],
    ['to come since yesterday noon, without an update', held(1, { ...at(-12) }), null],
    ['postponed', held(1, { status: 'postponed' }), 'toCome'],
    ['without a day', held(1, { playedOn: null }), null],
    ['over today', held(1, { ...WON, ...at(10) }), 'results'],
    ['over after midnight', held(1, { ...WON, ...at(-1) }), 'results'],
    ['over yesterday', held(1, { ...WON, ...at(-3) }, NOON - 13 * HOUR), null],
    ['over yesterday, corrected today', held(1, { ...WON, ...at(-4), duration: 90 }), null],
    [
      'over after midnight, by its duration',
      held(1, { ...WON, ...at(-3), duration: 200 }),
      'results',
    ],
    ['of an unknown status', held(1, { status: 'suspended' }), 'toCome'],
    ['cancelled', held(1, { status: 'cancelled' }), 'toCome'],
    ['deleted by the service', held(1, { status: 'deleted' }), null],
    ['a bye', held(1, { status: 'bye' }), null],
    ['tomorrow', held(1, { playedOn: '2026-06-08' }), 'tomorrow'],
    ['on the day after tomorrow', held(1, { playedOn: '2026-06-09' }), null],
  ])('are put into the right section: %s', (_what, match, expected) => {
    const { playing, toCome, results, tomorrow } = board([match]);
    const found = Object.entries({ playing, toCome, results, tomorrow })
      .filter(([, matches]) => matches.length > 0)
      .map(([section]) => section);
    expect(found).toEqual(expected === null ? [] : [expected]);
  });
});

it('results are ordered by the end of play, not by later corrections', () => {
  const over = (id: number, ended: number, changedAt: number) =>
    held(id, { ...WON, startedAt: ended - 90 * MINUTE, duration: 90 }, changedAt);
  const { results } = board([over(1, NOON - 2 * HOUR, NOON), over(2, NOON - HOUR, NOON - HOUR)]);
  expect(results.map(({ match }) => match.id)).toEqual([2, 1]);
});

describe.each(LOCALES)('the message of a board in %s', (locale) => {
  const reader = aReader(locale);
  const hostile = { name: '**@everyone** [x](https://x.example) `a` ||b||'.repeat(20) };
  const many = Array.from({ length: 120 }, (_, index) => {
    const kinds = [{ status: 'live' }, {}, WON, { playedOn: '2026-06-08' }] as const;
    const match = held(
      index + 1,
      { court: hostile.name, roundName: hostile.name, round: null, ...kinds[index % 4] },
      NOON + index * MINUTE,
    );
    return { ...match, tournament: null };
  });

  it('stays within the limits with hostile names, shows live matches and counts the rest', () => {
    const body = boardAsOf(reader, boardMessage(reader, board(many)), NOON);
    const { embeds: [embed] = [], allowed_mentions } = body;
    const text = embed?.description ?? '';
    expect(text.length).toBeLessThanOrEqual(4_096);
    expect(text).toContain(reader.t('form.playing'));
    expect(text).toMatch(/\d+[^\n]*`\/\S+`\n-# /);
    expect(text).not.toMatch(/(?<!\\)\|\|b|(?<!\\)\[x|(?<!\\)@everyone/);
    expect(allowed_mentions).toEqual({ parse: [] });
  });

  it('cuts no spoiler in two and omits no section, however long the headings are', () => {
    const kinds = [{ ...WON, startedAt: NOON }, { status: 'live' }, {}, { playedOn: '2026-06-08' }];
    for (let length = 20; length <= 60; length += 1) {
      const matches = Array.from({ length: 60 }, (_, index) => {
        const match = held(index + 1, kinds[Math.floor(index / 12) % 4] ?? {});
        const name = `${index % 12} ${'x'.repeat(length)}`;
        return { ...match, tournament: aTournament(name) };
      });
      const body = boardAsOf(reader, boardMessage(reader, board(matches, true)), NOON);
      const text = body.embeds?.[0]?.description ?? '';
      expect(text.length).toBeLessThanOrEqual(4_096);
      expect(text.match(/\|\|/g)?.length).toSatisfy((bars: number) => bars % 2 === 0);
      expect(text).toContain(reader.t('board.tomorrow', { count: 12 }));
      expect(text).toMatch(/\d+[^\n]*`\/\S+`\n-# [^\n]*$/);
    }
  });

  it('counts the matches of tomorrow that it does not list', () => {
    const tomorrow = Array.from({ length: 12 }, (_, id) => held(id, { playedOn: '2026-06-08' }));
    const lastLineOf = (count: number): string | undefined =>
      boardMessage(reader, board(tomorrow.slice(0, count)))
        .embeds?.[0]?.description?.split('\n')
        .at(-1);
    const command = `\`/${reader.t('command.schedule.name')}\``;
    expect(lastLineOf(12)).toBe(
      reader.t('labelled', { name: reader.t('dailyDigest.more', { count: 8 }), value: command }),
    );
    expect(lastLineOf(4)).not.toContain(command);
  });

  it('covers scores and highlights no winner when scores are covered', () => {
    const over = [held(1, { ...WON, startedAt: NOON })];
    const textOf = (isCovered: boolean): string =>
      boardMessage(reader, board(over, isCovered)).embeds?.[0]?.description ?? '';
    expect(textOf(false)).toContain('6-4 6-2 · **Vega / Lamas** – Soria / Pinto');
    expect(textOf(true)).toMatch(/\|\|`6-4 6-2\s{17}`\|\| · Vega \/ Lamas – Soria \/ Pinto/);
  });

  it('tells of no match whether it is over when scores are covered', () => {
    const others = [held(2, { court: 'Court 2', ...WON }), held(3, { status: 'live' })];
    const of = (match: Partial<Match>) => {
      const text = JSON.stringify(boardMessage(reader, board([held(1, match), ...others], true)));
      return text.replaceAll(/\|\|[^|]*\|\|/g, ({ length }) => `||${length}||`);
    };
    const started = { startedAt: NOON - HOUR };
    const over = of({ ...WON, ...started });
    expect(of({ ...started, status: 'live', score: WON.score.slice(0, 1) })).toBe(over);
    expect(of({ ...started, status: 'walkover', winner: 'team_2' })).toBe(over);
    expect(of({ ...started, ...WON, status: 'retired' })).toBe(over);
  });

  it('says when there is no match today or tomorrow', () => {
    const text = boardMessage(reader, board([])).embeds?.[0]?.description ?? '';
    expect(text).toContain(reader.t('board.nothing'));
    expect(text).toContain(reader.t('board.noTomorrow'));
  });
});
