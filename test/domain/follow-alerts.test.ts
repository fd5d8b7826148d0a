import { describe, expect, it } from 'vitest';
import { alertsOfFollow, type NewFollow } from '#src/domain/alerts/follow-alerts.ts';
import { categoryTarget, levelTarget, type FollowTarget } from '#src/domain/alerts/follows.ts';
import { ALERT_TYPES, EVERY_TYPE } from '#src/domain/alerts/alert-types.ts';
import { DEFAULT_SETTINGS, type AlertSettings } from '#src/domain/alerts/settings.ts';
import { aHeld } from '../render/held.ts';

const alertsOf = (
  chosen: Partial<AlertSettings>,
  follow: Partial<NewFollow> & Pick<NewFollow, 'target'>,
  next = aHeld(),
) =>
  alertsOfFollow(
    { ...DEFAULT_SETTINGS, types: ALERT_TYPES, ...chosen },
    { isMembers: true, isChannels: false, types: EVERY_TYPE, ...follow },
    next,
  );

describe('the alerts of a follow', () => {
  it('are all types, and of a member pings for those that matter', () => {
    const target: FollowTarget = { kind: 'player', id: 1 };
    expect(alertsOf({}, { target, isMembers: false })).toMatchObject({
      posted: ALERT_TYPES,
      pings: [],
    });
    expect(alertsOf({}, { target }).pings).toEqual(['start', 'moment', 'result', 'upcoming']);
    const few = { types: ['set', 'result'] } as const;
    expect(alertsOf(few, { target })).toMatchObject({
      posted: ['set', 'result'],
      pings: ['result'],
    });
  });

  it('of a match in play are what is ahead of it', () => {
    const target: FollowTarget = { kind: 'match', id: 1 };
    const inPlay = aHeld({ status: 'live' });
    expect(alertsOf({}, { target }, inPlay).posted).toEqual(['card', 'set', 'moment', 'result']);
    expect(alertsOf({}, { target }).posted).toEqual(ALERT_TYPES);
  });

  it.each([
    ['only a member', true, false, true],
    ['a member and the channel', true, true, false],
    ['only the channel', false, false, false],
  ])(
    'of a category that %s follows are pings only for a single member (by a member: %s)',
    (_who, isMembers, isChannels, onlyPings) => {
      const alerts = alertsOf({}, { target: categoryTarget('men'), isMembers, isChannels });
      expect(alerts.onlyPings).toBe(onlyPings);
      expect(alerts.posted.length === 0).toBe(onlyPings);
    },
  );
});

describe('the filters of a channel', () => {
  it.each<[string, Partial<AlertSettings>, FollowTarget, boolean]>([
    ['exclude a follow of the other category', { category: 'women' }, categoryTarget('men'), true],
    ['allow a follow of the same category', { category: 'women' }, categoryTarget('women'), false],
    ['allow a follow of a category when both are chosen', {}, categoryTarget('men'), false],
    ['exclude a follow of another level', { levels: ['major'] }, levelTarget('p1'), true],
    ['allow a follow of one of the levels', { levels: ['major', 'p1'] }, levelTarget('p1'), false],
    [
      'allow a follow of a match whose id is the code of another level',
      { levels: ['p1'] },
      { kind: 'match', id: 2 },
      false,
    ],
    ['allow a follow of a level when all are chosen', {}, levelTarget('p1'), false],
    ['exclude a follow of an excluded match', { smallestRound: 2 }, { kind: 'match', id: 1 }, true],
    [
      'exclude a follow of a tournament of another level',
      { levels: ['major'] },
      { kind: 'tournament', id: 7 },
      true,
    ],
    [
      'allow a follow of a tournament, whatever the chosen round',
      { smallestRound: 2 },
      { kind: 'tournament', id: 7 },
      false,
    ],
    [
      'allow a follow of a player, whatever the next match',
      { smallestRound: 2 },
      { kind: 'player', id: 1 },
      false,
    ],
  ])('%s', (_what, chosen, target, expected) => {
    expect(alertsOf(chosen, { target }).isExcluded).toBe(expected);
  });

  it('allow a follow of a match that is not announced yet', () => {
    const settings = { ...DEFAULT_SETTINGS, smallestRound: 2 } as const;
    const follow = {
      target: { kind: 'match', id: 1 },
      isMembers: true,
      isChannels: false,
      types: EVERY_TYPE,
    } as const;
    expect(alertsOfFollow(settings, follow, null).isExcluded).toBe(false);
  });
});
