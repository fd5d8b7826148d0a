import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '#src/domain/alerts/settings.ts';
import type { MatchEvent } from '#src/domain/match/match-event.ts';
import type { TrackedMatch } from '#src/domain/match/state.ts';
import { LOCALES, type Locale } from '#src/i18n/i18n.ts';
import { joinedLines } from '#src/render/lines/lines.ts';
import { MENTIONS_IN_ONE } from '#src/render/message.ts';
import { post, type PostFacts } from '#src/render/posts/posts.ts';
import { sets } from '../domain/written.ts';
import { labelsOf } from './controls.ts';
import { aHeld, aReader } from './held.ts';
import { expectSentences } from './sentences.ts';

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

const CORRECTED = { correctedAt: Date.UTC(2026, 5, 7, 12) };

const KEY = {
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
const TIE_BREAK = { ...KEY, games: { team_1: 6, team_2: 6 } };
const DECIDER = { ...TIE_BREAK, set: 3, won: 1, lost: 0 };
const BROKE = { winner: 'team_1', isBreak: true, chance: 0.62, at: 1 } as const;
const UPSET = {
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
const won = (winner: 'team_1' | 'team_2' | null) => ({ end: { winner, at: 1 } });

const POSTS: readonly (readonly [string, PostFacts['event'], Partial<PostFacts>?])[] = [
  ['a set, with its duration', aSet('6-4', 38)],
  ['a set that the second team won', aSet('6-7(5)', 72, 2)],
  ['a set without a duration', aSet('6-4')],
  ['a set of no minutes', aSet('6-4', 0)],
  ['a corrected set', aSet('7-5'), CORRECTED],
  ['a result', aResult('6-4 7-6(4)', { minutes: 84 })],
  ['a result of the second team', aResult('6-4 3-6 6-7(5)', { winner: 'team_2' })],
  ['a result without a score', aResult('')],
  ['a corrected result', aResult('6-4 6-3'), { ...CORRECTED, memberIds: ['111'] }],
  ['a retirement', aResult('6-4 2-1', { status: 'retired' })],
  [
    'a retirement of the first team',
    aResult('7-6(8) 3-6 1-0', { status: 'retired', winner: 'team_2' }),
  ],
  ['a retirement without a score', aResult('', { status: 'retired' })],
  ['a walkover', aResult('', { status: 'walkover' })],
  ['a game', KEY],
  ['a tie-break', TIE_BREAK],
  [
    'a game that the others broke, by the chance of the same side',
    { ...KEY, outcome: { ...BROKE, winner: 'team_2', chance: 0.69 } },
  ],
  ['a tie-break that decides', DECIDER],
  ['a game that is over', { ...KEY, outcome: BROKE }],
  ['a game of a match that is over', { ...KEY, outcome: BROKE, ...won('team_2') }],
  [
    'the last game',
    { ...DECIDER, outcome: { ...BROKE, isBreak: null, chance: 1 }, ...won('team_1') },
  ],
  ['a match that ended early', { ...KEY, ...won(null) }],
  ['an upset on its way', UPSET],
  ['an upset that came true', { ...UPSET, ...won('team_1') }],
  ['an upset that did not', { ...UPSET, ...won('team_2') }],
  ...([1, 2, 4, 8, 16, 32, null] as const).map(
    (round) => [`a win in round ${round}`, aResult('6-4 6-3'), about(aHeld({ round }))] as const,
  ),
  ...(
    [
      ['an upset', 0.23, aResult('6-4 6-3')],
      ['no upset between near equals', 0.35, aResult('6-4 6-3')],
      ['an upset by the other side', 0.9, aResult('4-6 3-6', { winner: 'team_2' })],
      ['no upset without play', 0.23, aResult('', { status: 'walkover' })],
    ] as const
  ).map(([what, team_1, event]) => {
    const chances = { team_1, team_2: 1 - team_1 };
    return [what, event, about(aHeld({ round: null }, { chances }))] as const;
  }),
];

it.each(LOCALES)('each post is worded from the side of the winner, in %s', (locale) =>
  expectSentences(
    'posts',
    locale,
    POSTS.map(([what, event, facts]) => {
      const { content = '', embeds } = posted(event, facts, locale);
      return [what, joinedLines([content, embeds?.[0]?.description])];
    }),
  ),
);

it.each([KEY, UPSET])('the post of a moment names the round of its match', (event) => {
  expect(posted(event).embeds?.[0]?.author?.name).toContain('Quarterfinal');
});

describe('the post of a set', () => {
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

  it('pings exactly the given members', () => {
    expect(posted(aResult('6-4 6-3'), { memberIds: ['111'] })).toMatchObject({
      allowed_mentions: { parse: [], users: ['111'] },
    });
  });

  it('pings at most thirty people, and only people whom it names', () => {
    const memberIds = Array.from({ length: 200 }, (_, index) => `${10n ** 17n + BigInt(index)}`);
    const { allowed_mentions: allowed, content } = posted(aResult('6-4 6-3'), { memberIds });
    expect(allowed).toEqual({ parse: [], users: memberIds.slice(0, MENTIONS_IN_ONE), roles: [] });
    expect(content?.match(/<@/g)).toHaveLength(MENTIONS_IN_ONE);
  });

  it('names the seeds, and whom the winners meet next where that is known and tells nothing early', () => {
    const held = aHeld({ round: 4, seeds: { team_1: '1', team_2: '7' } });
    const paz = {
      players: [
        { id: 8, name: 'Ida Paz' },
        { id: 9, name: 'Pia Moll' },
      ],
      ...{ seed: '4', chance: 1 },
    };
    const next = { opponents: [paz] };
    const said = (event: MatchEvent, settings = DEFAULT_SETTINGS) =>
      posted(event, { ...about(held), settings }).content;
    const result = aResult('6-4 6-3', { next });
    const plain = '**Vega / Lamas [1]** beat Soria / Pinto [7] 6-4 6-3.';
    expect(said(result)).toBe(`${plain} Next opponents: Paz / Moll [4].`);
    expect(said(result, { ...DEFAULT_SETTINGS, delay: 60_000 })).toBe(plain);
    expect(said(result, { ...DEFAULT_SETTINGS, coverScores: true })).not.toContain('Paz');
    const start = { playedOn: '2026-06-08', scheduleLabel: null };
    const last = { playedOn: '2026-05-03', isWon: false, score: '4-6 3-6', tournament: 'Roma *1*' };
    const more = aResult('6-4 6-3', { next: { ...next, win: 0.414, start, last } });
    expect(said(more)).toBe(
      `${plain} Next opponents: Paz / Moll [4], Jun 8. Chance to win: 41%. Last meeting: ✗ 4-6 3-6 · Roma \\*1\\* · May 3, 2026.`,
    );
    const other = { ...paz, players: [{ id: 10, name: 'Lia Rey' }], seed: null, chance: 0.38 };
    const either = aResult('6-4 6-3', { next: { opponents: [{ ...paz, chance: 0.62 }, other] } });
    expect(said(either)).toBe(`${plain} Next opponents: Paz / Moll [4] (62%) or Rey (38%).`);
    expect(said(either, { ...DEFAULT_SETTINGS, winProbability: false })).toBe(
      `${plain} Next opponents: Paz / Moll [4] or Rey.`,
    );
    // Nothing would cover it for a member who hides scores.
    expect(said(aResult('', { status: 'walkover', next }))).not.toContain('Paz');
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
    posted(NEXT, about(aHeld({ court: 'Center Court', ...match })), locale).embeds?.[0]
      ?.description;
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

it.each<[string, PostFacts['event']]>([
  ['a reminder', { kind: 'reminder', matchId: 123, minutes: 15, startsAt: 1 }],
  ['the next on a court', { kind: 'next', matchId: 123, minutes: null }],
])('a post before a match leads to its video, else to who shows it: %s', (_what, event) => {
  const watched = (more: Partial<TrackedMatch>) =>
    labelsOf(posted(event, about(aHeld({}, more)))).filter((label) => label.startsWith('Watch'));
  const watch = [{ name: 'TV', url: 'https://tv.example/' }];
  expect(watched({ watch })).toEqual(['Watch: TV']);
  expect(watched({})).toEqual([]);
  const videos = { broadcast: 'https://video.example/1', highlights: null };
  expect(watched({ watch, videos })).toEqual(['Watch']);
});
