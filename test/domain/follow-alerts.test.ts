import { describe, expect, it } from 'vitest';
import { alertsOfFollow, type NewFollow } from '#src/domain/alerts/follow-alerts.ts';
import {
  categoryTarget,
  levelTarget,
  type FollowKind,
  type FollowTarget,
} from '#src/domain/alerts/follows.ts';
import { ALERT_KINDS, EVERY_KIND, type AlertKind } from '#src/domain/alerts/kinds.ts';
import { DEFAULT_SETTINGS, type AlertSettings } from '#src/domain/alerts/settings.ts';
import { aHeld } from '../render/held.ts';

const broughtBy = (
  chosen: Partial<AlertSettings>,
  follow: Partial<NewFollow> & Pick<NewFollow, 'target'>,
  next = aHeld(),
) =>
  alertsOfFollow(
    { ...DEFAULT_SETTINGS, kinds: ALERT_KINDS, memberKinds: ALERT_KINDS, ...chosen },
    { isMembers: true, isChannels: false, kinds: EVERY_KIND, ...follow },
    next,
  );

const without = (...kinds: readonly AlertKind[]) =>
  ALERT_KINDS.filter((kind) => !kinds.includes(kind));

describe('a follow brings', () => {
  it.each<[FollowKind, readonly AlertKind[]]>([
    ['player', ['tournament']],
    ['pair', ['tournament', 'ranking']],
    ['tournament', ['ranking']],
    ['match', ['draw', 'tie', 'tournament', 'ranking']],
    ['category', ['tournament', 'ranking']],
    ['level', ['ranking']],
    ['country', ['tournament', 'ranking']],
    ['team', ['tournament', 'ranking']],
  ])('of a %s all but %j', (kind, missing) => {
    const follow = { target: { kind, id: 1 }, isMembers: false };
    expect(broughtBy({}, follow)).toMatchObject({ posted: without(...missing), pings: [] });
  });

  it('a member the pings of what is posted, and none of posts for the whole channel', () => {
    const target: FollowTarget = { kind: 'player', id: 1 };
    expect(broughtBy({}, { target }).pings).toEqual(without('tournament', 'ranking', 'digest'));
    const few = { kinds: ['start', 'result'], memberKinds: ['result', 'set'] } as const;
    expect(broughtBy(few, { target })).toMatchObject({
      posted: ['start', 'result'],
      pings: ['result'],
    });
  });

  it.each([
    ['a member alone', true, false, true],
    ['a member beside the channel', true, true, false],
    ['the channel', false, false, false],
  ])('of a whole category by %s only pings: %s', (_who, isMembers, isChannels, onlyPings) => {
    const brought = broughtBy({}, { target: categoryTarget('men'), isMembers, isChannels });
    expect(brought.onlyPings).toBe(onlyPings);
    expect(brought.posted.length === 0).toBe(onlyPings);
  });
});

describe('a follow is excluded', () => {
  it.each<[string, Partial<AlertSettings>, FollowTarget, boolean]>([
    ['as the other category', { category: 'women' }, categoryTarget('men'), true],
    ['not as the same category', { category: 'women' }, categoryTarget('women'), false],
    ['not as a category where both are wanted', {}, categoryTarget('men'), false],
    ['as another level', { levels: ['major'] }, levelTarget('p1'), true],
    ['not as one of the levels', { levels: ['major', 'p1'] }, levelTarget('p1'), false],
    [
      'not as a match of the code of another level',
      { levels: ['p1'] },
      { kind: 'match', id: 2 },
      false,
    ],
    ['not as a level where all are wanted', {}, levelTarget('p1'), false],
    ['as a match that the filters exclude', { smallestRound: 2 }, { kind: 'match', id: 1 }, true],
    [
      'not as a match for its watchability',
      { minWatchability: 99 },
      { kind: 'match', id: 1 },
      false,
    ],
    [
      'as a tournament of another level',
      { levels: ['major'] },
      { kind: 'tournament', id: 7 },
      true,
    ],
    [
      'not as a tournament for its round',
      { smallestRound: 2 },
      { kind: 'tournament', id: 7 },
      false,
    ],
    ['not as a player for one match', { smallestRound: 2 }, { kind: 'player', id: 1 }, false],
  ])('%s', (_what, chosen, target, expected) => {
    const next = aHeld({ watchability: 10 });
    expect(broughtBy(chosen, { target }, next).isExcluded).toBe(expected);
  });

  it('for no match as long as none is announced', () => {
    const settings = { ...DEFAULT_SETTINGS, smallestRound: 2 } as const;
    const follow = {
      target: { kind: 'match', id: 1 },
      isMembers: true,
      isChannels: false,
      kinds: EVERY_KIND,
    } as const;
    expect(alertsOfFollow(settings, follow, null).isExcluded).toBe(false);
  });
});
