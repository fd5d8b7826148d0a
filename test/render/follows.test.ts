import { describe, expect, it } from 'vitest';
import { followListMessage, type FollowList } from '#src/render/follow-list.ts';
import { followedMessage, type FollowChange, type FollowedView } from '#src/render/follows.ts';
import { levelTarget, type FollowKind } from '#src/domain/follows.ts';
import { entriesOf, idsOfControls } from './controls.ts';
import { aHeld, aReader } from './held.ts';
import type { Locale } from '#src/i18n/i18n.ts';

const NOTHING = { next: null, ahead: 0, coverage: null, isPast: false };

const aChange = (overrides: Partial<FollowChange> = {}): FollowChange => ({
  name: 'Ana Vega',
  kind: 'player',
  added: true,
  outlook: NOTHING,
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
    channelId: '1',
    changes: [aChange(change)],
    broken: false,
    lacksLive: false,
    ...view,
  });
  return { content, outlook: embeds?.[0]?.description ?? '' };
};

describe('a new follow', () => {
  it.each([
    ['a player for oneself', {}, 'me', 'I ping you in <#1> when a match starts'],
    ['a match for oneself', { kind: 'match' }, 'me', 'I ping you in <#1> when it starts'],
    ['a level for oneself', { kind: 'level' }, 'me', 'that are posted in <#1>'],
    ['a level for the channel', { kind: 'level' }, 'channel', 'after each set'],
  ] as const)('of %s says what it brings, and where', (_reason, change, scope, words) => {
    expect(told(change, { scope }).content).toContain(words);
  });

  it('that is none says so, and no more', () => {
    expect(told({ added: false }).content).toBe('You follow **Ana Vega** already.');
    expect(told({ added: false }, { scope: 'channel' }).content).toBe(
      '<#1> follows **Ana Vega** already.',
    );
  });

  it('says that the channel cannot be written to', () => {
    expect(told({}, { broken: true }).content).toContain('I may not write in <#1>');
  });

  it.each([
    ['the match that is on', aHeld({ status: 'live' }), /^On court now: \*\*Vega \/ Lamas\*\*/],
    [
      'the next match, with its day and label',
      aHeld(),
      /^Next: .* · Jun 7, 2026 · not before 4:00 PM/i,
    ],
    ['that none is announced', null, /^No match of theirs is announced/],
  ])('tells of a player %s', (_reason, next, line) => {
    expect(told({ outlook: { ...NOTHING, next, ahead: 1 } }).outlook).toMatch(line);
  });

  it.each([
    ['me', 'tournament', '40 matches are announced at the moment. Each may ping twice.'],
    ['channel', 'category', '40 matches are announced at the moment. Each brings four or five'],
  ] as const)('says for %s roughly what a whole %s brings', (scope, kind, words) => {
    const outlook = { ...NOTHING, next: aHeld(), ahead: 40 };
    expect(told({ kind, outlook }, { scope }).outlook).toContain(words);
  });

  it('does not count messages where there may be results alone', () => {
    const outlook = { ...NOTHING, next: aHeld(), ahead: 40, coverage: 'scores' } as const;
    expect(told({ kind: 'level', outlook }, { scope: 'channel' }).outlook).toMatch(
      /^40 matches are announced at the moment\.\nThe data service tells no points/,
    );
  });

  it('of a tournament that has not begun says when it does', () => {
    expect(told({ kind: 'tournament', beginsOn: '2026-07-01' }).outlook).toBe(
      'It begins on Jul 1, 2026.',
    );
  });

  it.each([
    ['no points at its level', { coverage: 'scores' }, false, 'tells no points at this level'],
    ['nothing sure at its level', { coverage: 'unknown' }, false, 'some alerts may be missing'],
    ['no live points in the plan', { coverage: 'points' }, true, "not in this bot's plan"],
    ['a tour that is history', { isPast: true }, false, 'no new matches will come'],
  ] as const)('says what it cannot bring: %s', (_reason, outlook, lacksLive, words) => {
    expect(told({ outlook: { ...NOTHING, ...outlook } }, { lacksLive }).outlook).toContain(words);
  });

  it('says nothing that is not true of it', () => {
    const outlook = { ...NOTHING, next: aHeld(), ahead: 1, coverage: 'points' } as const;
    expect(told({ outlook }).outlook.split('\n')).toHaveLength(1);
  });

  it('is told in Spanish', () => {
    expect(told({}, {}, 'es').outlook).toMatch(/^Ahora mismo no hay ningún partido suyo/);
  });
});

describe('the list of follows', () => {
  const follow = (kind: FollowKind, id: number, name: string, scope: 'me' | 'channel' = 'me') => ({
    scope,
    target: { kind, id },
    name,
  });

  const A_CHANNEL = { key: 5, discordId: '1', broken: null };

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
      '**You follow** (2)\n*Players*\n- Vega\n*Tournaments*\n- Madrid \\*P1\\*\n\n' +
        '**<#1> follows** (1)\n*Players*\n- Lamas\n',
    );
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
    expect(list([], { ended: 'Eva *Lamas*' }).content).toBe(
      'No longer followed: **Eva \\*Lamas\\***',
    );
    expect(list([], { channel: { ...A_CHANNEL, broken: 'missing-access' } }).text).toContain(
      'I may not write in <#1>',
    );
  });
});
