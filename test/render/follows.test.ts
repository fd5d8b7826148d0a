import { describe, expect, it } from 'vitest';
import { followListMessage, type FollowList } from '#src/render/follows/list.ts';
import {
  followedMessage,
  type FollowChange,
  type FollowedView,
} from '#src/render/follows/follows.ts';
import { DEFAULT_SETTINGS, type AlertSettings } from '#src/domain/alerts/settings.ts';
import { ALERT_KINDS, EVERY_KIND, PRESETS } from '#src/domain/alerts/kinds.ts';
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
import type { HeldMatch } from '#src/domain/match/state.ts';
import type { Locale } from '#src/i18n/i18n.ts';

const NOTHING = { next: null, ahead: 0, coverage: null, isPast: false };

const aFollow = (overrides: Partial<NewFollow> = {}): NewFollow => ({
  target: { kind: 'player', id: 1 },
  isMembers: true,
  isChannels: false,
  kinds: EVERY_KIND,
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

const told = (
  change: Partial<FollowChange> = {},
  view: Partial<FollowedView> = {},
  locale: Locale = 'en',
) => {
  const { content, embeds } = followedMessage(aReader(locale), {
    scope: 'me',
    channel: anAlertChannel({ discordId: '1' }),
    changes: [aChange(change)],
    alerts: 'usual',
    lacksLive: false,
    ...view,
  });
  return { content, outlook: embeds?.[0]?.description ?? '' };
};

describe('a new follow', () => {
  it('that is none says so, and no more', () => {
    expect(told({ added: false }).content).toBe('You already follow **Ana Vega**.');
    expect(told({ added: false }, { scope: 'channel' }).content).toBe(
      '<#1> already follows **Ana Vega**.',
    );
  });

  it('says that the channel cannot be written to', () => {
    expect(
      told({}, { channel: anAlertChannel({ discordId: '1', broken: 'missing-access' }) }).content,
    ).toContain("I can't post in <#1>");
  });

  it.each([
    ['the match that is on', aHeld({ status: 'live' }), /^On court now: \*\*Vega \/ Lamas\*\*/],
    [
      'the next match, with its day and label',
      aHeld(),
      /^Next: .* · Jun 7, 2026 · not before 4:00 PM/i,
    ],
    ['that none is announced', null, /^No upcoming match scheduled/],
  ])('tells of a player %s', (_reason, next, line) => {
    expect(told({ outlook: { ...NOTHING, next, ahead: 1 } }).outlook).toMatch(line);
  });

  it('counts what is announced of a whole level, and what of it the channel wants', () => {
    const outlook = { ...NOTHING, next: aHeld(), ahead: 40 };
    const level = (ahead: number) =>
      told({ kind: 'level', outlook, wanted: { ahead, next: false } }).outlook;
    expect(level(40)).toBe('40 matches live or scheduled.');
    expect(level(3)).toBe('40 matches live or scheduled.\nOf these, with alerts there: 3.');
  });

  it('says that the channel leaves out the next match', () => {
    const outlook = { ...NOTHING, next: aHeld(), ahead: 1 };
    expect(told({ outlook, wanted: { ahead: 0, next: false } }).outlook).toMatch(
      /\n<#1> gets no alerts for that match\.$/,
    );
  });

  it('of a tournament that has not begun says when it does', () => {
    expect(told({ kind: 'tournament', beginsOn: '2026-07-01' }).outlook).toBe(
      'Starts on Jul 1, 2026.',
    );
  });

  it.each([
    ['no points at its level', { coverage: 'scores' }, false, 'No live points at this level'],
    ['nothing sure at its level', { coverage: 'unknown' }, false, 'some alerts may be missing'],
    [
      'no live points in the plan',
      { coverage: 'points' },
      true,
      "This bot's data plan doesn't include live points",
    ],
    ['a tour that is history', { isPast: true }, false, 'no new matches will come'],
  ] as const)('says what it cannot bring: %s', (_reason, outlook, lacksLive, words) => {
    expect(told({ outlook: { ...NOTHING, ...outlook } }, { lacksLive }).outlook).toContain(words);
  });

  it('says nothing that is not true of it', () => {
    const outlook = { ...NOTHING, next: aHeld(), ahead: 1, coverage: 'points' } as const;
    expect(told({ outlook }).outlook.split('\n')).toHaveLength(1);
  });

  it('is told in Spanish', () => {
    expect(told({}, {}, 'es').outlook).toMatch(/^No hay ningún próximo partido/);
  });
});

describe('what a follow brings is what was chosen', () => {
  /** The sentence after the name of what is followed. */
  const brought = (
    scope: FollowedView['scope'],
    settings: Partial<AlertSettings>,
    follow: Partial<NewFollow> = {},
    next: HeldMatch | null = null,
    locale: Locale = 'en',
  ) => {
    const channel = anAlertChannel({
      discordId: '1',
      settings: { ...DEFAULT_SETTINGS, ...settings },
    });
    const isMembers = scope === 'me';
    const news = alertsOfFollow(channel.settings, aFollow({ isMembers, ...follow }), next);
    const { content = '' } = told({ news }, { scope, channel }, locale);
    return content.split(/(?<=\*\*\.) /)[1];
  };

  const RESULTS = { kinds: PRESETS.results };
  const EVERYTHING = { kinds: PRESETS.everything };
  const MEN = { target: categoryTarget('men') };
  const MATCH = { target: { kind: 'match', id: 123 } } as const;

  it.each([
    [
      'on court',
      'live',
      'Live card, Every game, Key moments, Upset watch, Every set, Result, and Corrected result.',
    ],
    [
      'to come',
      'scheduled',
      'Time and court changes, Match reminder, Next on court, Match start, Live card, Every game, Key moments, Upset watch, Every set, Result, Corrected result, and Daily schedule.',
    ],
  ])('promises of a match %s what can still come', (_when, status, kinds) => {
    const words = brought('direct', EVERYTHING, MATCH, aHeld({ status }));
    expect(words).toContain(`direct message for: ${kinds}`);
  });

  it.each([
    [
      'results alone',
      'channel',
      RESULTS,
      {},
      'Alerts posted there: Result, Team tie, and Corrected result.',
    ],
    [
      'by direct message',
      'direct',
      RESULTS,
      {},
      "You'll get a direct message for: Result, Team tie, and Corrected result.",
    ],
    [
      'pings among what is told',
      'me',
      RESULTS,
      {},
      "You'll be pinged in <#1> for: Result and Team tie.",
    ],
    [
      'every kind of ping',
      'me',
      EVERYTHING,
      {},
      "You'll be pinged in <#1> for: Match reminder, Next on court, Match start, Key moments, Upset watch, Result, and Team tie.",
    ],
    [
      'no ping, and posts all the same',
      'me',
      { ...RESULTS, memberKinds: [] },
      {},
      '<#1> is set not to ping members for what they follow. Alerts posted there: Result, Team tie, and Corrected result.',
    ],
    [
      'nothing',
      'channel',
      { kinds: [] },
      {},
      'With its current settings, <#1> gets no alerts for this.',
    ],
    ['the ranking alone', 'channel', { kinds: ['ranking'] }, {}, 'Alerts posted there: Monday'],
    [
      'no ranking',
      'channel',
      { kinds: ['ranking'] },
      MEN,
      'With its current settings, <#1> gets no',
    ],
    ['no draw any more', 'channel', { kinds: ['draw', 'result'] }, MATCH, 'posted there: Result.'],
    ['a wide follow', 'me', RESULTS, MEN, "When one of them is posted in <#1>, you'll be pinged"],
    [
      'a wide follow of what the channel follows',
      'me',
      RESULTS,
      { ...MEN, isChannels: true },
      /^You'll be pinged in <#1> for: Result and Team tie\.$/,
    ],
    [
      'some matches alone',
      'channel',
      { ...RESULTS, smallestRound: 2, levels: ['p1'] },
      {},
      'Alerts posted there: Result, Team tie, and Corrected result. Only: P1 · Semifinal and later.',
    ],
    [
      'another category',
      'channel',
      { ...RESULTS, category: 'women' },
      MEN,
      '<#1> gets no alerts for this, only for: Women.',
    ],
    [
      'another level',
      'me',
      { ...RESULTS, levels: ['major'] },
      { target: levelTarget('p1') },
      '<#1> gets no alerts for this, only for: Major.',
    ],
  ] as const)('%s', (_reason, scope, settings, follow, words) => {
    expect(brought(scope, settings, follow)).toMatch(words);
  });

  it('a match, or a tournament, that the channel leaves out', () => {
    const next = aHeld({ round: 8 });
    const leftOut = '<#1> gets no alerts for this';
    const P1 = { target: { kind: 'tournament', id: 7 } } as const;
    expect(brought('channel', { smallestRound: 2 }, MATCH, next)).toContain(leftOut);
    expect(brought('channel', { smallestRound: 8 }, MATCH, next)).not.toContain(leftOut);
    expect(brought('channel', { levels: ['major'] }, P1, next)).toContain(leftOut);
    expect(brought('channel', { smallestRound: 2 }, P1, next)).not.toContain(leftOut);
  });

  it('once for several things that bring the same', () => {
    const changes = [aChange(), aChange({ name: 'Eva Lamas' })];
    expect(told({}, { changes }).content).toBe(
      "You now follow **Ana Vega**. You now follow **Eva Lamas**. You'll be pinged in <#1> for: Match start, Result, and Team tie.",
    );
  });

  it('only what matters, if that is what was chosen', () => {
    const outlook = { next: aHeld(), ahead: 1, coverage: 'scores', isPast: false } as const;
    const news = alertsOfFollow(
      { ...DEFAULT_SETTINGS, kinds: ALERT_KINDS },
      aFollow({ kinds: followMask('moments', false) }),
      null,
    );
    const { content, outlook: embed } = told({ news, outlook }, { alerts: 'moments' });
    expect(content).toBe(
      "You now follow **Ana Vega**. You'll be pinged in <#1> for: Key moments and Upset watch.",
    );
    expect(embed).toContain('upsets are seen when a set ends, key moments not at all');
  });

  it('nothing while it is paused', () => {
    const channel = anAlertChannel({ pausedAt: 1 });
    expect(told({}, { channel }).content).toContain('Paused since');
  });

  it.each([
    ['es', 'Allí se publica: Resultado, Eliminatoria por equipos y '],
    ['it', 'Avvisi pubblicati lì: Risultato, Sfida a squadre e '],
    ['fr', 'Alertes publiées dans ce salon\u00A0: Résultat, Rencontre par équipes et '],
    ['pt', 'Alertas publicados lá: Resultado, Confronto por equipes e '],
  ] as const)('in %s', (locale, words) => {
    expect(brought('channel', RESULTS, {}, null, locale)).toContain(words);
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

  it('names what oneself and what the channel follows, by kind', () => {
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

  it('names one’s own by the channel in which they are told; the menu ends them in all', () => {
    const vega = follow('player', 1, 'Vega');
    const elsewhere = { key: 6, discordId: '2', broken: 'missing-access' } as const;
    const { text, endable } = list([vega, { ...vega, channel: elsewhere }]);
    expect(text).toContain('**Your follows in <#1>** (1)\n*Players*\n- Vega\n\n');
    expect(text).toContain('**Your follows in <#2>** (1)\n*Players*\n- Vega\n\n');
    expect(text).toContain("I can't post in <#2>");
    expect(endable).toEqual(['me-player-1']);
  });

  it('says how to begin', () => {
    expect(list([]).text).toContain('Try `/follow`');
    expect(list([]).text).toContain('`/follow who:the channel`');
    expect(list([]).ids).toEqual([]);
  });

  it('ends one from a menu; what is the channel’s only for moderators', () => {
    const follows = [
      follow('player', 1, 'Vega'),
      follow('level', levelTarget('p1').id, 'P1', 'channel'),
    ];
    expect(list(follows).endable).toEqual(['me-player-1', 'channel-level-3']);
    expect(list(follows, { mayManage: false }).endable).toEqual(['me-player-1']);
  });

  it('has pages, and keeps to those that there are', () => {
    const follows = Array.from({ length: 45 }, (_, id) => follow('player', id, `Player ${id}`));
    expect(list(follows).endable).toHaveLength(20);
    expect(list(follows).ids).toContain('follows:page:2:5');
    expect(list(follows, { page: 9 }).text).toContain('- Player 44');
    expect(list(follows, { page: 9 }).ids).toContain('follows:end:3:5');
  });

  it('says what was ended, and that the channel cannot be written to', () => {
    expect(list([], { ended: 'Eva *Lamas*' }).content).toBe('Unfollowed: **Eva \\*Lamas\\***');
    expect(list([], { channel: { ...A_CHANNEL, broken: 'missing-access' } }).text).toContain(
      "I can't post in <#1>",
    );
  });
});
