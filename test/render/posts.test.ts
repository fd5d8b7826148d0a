import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '#src/domain/alerts/settings.ts';
import type { MatchEvent } from '#src/domain/match/match-event.ts';
import type { TrackedMatch } from '#src/domain/match/state.ts';
import { LOCALES, type Locale } from '#src/i18n/i18n.ts';
import { MENTIONS_IN_ONE } from '#src/render/message.ts';
import { post, type PostFacts } from '#src/render/posts/posts.ts';
import { sets } from '../domain/written.ts';
import { aHeld, aReader } from './held.ts';

const aSet = (score: string, minutes: number | null = null, set = 1): MatchEvent => {
  const [first = { team_1: 0, team_2: 0, tieBreak: null }] = sets(score);
  return { kind: 'set', matchId: 123, set, score: first, minutes };
};

const aResult = (
  score: string,
  more: Partial<Extract<MatchEvent, { kind: 'result' }>> = {},
): MatchEvent => ({
  kind: 'result',
  matchId: 123,
  status: 'finished',
  winner: 'team_1',
  score: sets(score),
  minutes: null,
  ...more,
});

const about = (held: TrackedMatch) => ({ subject: { kind: 'match', held } as const });

const posted = (event: PostFacts['event'], facts: Partial<PostFacts> = {}, locale: Locale = 'en') =>
  post(aReader(locale), {
    event,
    ...about(aHeld()),
    settings: DEFAULT_SETTINGS,
    memberIds: [],
    correctedAt: null,
    ...facts,
  });

const meaning = (event: MatchEvent, held: TrackedMatch, locale: Locale = 'en') =>
  posted(event, about(held), locale).embeds?.[0]?.description;

const CORRECTED = { correctedAt: Date.UTC(2026, 5, 7, 12) };

describe('the post of a set', () => {
  it.each([
    ['en', aSet('6-4', 38), 'Set 1 to **Vega / Lamas** against Soria / Pinto, 6-4 (38 min).'],
    [
      'en',
      aSet('6-7(5)', 72, 2),
      'Set 2 to **Soria / Pinto** against Vega / Lamas, 7-6(5) (1 h 12).',
    ],
    ['en', aSet('6-4'), 'Set 1 to **Vega / Lamas** against Soria / Pinto, 6-4.'],
    ['en', aSet('6-4', 0), 'Set 1 to **Vega / Lamas** against Soria / Pinto, 6-4.'],
    ['es', aSet('3-6', 60), 'Set 1 para **Soria / Pinto** ante Vega / Lamas, 6-3 (1 h 00).'],
  ] as const)('is worded from the side of the winner: %s', (locale, event, expected) => {
    expect(posted(event, {}, locale).content).toBe(expected);
  });

  it.each([
    ['en', 'Set 1 to **Vega / Lamas** against Soria / Pinto, 7-5. (corrected <t:1780833600:t>)'],
    ['es', 'Set 1 para **Vega / Lamas** ante Soria / Pinto, 7-5. (corregido <t:1780833600:t>)'],
  ] as const)('says that it was corrected, in %s', (locale, expected) => {
    expect(posted(aSet('7-5'), CORRECTED, locale).content).toBe(expected);
  });

  it('pings nobody, even if members are given', () => {
    expect(posted(aSet('6-4'), { memberIds: ['111'] })).toMatchObject({
      allowed_mentions: { parse: [] },
    });
    expect(posted(aSet('6-4'), { memberIds: ['111'] }).content).not.toContain('<@');
  });
});

describe('a covered post', () => {
  const ENDED = { status: 'finished', score: sets('6-4 6-3'), winner: 'team_1' } as const;

  it.each([0, 60])('of a set has the shape of a result, with a delay of %i s', (delay) => {
    const facts = {
      ...about(aHeld(ENDED)),
      settings: { ...DEFAULT_SETTINGS, coverScores: true, delay },
    };
    const [set, result] = [aSet('6-4'), aResult('6-4 6-3')].map((event) => posted(event, facts));
    const { content, ...shape } = result ?? {};
    expect(set).toMatchObject(shape);
    expect(set?.content).toHaveLength(content?.length ?? 0);
  });
});

describe('the post of a result', () => {
  it.each([
    ['en', 'score not confirmed yet'],
    ['es', 'resultado aún sin confirmar'],
    ['fr', 'score pas encore confirmé'],
    ['it', 'risultato non ancora confermato'],
    ['pt', 'placar ainda não confirmado'],
  ] as const)('says that it is not confirmed, in %s', (locale, mark) => {
    const event = aResult('6-4 6-3', { confirmed: false });
    expect(posted(event, {}, locale).content).toMatch(new RegExp(`6-4 6-3\\. \\(${mark}\\)$`));
    // Even after a correction of what is not confirmed either.
    expect(posted(event, CORRECTED, locale).content).toContain(`. (${mark})`);
    const coverScores = { ...DEFAULT_SETTINGS, coverScores: true };
    expect(posted(event, { settings: coverScores }, locale).content).toMatch(
      new RegExp(`\\|\\|.*\\(${mark}\\).*\\|\\|$`),
    );
  });

  it.each([
    ['en', aResult('6-4 7-6(4)'), '**Vega / Lamas** beat Soria / Pinto 6-4 7-6(4).'],
    [
      'en',
      aResult('6-4 3-6 6-7(5)', { winner: 'team_2' }),
      '**Soria / Pinto** beat Vega / Lamas 4-6 6-3 7-6(5).',
    ],
    ['en', aResult(''), '**Vega / Lamas** beat Soria / Pinto.'],
    [
      'en',
      aResult('6-4 2-1', { status: 'retired' }),
      '**Vega / Lamas** win: 6-4 2-1 when Soria / Pinto retired.',
    ],
    [
      'en',
      aResult('6-4 2-1', { status: 'retired', winner: 'team_2' }),
      '**Soria / Pinto** win: 4-6 1-2 when Vega / Lamas retired.',
    ],
    ['en', aResult('', { status: 'retired' }), '**Vega / Lamas** win: Soria / Pinto retired.'],
    [
      'en',
      aResult('', { status: 'walkover' }),
      '**Vega / Lamas** win by walkover: Soria / Pinto did not play.',
    ],
    ['es', aResult('6-4 6-3'), '**Vega / Lamas** ganan a Soria / Pinto por 6-4 6-3.'],
    ['es', aResult(''), '**Vega / Lamas** ganan a Soria / Pinto.'],
    [
      'es',
      aResult('6-4 2-1', { status: 'retired' }),
      '**Vega / Lamas** ganan con 6-4 2-1 en el marcador por retirada de Soria / Pinto.',
    ],
    [
      'es',
      aResult('', { status: 'retired' }),
      '**Vega / Lamas** ganan por retirada de Soria / Pinto.',
    ],
    [
      'es',
      aResult('', { status: 'walkover' }),
      '**Vega / Lamas** ganan por incomparecencia de Soria / Pinto.',
    ],
  ] as const)('names the winner first: %s %#', (locale, event, expected) => {
    expect(posted(event, {}, locale).content).toBe(expected);
  });

  it.each(LOCALES)(
    'has the score of a retirement from the side of the pair that it follows: %s',
    (locale) => {
      const event = aResult('7-6(8) 3-6 1-0', { status: 'retired', winner: 'team_2' });
      expect(posted(event, {}, locale).content).toMatch(
        /^[^:]*\*\*Soria \/ Pinto\*\* [a-zà':, ]*6-7\(8\) 6-3 0-1.* Vega \/ Lamas/u,
      );
    },
  );

  it('pings exactly the given members, and says that it was corrected', () => {
    expect(posted(aResult('6-4 6-3'), { memberIds: ['111'], ...CORRECTED })).toMatchObject({
      content: '<@111> **Vega / Lamas** beat Soria / Pinto 6-4 6-3. (corrected <t:1780833600:t>)',
      allowed_mentions: { parse: [], users: ['111'] },
    });
  });

  it('pings at most thirty people, and only people whom it names', () => {
    const memberIds = Array.from({ length: 200 }, (_, index) => `${10n ** 17n + BigInt(index)}`);
    const { allowed_mentions: allowed, content } = posted(aResult('6-4 6-3'), { memberIds });
    expect(allowed).toEqual({ parse: [], users: memberIds.slice(0, MENTIONS_IN_ONE), roles: [] });
    expect(content?.match(/<@/g)).toHaveLength(MENTIONS_IN_ONE);
  });

  it.each([
    ['the final', 1, 'Tournament winners'],
    ['a semifinal', 2, 'Through to the final'],
    ['a quarterfinal', 4, 'Through to the semifinals'],
    ['a round of 16', 8, 'Through to the quarterfinals'],
    ['a round of 32', 16, 'Through to the round of 16'],
    ['a round of 64', 32, 'Through to the round of 32'],
    ['an unknown round', null, undefined],
  ] as const)('says what the win means: %s', (_reason, round, expected) => {
    expect(meaning(aResult('6-4 6-3'), aHeld({ round }))).toBe(expected);
  });

  it.each([
    ['an upset', 0.23, aResult('6-4 6-3'), 'Upset: pre-match chance 23%'],
    ['no upset between near equals', 0.35, aResult('6-4 6-3'), undefined],
    [
      'an upset by the other side',
      0.9,
      aResult('4-6 3-6', { winner: 'team_2' }),
      'Upset: pre-match chance 10%',
    ],
    ['no upset without play', 0.23, aResult('', { status: 'walkover' }), undefined],
    ['the duration', 0.5, aResult('6-4 6-3', { minutes: 84 }), '1 h 24'],
  ] as const)('adds a note: %s', (_reason, team_1, event, expected) => {
    const held = aHeld({ round: null }, { chances: { team_1, team_2: 1 - team_1 } });
    expect(meaning(event, held)).toBe(expected);
  });

  it('names the seeds, and whom the winners meet next where that is known and tells nothing early', () => {
    const held = aHeld({ round: 4, seeds: { team_1: '1', team_2: '7' } });
    const next = {
      players: [
        { id: 8, name: 'Ida Paz' },
        { id: 9, name: 'Pia Moll' },
      ],
      seed: '4',
    };
    const said = (event: MatchEvent, settings = DEFAULT_SETTINGS) =>
      posted(event, { subject: { kind: 'match', held, next }, settings }).content;
    const result = aResult('6-4 6-3');
    const plain = '**Vega / Lamas [1]** beat Soria / Pinto [7] 6-4 6-3.';
    expect(said(result)).toBe(`${plain} Next opponents: Paz / Moll [4].`);
    expect(said(result, { ...DEFAULT_SETTINGS, delay: 60_000 })).toBe(plain);
    expect(said(result, { ...DEFAULT_SETTINGS, coverScores: true })).not.toContain('Paz');
    // Nothing would cover it for a member who hides scores.
    expect(said(aResult('', { status: 'walkover' }))).not.toContain('Paz');
  });

  it('says what the win means, with its notes, in Spanish', () => {
    const held = aHeld({ round: 1 }, { chances: { team_1: 0.2, team_2: 0.8 } });
    expect(meaning(aResult('6-4 6-3', { minutes: 84 }), held, 'es')).toBe(
      'Ganan el torneo · Sorpresa: antes del partido tenían un 20\u00A0% de probabilidades · 1 h 24',
    );
  });
});

describe('the post of a moment', () => {
  const key = {
    kind: 'key',
    matchId: 123,
    set: 2,
    games: { team_1: 5, team_2: 5 },
    game: 21,
    chance: 0.45,
    won: 0.62,
    lost: 0.31,
    outcome: null,
    end: null,
  } as const;
  const tieBreak = { ...key, games: { team_1: 6, team_2: 6 } };
  const decider = { ...tieBreak, set: 3, won: 1, lost: 0 };
  const broke = { winner: 'team_1', isBreak: true, chance: 0.62, at: 1 } as const;
  const last = { ...broke, isBreak: null, chance: 1 };
  const won = (winner: 'team_1' | 'team_2' | null) => ({ winner, at: 1 });
  const upset = {
    kind: 'upset',
    matchId: 123,
    set: 2,
    games: { team_1: 3, team_2: 2 },
    game: 15,
    outsider: 'team_1',
    before: 0.28,
    chance: 0.52,
    end: null,
  } as const;
  const BOTH = '**Vega / Lamas** – **Soria / Pinto**';
  const GAME =
    ', 5-5 in set 2. Chance of **Vega / Lamas** to win the match: **62%** if they win this game, **31%** if they lose it.';
  const TIE_BREAK =
    ', tie-break in set 2. Chance of **Vega / Lamas** to win the match: **62%** if they win it, **31%** if they lose it.';
  const DECIDER = ': the tie-break of set 3 decides the match. Chances: **45%** – **55%**.';
  const UPSET =
    'Upset watch: **Vega / Lamas** are at **52%** against **Soria / Pinto**, 3-2 in set 2 (28% before the match).';

  it.each([
    ['a game', key, `${BOTH}${GAME}`],
    ['a tie-break', tieBreak, `${BOTH}${TIE_BREAK}`],
    [
      'a game that the others broke, by the chance of the same side',
      { ...key, outcome: { ...broke, winner: 'team_2', chance: 0.69 } },
      `${BOTH}${GAME} **Soria / Pinto** broke: **Vega / Lamas** 31% now.`,
    ],
    ['a tie-break that decides', decider, `${BOTH}${DECIDER}`],
    [
      'a game that is over',
      { ...key, outcome: broke },
      `${BOTH}${GAME} **Vega / Lamas** broke: 62% now.`,
    ],
    [
      'a game of a match that is over',
      { ...key, outcome: broke, end: won('team_2') },
      `${BOTH}${GAME} **Vega / Lamas** broke: 62% now. **Soria / Pinto** won the match.`,
    ],
    [
      'the last game',
      { ...decider, outcome: last, end: won('team_1') },
      `${BOTH}${DECIDER} **Vega / Lamas** won it, and the match.`,
    ],
    [
      'a match that ended early',
      { ...key, end: won(null) },
      `${BOTH}${GAME} The match ended early.`,
    ],
    ['an upset on its way', upset, UPSET],
    [
      'an upset that came true',
      { ...upset, end: won('team_1') },
      `${UPSET} It came true: they won.`,
    ],
    [
      'an upset that did not',
      { ...upset, end: won('team_2') },
      `${UPSET} **Soria / Pinto** held on and won.`,
    ],
  ] as const)('says what it is about, and how it ended: %s', (_what, event, expected) => {
    expect(posted(event).content).toBe(expected);
    expect(posted(event).embeds?.[0]?.author?.name).toContain('Quarterfinal');
  });
});

it('a start post shows the seeds of the pairs that have one', () => {
  const held = aHeld({ status: 'live', seeds: { team_1: '1', team_2: null } });
  const start = posted({ kind: 'start', matchId: 123 }, about(held));
  expect(start.content).toBe('**Vega / Lamas [1]** – **Soria / Pinto** has started');
  expect(start.embeds?.[0]?.description?.split('\n')[0]).toBe(
    'Ana Vega / Eva Lamas [1] – Lea Soria / Mia Pinto',
  );
});

it('a start post contains the live card', () => {
  expect(posted({ kind: 'start', matchId: 123 }, about(aHeld({ status: 'live' })))).toMatchObject({
    content: '**Vega / Lamas** – **Soria / Pinto** has started',
    embeds: [{ author: { name: 'Madrid P1 · Women · Quarterfinal · Center Court' } }],
  });
});

describe('the post of the next match on a court', () => {
  const NEXT = { kind: 'next', matchId: 123, minutes: 12 } as const;
  const textOf = (match: Partial<TrackedMatch['match']>, locale: Locale): string | undefined =>
    post(aReader(locale), {
      event: NEXT,
      ...about(aHeld({ court: 'Center Court', ...match })),
      settings: DEFAULT_SETTINGS,
      memberIds: [],
      correctedAt: null,
    }).embeds?.[0]?.description;
  const ESTIMATED = { scheduleLabel: 'Estimated around 4:00 PM', scheduledAt: 1_780_840_800_000 };

  it.each([
    ['en', 'estimated around <t:1780840800:t>'],
    ['es', 'hora estimada: <t:1780840800:t>'],
    ['it', 'orario stimato: <t:1780840800:t>'],
    ['fr', 'heure estimée : <t:1780840800:t>'],
    ['pt', 'horário estimado: <t:1780840800:t>'],
  ] as const)('shows an estimated time as such in %s', (locale, words) => {
    expect(textOf(ESTIMATED, locale)).toBe(words);
  });

  it('shows no announced time, which has passed, and nothing when no time is known', () => {
    expect(textOf({ scheduledAt: 1_780_840_800_000 }, 'en')).toBeUndefined();
    expect(textOf({ scheduleLabel: 'Followed by' }, 'en')).toBeUndefined();
  });
});
