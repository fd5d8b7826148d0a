import { describe, expect, it } from 'vitest';
import { followListMessage, type FollowList } from '#src/render/follows/list.ts';
import {
  followedMessage,
  type FollowChange,
  type FollowedView,
} from '#src/render/follows/follows.ts';
import { DEFAULT_SETTINGS, type AlertSettings } from '#src/domain/alerts/settings.ts';
import { ALERT_TYPES, EVERY_TYPE, PRESETS } from '#src/domain/alerts/alert-types.ts';
import { alertsOfFollow, type NewFollow } from '#src/domain/alerts/follow-alerts.ts';
import {
  categoryTarget,
  followMask,
  levelTarget,
  type FollowKind,
} from '#src/domain/alerts/follows.ts';
import { anAlertChannel } from './channel.ts';
import { entriesOf, idsOfControls } from './controls.ts';
import { aHeld, aReader } from './held.ts';
import type { TrackedMatch } from '#src/domain/match/state.ts';
import { LOCALES, type Locale, type Reader } from '#src/i18n/i18n.ts';
import { expectSentences } from './sentences.ts';

const NOTHING = { next: null, ahead: 0, coverage: null, isPast: false };

const aFollow = (overrides: Partial<NewFollow> = {}): NewFollow => ({
  target: { kind: 'player', id: 1 },
  isMembers: true,
  isChannels: false,
  types: EVERY_TYPE,
  ...overrides,
});

const aChange = (overrides: Partial<FollowChange> = {}): FollowChange => ({
  name: 'Ana Vega',
  kind: 'player',
  added: true,
  news: alertsOfFollow(DEFAULT_SETTINGS, aFollow(), null),
  outlook: NOTHING,
  wanted: { ahead: 1, next: true },
  beginsOn: null,
  ...overrides,
});

const followed = (view: Partial<FollowedView>, reader: Reader = aReader()) =>
  followedMessage(reader, {
    scope: 'me',
    channel: anAlertChannel({ discordId: '1' }),
    changes: [aChange()],
    alerts: 'usual',
    lacksLive: false,
    isDirectUnproven: false,
    ...view,
  });

const HIDING = { ...aReader(), hidesScores: true };

const shown = (
  change: Partial<FollowChange> = {},
  view: Partial<FollowedView> = {},
  locale: Locale = 'en',
) => {
  const { content, embeds } = followed({ changes: [aChange(change)], ...view }, aReader(locale));
  return { content, outlook: embeds?.[0]?.description ?? '' };
};

describe('a new follow', () => {
  it('only says so when it already exists', () => {
    expect(shown({ added: false }).content).toBe('You already follow **Ana Vega**.');
    expect(shown({ added: false }, { scope: 'channel' }).content).toBe(
      '<#1> already follows **Ana Vega**.',
    );
  });

  it('says that the bot cannot post in the channel', () => {
    expect(
      shown({}, { channel: anAlertChannel({ discordId: '1', broken: 'missing-access' }) }).content,
    ).toContain("I can't post in <#1>");
  });

  it.each([
    ['the match on court', aHeld({ status: 'live' })],
    ['the next match', aHeld()],
    ['that no match is scheduled', null],
  ])('does not tell of a player %s where scores are hidden', (_reason, next) => {
    const changes = [aChange({ outlook: { ...NOTHING, next, ahead: 1 } })];
    const { embeds } = followed({ changes }, HIDING);
    expect(embeds).toEqual([]);
  });

  it('shows the next match of a player and of their pair once', () => {
    const outlook = { ...NOTHING, next: aHeld(), ahead: 1 };
    const { embeds } = followed({
      changes: [aChange({ outlook }), aChange({ name: 'Vega / Lamas', kind: 'pair', outlook })],
    });
    expect(embeds).toHaveLength(1);
  });

  it.each([
    ['the match on court', aHeld({ status: 'live' }), /^On court now: \*\*Vega \/ Lamas\*\*/],
    [
      'the next match, with its day and label',
      aHeld(),
      /^Next: .* · Jun 7, 2026 · not before 4:00 PM/i,
    ],
    ['that no match is scheduled', null, /^No upcoming matches scheduled/],
  ])('shows for a player %s', (_reason, next, line) => {
    expect(shown({ outlook: { ...NOTHING, next, ahead: 1 } }).outlook).toMatch(line);
  });

  it('counts the matches of a level, and those of them with alerts in the channel', () => {
    const outlook = { ...NOTHING, next: aHeld(), ahead: 40 };
    const level = (ahead: number) =>
      shown({ kind: 'level', outlook, wanted: { ahead, next: false } }).outlook;
    expect(level(40)).toBe('Matches live or scheduled: 40.');
    expect(level(3)).toBe('Matches live or scheduled: 40.\nOf these, with alerts there: 3.');
  });

  it('says that the channel gets no alerts for the next match', () => {
    const outlook = { ...NOTHING, next: aHeld(), ahead: 1 };
    expect(shown({ outlook, wanted: { ahead: 0, next: false } }).outlook).toMatch(
      /\n<#1> gets no alerts for that match\.$/,
    );
  });

  it('says when a tournament starts that has not started yet', () => {
    expect(shown({ kind: 'tournament', beginsOn: '2026-07-01' }).outlook).toBe(
      'Starts on Jul 1, 2026.',
    );
  });

  it.each([
    ['no points at its level', { coverage: 'scores' }, false, 'No live points at this level'],
    [
      'an unknown coverage of its level',
      { coverage: 'unknown' },
      false,
      'some alerts may be missing',
    ],
    [
      'no live points in the plan',
      { coverage: 'points' },
      true,
      "This bot's data plan doesn't include live points",
    ],
    ['a tour that no longer exists', { isPast: true }, false, 'no new matches will come'],
  ] as const)('names a limit of the alerts: %s', (_reason, outlook, lacksLive, words) => {
    expect(shown({ outlook: { ...NOTHING, ...outlook } }, { lacksLive }).outlook).toContain(words);
  });

  it('names no limit when none applies', () => {
    const outlook = { ...NOTHING, next: aHeld(), ahead: 1, coverage: 'points' } as const;
    expect(shown({ outlook }).outlook.split('\n')).toHaveLength(1);
  });

  it('is confirmed in Spanish', () => {
    expect(shown({}, {}, 'es').outlook).toMatch(/^No hay próximos partidos/);
  });
});

describe('the alerts that a new follow promises', () => {
  /** The sentence after the name of the followed player, match or other target. */
  const promised = (
    scope: FollowedView['scope'],
    settings: Partial<AlertSettings>,
    follow: Partial<NewFollow> = {},
    next: TrackedMatch | null = null,
    locale: Locale = 'en',
  ) => {
    const channel = anAlertChannel({
      discordId: '1',
      settings: { ...DEFAULT_SETTINGS, ...settings },
    });
    const isMembers = scope === 'me';
    const news = alertsOfFollow(channel.settings, aFollow({ isMembers, ...follow }), next);
    const { content = '' } = shown({ news }, { scope, channel }, locale);
    return content.split(/(?<=\*\*\.) /)[1] ?? '';
  };

  const RESULTS = { types: PRESETS.calm };
  const EVERYTHING = { types: PRESETS.everything };
  const MEN = { target: categoryTarget('men') };
  const MATCH = { target: { kind: 'match', id: 123 } } as const;

  it.each([
    ['on court', 'live', 'Live card, Every set, Key moments, and Results.'],
    [
      'to come',
      'scheduled',
      'Match start, Live card, Every set, Key moments, Results, Reminders, News: draws, times and courts, and Daily post.',
    ],
  ])('are those that can still come for a match %s', (_when, status, kinds) => {
    const words = promised('direct', EVERYTHING, MATCH, aHeld({ status }));
    expect(words).toContain(`direct message for: ${kinds}`);
  });

  const PROMISES = [
    ['only results', 'channel', RESULTS],
    ['by direct message', 'direct', RESULTS],
    ['the pings among the posted alerts', 'me', RESULTS],
    ['every kind of ping', 'me', EVERYTHING],
    ['posts without a ping', 'me', { types: ['set', 'news'] }],
    ['none', 'channel', { types: [] }],
    ['only pings when something is posted, for a wide follow', 'me', RESULTS, MEN],
    [
      'all pings, for a wide follow that the channel has, too',
      'me',
      RESULTS,
      { ...MEN, isChannels: true },
    ],
    ['only those of some matches', 'channel', { ...RESULTS, smallestRound: 2, levels: ['p1'] }],
    ['none in a channel for another category', 'channel', { ...RESULTS, category: 'women' }, MEN],
    [
      'none in a channel for another level',
      'me',
      { ...RESULTS, levels: ['major'] },
      { target: levelTarget('p1') },
    ],
  ] as const satisfies [
    string,
    FollowedView['scope'],
    Partial<AlertSettings>,
    Partial<NewFollow>?,
  ][];

  it.each(LOCALES)('are described in %s', (locale) =>
    expectSentences(
      'promised',
      locale,
      PROMISES.map(([what, scope, settings, follow]) => [
        what,
        promised(scope, settings, follow, null, locale),
      ]),
    ),
  );

  it('are none for a match or a tournament that the channel leaves out', () => {
    const next = aHeld({ round: 8 });
    const leftOut = '<#1> gets no alerts for this';
    const P1 = { target: { kind: 'tournament', id: 7 } } as const;
    expect(promised('channel', { smallestRound: 2 }, MATCH, next)).toContain(leftOut);
    expect(promised('channel', { smallestRound: 8 }, MATCH, next)).not.toContain(leftOut);
    expect(promised('channel', { levels: ['major'] }, P1, next)).toContain(leftOut);
    expect(promised('channel', { smallestRound: 2 }, P1, next)).not.toContain(leftOut);
  });

  it('are named once for several follows with the same alerts', () => {
    const changes = [aChange(), aChange({ name: 'Eva Lamas' })];
    expect(shown({}, { changes }).content).toBe(
      "You now follow **Ana Vega**. You now follow **Eva Lamas**. You'll be pinged in <#1> for: Match start, Key moments, and Results.",
    );
  });

  const HIDDEN = ' You hide scores: results come by direct message, with the score hidden.';

  it.each<[string, Partial<FollowedView>, string]>([
    ['pinged', {}, `You'll be pinged in <#1> for: Match start.${HIDDEN}`],
    [
      'told',
      { scope: 'direct' },
      `You'll get a direct message for: Match start, Live card, Every set, Key moments, and Results.${HIDDEN}`,
    ],
    [
      'pinged where scores are covered',
      {
        channel: anAlertChannel({
          discordId: '1',
          settings: { ...DEFAULT_SETTINGS, coverScores: true },
        }),
      },
      "You'll be pinged in <#1> for: Match start, Key moments, and Results.",
    ],
  ])('are what who hides scores is %s, and how a result comes', (_what, view, words) => {
    const { content } = followed(view, HIDING);
    expect(content).toBe(`You now follow **Ana Vega**. ${words}`);
  });

  it('are only key moments and upsets when that is what was chosen', () => {
    const outlook = { next: aHeld(), ahead: 1, coverage: 'scores', isPast: false } as const;
    const news = alertsOfFollow(
      { ...DEFAULT_SETTINGS, types: ALERT_TYPES },
      aFollow({ types: followMask('moments', false) }),
      null,
    );
    const { content, outlook: embed } = shown({ news, outlook }, { alerts: 'moments' });
    expect(content).toBe("You now follow **Ana Vega**. You'll be pinged in <#1> for: Key moments.");
    expect(embed).toContain('upsets are seen when a set ends, key moments not at all');
  });

  it('come with a note when the channel is paused', () => {
    const channel = anAlertChannel({ pausedAt: 1 });
    expect(shown({}, { channel }).content).toContain('Paused since');
  });
});

describe('the list of follows', () => {
  const A_CHANNEL = { key: 5, discordId: '1', broken: null };

  const follow = (kind: FollowKind, id: number, name: string, scope: 'me' | 'channel' = 'me') => ({
    scope,
    channel: A_CHANNEL,
    target: { kind, id },
    alerts: 'usual' as const,
    name,
  });

  const list = (follows: FollowList['follows'], more: Partial<FollowList> = {}) => {
    const body = followListMessage(aReader(), {
      channel: A_CHANNEL,
      follows,
      page: 1,
      mayManage: true,
      ...more,
    });
    return {
      content: body.content,
      text: body.embeds?.[0]?.description ?? '',
      ids: idsOfControls(body),
      endable: entriesOf(body).map(({ value }) => value),
    };
  };

  it('names the follows of the member and of the channel, by kind', () => {
    const { text } = list([
      follow('tournament', 7, 'Madrid *P1*'),
      follow('player', 1, 'Vega'),
      follow('player', 2, 'Lamas', 'channel'),
    ]);
    expect(text).toBe(
      '**Your follows in <#1>** (2)\n*Players*\n- Vega\n*Tournaments*\n- Madrid \\*P1\\*\n\n' +
        '**Followed by <#1>** (1)\n*Players*\n- Lamas\n',
    );
  });

  it("groups the member's follows by channel; the menu ends a follow in all channels", () => {
    const vega = follow('player', 1, 'Vega');
    const elsewhere = { key: 6, discordId: '2', broken: 'missing-access' } as const;
    const { text, endable } = list([vega, { ...vega, channel: elsewhere }]);
    expect(text).toContain('**Your follows in <#1>** (1)\n*Players*\n- Vega\n\n');
    expect(text).toContain('**Your follows in <#2>** (1)\n*Players*\n- Vega\n\n');
    expect(text).toContain("I can't post in <#2>");
    expect(endable).toEqual(['me-player-1']);
  });

  it('says how to start when it is empty', () => {
    expect(list([]).text).toContain('Type a name: `/follow name:…`');
    expect(list([]).text).toContain('`/follow name:… who:the channel`');
    expect(list([]).ids).toEqual([]);
  });

  it('can end a follow from a menu, and those of the channel only for moderators', () => {
    const follows = [
      follow('player', 1, 'Vega'),
      follow('level', levelTarget('p1').id, 'P1', 'channel'),
    ];
    expect(list(follows).endable).toEqual(['me-player-1', 'channel-level-3']);
    expect(list(follows, { mayManage: false }).endable).toEqual(['me-player-1']);
  });

  it('has pages, and shows the last one instead of a page beyond it', () => {
    const follows = Array.from({ length: 45 }, (_, id) => follow('player', id, `Player ${id}`));
    expect(list(follows).endable).toHaveLength(20);
    expect(list(follows).ids).toContain('follow:page:2:5');
    expect(list(follows, { page: 9 }).text).toContain('- Player 44');
    expect(list(follows, { page: 9 }).ids).toContain('follow:end:3:5');
  });

  it('names the follow that was ended, and says that the bot cannot post in the channel', () => {
    expect(list([], { ended: 'Eva *Lamas*' }).content).toBe('Unfollowed: **Eva \\*Lamas\\***');
    expect(list([], { channel: { ...A_CHANNEL, broken: 'missing-access' } }).text).toContain(
      "I can't post in <#1>",
    );
  });
});
