import { describe, expect, it } from 'vitest';
import { alertTypeOf, eventKey, type AlertEvent } from '#src/domain/alerts/events.ts';
import {
  ALERT_TYPES,
  bitOf,
  typesIn,
  maskOf,
  PRESET_NAMES,
  PRESETS,
  presetOf,
} from '#src/domain/alerts/alert-types.ts';

describe('types of alert', () => {
  it('keep the bits with which they are stored', () => {
    expect(ALERT_TYPES.map((type) => [type, bitOf(type)])).toEqual([
      ['start', 1],
      ['card', 2],
      ['set', 4],
      ['moment', 8],
      ['result', 16],
      ['upcoming', 32],
      ['news', 64],
      ['daily', 128],
    ]);
  });

  it('are read back from their mask, one by one and all together', () => {
    for (const type of ALERT_TYPES) expect(typesIn(maskOf([type]))).toEqual([type]);
    expect(typesIn(maskOf(ALERT_TYPES))).toEqual(ALERT_TYPES);
    expect(typesIn(0)).toEqual([]);
    expect(maskOf(['start', 'start', 'set'])).toBe(5);
  });

  it('of a later version are ignored', () => {
    expect(typesIn((1 << 20) | bitOf('set'))).toEqual(['set']);
  });

  it.each(PRESET_NAMES)('of the preset %s are recognized in any order', (name) => {
    expect(presetOf([...PRESETS[name]].reverse())).toBe(name);
    expect(typesIn(maskOf(PRESETS[name]))).toEqual(PRESETS[name]);
  });

  it('outside the presets belong to none', () => {
    expect(presetOf(['result'])).toBeNull();
    expect(presetOf([])).toBeNull();
  });
});

describe('an event', () => {
  const appointment = { playedOn: null, startedAt: null, scheduleLabel: null, court: null };
  const result = {
    kind: 'result',
    matchId: 5,
    status: 'finished',
    winner: 'team_1',
    score: [],
    minutes: null,
  } as const;
  const draw = {
    kind: 'draw',
    tournamentId: 7,
    category: 'men',
    round: 8,
    matchIds: [3, 4],
  } as const;

  it.each<[AlertEvent, string]>([
    [{ kind: 'start', matchId: 5 }, 'match:5:start'],
    [result, 'match:5:result'],
    [
      { kind: 'schedule', matchId: 5, rev: 9, before: appointment, after: appointment },
      'match:5:schedule:9',
    ],
    [
      { kind: 'correction', matchId: 5, rev: 9, before: result, after: result },
      'match:5:correction:9',
    ],
    [{ kind: 'next', matchId: 5, minutes: 7 }, 'match:5:next'],
    [{ kind: 'reminder', matchId: 5, minutes: 15, startsAt: 99 }, 'match:5:reminder:15:99'],
    [draw, 'draw:7:men:8:3'],
    [{ ...draw, category: null, round: null, matchIds: [] }, 'draw:7:::'],
    [
      {
        kind: 'tournament',
        tournamentId: 7,
        change: 'over',
        at: 9,
        startDate: '2026-06-01',
        endDate: null,
      },
      'tournament:7:over:2026-06-01',
    ],
    [{ kind: 'digest', channelKey: 2, date: '2026-06-07' }, 'channel:2:digest:2026-06-07'],
    [
      { kind: 'ranking', channelKey: 2, date: '2026-06-08', category: 'women', players: [] },
      'channel:2:ranking:women:2026-06-08',
    ],
    [{ kind: 'quiet-hours-digest', channelKey: 2, until: 99 }, 'channel:2:quiet-hours-digest:99'],
  ])('has a key made of its meaning: $kind', (event, key) => {
    expect(eventKey(event)).toBe(key);
  });

  it('has a type that channels choose, except the quiet-hours digest', () => {
    expect(alertTypeOf({ kind: 'set' })).toBe('set');
    expect(alertTypeOf({ kind: 'quiet-hours-digest' })).toBeNull();
  });
});
